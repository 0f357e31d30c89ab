"""Settings: where they come from, and what they make."""

from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import ValidationError

from tripintent import booking_graph
from tripintent.app.cli import main
from tripintent.app.compose import compose
from tripintent.app.errors import SessionError, warn_of_misspelt
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.tools.clock import FixedClock
from tripintent.tools.language.replies.wording import OfflineLanguage


def test_flags_outrank_the_environment_which_outranks_the_file(tmp_path, monkeypatch):
    """One order for every setting."""
    (tmp_path / ".env").write_text(
        "TRIPINTENT_LOCALE=de-DE\nTRIPINTENT_CURRENCY=EUR\nTRIPINTENT_TIMEZONE=Europe/Berlin\n"
    )
    monkeypatch.setenv("TRIPINTENT_CURRENCY", "CHF")
    monkeypatch.setenv("TRIPINTENT_TIMEZONE", "Europe/Zurich")
    settings = Settings(timezone="Asia/Tokyo")
    assert (settings.locale, settings.currency, settings.timezone) == ("de-DE", "CHF", "Asia/Tokyo")


def test_a_key_turns_the_model_on_and_is_never_shown(monkeypatch):
    """`auto` follows the key; the key does not appear in a print of the settings."""
    assert not Settings().uses_model
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert Settings().uses_model
    assert not Settings(language="offline").uses_model
    assert "sk-secret" not in repr(Settings())
    monkeypatch.setenv("OPENAI_API_KEY", "")
    assert not Settings().uses_model


def test_a_moment_without_a_zone_is_utc():
    """--now 2026-02-01T09:00 needs no zone."""
    assert Settings(now="2026-02-01T09:00").now.isoformat() == "2026-02-01T09:00:00+00:00"


def test_wrong_values_are_refused():
    """A step limit of nothing, an unknown engine; a name that is none is told with the right one."""
    for wrong in ({"step_limit": 1}, {"language": "telepathy"}, {"supplier_latency": -1}):
        with pytest.raises(ValidationError):
            Settings(**wrong)
    with pytest.raises(ValueError, match="did you mean notify_webhook"):
        Settings(notify_webhok="https://example.org")


def test_files_lie_beside_the_conversations(tmp_path):
    """One file named, the others beside it; by default in the data folder."""
    storage = storage_of(Settings(db=tmp_path / "deep" / "mine.db"))
    assert storage.ledger == str(tmp_path / "deep" / "mine.ledger.db")
    assert storage.supplier == tmp_path / "deep" / "mine.supplier.db"
    assert storage_of(Settings()).threads == str(tmp_path / "data" / "tripintent.db")


def test_a_postgres_url_holds_conversations_and_ledger(tmp_path):
    """The simulated supplier keeps its own file: it stands for another company's memory."""
    storage = storage_of(Settings(database_url="postgresql://u@h/d", db=tmp_path / "x.db"))
    assert (storage.threads, storage.ledger) == ("postgresql://u@h/d", "postgresql://u@h/d")
    assert storage.supplier.name == "x.supplier.db"


def test_the_default_composition_is_offline_and_simulated(settings):
    """No key: rules read, the clock is the settings', and the supplier says that it is simulated."""
    parts = compose(settings, storage_of(settings))
    assert isinstance(parts.ports.language, OfflineLanguage)
    assert isinstance(parts.ports.clock, FixedClock)
    assert parts.ports.desk.capabilities("embedded").simulated
    parts.close()


async def test_a_model_without_a_way_to_it_is_said(settings):
    """`openai` without key and without an endpoint is a setting to correct."""
    with pytest.raises(SessionError, match="API key"):
        async with open_session(settings.model_copy(update={"language": "openai"})):
            pass


def test_a_host_replaces_ports_by_name(settings):
    """The public graph takes a host's own adapters; an unknown port is a TypeError that names it."""
    clock = FixedClock(settings.now)
    assert booking_graph(settings=settings, clock=clock).get_graph(xray=True).nodes["booking:purchase"]
    with pytest.raises(TypeError, match="teleporter"):
        booking_graph(settings=settings, teleporter=clock)
    with pytest.raises(TypeError, match=r"clock=FixedClock is a class: pass an instance"):
        booking_graph(settings=settings, clock=FixedClock)
    with pytest.raises(TypeError, match="flights=None: pass an adapter"):
        booking_graph(settings=settings, flights=None)


def test_every_setting_is_listed_with_its_default_and_a_line() -> None:
    """A host finds them from the command line; none is without words, and closed values are named."""
    listed = CliRunner().invoke(main, ["settings"]).output.splitlines()
    assert "Usage: " in CliRunner().invoke(main, ["settings", "--help"]).output
    assert "TRIPINTENT_TRACES (off | console | otlp): where traces are written" in listed
    assert any(one.startswith("TRIPINTENT_GRAPH (assistant | planning): ") for one in listed)
    assert "TRIPINTENT_HTTP_PORT (8484): where it listens; 0 takes a free one" in listed


WRONG = [
    ("serve", "HOST_TOOLS", "no_such_house:x", "TRIPINTENT_HOST_TOOLS: 'no_such_house:x' cannot be imported"),
    ("serve", "REGISTRY", "no_such.yaml", "TRIPINTENT_REGISTRY: no_such.yaml: cannot be read"),
    ("serve", "TIMEZONE", "Mars/Base", "TRIPINTENT_TIMEZONE='Mars/Base' is no time zone"),
    ("serve", "LOCALE", "xx-YY", "TRIPINTENT_LOCALE='xx-YY': write a language of en, "),
    ("serve", "CURRENCY", "QQQ", "TRIPINTENT_CURRENCY='QQQ' has no exchange rate: write one of AED, "),
    ("serve", "TRACES", "loud", "TRIPINTENT_TRACES: Input should be 'off', 'console' or 'otlp'"),
    ("serve", "HTTP_TOKENS", "secret", "TOKENS is no JSON: bearer tokens"),
    ("serve", "HTTP_TOKENS", '{"": "anna"}', "shorter than 16 characters"),
    ("serve", "HTTP_TOKENS", '{"               ": "anna"}', "shorter than 16 characters"),
    ("serve", "HTTP_TOKENS", '{"0123456789abcde": "anna"}', "shorter than 16 characters"),
    ("serve", "HTTP_TOKENS", '{"0123456789abcdef": "Traveller"}', "no user may be called 'Traveller'"),
    ("serve", "HTTP_TOKENS", '{"0123456789abcdef": "guest-0"}', "no user may be called 'guest-0'"),
    ("serve", "HTTP_HOST", "0.0.0.0", "set TRIPINTENT_HTTP_TOKENS first"),  # noqa: S104 - it is refused
    ("serve", "LANGUAGE", "openai", "needs an API key"),
    (
        "serve",
        "DATABASE_URL",
        "sqlite:///trips.db",
        "DATABASE_URL begins with postgresql://; TRIPINTENT_DB names a file",
    ),
    ("serve", "DATABASE_URL", "/data/trips.db", "DATABASE_URL begins with postgresql://; TRIPINTENT_DB names a file"),
    ("mcp", "HTTP_TOKENS", "secret", "TOKENS is no JSON: bearer tokens"),
    ("mcp", "HOST_TOOL_NAMES", '["x"', "TRIPINTENT_HOST_TOOL_NAMES: "),
    ("serve", "GRAPH", "trips", "a setting is wrong: TRIPINTENT_GRAPH: Input should be 'assistant'"),
    ("serve", "HTTP_WIDGET_ORIGINS", "https://x.org", 'as JSON: ["https://www.example.org"]'),
]


@pytest.mark.parametrize(("command", "setting", "value", "said"), WRONG)
def test_one_sentence_and_exit_code_two(command: str, setting: str, value: str, said: str) -> None:
    """No traceback, from a server's start neither."""
    result = CliRunner().invoke(main, [command], env={f"TRIPINTENT_{setting}": value})
    assert result.exit_code == 2
    assert result.stderr.startswith("tripintent: ")
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert "Open http" not in result.output


def test_a_misspelt_variable_is_told_with_the_right_one(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """It would have no effect, and nobody would know; a variable that resembles no setting is somebody else's."""
    monkeypatch.setenv("TRIPINTENT_CURENCY", "EUR")
    monkeypatch.setenv("TRIPINTENT_SCREENSHOTS", "1")
    warn_of_misspelt.__wrapped__()
    [told] = [one.getMessage() for one in caplog.records]
    assert told == "TRIPINTENT_CURENCY is no setting and has no effect: write TRIPINTENT_CURRENCY"
