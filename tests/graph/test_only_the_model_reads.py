"""With a model configured no rule reads a traveller's words, in any system; the offline readers are its stand-in alone."""

import json
import runpy
from pathlib import Path

import pytest

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.tools.language.offline.reader import OfflineReader
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.language.people import FreeFormPeople

WIRE = runpy.run_path(str(Path(__file__).parents[1] / "servers" / "openai_wire.py"))
TALK = (
    (
        "JFK to Lisbon, 11 to 15 March 2026, 1 adult, we love food",
        [
            {"op": "place", "slot": "origin", "said": "JFK", "name": "JFK"},
            {"op": "stops", "said": "Lisbon", "stops": [{"name": "Lisbon", "said": "Lisbon"}]},
            {"op": "day", "slot": "depart", "said": "11 to 15 March 2026", "day": "2026-03-11"},
            {"op": "day", "slot": "return", "said": "11 to 15 March 2026", "day": "2026-03-15"},
            {"op": "number", "slot": "adults", "said": "1 adult", "value": 1},
            {"op": "likes", "said": "we love food", "interests": ["food"]},
        ],
    ),
    ("the first one", [{"op": "choose", "said": "the first one", "number": 1}]),
    (
        "put a fado evening on the 12th at 8pm and make the checklist",
        [
            {
                "op": "add_entry",
                "said": "put a fado evening on the 12th at 8pm",
                "kind": "activity",
                "name": "Fado evening",
                "day": "2026-03-12",
                "start": "20:00",
            },
            {"op": "document", "said": "make the checklist", "do": "make", "names": ["checklist"]},
        ],
    ),
    (
        "hold it. Ann Smith 4 March 1985, ann@example.org",
        [
            {"op": "act", "said": "hold it", "do": "hold"},
            {
                "op": "traveller",
                "said": "Ann Smith 4 March 1985",
                "name": "Ann Smith",
                "born": "1985-03-04",
                "email": "ann@example.org",
            },
        ],
    ),
)
READERS = {
    "the offline reader": (OfflineReader, "read"),
    "the engine": (OfflineLanguage, "extract"),
    "clauses": (OfflineReader, "clauses"),
    "people": (FreeFormPeople, "read"),
    "people apart": (FreeFormPeople, "apart"),
}


@pytest.fixture
def asked(monkeypatch):
    """Names of the offline readers that were asked."""
    names = []
    for name, (owner, method) in READERS.items():
        real = getattr(owner, method)

        def told(self, *given, _name=name, _real=real, **more):
            names.append(_name)
            return _real(self, *given, **more)

        monkeypatch.setattr(owner, method, told)
    return names


@pytest.fixture
def with_model(tmp_path):
    with WIRE["running"]() as server:
        yield (
            Settings(
                db=tmp_path / "t.sqlite",
                now="2026-02-01T09:00:00+00:00",
                language="openai",
                base_url=server.base_url,
                model_timeout=30.0,
            ),
            server,
        )


async def test_no_rule_reads(with_model, asked):
    """Over booking, days and documents each message is read by the model, and by nothing else."""
    settings, server = with_model
    async with open_session(settings) as session:
        for text, operations in TALK:
            said = WIRE["completion"](json.dumps({"operations": operations, "language": "en"}))
            server.answers(said, WIRE["completion"]('{"lines": []}'))
            result = await session.say("t", text)
            assert asked == []
    assert result.trip.working_memory.holds
    assert result.trip.party.guests[0].date_of_birth == "1985-03-04"
    assert result.trip.frame.interests == ("food",)
    assert [one["name"] for one in result.documents["itinerary"]["segments"] if one["type"] == "ACTIVITY"] == [
        "Fado evening"
    ]
    assert "checklist" in result.documents


async def test_the_stand_in_reads_where_the_model_does_not(with_model, asked):
    """A model that fails leaves the message to the offline readers."""
    settings, server = with_model
    server.answers(WIRE["failure"](400))
    async with open_session(settings) as session:
        result = await session.say("t", "JFK to SFO on March 11 2026, one way, 1 adult, no hotel")
    assert "the offline reader" in asked
    assert result.trip.itinerary.segments[0].origin.code == "JFK"
