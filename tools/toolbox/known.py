"""Facts by topic: what the knowledge ports tell of countries, towns and sights, each dated, coarse or an estimate, and said to be so."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from tripintent.state.designer.parts import Coordinates, Location, kilometres, minutes_for, mode_for
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.tools.ports.planning import Power, Visa
from tripintent.tools.toolbox.base import Scene
from tripintent.tools.toolbox.describe import code_of
from tripintent.tools.toolbox.nearness import hotel_named, hotels_of, on_foot, sight_named
from tripintent.tools.toolbox.travel_facts import (
    Band,
    Currency,
    DistanceFact,
    Early,
    EntryRule,
    Holiday,
    Holidays,
    Hour,
    Metres,
    PlaceFact,
    Value,
)

if TYPE_CHECKING:
    from tripintent.tools.planning.knowledge import OfflineKnowledge


class LookupRequest(NamedTuple):
    """What is looked up: the places as they were said with what they mean, month and passports, beside the trip."""

    scene: Scene
    knowledge: "OfflineKnowledge"
    trip: TripFacts
    places: Sequence[tuple[str, Town | None]]
    month: int | None = None
    passports: Sequence[str] = ()


Topic = Callable[[LookupRequest], Awaitable[Sequence[PlaceFact]]]


def town_of(scene: Scene, name: str) -> Town | None:
    """Return the town or country that a name means; None where it means none, or several."""
    place = scene.ports.places.resolve(name)
    if place.kind == "unknown" or (place.candidates and not place.code):
        return None
    return Town(name=place.name or name, code=place.code, country=place.country)


def _unknown(name: str, scene: Scene) -> PlaceFact:
    place = scene.ports.places.resolve(name)
    meant = ", ".join(f"{one.name or one.said} ({one.region or one.country})" for one in place.candidates[:5])
    several = f"several places are meant: {meant}" if meant and place.kind != "unknown" else "there is no such place"
    return PlaceFact(place=name, known=False, why=several)


def _each(work: Callable[[LookupRequest, Town], Value | str | None]) -> Topic:
    """Return a topic of which each place is looked up by itself; a word instead of a fact says why there is none."""

    async def found(asked: LookupRequest) -> Sequence[PlaceFact]:
        return [_of(name, town, asked) for name, town in asked.places]

    def _of(name: str, town: Town | None, asked: LookupRequest) -> PlaceFact:
        if town is None:
            return _unknown(name, asked.scene)
        value = work(asked, town)
        if value is None or isinstance(value, str):
            return PlaceFact(place=name, known=False, why=value or "not known for this place")
        return PlaceFact(place=name, value=value)

    return found


async def _entry(asked: LookupRequest) -> Sequence[PlaceFact]:
    """Return the rule of each passport in each country."""
    if not asked.passports:
        return [
            PlaceFact(place=name, known=False, why="say passports: the rule goes by passport", lacks="passports")
            for name, _ in asked.places
        ]
    found: list[PlaceFact] = []
    for name, town in asked.places:
        country = asked.knowledge.country_of(town) if town else None
        for said in asked.passports if country else ():
            passport = said.upper() if len(said) == len("PT") else asked.scene.ports.places.resolve(said).country
            rule = asked.knowledge.visa(passport, str(country)) if passport else None
            found.append(
                _ruled(name, rule, asked)
                if rule
                else PlaceFact(place=name, known=False, why=f"no rule is known for the passport {said!r}")
            )
        if country is None:
            found.append(_unknown(name, asked.scene))
    return found


def _ruled(place: str, rule: Visa, asked: LookupRequest) -> PlaceFact:
    """Return the rule; where its source is old that is to be said first, unless it is that of one's own country."""
    old = asked.scene.ports.clock.now().date() - rule.as_of > timedelta(days=365) and rule.rule != "home"
    why = f"say first: the rule is of {rule.as_of}, older than 12 months, and may have changed" if old else ""
    return PlaceFact(place=place, value=EntryRule(rule=rule), why=why, old=old)


def _of_country(asked: LookupRequest, town: Town, work: Callable[[str], Any]) -> Any:
    country = asked.knowledge.country_of(town)
    return work(country) if country else None


def _plugs(asked: LookupRequest, town: Town) -> Power | None:
    power: Power | None = _of_country(asked, town, asked.knowledge.power)
    return power


def _currency(asked: LookupRequest, town: Town) -> Currency | None:
    code = _of_country(asked, town, asked.knowledge.currency)
    return Currency(currency=code) if code else None


def _time(asked: LookupRequest, town: Town) -> Hour | None:
    now = asked.scene.ports.clock.now()
    here = asked.knowledge.clocks(town, town, now.date())
    if here is None:
        return None
    day = asked.trip.first_day or now.date()
    ahead = asked.knowledge.clocks(asked.trip.origin, town, day) if asked.trip.origin else None
    return Hour(local=now.astimezone(ZoneInfo(here.zone)).replace(microsecond=0), zone=here.zone, ahead=ahead)


def _climate(asked: LookupRequest, town: Town) -> Band | str | None:
    month = asked.month or (asked.trip.first_day.month if asked.trip.first_day else None)
    if month is None:
        return "say the month: the trip has no days yet"
    band = asked.knowledge.climate(town, month)
    return Band(month=month, climate=band) if band else None


def _holidays(asked: LookupRequest, town: Town) -> Holidays | str | None:
    country, days = asked.knowledge.country_of(town), _days(asked)
    if days is None:
        return "say the month: the trip has no days yet"
    if country is None:
        return None
    found = asked.knowledge.holidays(country, *days, asked.scene.trip.request.language)
    named = tuple(Holiday(day=day, name=name) for day, name in found)
    if not named and not asked.knowledge.holidays(country, days[0], days[0] + timedelta(days=365)):
        return None
    return Holidays(first=days[0], last=days[1], days=named)


def _days(asked: LookupRequest) -> tuple[date, date] | None:
    """Return the days that are asked about: the month in the trip's year, or when it comes next; else the trip's own."""
    first, last, month = asked.trip.first_day, asked.trip.ends, asked.month
    if month is None:
        return (first, last or first) if first else None
    today = asked.scene.ports.clock.now().date()
    year = first.year if first else today.year + (month < today.month)
    end = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return date(year, month, 1), end


def _altitude(asked: LookupRequest, town: Town) -> Metres | None:
    metres = asked.knowledge.altitude(town)
    return Metres(metres=metres) if metres is not None else None


async def _distance(asked: LookupRequest) -> Sequence[PlaceFact]:
    """Return how far each place is from the first one."""
    if len(asked.places) < 2:
        return [PlaceFact(place=name, known=False, why="name two places or more") for name, _ in asked.places[:1]]
    spots = [(name, await _spot(asked, name)) for name, _ in asked.places]
    lost = [
        PlaceFact(place=name, known=False, why="not known where it is: name its town as well")
        for name, at in spots
        if not at
    ]
    (start, here), *others = spots
    return [*(_way(start, here, name, there) for name, there in others if here and there), *lost]


def _way(start: str, here: Coordinates, name: str, there: Coordinates) -> PlaceFact:
    km = kilometres(here, there)
    mode = mode_for(km)
    return PlaceFact(
        place=start,
        why="as the crow flies; the minutes are an estimate",
        value=DistanceFact(
            to=name,
            metres=round(km * 1000),
            minutes=on_foot(km) if mode == "walk" else minutes_for(km, mode),
            mode=mode,
            walking_minutes=on_foot(km) if km <= _ON_FOOT_KM else None,
        ),
    )


_ON_FOOT_KM = 10.0


async def _spot(asked: LookupRequest, name: str) -> Coordinates | None:
    """Return where a place is: a hotel of the trip or on offer, a sight of a town that is named or of the trip's, else the town."""
    hotels = await hotels_of(asked.scene.trip, asked.scene.ports)
    hotel = hotel_named(name, hotels) or next((one for one in hotels if code_of(one) == name.casefold()), None)
    if hotel and hotel.lat is not None and hotel.lon is not None:
        return Coordinates(latitude=hotel.lat, longitude=hotel.lon)
    source, (first, _, rest) = asked.scene.ports.designer.attractions, name.partition(",")
    of = (
        [rest.strip()]
        if rest.strip()
        else [*(one.name for one in asked.trip.destinations), *(name for name, _ in asked.places)]
    )
    for town in of:
        sight = sight_named(first.strip(), await source.search(town, limit=200)) if source else None
        if sight:
            return Coordinates(latitude=sight.lat, longitude=sight.lon)
    return asked.scene.ports.designer.atlas.point(Location(name=name)) if town_of(asked.scene, name) else None


async def _airport_time(asked: LookupRequest) -> Sequence[PlaceFact]:
    """Return the usual advice: it is the airline that says."""
    known, ends = asked.knowledge.country_of, asked.trip.destinations
    home = known(asked.trip.origin) if asked.trip.origin else None
    found: list[PlaceFact] = []
    for name, town in asked.places:
        there = known(town) if town else None
        abroad = home is None or there != home or any(known(one) != home for one in ends)
        why = "usual advice for a flight abroad" if abroad else "usual advice for a flight within a country"
        found.append(
            PlaceFact(place=name, why=f"assumed: {why}; the airline says", value=Early(minutes=180 if abroad else 120))
        )
    return found


TOPICS: Mapping[str, Topic] = {
    "entry": _entry,
    "plugs": _each(_plugs),
    "currency": _each(_currency),
    "time": _each(_time),
    "climate": _each(_climate),
    "holidays": _each(_holidays),
    "altitude": _each(_altitude),
    "distance": _distance,
    "transfer": _distance,
    "airport_time": _airport_time,
}
