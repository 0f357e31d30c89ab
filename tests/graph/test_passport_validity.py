"""A passport's last day, places with one airport, and a child alone: what is said of them."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings

WISH = "Berlin to Bangkok 4 to 18 June 2027, 2 adults, no hotel"


@pytest.fixture
async def chat(tmp_path: Path) -> AsyncIterator[Session]:
    async with open_session(Settings(db=tmp_path / "t.db", now=datetime(2026, 11, 25, 9, tzinfo=UTC))) as opened:
        yield opened


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("my passport expires on 20 September 2027, is that all right?", "3; after its last one"),
        ("passport valid until 2 July 2027", "0; after its last one"),
        ("the passport runs out on 10 June 2027", "renewed first"),
    ],
)
async def test_a_passports_last_day_is_held_against_the_trip(chat, words, said):
    """It moves no day; where it is enough is said to be unknown, and where it ends before the trip does, that."""
    before = (await chat.say("t", WISH)).trip.itinerary.segments
    result = await chat.say("t", words)
    reply = "\n".join(result.messages)
    assert result.trip.itinerary.segments == before
    assert said in reply
    assert ("not in my data" in reply) is ("renewed" not in said)
    assert "nothing about the trip" not in reply


@pytest.mark.parametrize(
    "words", ["Madrid to Cuenca 4 to 8 June 2027, one adult", "Cuenca to Madrid 4 to 8 June 2027, one adult"]
)
async def test_two_places_with_one_airport_are_named(chat, words):
    """They are not "the same place"; a hotel alone is looked for."""
    reply = "\n".join((await chat.say("t", words)).messages)
    assert "Cuenca" in reply
    assert "no flight between" in reply
    assert "same place" not in reply
    assert (await chat.say("t", "only a hotel")).trip.constraints.flights_needed is False


@pytest.mark.parametrize(
    "words", ["1 child of 8 on their own", "our daughter aged 11 flies alone", "one child aged 10"]
)
async def test_a_child_without_an_adult_is_said_to_be_announced(chat, words):
    """Never as many people as the child has years; with an adult nothing is said of it."""
    result = await chat.say("t", f"Berlin to Bangkok 4 to 18 June 2027, {words}, no hotel")
    assert sum(result.trip.party.heads()) <= 1
    assert "announced" in "\n".join(result.messages)
    assert "announced" not in "\n".join((await chat.say("t", "2 adults and 1 child of 8")).messages)
