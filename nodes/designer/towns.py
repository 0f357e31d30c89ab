"""Towns that a trip may go to, with weather and distance, and what going there costs, as it was really quoted."""

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from functools import reduce
from operator import add
from typing import NamedTuple, cast

from tripintent.nodes.cheapest import Cheapest, Fits
from tripintent.state.designer.going import Span, imagined, limit_of
from tripintent.state.designer.operations import WhereTo
from tripintent.state.designer.where import (
    BANDS,
    FINALISTS,
    Band,
    DayPrice,
    PlaceIdea,
    Town,
    Wish,
)
from tripintent.state.frame import Frame, Place
from tripintent.state.framing.trip_to_frame import present_frame
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer
from tripintent.state.planning.facts import Town as KnownTown
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.questions.plan import Plan, plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

SHOWN = 3
OF_A_REGION = 2
"""Towns that are told of a region or country that was named ("what about Sardinia?")."""


class Search(NamedTuple):
    """The trip, its days and the suppliers that one search for towns works with."""

    trip: TripIntent
    span: Span
    ports: Ports
    cheapest: Cheapest

    def plan(self, town: Town, day: date) -> Plan:
        """Return what suppliers are asked for a trip to the town from this day."""
        place = self.ports.places.resolve(town.code).model_copy(update={"said": town.name, "name": town.name})
        return plan_of(imagined(self.trip, place, day, day + timedelta(days=self.span.nights)))


def named_towns(names: Sequence[str], home: str, search: Search) -> list[Town]:
    """Return towns that the traveller named, or those of a named region, with what the selection knows of them."""
    return _called(names, home, search, _towns(home, search.span, search.ports))


def _called(names: Sequence[str], home: str, search: Search, selection: Sequence[Town]) -> list[Town]:
    known = {town.code: town for town in selection}
    found: list[Town] = []
    for name in names:
        place = search.ports.places.resolve(name)
        wide = search.ports.places.near(place, limit=OF_A_REGION) if place.code is None else ()
        meant: list[tuple[str | None, str]] = [(airport.code, airport.city.split("/")[0]) for airport, _ in wide]
        meant = meant or [(place.code, place.name or name)]
        for code, town in meant:
            if code == home:
                continue
            if code and code in known:
                found.append(known[code])
            elif code and (km := search.ports.places.distance_km(home, code)) is not None:
                there = KnownTown(name=town, code=code, country=place.country or "")
                found.append(_weathered(there, (), km, search.span, search.ports))
    return list({town.name: town for town in found}.values())


def towns_of(home: str, countries: Sequence[str], search: Search) -> list[Town]:
    """Return the selection; of a wanted country of which it has none, the towns with the most served airports."""
    towns = _towns(home, search.span, search.ports)
    without = [code for code in countries if code not in {town.country for town in towns}]
    for country in without:
        there = search.ports.places.near(Place(said=country, kind="country", country=country), limit=SHOWN)
        towns += _called([airport.code for airport, _ in there], home, search, towns)
    return towns


def home_of(trip: TripIntent, ports: Ports) -> str | None:
    """Return the code of the place that the trip starts from; None while it is not known."""
    origin = trip.itinerary.segments[0].origin if trip.itinerary.segments else None
    place = trip.frame.origin
    code = (origin.code if origin else None) or (place.code if place else None)
    if code or place is None:
        return code
    near = ports.places.near(place)
    return near[0][0].code if near else None


def wish_of(wanted: WhereTo, span: Span, seen: tuple[str, ...]) -> Wish:
    """Return the wish in the figures that the selection is measured by."""
    return Wish(
        climate=wanted.climate,
        near=wanted.near,
        likes=wanted.likes,
        countries=wanted.countries,
        not_again=seen,
        nights=span.nights,
        not_in=wanted.not_in,
        not_likes=wanted.not_likes,
        family=wanted.family,
        within_km=wanted.within_km,
        beyond_km=wanted.beyond_km,
        cheap=wanted.below is not None,
    )


def _towns(home: str, span: Span, ports: Ports) -> list[Town]:
    """Return the selection with distance and weather of the month."""
    found: list[Town] = []
    for one in ports.designer.destinations.all():
        km = ports.places.distance_km(home, one.code)
        if km is None:
            continue
        town = KnownTown(name=one.name, code=one.code, country=one.country)
        found.append(_weathered(town, one.likes, km, span, ports))
    return found


def _weathered(town: KnownTown, likes: tuple[str, ...], km: float, span: Span, ports: Ports) -> Town:
    """Return the town with the weather of the month."""
    month = span.days[len(span.days) // 2].month
    weather = ports.knowledge.climate(town, month) if ports.knowledge else None
    band: Band | None = next((b for b in BANDS if weather and b == weather.band), None)
    rain = weather.rain if weather else "unknown"
    return Town(town.name, town.country or "", str(town.code), likes, band, rain, km)


async def _priced(search: Search, towns: Sequence[Town]) -> list[PlaceIdea]:
    """Return the towns that can be had: all are asked for one day, the best of them for more days and for rooms."""
    limit, middle = limit_of(search.trip), search.span.days[len(search.span.days) // 2]
    # The first alone: what a supplier has to open or load, it opens once, and not for eight questions at a time.
    first = [await _day(search, town, middle) for town in towns[:1]]
    first += await asyncio.gather(*(_day(search, town, middle) for town in towns[1:]))
    flown = [(town, quoted) for town, quoted in zip(towns, first, strict=True) if quoted]
    fit = [pair for pair in flown if limit is None or pair[1].price.flights.amount <= limit.amount]
    cheap = sorted(flown, key=lambda pair: pair[1].price.flights.amount)
    chosen = (fit or cheap)[:FINALISTS]
    return [p for p in await asyncio.gather(*(_idea(search, town, quoted) for town, quoted in chosen)) if p]


def _flown(frame: Frame) -> Fits:
    """Return the test of a flight against what was said of its stops and hours: a town that is farther fits no wish."""

    def fits(offer: FlightOffer) -> bool:
        hours = offer.duration.total_seconds() / 3600
        direct = frame.max_stops is None or offer.stops <= frame.max_stops
        return direct and (frame.max_hours is None or hours <= frame.max_hours)

    return fits


class _Quoted(NamedTuple):
    price: DayPrice
    minutes: int
    stops: int
    simulated: bool


async def _day(search: Search, town: Town, day: date) -> _Quoted | None:
    queries = tuple(a.query for a in search.plan(town, day).flights if isinstance(a.query, FlightQuery))
    found = await search.cheapest.all(queries, [_flown(present_frame(search.trip))] * len(queries))
    offers = [offer for offer in found if isinstance(offer, FlightOffer)]
    if not offers:
        return None
    total = reduce(add, (offer.total_price for offer in offers))
    back = day + timedelta(days=search.span.nights)
    price = DayPrice(day=day.isoformat(), back=back.isoformat(), flights=total)
    minutes = round(offers[0].duration.total_seconds() / 60)
    return _Quoted(price, minutes, offers[0].stops, any(offer.simulated for offer in offers))


async def _idea(search: Search, town: Town, known: _Quoted) -> PlaceIdea | None:
    """Return a town with the prices of other days, and rooms for the cheapest; None where rooms are wanted and there are none."""
    others = [day for day in search.span.days if day.isoformat() != known.price.day]
    found = [q for q in await asyncio.gather(*(_day(search, town, day) for day in others)) if q]
    days = sorted((known, *found), key=lambda q: (q.price.flights.amount, q.price.day))
    best = days[0]
    asked = [a.query for a in search.plan(town, date.fromisoformat(best.price.day)).hotels]
    room = await search.cheapest.hotel(asked[0]) if asked and isinstance(asked[0], HotelQuery) else None
    if asked and (room is None or room.total_price.currency != best.price.flights.currency):
        return None
    total = best.price.flights + room.total_price if room else best.price.flights
    calendar = tuple(q.price for q in sorted(days, key=lambda q: q.price.day))
    return PlaceIdea(
        **{name: getattr(town, name) for name in ("name", "country", "code", "likes", "band", "rain")},
        km=round(town.km),
        minutes=best.minutes,
        stops=best.stops,
        depart=best.price.day,
        back=best.price.back,
        flights=best.price.flights,
        rooms=room.total_price if room else None,
        total=total,
        calendar=calendar if len(calendar) > 1 else (),
        simulated=best.simulated or bool(room and room.simulated),
    )


def _below(idea: PlaceIdea, most: Money) -> bool:
    return idea.total.currency == most.currency and idea.total.amount < most.amount


def _within(idea: PlaceIdea, limit: Money) -> bool:
    return idea.total.currency == limit.currency and idea.total.amount <= limit.amount


def _spread(ideas: object) -> list[PlaceIdea]:
    """Return three ideas, of different countries as far as there are, in the order of their fit."""
    found = list(cast("Sequence[PlaceIdea]", ideas))
    firsts = [p for n, p in enumerate(found) if p.country not in {q.country for q in found[:n]}]
    chosen = (firsts + [p for p in found if p not in firsts])[:SHOWN]
    return [p for p in found if p in chosen]
