"""How a conversation starts: the greeting waits for nothing, and what keeps the session from opening is said."""

import subprocess
import sys

import pytest

from tripintent.app.cli.failing import CliFailure
from tripintent.app.cli.starting import Starting
from tripintent.app.settings import Settings

HEAVY = {"langgraph", "langchain_core", "sqlalchemy", "babel", "openai"}
HEAVY |= {"tripintent.app.session", "tripintent.app.compose"}


def test_the_greeting_loads_no_machinery():
    """Settings, greeting and prompt are there without graphs, models, databases and locales."""
    code = """
import sys
from tripintent.app.cli import conversation, options, starting
from tripintent.app import storage
settings = options.settings_of(language="offline")
starting.reader_line(settings, look=False)
talk = conversation.TerminalTurns(starting.Starting(settings), "t", as_json=False, interactive=True)
talk._renderer.greet()
talk._try("/help")
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    greeting, *_, modules = done.stdout.splitlines()
    assert greeting.startswith("Where would you like to go?")
    assert "/choose" in done.stderr
    assert not HEAVY & set(modules.split())


def test_a_session_is_opened_once_and_closed(tmp_path):
    """Who asks twice gets the same session; one that was never asked for is never opened."""
    Starting(Settings(db=tmp_path / "never.db")).close()
    assert not (tmp_path / "never.db").exists()
    starting = Starting(Settings(db=tmp_path / "a.db", language="offline"))
    try:
        assert starting.session() is starting.session()
        assert starting.session().threads() == []
    finally:
        starting.close()


def test_what_keeps_it_from_opening_is_said_to_who_asks(tmp_path):
    """A file that is no database: one sentence, each time."""
    (tmp_path / "bad.db").write_text("no database at all, only words that go on for a while" * 100)
    starting = Starting(Settings(db=tmp_path / "bad.db", language="offline"))
    for _ in range(2):
        with pytest.raises(CliFailure, match="not a database of ours"):
            starting.session()
    starting.close()
