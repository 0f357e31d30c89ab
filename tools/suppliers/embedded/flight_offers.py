"""Turning an itinerary and a fare family into the offer that a traveller sees."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.frame import Cabin
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, Terms
from tripintent.state.queries import FlightQuery
from tripintent.tools.suppliers.embedded.carriers import CARRIERS, terminal_of
from tripintent.tools.suppliers.embedded.connections import Connection
from tripintent.tools.suppliers.embedded.fares import FAMILIES, Family, cabin_price, seats, sold, total_usd
from tripintent.tools.suppliers.embedded.faults import SUPPLIER
from tripintent.tools.suppliers.embedded.option_ids import seal
from tripintent.tools.suppliers.embedded.timetable import Flight
from tripintent.tools.suppliers.embedded.world import World

OFFER_LIFE = timedelta(minutes=30)
UNASKED: tuple[Cabin, ...] = ("economy", "premium_economy", "business")
"""Cabins that are shown when none was asked for; the dearer ones for the first few itineraries only."""


def cabins_for(query: FlightQuery, rank: int, longest_km: float) -> list[Cabin]:
    """Return the cabins in which the ``rank``-th best itinerary is offered."""
    asked: tuple[Cabin, ...] = (query.cabin,) if query.cabin else UNASKED if rank < 3 else UNASKED[:1]
    return [cabin for cabin in asked if sold(cabin, longest_km)]


class FlightSearch(NamedTuple):
    """A search: in which world, for what, and when it was asked."""

    world: World
    query: FlightQuery
    now: datetime


def offers_of(asked: FlightSearch, way: Connection, base: float, rank: int) -> Iterator[FlightOffer]:
    """Yield one offer for each cabin and fare family of an itinerary; ``base`` is its economy fare in US dollars."""
    for cabin in cabins_for(asked.query, rank, max(f.km for f in way.flights)):
        for family in FAMILIES[cabin]:
            yield _offer(asked, way, base, cabin, family)


def _offer(asked: FlightSearch, way: Connection, base: float, cabin: Cabin, family: Family) -> FlightOffer:
    world, query, now = asked
    km = world.network.km(way.flights[0].origin.code, way.flights[-1].destination.code)
    total = world.money(total_usd(query, base, cabin_price(cabin, km), family), query.currency)
    bags = max(family.bags, query.checked_bags or 0)
    offer = FlightOffer(
        option_id="",
        supplier=SUPPLIER,
        simulated=True,
        segments=tuple(_hop(world, flight, cabin) for flight in way.flights),
        total_price=total,
        fare_brand=family.brand,
        cabin=cabin,
        refundable=family.refund_fee is not None,
        terms=_terms(world, family, query),
        carry_on=family.carry_on,
        checked_bags=bags,
        self_transfer=way.self_transfer,
        expires_at=now + OFFER_LIFE,
        fare_rules_summary=family.summary if bags == family.bags else f"{family.summary} Extra bags are paid for.",
    )
    return offer.model_copy(update={"option_id": seal(world.dice, offer, seats(query), query.infants)})


def _hop(world: World, flight: Flight, cabin: Cabin) -> FlightHop:
    here, there = flight.origin, flight.destination
    facts = {
        "from": here.code,
        "to": there.code,
        "depart_at": flight.departs,
        "arrive_at": flight.arrives,
        "airline": CARRIERS[flight.carrier].name,
        "airline_code": flight.carrier,
        "flight_number": flight.number,
        "origin_terminal": terminal_of(world.dice, here.code, flight.carrier),
        "destination_terminal": terminal_of(world.dice, there.code, flight.carrier),
        "origin_country": here.country,
        "destination_country": there.country,
        "cabin": cabin,
    }
    return FlightHop.model_validate(facts)


def _terms(world: World, family: Family, query: FlightQuery) -> Terms:
    return Terms(
        refundable=family.refund_fee is not None,
        refund_penalty=_fee(world, family.refund_fee, query),
        changeable=family.change_fee is not None,
        change_penalty=_fee(world, family.change_fee, query),
    )


def _fee(world: World, usd: int | None, query: FlightQuery) -> Money | None:
    return world.money(Decimal(usd * seats(query)), query.currency) if usd else None
