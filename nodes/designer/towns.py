"""Towns that a trip may go to: the selection, those that were named, and those of a country, with weather and distance."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from tripintent.nodes.cheapest import Cheapest
from tripintent.state.designer.going import Span, imagined
from tripintent.state.designer.operations import WhereTo
from tripintent.state.designer.where import BANDS, Band, Town, Wish
from tripintent.state.frame import Place
from tripintent.state.planning.facts import Town as KnownTown
from tripintent.state.questions.plan import Plan, plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

SHOWN = 3


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


OF_A_REGION = 2
"""Towns that are told of a region or country that was named ("what about Sardinia?")."""


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
