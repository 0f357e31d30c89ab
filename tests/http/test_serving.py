"""Running the server from several processes."""

import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from tripintent.app.cli.failing import CliFailure
from tripintent.app.cli.serving import address, free
from tripintent.app.http.server import create_app
from tripintent.app.http.web_settings import WebSettings, as_environment
from tripintent.app.settings import Settings


def test_workers_get_the_settings_of_the_one_command(monkeypatch, tmp_path):
    """What was set by flags, secrets and lists included, is read again from the environment by each process."""
    monkeypatch.chdir(tmp_path)
    settings = Settings(
        db=Path("/somewhere/trips.db"), now=datetime(2026, 11, 20, tzinfo=UTC), api_key=SecretStr("k"), _env_file=None
    )
    web = WebSettings(workers=3, tokens={"t" * 16: "anna"}, approvers=("boss", "chief"), _env_file=None)
    for name, value in (as_environment(settings) | as_environment(web)).items():
        monkeypatch.setenv(name, value)
    assert Settings() == settings
    assert WebSettings() == web
    assert Settings().api_key == SecretStr("k")


def test_a_taken_port_is_told_in_words():
    """Before anything is opened, with what to do; a free one passes."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CliFailure, match=f"port {port} is taken.*--port"):
            free("127.0.0.1", port)
    assert free("127.0.0.1", 0) > 0, "links name the port that is listened on"


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "http://127.0.0.1:8484"), ("0.0.0.0", "http://localhost:8484"), ("::1", "http://[::1]:8484")],  # noqa: S104 - nothing is bound
)
def test_the_address_is_one_for_a_browser(host, shown):
    """Where every address is listened on, this machine's is named."""
    assert address(host, 8484) == shown


def test_an_app_that_was_mounted_without_its_start_says_what_is_missing():
    """Every address answers what the application around it has to do."""
    for path in ("/", "/api/threads"):
        refused = TestClient(create_app(), base_url="http://localhost").get(path)
        assert (refused.status_code, "lifespan_context(app)" in refused.text) == (503, True)
