"""The model and the real gazetteer together, over several turns."""

from datetime import date
from decimal import Decimal

import pytest

from tripintent.tools.places.gazetteer import Gazetteer


@pytest.fixture
def talk(make, says):
    """Say messages one after another, each with what the model makes of it; return the last reading."""
    read = make(places=Gazetteer(), timeout=5)

    async def _talk(*turns):
        found = None
        for number, (text, operations) in enumerate(turns):
            says(operations)
            known = found.frame if found else None
            found = await read(text, frame=known, today=date(2026, 3, 2), turn=number)
        return found

    return _talk


def _day(slot, said, day):
    return {"op": "day", "slot": slot, "said": said, "day": day}


async def test_a_trip_and_its_correction(talk):
    """A nickname that only the model knows is asked about; days by code; a correction keeps everything else."""
    reading = await talk(
        (
            "The two of us are off to the Eternal City from JFK on May 5th, under $3k",
            [
                {"op": "place", "slot": "origin", "name": "JFK", "said": "JFK"},
                {"op": "stops", "said": "the Eternal City", "stops": [{"name": "Rome", "said": "the Eternal City"}]},
                _day("depart", "May 5th", "2026-05-05"),
                {"op": "number", "slot": "travelers", "said": "The two of us", "value": 2},
                {"op": "money", "slot": "budget", "said": "under $3k", "amount": 3000, "currency": "USD"},
            ],
        ),
        (
            "Rome I mean, and two days later",
            [
                {"op": "stops", "said": "Rome", "stops": [{"name": "Rome", "said": "Rome"}]},
                {"op": "shift", "said": "two days later", "what": "trip", "days": 2},
            ],
        ),
    )
    frame = reading.frame
    assert (frame.origin.code, [v.place.code for v in frame.visits]) == ("JFK", ["ROM"])
    assert (frame.travelers, frame.budget, frame.currency) == (2, Decimal(3000), "USD")
    assert frame.depart.day == "2026-05-07"


async def test_which_portland(talk):
    """'Maine, not Oregon' makes another place of the one known: its name and the words say it together."""
    from_portland = [{"op": "place", "slot": "origin", "name": "Portland", "said": "Portland"}]
    maine = [{"op": "place", "slot": "origin", "name": "Portland, Maine", "said": "Maine, not Oregon"}]
    reading = await talk(("fly me from Portland", from_portland), ("Maine, not Oregon", maine))
    assert (reading.frame.origin.code, reading.doubts) == ("PWM", ())


async def test_a_part_of_town_is_in_its_city(talk):
    """A neighbourhood is an area of the city that the model names for it."""
    brooklyn = [
        {"op": "stops", "said": "in Brooklyn", "stops": [{"name": "New York", "said": "in Brooklyn"}]},
        {"op": "want", "slot": "area", "said": "in Brooklyn", "values": ["Brooklyn"], "polarity": "require"},
    ]
    frame = (await talk(("a hotel in Brooklyn", brooklyn))).frame
    assert (frame.visits[0].place.code, frame.area) == ("NYC", "Brooklyn")


async def test_a_living_place_is_no_origin(talk):
    """Where one lives ("we live in Jersey") is no origin: the model leaves it out, and nothing else reads it."""
    flights = [{"op": "choice", "slot": "flights_needed", "said": "don't need a flight", "value": "no"}]
    frame = (await talk(("no we live in Jersey, don't need a flight", flights))).frame
    assert (frame.origin, frame.flights_needed) == (None, False)


async def test_a_models_date_does_not_exist(talk):
    """A day that the calendar does not have stays visible as such, and is never another day."""
    reading = await talk(("on 2026-02-30", [_day("depart", "2026-02-30", "2026-02-28")]))
    assert (reading.frame.depart, [d.slot for d in reading.doubts]) == (None, ["depart"])
