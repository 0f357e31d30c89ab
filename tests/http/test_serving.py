"""Running the server from several processes."""

from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr

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
