"""MCP suppliers: what a mapping file must say, that nothing is ordered without idempotency, and that broken answers are clear errors."""

import copy
import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from mcp.server.mcpserver import MCPServer
from tests.tools.suppliers import breaking

from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.tools.clock import FixedClock
from tripintent.tools.errors import CommitRejected, SupplierError, SupplierUnavailable
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.mcp.mapping import Mapping, read_mapping
from tripintent.tools.suppliers.mcp.offers import McpTools
from tripintent.tools.suppliers.mcp.supplier import McpSupplier

ACME = Path(__file__).parents[4] / "examples/suppliers/acme.yaml"
WHOLE = yaml.safe_load(ACME.read_text())
CLOCK = FixedClock(datetime(2027, 1, 10, 9, tzinfo=UTC))
PLACES = Gazetteer()
FLIGHT = FlightQuery(origin="JFK", destination="SFO", depart_date="2027-03-11", adults=1)
STAY = HotelQuery(location="Lisbon", check_in="2027-03-11", check_out="2027-03-14", occupancies=(Occupancy(adults=1),))
ROW = {
    "id": "f1", "price": {"total": "120.50", "currency": "USD"}, "bags": 1, "cabin": "economy", "refunds": True, "url": "https://acme",
    "legs": [{"from": "JFK", "to": "SFO", "leaves": "2027-03-11T08:00", "lands": "2027-03-11T11:00", "carrier": "Acme", "code": "XA",
              "number": "XA1"}],
}  # fmt: skip


class Canned:
    """Tools whose answers are what a test wants."""

    def __init__(self, body):
        self.body, self.committed = body, []

    async def ask(self, call, values):
        return self.body

    async def commit(self, call, values):
        self.committed.append(call.tool)
        return self.body


def supplier(body, mapping=None):
    tools = Canned(body)
    return McpSupplier(mapping or read_mapping(ACME), places=PLACES, clock=CLOCK, tools=tools), tools


def without(*path):
    """The example's mapping with one part left out."""
    made = copy.deepcopy(WHOLE)
    inside = made
    for key in path[:-1]:
        inside = inside[key]
    del inside[path[-1]]
    return made


async def test_an_answer_is_read_with_the_zones_of_its_airports():
    """Amounts keep their digits; a time without an offset gets that of its airport."""
    acme, _ = supplier({"flights": [ROW]})
    (offer,) = await acme.flights.search(FLIGHT)
    assert (str(offer.total_price.amount), offer.supplier, offer.simulated) == ("120.50", "acme", True)
    assert offer.depart_at.isoformat() == "2027-03-11T08:00:00-05:00"
    assert offer.arrive_at.isoformat() == "2027-03-11T11:00:00-08:00"


async def test_an_offer_for_another_question_is_left_out():
    """A server that answers with another day or place is not believed."""
    other = json.loads(json.dumps(ROW).replace("2027-03-11", "2027-03-12"))
    far = json.loads(json.dumps(ROW).replace("SFO", "LAX"))
    acme, _ = supplier({"flights": [ROW, {**other, "id": "f2"}, {**far, "id": "f3"}]})
    assert [o.option_id for o in await acme.flights.search(FLIGHT)] == ["f1"]


@given(row=breaking.breakings({"flights": [ROW]}))
async def test_a_broken_answer_is_a_clear_error_or_offers(row):
    """Missing, null, extra or of another type: nothing but a supplier error comes out."""
    acme, _ = supplier(row)
    with suppress(SupplierError):
        for offer in await acme.flights.search(FLIGHT):
            assert offer.total_price.amount >= 0


async def test_without_idempotency_nothing_is_ordered_and_the_link_is_told():
    """A mapping without commits declares that it sells nothing, and an order is refused before any tool is called."""
    acme, tools = supplier({"flights": [ROW]}, Mapping.model_validate(without("commits")))
    assert not acme.orders.capabilities.sells
    (offer,) = await acme.flights.search(FLIGHT)
    with pytest.raises(CommitRejected, match="https://acme"):
        await acme.orders.book(OrderRequest(client_ref="op", offer=offer), "pm")
    assert not tools.committed


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        (("commits", "idempotency"), "commits.idempotency"),
        (("commits", "tested_on"), "commits.tested_on"),
        (("commits", "book", "arguments", "key"), "client_ref"),
        (("commits", "find", "fields", "client_ref"), "client_ref"),
        (("flights", "fields", "total"), "total"),
        (("flights", "leg_fields", "arrive_at"), "flights.leg_fields"),
        (("server", "url"), "url or a command"),
    ],
)
def test_a_mapping_that_says_too_little_is_refused_by_name(tmp_path, left_out, said):
    """Before anything is asked, the file's own trouble is named."""
    file = tmp_path / "m.yaml"
    file.write_text(yaml.safe_dump(without(*left_out)))
    with pytest.raises(ValueError, match=said):
        read_mapping(file)


async def test_a_server_that_fails_or_is_away_is_unavailable():
    """A tool that breaks, one that does not exist and an address where nobody listens are supplier errors."""
    broken = MCPServer("broken")
    mapping = read_mapping(ACME)
    for tools in (McpTools(mapping, broken), McpTools(mapping, "http://127.0.0.1:9/mcp")):
        acme = McpSupplier(mapping, places=PLACES, clock=CLOCK, tools=tools)
        with pytest.raises(SupplierError):
            await acme.hotels.search(STAY)


async def test_an_answer_without_json_is_unreadable():
    """Plain words are no answer."""
    talking = MCPServer("talking")

    @talking.tool(structured_output=False)
    def find_flights(start: str, end: str, day: str, people: int, children: list[int], babies: int) -> str:
        """Flights."""
        return f"{start} {end} {day} {people} {children} {babies}: lovely"

    mapping = read_mapping(ACME)
    acme = McpSupplier(mapping, places=PLACES, clock=CLOCK, tools=McpTools(mapping, talking))
    with pytest.raises(SupplierUnavailable):
        await acme.flights.search(FLIGHT)
