"""``tripintent itinerary``: the same plan by calls in a conversation, by tools, by import, with undo."""

import json
from unittest.mock import AsyncMock

import pytest
from click.testing import CliRunner

from tripintent.app.cli.__init__ import main
from tripintent.app.errors import SessionError
from tripintent.app.itineraries import Itineraries
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

NOW = "2026-11-22T09:00:00+00:00"
ICS = """BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:a
DTSTART;TZID=Europe/Madrid:20270304T190000
DTEND;TZID=Europe/Madrid:20270304T210000
SUMMARY:Oscar Wilde reading
END:VEVENT
END:VCALENDAR
"""
PLACE = {"name": "Can Culleretes", "city": "Barcelona"}
DINNER = {"name": "Dinner at Can Culleretes", "location": PLACE, "startTime": "2027-03-03T20:00", "durationHours": 2}
TAXI = {
    "transferType": "TAXI",
    "pickupLocation": PLACE,
    "dropoffLocation": {"name": "Hotel", "city": "Barcelona"},
    "pickupTime": "2027-03-03T22:00",
}


@pytest.fixture
def run(tmp_path):
    """Run a command on one database."""

    def call(*args, thread=True):
        where = ["--db", str(tmp_path / "t.sqlite"), "--now", NOW, *(["--thread", "t"] if thread else [])]
        return CliRunner().invoke(main, [*args, *where])

    wish, dinner = "Boston to Barcelona March 3-7, one adult", f"/call add_activity {json.dumps(DINNER)}"
    said = call("chat", "--json", "--say", wish, "--say", dinner)
    assert said.exit_code == 0, said.output
    return call


def test_the_conversation_and_tools_write_one_plan(run):
    """A tool adds to what the conversation planned; undo takes one change back."""
    arguments = {
        "name": "Picasso Museum",
        "location": {"name": "Picasso Museum", "city": "Barcelona"},
        "startTime": "2027-03-04T10:00",
    }
    added = run("itinerary", "tool", "add_activity", json.dumps(arguments))
    assert json.loads(added.output)["success"]
    plan = json.loads(run("itinerary", "show", "--json").output)
    assert [s["name"] for s in plan["segments"]] == ["Dinner at Can Culleretes", "Picasso Museum"]
    assert run("itinerary", "undo").exit_code == 0
    assert "Picasso" not in run("itinerary", "show").output
    assert "Picasso" in run("itinerary", "redo").output or "Picasso" in run("itinerary", "show").output


def test_an_imported_event_is_what_it_says(run, tmp_path):
    """A reading of Oscar Wilde's is an event, and no ride in a car."""
    file = tmp_path / "plan.ics"
    file.write_text(ICS, "utf-8")
    assert json.loads(run("itinerary", "import", str(file)).output)["warnings"] == []
    again = json.loads(run("itinerary", "import", str(file)).output)
    assert (again["added"], len(again["known"])) == ([], 1)
    plan = json.loads(run("itinerary", "show", "--json").output)
    assert [s["type"] for s in plan["segments"]] == ["ACTIVITY", "ACTIVITY"]
    assert "SUMMARY:Oscar Wilde reading" in run("itinerary", "export").output


def test_what_is_wrong_with_a_call_is_said(run):
    """An unknown tool, broken JSON and a missing field are envelopes, and change nothing."""
    for name, arguments, code in (
        ("no_such", "{}", "UNKNOWN_TOOL"),
        ("add_activity", "{", "INVALID_JSON"),
        ("add_activity", "{}", "INVALID_ARGUMENTS"),
        ("delete_segment", '{"segmentId": "x"}', "NOT_FOUND"),
    ):
        done = run("itinerary", "tool", name, arguments)
        assert done.exit_code == 1
        assert json.loads(done.output)["error"]["code"] == code
    assert len(json.loads(run("itinerary", "show", "--json").output)["segments"]) == 1


def test_a_dry_run_of_a_move_says_what_moves_and_writes_nothing(run):
    """The taxi that follows the dinner is told with its times; the plan and its version stay."""
    run("itinerary", "tool", "add_transfer", json.dumps(TAXI))
    before = json.loads(run("itinerary", "show", "--json").output)
    dinner = next(s for s in before["segments"] if "Culleretes" in s.get("name", ""))
    arguments = {"segmentId": dinner["id"], "newStartTime": "2027-03-03T20:30", "dryRun": True}
    told = json.loads(run("itinerary", "tool", "move_segment", json.dumps(arguments)).output)
    assert [m["start_after"][11:16] for m in told["result"]["moves"]] == ["20:30", "22:30"]
    assert json.loads(run("itinerary", "show", "--json").output) == before


async def test_a_conversation_that_never_began_says_what_to_do(tmp_path, monkeypatch):
    """Its first turn was cut off before the trip was opened: there is nothing to import into."""
    async with open_session(Settings(data_dir=tmp_path, now=NOW, language="offline")) as session:
        with monkeypatch.context() as cut:
            cut.setattr(type(session.ports.ownership), "open", AsyncMock(side_effect=MemoryError))
            with pytest.raises(MemoryError):
                await session.say("t", "Boston to Barcelona March 3-7, one adult")
        with pytest.raises(SessionError, match="send it once more"):
            await Itineraries(session).take_in("t", ICS)
