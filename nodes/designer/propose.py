"""propose: three towns to somebody who does not know where to go, each with a reason and a price that was really quoted."""

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta
from functools import reduce
from operator import add
from typing import NamedTuple, cast

from pydantic import JsonValue

from tripintent.nodes.cheapest import Cheapest
from tripintent.nodes.designer.state import DesignerState, StepUpdate
from tripintent.nodes.runtime import Run
from tripintent.state.designer.going import Span, heads_of, imagined, limit_of, span_of
from tripintent.state.designer.operations import WhereTo
from tripintent.state.designer.talk import Event
from tripintent.state.designer.where import BANDS, FINALISTS, Band, DayPrice, PlaceIdea, Town, Wish, fitting
from tripintent.state.money import Money
from tripintent.state.planning.facts import Town as KnownTown
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.questions.plan import Plan, plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

SHOWN = 3


class _Search(NamedTuple):
    """What one search for towns works with."""

    trip: TripIntent
    span: Span
    ports: Ports
    cheapest: Cheapest

    def plan(self, town: Town, day: date) -> Plan:
        """Return what suppliers are asked for a trip to the town from this day."""
        place = self.ports.places.resolve(town.code).model_copy(update={"said": town.name, "name": town.name})
        return plan_of(imagined(self.trip, place, day, day + timedelta(days=self.span.nights)))


async def propose(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Ask a bounded number of prices, and tell the best three towns within the budget; ask for what is missing first."""
    trip, talk, turn = state["trip_intent"], state["talk"], state["design"]
    wanted = cast("WhereTo", turn.operations[0])
    left = turn.model_copy(update={"operations": turn.operations[1:]})
    talk = talk.model_copy(update={"where": wanted.model_copy(update={"others": False})})
    span, home = span_of(trip), _home(trip, ports)
    missing: list[JsonValue] = [*([] if home else ["origin"]), *([] if span else ["dates"])]
    if not home or not span:
        event = Event(kind="not_planned", facts={"missing": missing, "about": "where"})
        return {"talk": talk, "design": left.model_copy(update={"events": (*left.events, event)})}
    search = _Search(trip, span, ports, Cheapest(ports, quick=True))
    seen = talk.places_seen if wanted.others else ()
    towns = fitting(_towns(home, span, ports), _wish(wanted, span, seen))
    priced = await _priced(search, towns)
    limit = limit_of(trip)
    shown = tuple(_spread(p for p in priced if limit is None or _within(p, limit)))
    cheapest = min(priced, key=lambda p: p.total.amount, default=None)
    event = Event(kind="places", facts=_facts(search, wanted, shown, None if shown else cheapest))
    talk = talk.model_copy(update={"places": shown, "places_seen": (*seen, *(p.name for p in shown))})
    return {"talk": talk, "design": left.model_copy(update={"events": (*left.events, event)})}


def _home(trip: TripIntent, ports: Ports) -> str | None:
    origin = trip.itinerary.segments[0].origin if trip.itinerary.segments else None
    place = trip.frame.origin
    code = (origin.code if origin else None) or (place.code if place else None)
    if code or place is None:
        return code
    near = ports.places.near(place)
    return near[0][0].code if near else None


def _wish(wanted: WhereTo, span: Span, seen: tuple[str, ...]) -> Wish:
    return Wish(wanted.climate, wanted.near, wanted.likes, wanted.countries, seen, span.nights, wanted.not_in)


def _towns(home: str, span: Span, ports: Ports) -> list[Town]:
    """Return the selection with distance and weather of the month."""
    month = span.days[len(span.days) // 2].month
    found: list[Town] = []
    for one in ports.designer.destinations.all():
        km = ports.places.distance_km(home, one.code)
        if km is None:
            continue
        town = KnownTown(name=one.name, code=one.code, country=one.country)
        weather = ports.knowledge.climate(town, month) if ports.knowledge else None
        band: Band | None = next((b for b in BANDS if weather and b == weather.band), None)
        rain = weather.rain if weather else "unknown"
        found.append(Town(one.name, one.country, one.code, one.likes, band, rain, km))
    return found


async def _priced(search: _Search, towns: Sequence[Town]) -> list[PlaceIdea]:
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


class _Quoted(NamedTuple):
    price: DayPrice
    minutes: int
    stops: int
    simulated: bool


async def _day(search: _Search, town: Town, day: date) -> _Quoted | None:
    queries = tuple(a.query for a in search.plan(town, day).flights if isinstance(a.query, FlightQuery))
    offers = await search.cheapest.flights(queries)
    if not offers:
        return None
    total = reduce(add, (offer.total_price for offer in offers))
    back = day + timedelta(days=search.span.nights)
    price = DayPrice(day=day.isoformat(), back=back.isoformat(), flights=total)
    minutes = round(offers[0].duration.total_seconds() / 60)
    return _Quoted(price, minutes, offers[0].stops, any(offer.simulated for offer in offers))


async def _idea(search: _Search, town: Town, known: _Quoted) -> PlaceIdea | None:
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


def _within(idea: PlaceIdea, limit: Money) -> bool:
    return idea.total.currency == limit.currency and idea.total.amount <= limit.amount


def _spread(ideas: object) -> list[PlaceIdea]:
    """Return three ideas, of different countries as far as there are, in the order of their fit."""
    found = list(cast("Sequence[PlaceIdea]", ideas))
    firsts = [p for n, p in enumerate(found) if p.country not in {q.country for q in found[:n]}]
    chosen = (firsts + [p for p in found if p not in firsts])[:SHOWN]
    return [p for p in found if p in chosen]


def _facts(
    search: _Search, wanted: WhereTo, shown: Sequence[PlaceIdea], over: PlaceIdea | None
) -> dict[str, JsonValue]:
    limit = limit_of(search.trip)
    return {
        "places": [p.model_dump(mode="json") for p in shown],
        "heads": max(1, heads_of(search.trip)),
        "nights": search.span.nights,
        "nights_said": search.span.said,
        "near": wanted.near,
        "wished": list(wanted.climate),
        "limit": limit.model_dump(mode="json") if limit else None,
        "failed": not shown and not over and search.cheapest.failed > 0,
        "over": over.model_dump(mode="json") if over else None,
    }
