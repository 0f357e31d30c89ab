"""A server that others reach has to know who comes: it does not start without tokens or a host's hook, or it says so."""

import logging
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tripintent.app.errors import SessionError
from tripintent.app.http.server import create_app, serve
from tripintent.app.http.users import User
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings

WHATSAPP = {f"whatsapp_{name}": "1" for name in ("number", "token", "app_secret", "verify")}
PUBLIC: list[dict[str, Any]] = [
    {"host": "0.0.0.0"},  # noqa: S104 - that is the point
    {"host": "::"},
    {"public_url": "https://desk.example.org"},
    {"public_url": "desk.example.org"},
    {"public_url": "http://[broken"},
    {"public_url": "http://localhost.example.org"},
    {"allowed_hosts": ("localhost", "desk.example.org")},
    {"allowed_hosts": ("10.0.0.7",)},
    {"cors_origins": ("https://chat.example.org",)},
    {"widget_origins": ("https://www.example.org",)},
    {"public_url": "http://localhost:8484", **WHATSAPP},
]
PRIVATE: list[dict[str, Any]] = [
    {},
    {"host": "127.0.0.2"},
    {"public_url": "http://localhost:9000", "allowed_hosts": ("127.0.0.1", "[::1]", "trips.localhost")},
    {"cors_origins": ("http://localhost:3000",)},
]


def _web(fields: dict[str, Any]) -> WebSettings:
    return WebSettings(_env_file=None, **fields)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(db=tmp_path / "trips.db", language="offline", _env_file=None)


@pytest.mark.parametrize("fields", PUBLIC)
def test_whatever_says_that_it_is_public_wants_users(settings: Settings, fields: dict[str, Any]) -> None:
    """Refused before it listens, in one process and in several, with the setting that says so; tokens, a hook or a word will do."""

    async def authenticate(_: object) -> User | None:
        return None

    named = "WHATSAPP_NUMBER" if "whatsapp_number" in fields else next(iter(fields)).upper()
    for start in (create_app, serve, lambda s, w: serve(s, w.model_copy(update={"workers": 2}))):
        with pytest.raises(SessionError, match=f"TRIPINTENT_HTTP_{named}.*set TRIPINTENT_HTTP_TOKENS first"):
            start(settings, _web(fields))
    assert create_app(settings, _web({**fields, "tokens": {"t" * 20: "anna"}}))
    assert create_app(settings, _web(fields), authenticate=authenticate)
    assert create_app(settings, _web({**fields, "open": True}))


@pytest.mark.parametrize("fields", PRIVATE)
def test_the_person_at_this_machine_needs_no_token(settings: Settings, fields: dict[str, Any]) -> None:
    """Names and addresses of this machine are nobody else's."""
    assert create_app(settings, _web(fields))


def test_a_service_file_that_lists_pages_says_it_too(settings: Settings, tmp_path: Path) -> None:
    """The origins of a widget may stand in the house's own file."""
    house = Path(str(files("tripintent.tools.services.demonstration"))) / "restaurant.yaml"
    (tmp_path / "restaurant").mkdir()
    listed = tmp_path / "house.yaml"
    listed.write_text(house.read_text("utf-8") + 'widget_origins: ["https://www.example.org"]\n', "utf-8")
    with pytest.raises(SessionError, match=r"widget_origins of .*house\.yaml"):
        create_app(settings.model_copy(update={"service": listed}), _web({}))


async def test_an_open_server_says_so_at_its_start(running: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Everybody is the person at this machine: who runs it reads that. With tokens it is not true, and not said."""
    for web, said in (({"open": True}, True), ({"open": True, "tokens": {"t" * 20: "anna"}}, False)):
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            async with running(web=web):
                assert ("TRIPINTENT_HTTP_OPEN" in caplog.text) is said
