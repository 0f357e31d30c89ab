"""Flight search of the embedded supplier: its offers, made from the timetable and the fares."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import islice, product
from typing import NamedTuple

from tripintent.state.frame import Cabin
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, Terms, is_red_eye
from tripintent.state.queries import FlightQuery
from tripintent.tools.places.airports import AirportCatalogue
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.places import Airport
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.embedded.connections import Connection, World
from tripintent.tools.suppliers.embedded.faults import SUPPLIER, refusal
from tripintent.tools.suppliers.embedded.ids import OFFER_LIFE, seal
from tripintent.tools.suppliers.embedded.network import CARRIERS, terminal_of
from tripintent.tools.suppliers.embedded.price_levels import (
    FAMILIES,
    Family,
    base_fare,
    cabin_price,
    seats,
    sold,
    total_usd,
)
from tripintent.tools.suppliers.embedded.sales_service import SHOWN_UP_TO, SalesService, seat_keys
from tripintent.tools.suppliers.embedded.timetable import Flight
from tripintent.tools.suppliers.shared.questions import check_question, check_route, in_window

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


MOST_STOPS = 2
LEAST_NOTICE_MINUTES = 60


class EmbeddedFlights:
    """Searches and prices simulated flights."""

    def __init__(
        self, world: World, counter: SalesService, clock: Clock, capabilities: Capabilities, limit: int
    ) -> None:
        self._world = world
        self._counter = counter
        self._clock = clock
        self.capabilities = capabilities
        self._limit = limit

    async def search(self, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return simulated offers, cheapest first; empty when nothing fits. Raises SupplierError."""
        if not await self._counter.open_for("flights.search"):
            return ()
        now = self._clock.now()
        offers = await asyncio.to_thread(self._offers, query, now)
        keys = [seat_keys(offer) for offer in offers]
        left = await self._counter.left({key for hops in keys for key in hops})
        party = seats(query)
        free = (_with_seats(o, min(left[key] for key in hops)) for o, hops in zip(offers, keys, strict=True))
        found = sorted((o for o, count in free if count >= party), key=lambda o: (o.total_price.amount, o.option_id))
        return tuple(islice(found, self._limit))

    async def price(self, offer: FlightOffer) -> FlightOffer:
        """Return the offer as it would be sold now. Raises OfferGone or another SupplierError."""
        return await self._counter.priced("flights.price", offer)

    def _offers(self, query: FlightQuery, now: datetime) -> list[FlightOffer]:
        origins, destinations = ends(self._world.airports, query)
        if not origins or not destinations:
            return []
        day = check_question(query, origins[0], now, SUPPLIER)
        if (day - now.date()).days > BOOKABLE_DAYS:
            return []
        families = len(FAMILIES[query.cabin or "economy"])
        chosen = choose(self._itineraries(query, pairs(origins, destinations), day, now), self._limit // families + 2)
        asked = FlightSearch(self._world, query, now)
        return [offer for rank, (way, base) in enumerate(chosen) for offer in offers_of(asked, way, base, rank)]

    def _itineraries(
        self, query: FlightQuery, ways: list[tuple[str, str, bool]], day: date, now: datetime
    ) -> list[tuple[Connection, float]]:
        stops = MOST_STOPS if query.max_stops is None else min(query.max_stops, MOST_STOPS)
        fits = wanted(query)
        found = [
            (way, base_fare(self._world.dice, way, self._world.network.km(origin, destination), now.date()))
            for origin, destination, via in ways
            for way in self._world.connections.between(origin, destination, day, stops if via else 0)
            if fits(way) and (way.flights[0].departs - now).total_seconds() >= LEAST_NOTICE_MINUTES * 60
        ]
        distinct = {tuple(f.key for f in way.flights): (way, base) for way, base in found}
        return sensible(list(distinct.values()))


def _with_seats(offer: FlightOffer, left: int) -> tuple[FlightOffer, int]:
    return offer.model_copy(update={"seats_left": left if left <= SHOWN_UP_TO else None}), left


_VALUE_OF_HOUR_USD = 22.0


def sensible(found: Sequence[tuple[Connection, float]]) -> list[tuple[Connection, float]]:
    """Return the itineraries without those that take absurdly longer than the fastest: no one would show them."""
    fastest = min((way.hours for way, _ in found), default=0.0)
    return [pair for pair in found if pair[0].hours <= max(1.7 * fastest, fastest + 11.0)]


def choose(found: Sequence[tuple[Connection, float]], count: int) -> list[tuple[Connection, float]]:
    """Return at most ``count`` itineraries with their base fares, so that each sensible wish finds something.

    In turn: the cheapest, the fastest, the one with the fewest stops, the best mix of money and time, and the best of
    each third of the day; over and over until there are enough.
    """
    if len(found) <= count:
        return list(found)
    orders: list[Callable[[tuple[Connection, float]], tuple[float, ...]]] = [
        lambda pair: (pair[1],),
        lambda pair: (pair[0].hours,),
        lambda pair: (pair[0].stops, pair[1]),
        lambda pair: (pair[1] + _VALUE_OF_HOUR_USD * pair[0].hours,),
        *(_in_third(third) for third in range(3)),
    ]
    queues = [sorted(range(len(found)), key=lambda place, by=by: by(found[place])) for by in orders]  # type: ignore[misc]
    taken: dict[int, None] = {}
    for rank in range(len(found)):
        for queue in queues:
            taken.setdefault(queue[rank])
            if len(taken) == count:
                return [found[place] for place in taken]
    return [found[place] for place in taken]


def _in_third(third: int) -> Callable[[tuple[Connection, float]], tuple[float, ...]]:
    def order(pair: tuple[Connection, float]) -> tuple[float, ...]:
        away = abs(min(2, max(0, (pair[0].flights[0].departs.hour - 5) // 6)) - third)
        return (away, pair[1] + _VALUE_OF_HOUR_USD * pair[0].hours)

    return order


BOOKABLE_DAYS = 500
"""Timetables are open this many days ahead; later dates have no flights yet."""


def ends(airports: AirportCatalogue, query: FlightQuery) -> tuple[list[Airport], list[Airport]]:
    """Return the served airports of both ends, main ones first. Raises InvalidRequest for unknown or equal places."""
    check_route(query, SUPPLIER)
    return _end(airports, query.origin), _end(airports, query.destination)


def pairs(origins: list[Airport], destinations: list[Airport]) -> list[tuple[str, str, bool]]:
    """Return (origin, destination, whether connections are looked for too) for all combinations of airports.

    Connections are offered between the two main airports of each city only, non-stops between all.
    """
    return [(a.code, b.code, a in origins[:2] and b in destinations[:2]) for a, b in product(origins, destinations)]


def _end(airports: AirportCatalogue, code: str) -> list[Airport]:
    known = airports.airports_for(code)
    if not known:
        raise refusal(f"no airport has the code {code!r}", "unknown_place")
    return [airport for airport in known if airports.is_served(airport.code)]


Test = Callable[[Connection], bool]


def wanted(query: FlightQuery) -> Test:
    """Return the test that an itinerary passes when it is everything the query asks for."""
    tests: list[Test] = []
    if query.max_stops is not None:
        most = query.max_stops
        tests.append(lambda way: way.stops <= most)
    if query.window:
        leave = query.window
        tests.append(lambda way: in_window(way.flights[0].departs, leave))
    if query.arrive_window:
        land = query.arrive_window
        tests.append(lambda way: in_window(way.flights[-1].arrives, land))
    if query.avoid_red_eye:
        tests.append(lambda way: not any(is_red_eye(f.departs, f.arrives) for f in way.flights))
    if query.airlines:
        codes = airline_codes(query.airlines)
        tests.append(lambda way: all(f.carrier in codes for f in way.flights))
    return lambda way: all(test(way) for test in tests)


def airline_codes(said: Sequence[str]) -> frozenset[str]:
    """Return the designators of the airlines named, by name or designator; empty when none is ours."""
    names = {name.strip().casefold() for name in said}
    return frozenset(c.code for c in CARRIERS.values() if c.code.casefold() in names or c.name.casefold() in names)
