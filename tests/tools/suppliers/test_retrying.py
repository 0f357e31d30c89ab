"""Reads are repeated when that may help, and never for ever."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from tests.offers import flight_at

from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.tools.errors import InvalidRequest, RateLimited, SupplierError, SupplierTimeout, SupplierUnavailable
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.retrying import RetryBudget, Retrying

FLIGHT = FlightQuery(origin="JFK", destination="SFO", depart_date="2026-03-11", adults=1)
HOTEL = HotelQuery(location="SFO", check_in="2026-03-11", check_out="2026-03-12", occupancies=(Occupancy(),))
QUICK = RetryBudget(attempts=3, total=5.0, first_wait=0.0, longest_wait=0.0, jitter=0.0)


class Moody:
    """A supplier that fails in the given ways before it answers."""

    def __init__(self, *moods, timeout=5.0):
        self.moods = list(moods)
        self.asked = 0
        self.capabilities = Capabilities(supplier="moody", timeout=timedelta(seconds=timeout))

    async def search(self, query):
        self.asked += 1
        mood = self.moods.pop(0) if self.moods else None
        if mood == "hang":
            await asyncio.sleep(60)
        if isinstance(mood, Exception):
            raise mood
        return mood or ()

    async def price(self, offer):
        await self.search(offer)
        return offer


@pytest.mark.parametrize(("wrapper", "query"), [(Retrying, FLIGHT), (Retrying, HOTEL)])
async def test_a_passing_failure_is_not_seen(wrapper, query):
    """Two failures and an answer are an answer, for searches and prices."""
    moody = Moody(SupplierUnavailable("down"), RateLimited("slow", retry_after=0.0))
    assert await wrapper(moody, QUICK).search(query) == ()
    assert moody.asked == 3
    assert await wrapper(Moody(SupplierUnavailable("down")), QUICK).price(query) == query


async def test_the_last_failure_is_raised_when_the_attempts_are_used_up():
    """Three attempts, not four; what is raised says what happened last."""
    moody = Moody(*[SupplierUnavailable(str(i)) for i in range(9)])
    with pytest.raises(SupplierUnavailable, match="2"):
        await Retrying(moody, QUICK).search(FLIGHT)
    assert moody.asked == 3


async def test_what_is_no_offer_of_its_own_for_these_days_is_left_out():
    """An id counts once, under the seller's name, for the day that was asked for; the rest costs no other offer."""
    fare = flight_at(datetime(2027, 3, 1, tzinfo=UTC), "a", "100.00", "EUR").model_copy(update={"supplier": "moody"})
    asked, foreign = FLIGHT.model_copy(update={"depart_date": str(fare.depart_at.date())}), {"supplier": "other"}
    both = Retrying(Moody(*[(fare, fare, fare.model_copy(update=foreign | {"option_id": "b"}))] * 2), QUICK, "moody")
    assert (await both.search(asked), await both.search(FLIGHT)) == ((fare,), ())


@pytest.mark.parametrize(
    ("mood", "raised"),
    [(InvalidRequest("no"), InvalidRequest), (KeyError("x"), SupplierError), ((FLIGHT,), SupplierError)],
)
async def test_a_refusal_is_not_repeated(mood, raised):
    """The same wrong question gets the same refusal, and a fault of the adapter is one: it is asked once."""
    moody = Moody(mood, mood)
    with pytest.raises(raised):
        await Retrying(moody, QUICK).search(FLIGHT)
    assert moody.asked == 1


async def test_a_silent_supplier_times_out_by_its_own_declaration():
    """The declared time-out ends a request; the next attempt may succeed."""
    assert await Retrying(Moody("hang", timeout=0.02), QUICK).search(FLIGHT) == ()
    with pytest.raises(SupplierTimeout, match="moody did not answer"):
        await Retrying(Moody("hang", "hang", "hang", timeout=0.02), QUICK).search(FLIGHT)


async def test_a_supplier_that_asks_for_too_much_patience_is_not_waited_for():
    """A Retry-After beyond the total is an answer: later, not now."""
    moody = Moody(RateLimited("come back tomorrow", retry_after=86_400.0))
    with pytest.raises(RateLimited):
        await Retrying(moody, QUICK).search(FLIGHT)
    assert moody.asked == 1
