"""The evaluation commands."""

import json
from decimal import Decimal

import pytest

from tripintent.evals.extract import extract_file, slots_of
from tripintent.state.frame import Frame, Place, Visit, When


def test_slots_of_a_frame():
    """A frame maps to the scorer's slots; what was not said is not there."""
    frame = Frame(
        origin=Place(said="Philly", name="Philadelphia", kind="city", code="PHL"),
        visits=(Visit(place=Place(said="Texas", name="Texas", kind="region")),),
        depart=When(said="May 3", day="2027-05-03"),
        return_=When(said="by the 9th", latest="2027-05-09"),
        check_in=When(said="in May", earliest="2027-05-01", latest="2027-05-31"),
        travelers=2,
        budget=Decimal("1500.00"),
        max_stops=0,
        airlines=("Lufthansa",),
    )
    assert slots_of(frame) == {
        "origin": {"city": "Philadelphia", "name": "Philly", "iata": "PHL"},
        "destination": {"city": "Texas", "name": "Texas"},
        "depart_date": "2027-05-03",
        "return_date": "2027-05-09",
        "travelers": 2,
        "budget": 1500.0,
        "nonstop": True,
        "airline": "Lufthansa",
    }
    assert slots_of(Frame()) == {}


def test_a_file_of_dialogues(tmp_path):
    """One line per dialogue, one cumulative state per user turn, today from the record."""
    inputs, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    turns = [
        {"system": None, "user": "to Oslo please"},
        {"system": "Where are you travelling from?", "user": "Denver, tomorrow"},
    ]
    records = [
        {"id": "a", "reference_date": "2027-02-28", "now_hint": None, "turns": turns},
        {"id": "b", "reference_date": None, "now_hint": "2028-02-28", "turns": turns[:1]},
    ]
    inputs.write_text("\n".join(map(json.dumps, records)) + "\n", encoding="utf-8")
    extract_file(inputs, output)
    first, second = map(json.loads, output.read_text(encoding="utf-8").splitlines())
    assert first["id"] == "a"
    assert [sorted(turn) for turn in first["turns"]] == [["destination"], ["depart_date", "destination", "origin"]]
    assert first["turns"][1]["depart_date"] == "2027-03-01"
    assert second["turns"][0]["destination"]["iata"] == "OSL"


def test_another_engine_is_given_as_a_reader(tmp_path):
    """A name without a reader is refused with what to do."""
    with pytest.raises(ValueError, match="pass one as read="):
        extract_file(tmp_path / "in", tmp_path / "out", "openai")
