"""Whether what was imported belongs to the trip: place .6, time .4; add, ask, or another trip."""

import pytest
from tests.state.designer.conftest import AsSaid

from tripintent.state.designer.importing import match_score, verdict
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Location
from tripintent.state.designer.segments import ActivitySegment

TRIP = ItineraryDocument(destinations=(Location(name="Lisbon"),), start_date="2027-06-14", end_date="2027-06-21")


def thing(town, day):
    return ActivitySegment(id="x", name="Opera", location=Location(name=town, city=town), start_datetime=f"{day}T20:00")


@pytest.mark.parametrize(
    ("town", "day", "score", "what"),
    [
        ("Lisbon", "2027-06-16", 1.0, "add"),
        ("Lisbon", "2027-06-25", 0.8, "add"),
        ("Lisbon", "2027-09-01", 0.6, "ask"),
        ("Oslo", "2027-06-16", 0.4, "ask"),
        ("Oslo", "2027-06-25", 0.2, "new"),
        ("Oslo", "2027-09-01", 0.0, "new"),
    ],
)
def test_place_and_time_decide(town, day, score, what):
    """Both fit: added. One fits: asked. None: another trip."""
    found = match_score(TRIP, (thing(town, day),), AsSaid())
    assert (found, verdict(found)) == (score, what)


def test_what_a_trip_does_not_say_cannot_speak_against_an_import():
    """An empty plan takes anything; one without dates looks at the place alone."""
    assert match_score(ItineraryDocument(), (thing("Oslo", "2027-06-16"),), AsSaid()) == 1.0
    undated = TRIP.model_copy(update={"start_date": None, "end_date": None})
    unplaced = ActivitySegment(id="x", name="Da Nello", start_datetime="2027-06-16T20:00")
    assert match_score(TRIP, (unplaced,), AsSaid()) == 1.0
    assert verdict(match_score(TRIP, (unplaced.model_copy(update={"start_datetime": None}),), AsSaid())) == "ask"
    assert [match_score(undated, (thing(town, "2027-06-16"),), AsSaid()) for town in ("Lisbon", "Oslo")] == [1.0, 0.0]
