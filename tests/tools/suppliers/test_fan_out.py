"""Several suppliers as one: searched at once, merged, late and broken ones cost their own offers only."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from tests.offers import flight_at

from tripintent.state.queries import FlightQuery
from tripintent.tools.errors import OfferGone, SupplierUnavailable
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.fan_out import SEVERAL, FlightFanOut

QUERY = FlightQuery(origin="LHR", destination="JFK", depart_date="2027-03-11", adults=1, currency="USD")
LEAVES = datetime(2027, 3, 11, 8, tzinfo=UTC)


def offer(supplier, number, amount, currency="USD"):
    hop = {"airline_code": "AA", "flight_number": number}
    return flight_at(LEAVES, f"{supplier}-{number}", amount, currency, supplier=supplier, hop=hop)


class Seller:
    """A supplier with a fixed answer: offers, an error, or silence."""

    def __init__(self, name, answer):
        self.capabilities = Capabilities(supplier=name)
        self._answer = answer

    async def search(self, query):
        if self._answer is None:
            await asyncio.Event().wait()
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    async def price(self, offer):
        return offer


def together(*sellers, patience=timedelta(seconds=5)):
    return FlightFanOut({s.capabilities.supplier: s for s in sellers}, EcbRates(), patience)


async def test_one_flight_from_two_sellers_is_one_option_at_the_better_price():
    """The cheaper seller is kept, also across currencies, and the list is sorted by what it costs."""
    a = Seller("a", [offer("a", "AA1", "300"), offer("a", "AA2", "100")])
    b = Seller("b", [offer("b", "AA1", "200", "EUR"), offer("b", "AA3", "150")])
    found = await together(a, b).search(QUERY)
    assert [(o.supplier, o.segments[0].flight_number) for o in found] == [("a", "AA2"), ("b", "AA3"), ("b", "AA1")]


@pytest.mark.parametrize("trouble", [SupplierUnavailable("down"), None], ids=["broken", "silent"])
async def test_a_supplier_that_fails_costs_its_own_offers_only(trouble, caplog):
    """The others' offers are there, and the log says who is missing."""
    healthy = Seller("a", [offer("a", "AA1", "300")])
    found = await together(healthy, Seller("b", trouble), patience=timedelta(milliseconds=50)).search(QUERY)
    assert [o.supplier for o in found] == ["a"]
    assert "found nothing" in caplog.text


async def test_when_none_answers_the_trouble_is_told():
    """No offers at all would look like an empty market."""
    with pytest.raises(SupplierUnavailable, match="down"):
        await together(Seller("a", SupplierUnavailable("down")), Seller("b", SupplierUnavailable("down"))).search(QUERY)


async def test_an_offer_is_priced_by_its_seller():
    """One whose seller is gone is gone, and what is needed for an offer is asked of its own seller."""
    several = together(Seller("a", []), Seller("b", []))
    assert await several.price(offer("b", "AA1", "1")) == offer("b", "AA1", "1")
    with pytest.raises(OfferGone, match="search again"):
        await several.price(offer("c", "AA1", "1"))
    assert several.capabilities.supplier == SEVERAL
