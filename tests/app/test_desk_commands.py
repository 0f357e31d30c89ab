"""Service files and the desk's queue on the command line."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tripintent.app.cli import main

KINDS = (
    "accommodations",
    "accommodations-without-reservation",
    "accommodations-adults-only",
    "accommodations-guest-journey",
    "restaurant",
    "attraction",
    "travel-desk",
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_service_file_is_right_and_is_not_overwritten(tmp_path: Path, kind):
    """Every kind ships with an organisation that passes its own check, and a second copy is refused."""
    runner = CliRunner()
    made = runner.invoke(main, ["service", "new", "--kind", kind, str(tmp_path)])
    assert made.exit_code == 0, made.output
    checked = runner.invoke(main, ["service", "check", str(tmp_path / f"{kind}.yaml")])
    assert "is right" in checked.output
    again = runner.invoke(main, ["service", "new", "--kind", kind, str(tmp_path)])
    assert again.exit_code != 0


def test_a_guest_in_the_queue_is_answered_by_another_command(tmp_path: Path):
    """Copy, chat, queue, answer: four commands that share nothing but files."""
    runner, db = CliRunner(), ("--db", str(tmp_path / "t.db"))
    runner.invoke(main, ["service", "new", str(tmp_path)])
    service = str(tmp_path / "accommodations.yaml")
    words = "This is the third time I write. Nobody came about the heating. I want the manager"
    said = runner.invoke(main, ["chat", "--thread", "t", "--service", service, *db, "--say", words])
    assert said.exit_code == 0, said.output
    queue = runner.invoke(main, ["desk", "queue", *db])
    assert "the desk" in queue.output
    assert "heating" in queue.output
    shown = runner.invoke(main, ["show", "--thread", "t", *db])
    assert (shown.exit_code, "third time" in shown.output) == (0, True), shown.exception
    answer = runner.invoke(main, ["desk", "answer", "--thread", "t", "--say", "We are coming.", "--by", "Ada", *db])
    assert "Ada: We are coming." in answer.output
    assert runner.invoke(main, ["desk", "queue", *db]).output == ""
