"""Searches answered from memory: for five minutes, by owner, so many of them, and never a price."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.offers import flight_at

from tripintent.state.queries import FlightQuery
from tripintent.tools.clock import FixedClock
from tripintent.tools.errors import OfferGone, SupplierUnavailable
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.remembering import RememberedSearches, Remembering

NOW = datetime(2027, 1, 5, 9, tzinfo=UTC)
FIVE = timedelta(minutes=5)
QUERY = FlightQuery(origin="LHR", destination="JFK", depart_date="2027-03-11", adults=1)


class Seller:
    """A supplier that counts its searches; ``answers`` are given one after another, the last one again and again."""

    capabilities = Capabilities(supplier="s")

    def __init__(self, *answers):
        self._answers = list(answers)
        self.searched = 0

    async def search(self, query):
        self.searched += 1
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def price(self, offer):
        raise OfferGone("sold", supplier="s")


def offer(number="1", life=timedelta(minutes=30)):
    return flight_at(NOW + timedelta(days=65), number, 300, expires_at=NOW + life)


@pytest.fixture
def clock():
    return FixedClock(NOW)


async def test_the_same_question_is_asked_once_in_five_minutes(clock):
    """The second answer is the first one; five minutes later, and for another day, the supplier is asked."""
    seller = Seller([offer()])
    asked = Remembering(seller, RememberedSearches(clock, FIVE))
    assert await asked.search(QUERY) == list(await asked.search(QUERY.model_copy())) == [offer()]
    assert seller.searched == 1
    await asked.search(QUERY.model_copy(update={"depart_date": "2027-03-12"}))
    clock.advance(FIVE - timedelta(seconds=1))
    await asked.search(QUERY)
    assert seller.searched == 2
    clock.advance(timedelta(seconds=1))
    await asked.search(QUERY)
    assert seller.searched == 3


async def test_an_answer_is_no_older_than_its_first_offer(clock):
    """An offer that lapses after two minutes is not shown in the third."""
    seller = Seller([offer("1"), offer("2", timedelta(minutes=2))])
    asked = Remembering(seller, RememberedSearches(clock, FIVE))
    await asked.search(QUERY)
    clock.advance(timedelta(minutes=2))
    await asked.search(QUERY)
    assert seller.searched == 2


async def test_failures_and_empty_answers_are_asked_again(clock):
    """Only what was found is kept."""
    seller = Seller(SupplierUnavailable("down", supplier="s"), [], [offer()])
    asked = Remembering(seller, RememberedSearches(clock, FIVE))
    with pytest.raises(SupplierUnavailable):
        await asked.search(QUERY)
    assert await asked.search(QUERY) == []
    assert await asked.search(QUERY) == [offer()]


async def test_owners_share_nothing_where_answers_differ(clock):
    """Each owner's question is asked, and answered again to that owner alone."""
    seller, owners = Seller([offer("ann")], [offer("bob")]), ["ann", "bob", "ann", "bob"]
    asked = Remembering(seller, RememberedSearches(clock, FIVE), lambda: owners.pop(0))
    found = [(await asked.search(QUERY))[0].option_id for _ in range(4)]
    assert (found, seller.searched) == (["ann", "bob", "ann", "bob"], 2)


async def test_memory_is_bounded(clock):
    """Of three questions two are kept: the one not asked for longest is asked again."""
    seller = Seller([offer()])
    asked = Remembering(seller, RememberedSearches(clock, FIVE, most=2))
    days = [QUERY.model_copy(update={"depart_date": f"2027-03-1{n}"}) for n in (1, 2)]
    for query in (*days, days[0], QUERY.model_copy(update={"depart_date": "2027-03-13"}), days[0]):
        await asked.search(query)
    assert seller.searched == 3
    await asked.search(days[1])
    assert seller.searched == 4


async def test_what_is_held_or_gone_is_forgotten(clock):
    """A hold forgets the answers with the offer; so does a price that is asked for and gone, and it is asked for each time."""
    seller, searches = Seller([offer()]), RememberedSearches(clock, FIVE)
    asked = Remembering(seller, searches)
    await asked.search(QUERY)
    searches.forget({"another"})
    await asked.search(QUERY)
    assert seller.searched == 1
    searches.forget({"1"})
    await asked.search(QUERY)
    with pytest.raises(OfferGone):
        await asked.price(offer())
    await asked.search(QUERY)
    assert seller.searched == 3
