"""``tripintent export``."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from icalendar import Calendar
from tests.acts import ANN, BOB, choose, hold, people, plan

from tripintent.app.cli import main
from tripintent.app.incoming import Answer
from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession

NOW = ["--now", "2027-03-01T09:00:00+00:00"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("TRIPINTENT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TRIPINTENT_LANGUAGE", "offline")
    monkeypatch.chdir(tmp_path)
    return lambda *args: CliRunner().invoke(main, [*args, *NOW])


@pytest.fixture
def thread(run: Any) -> str:
    """A conversation whose trip was bought at the command line."""
    with SyncSession(Settings(now=datetime(2027, 3, 1, 9, tzinfo=UTC))) as session:
        for act in (
            plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2),
            choose(1),
            hold(),
            people(ANN, BOB),
        ):
            waiting = session.event("t1", act).interrupt
        assert waiting is not None
        session.approve("t1", Answer(confirmations=tuple(c["id"] for c in waiting.args["confirmations"])))
    return "t1"


def test_a_file_or_standard_output_gets_the_bytes(run: Any, thread: str, tmp_path: Path) -> None:
    """The same calendar goes to a file and to a pipe, and nothing else goes to the pipe."""
    piped = run("export", "--thread", thread, "--format", "ics")
    assert piped.exit_code == 0, piped.output
    assert len(Calendar.from_ical(piped.stdout_bytes).walk("VEVENT")) >= 3
    assert run("export", "--thread", thread, "--format", "ics", "--out", "trip.ics").exit_code == 0
    assert (tmp_path / "trip.ics").read_bytes() == piped.stdout_bytes


def test_refusals_are_one_sentence(run: Any, thread: str) -> None:
    """An unknown conversation and a file that cannot be written end with exit code 2 and a sentence."""
    unknown = run("export", "--thread", "nope", "--format", "pdf")
    assert (unknown.exit_code, "there is no conversation 'nope'" in unknown.stderr) == (2, True)
    nowhere = run("export", "--thread", thread, "--format", "ics", "--out", "no/such/folder/trip.ics")
    assert (nowhere.exit_code, nowhere.stderr.startswith("tripintent: ")) == (2, True)
