"""The contract of the offer store, on SQLite and on Postgres."""

from datetime import datetime, timedelta

import pytest
from tests.offers import flight_at, hotel_until

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.clock import FixedClock
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.stores import SqlOffers
from tripintent.tools.ports.documents import Offers

HOUR = timedelta(hours=1)


@pytest.fixture
def offers(ledger: Database, clock: FixedClock) -> Offers:
    return SqlOffers(ledger, clock)


def flight(option_id: str, expires_at: datetime, price: str = "100.00") -> FlightOffer:
    return flight_at(expires_at, option_id, price, "EUR")


def hotel(option_id: str, expires_at: datetime) -> HotelOffer:
    return hotel_until(expires_at, option_id, "80.50", "EUR")


async def test_offers_come_back_equal_and_in_order(offers: Offers, clock: FixedClock) -> None:
    """Both kinds of offers survive storing, in the order they were put."""
    later = clock.now() + HOUR
    put = (flight("b", later), hotel("a", later), flight("c", later))
    await offers.put("t1", "k", put, later)
    assert tuple(await offers.get("t1", "k")) == put


async def test_nothing_is_found_under_another_key_or_trip_or_after_its_time(offers: Offers, clock: FixedClock) -> None:
    """Answers belong to their question and to their trip, until they expire; what was chosen can still be named."""
    later = clock.now() + HOUR
    await offers.put("t1", "k", (flight("a", later),), later)
    assert tuple(await offers.get("t1", "other")) == ()
    assert tuple(await offers.get("t2", "k")) == ()
    assert await offers.options("t2", ["a"]) == {}
    clock.advance(HOUR)
    assert tuple(await offers.get("t1", "k")) == ()
    assert await offers.options("t1", ["a"]) == {"a": flight("a", later)}


async def test_a_new_answer_replaces_the_old_one(offers: Offers, clock: FixedClock) -> None:
    """The newest answer counts, and the newest offer of an id, whichever query brought it; one that was replaced is still named."""
    later = clock.now() + HOUR
    await offers.put("t1", "k", (flight("a", later), flight("b", later)), later)
    await offers.put("t1", "k", (flight("a", later, "90.00"),), later)
    assert tuple(await offers.get("t1", "k")) == (flight("a", later, "90.00"),)
    clock.advance(timedelta(minutes=1))
    await offers.put("t1", "k2", (flight("a", later, "70.00"),), later)
    assert await offers.options("t1", ["a", "b"]) == {"a": flight("a", later, "70.00"), "b": flight("b", later)}


async def test_several_options_are_found_at_once(offers: Offers, clock: FixedClock) -> None:
    """Each by its id, in its newest form; those that nobody knows are left out."""
    later = clock.now() + HOUR
    await offers.put("t1", "k", (flight("a", later), flight("b", later), hotel("c", later)), later)
    clock.advance(timedelta(minutes=1))
    await offers.put("t1", "k2", (flight("a", later, "70.00"),), later)
    assert await offers.options("t1", ["c", "a", "d"]) == {"a": flight("a", later, "70.00"), "c": hotel("c", later)}
    assert await offers.options("t1", []) == {}


async def test_an_empty_answer_can_be_stored(offers: Offers, clock: FixedClock) -> None:
    """An empty answer takes the place of a full one."""
    later = clock.now() + HOUR
    await offers.put("t1", "k", (flight("a", later),), later)
    await offers.put("t1", "k", (), later)
    assert tuple(await offers.get("t1", "k")) == ()
