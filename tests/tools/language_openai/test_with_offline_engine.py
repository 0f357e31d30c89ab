"""The model and the real offline engine together, over several turns."""

import json
from datetime import date
from decimal import Decimal

import pytest

from tripintent.state.frame import Frame
from tripintent.tools.language.offline.adapter import OfflineLanguage
from tripintent.tools.language.openai.adapter import OpenAILanguage
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.language import Hearing


@pytest.fixture
def talk(settings, registry, server, wire):
    """Say messages one after another, each with what the model makes of it; return the last reading."""
    language = OpenAILanguage(OfflineLanguage(), settings.model_copy(update={"timeout": 5}), Gazetteer(), registry)

    async def _talk(*turns):
        frame, reading = Frame(), None
        for number, (text, delta) in enumerate(turns):
            server.answers(wire.completion(json.dumps(delta)))
            reading = await language.extract(Hearing(text=text, frame=frame, today=date(2026, 3, 2), turn=number))
            frame = reading.frame
        return reading

    return _talk


async def test_a_trip_and_its_correction(talk):
    """A nickname that only the model knows, dates by code, and a correction that keeps everything else."""
    reading = await talk(
        (
            "The two of us are off to the Eternal City from JFK on May 5th, under $3k",
            {
                "places": [
                    {"slot": "origin", "said": "JFK"},
                    {"slot": "destination", "said": "the Eternal City", "name": "Rome"},
                ],
                "dates": [{"slot": "depart", "said": "May 5th"}],
                "counts": [{"slot": "travelers", "said": "The two of us", "value": 2}],
                "money": [{"slot": "budget", "said": "under $3k", "per_person": None}],
            },
        ),
        (
            "Rome I mean, and two days later",
            {
                "places": [{"slot": "destination", "said": "Rome", "name": "Rome"}],
                "dates": [{"slot": "depart", "said": "two days later"}],
            },
        ),
    )
    frame = reading.frame
    assert (frame.origin.code, [v.place.code for v in frame.visits]) == ("JFK", ["ROM"])
    assert (frame.travelers, frame.budget, frame.currency) == (2, Decimal(3000), "USD")
    assert frame.depart.day.startswith("2026-05-0")


async def test_a_half_read_date_is_asked_about(talk):
    """A phrase of which code reads only a part is no date: it is asked about, or read in full."""
    reading = await talk(
        ("I leave on the second Friday of May", {"dates": [{"slot": "depart", "said": "the second Friday of May"}]})
    )
    asked = [doubt.slot for doubt in reading.doubts]
    day = reading.frame.depart.day if reading.frame.depart else None
    assert (day, asked) in [(None, ["depart"]), ("2026-05-08", [])]


async def test_a_models_date_does_not_exist(talk):
    """A day that the calendar does not have stays visible as such, and is never another day."""
    reading = await talk(("on 2026-02-30", {"dates": [{"slot": "depart", "said": "2026-02-30"}]}))
    assert reading.frame.depart.day == "2026-02-30"
