"""Facts about countries and places, offline: each one dated or said to be coarse where it is shown.

Who may enter where comes from the Passport Index data set (ilyankou/passport-index-dataset, MIT), of one day, always to be checked.
``entry_rules.toml`` holds what changed after that day, each rule with its own date and source.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import NamedTuple, cast
from zoneinfo import ZoneInfo

from babel.numbers import get_territory_currencies

from tripintent.state.designer.parts import great_circle_km
from tripintent.state.planning.facts import Town
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.places import Airport
from tripintent.tools.ports.planning import Climate, Clocks, Power, Visa
from tripintent.tools.shipped import table


@cache
def _powers() -> Mapping[str, Power]:
    return {
        country: Power(country=country, plugs=tuple(group["plugs"]), volts=group["volts"], hertz=group["hertz"])
        for group in table("tools/planning/data/power.toml")["group"]
        for country in group["countries"].split()
    }


class OfflineKnowledge:
    """The facts of the libraries and data sets that ship with the product."""

    def __init__(self, gazetteer: Gazetteer | None = None) -> None:
        self._gazetteer = gazetteer or Gazetteer()
        self._resolve = cache(self._gazetteer.resolve)
        self._airport = cast("Callable[[Town, float], Airport | None]", cache(self._find_airport))
        self._spot = cast("Callable[[Town], tuple[float, float] | None]", cache(self._position))

    def visa(self, passport: str, country: str) -> Visa | None:
        """Return what a passport (country code) needs to enter a country."""
        return visa(passport, country)

    def country_of(self, town: Town) -> str | None:
        """Return the country of a place of the trip, from the gazetteer where the trip does not say it."""
        if town.country:
            return town.country
        airports = self._gazetteer.airports_for(town.code) if town.code else ()
        return airports[0].country if airports else self._resolve(town.name).country

    def power(self, country: str) -> Power | None:
        """Return plugs and voltage of a country."""
        return _powers().get(country)

    def currency(self, country: str) -> str | None:
        """Return the ISO code of a country's money."""
        try:
            found = get_territory_currencies(country)
        except (LookupError, ValueError):
            return None
        return found[0] if found else None

    def climate(self, town: Town, month: int) -> Climate | None:
        """Return the coarse climate band of a place in a month."""
        spot = self._spot(town)
        high = self.altitude(town) or 0
        return climate(spot[0], spot[1], self.country_of(town), month, high) if spot else None

    def altitude(self, town: Town) -> int | None:
        """Return how high a place lies, in metres above the sea, by its airport."""
        airport = self._airport(town, 60.0)
        return airport.metres if airport else None

    def latitude(self, town: Town) -> float | None:
        """Return the latitude of a place, north positive."""
        spot = self._spot(town)
        return spot[0] if spot else None

    def distance(self, origin: Town, destination: Town) -> int | None:
        """Return the kilometres between two places, as the crow flies."""
        here, there = self._spot(origin), self._spot(destination)
        return round(great_circle_km(*here, *there)) if here and there else None

    def clocks(self, origin: Town, destination: Town, day: date) -> Clocks | None:
        """Return the time difference on a day, by the zones of the places' airports."""
        here, there = self.zone(origin), self.zone(destination)
        if here is None or there is None:
            return None
        noon = datetime.combine(day, time(12))
        ahead, home = (noon.replace(tzinfo=ZoneInfo(one)).utcoffset() or timedelta() for one in (there, here))
        return Clocks(hours=(ahead - home).total_seconds() / 3600, zone=there, day=day)

    def city(self, code: str) -> str:
        """Return the city of an airport; an unknown code stays."""
        airport = self._gazetteer.airport(code)
        return airport.city if airport else code

    def holidays(self, country: str, first: date, last: date, language: str = "en") -> Sequence[tuple[date, str]]:
        """Return the public holidays of a country between two days, both included, named in a language if possible."""
        import holidays as calendars  # noqa: PLC0415 - it takes long to load, and few ask

        years = range(first.year, last.year + 1)
        try:
            found = calendars.country_holidays(country, years=years)
        except NotImplementedError:
            return ()
        spoken = found.supported_languages or ()
        named = next((one for code in (language, "en") for one in spoken if one.startswith(code)), None)
        if named:
            found = calendars.country_holidays(country, years=years, language=named)
        return [(day, str(name)) for day, name in sorted(found.items()) if first <= day <= last]

    def price_level(self, country: str | None) -> int:
        """Return 1 (cheap) to 4 (very dear); 2 where nothing is known."""
        levels = table("tools/planning/data/prices.toml")
        if country is None or country in levels["middling_despite_dear"].split():
            return 2
        if country in levels["very_dear"].split():
            return 4
        if country in levels["dear"].split():
            return 3
        return 1 if country in levels["cheap"].split() else 2

    def _find_airport(self, town: Town, within_km: float) -> Airport | None:
        """Return the airport that means a place, or the first one near it."""
        if airports := self._gazetteer.airports_for(town.code) if town.code else ():
            return airports[0]
        near = self._gazetteer.near(self._resolve(town.name), within_km, 1)
        return near[0][0] if near else None

    def _position(self, town: Town) -> tuple[float, float] | None:
        airports = self._gazetteer.airports_for(town.code) if town.code else ()
        if airports:
            return airports[0].lat, airports[0].lon
        place = self._resolve(town.name)
        spot = self._gazetteer.position(place)
        if spot:
            return spot
        near = self._gazetteer.near(place, 400.0, 1)
        return (near[0][0].lat, near[0][0].lon) if near else None

    def zone(self, town: Town) -> str | None:
        """Return the time zone of a place; None where it is not known."""
        airport = self._airport(town, 300.0)
        return airport.zone if airport else None


AS_OF = date(2025, 1, 12)
SOURCE = "Passport Index (ilyankou/passport-index-dataset, MIT), 12 January 2025"


@cache
def _newer() -> dict[tuple[str, str], tuple[str, date, str]]:
    """Return the rules that changed after the data set's day, by passport and country."""
    return {
        (passport, rule["country"]): (rule["requirement"], rule["since"], rule["source"])
        for rule in table("tools/planning/data/entry_rules.toml")["rule"]
        for passport in rule["passports"].split()
    }


@cache
def _table() -> str:
    return (files("tripintent.tools.planning") / "data/passport-index-tidy-iso2.csv").read_text("utf-8")


def _row(passport: str, country: str) -> str | None:
    """Return a row's last column. A trip asks for a handful of forty thousand rows: looked for in the text, not parsed."""
    head = f"\n{passport},{country},"
    table = _table()
    start = table.find(head)
    return table[start + len(head) : table.index("\n", start + 1)] if start >= 0 else None


def visa(passport: str, country: str) -> Visa | None:
    """Return what a passport needs in a country; None where the data set has no row. A number is days without a visa."""
    newer = _newer().get((passport, country))
    said, as_of, source = newer or ("-1" if passport == country else _row(passport, country), AS_OF, SOURCE)
    days = int(said) if said and said.isdecimal() else None
    rule = "free" if days is not None else table("tools/planning/data/entry_rules.toml")["words"].get(said or "")
    if rule is None:
        return None
    return Visa(passport=passport, destination=country, rule=rule, days=days, as_of=as_of, source=source)


_EVERYWHERE = (0.0, 90.0, -180.0, 180.0)
_MONSOON_MONTHS = range(6, 11)


@cache
def _countries(where: str) -> frozenset[str]:
    return frozenset(table("tools/planning/data/climate.toml")["countries"].get(where, where).split())


class _Shift(NamedTuple):
    """How many degrees a part of the world differs from its latitude, in midwinter and in midsummer.

    ``where`` are countries, or the name of a list; ``box`` is south, north, west, east, its latitudes without sign; ``slope`` is
    added in winter for each degree of latitude beyond 30; ``below`` are the metres up to which it holds.
    """

    where: str
    winter: float = 0
    summer: float = 0
    slope: float = 0
    box: tuple[float, float, float, float] = _EVERYWHERE
    below: int = 9000

    def holds(self, away: float, lon: float, country: str | None, high: int) -> bool:
        """Say whether a place lies in it."""
        south, north, west, east = self.box
        return country in _countries(self.where) and south <= away < north and west <= lon < east and high <= self.below


_SHIFTS = tuple(_Shift(**row) for row in table("tools/planning/data/climate.toml")["shift"])
_ISLANDS_OF_SPRING = (27.5, 33.3, -19.0, -13.0)
"""Canaries and Madeira: mild in winter, warm in summer."""
_BANDS = ("cold", "cool", "mild", "warm", "hot")


_LOW, _LAPSE = 500, 0.0045
"""Metres up to which the bands hold as they are, and degrees lost a metre above: highlands lose less than the open air (6.5 a km)."""


def climate(lat: float, lon: float, country: str | None, month: int, high: int = 0) -> Climate:
    """Return the band of a place: ``hot`` about 28 °C by day and more, ``warm`` 21–28, ``mild`` 14–21, ``cool`` 6–14, ``cold`` below."""
    north = lat >= 0
    season = (month - 1 if north else (month + 5) % 12) % 12
    """0 is midwinter's January in either hemisphere, 6 midsummer's July."""
    south, top, west, east = _ISLANDS_OF_SPRING
    if south <= lat <= top and west <= lon <= east:
        return Climate(band="warm" if 4 <= season <= 10 else "mild", rain="dry")
    day = degrees(abs(lat), lon, season, country, high)
    band = _BANDS[(day >= 6) + (day >= 14) + (day >= 21) + (day >= 28)]
    return Climate(band=band, rain=_rain(abs(lat), season, month, country))


def degrees(away: float, lon: float, season: int, country: str | None, high: int) -> float:
    """Return a usual day-time temperature in °C, good to a few degrees. ``season`` counts months from midwinter."""
    summer = 1 - abs(season - 6.2) / 6
    """0 in midwinter, 1 in midsummer."""
    day = _by_latitude(away, summer)
    for shift in _SHIFTS:
        if shift.holds(away, lon, country, high):
            winter = shift.winter + shift.slope * max(0.0, away - 30)
            day += winter + (shift.summer - winter) * summer
    return day - max(0, high - _LOW) * _LAPSE


def _by_latitude(away: float, summer: float) -> float:
    """Return a usual day-time temperature: nearly the same all year in the tropics, further apart towards the poles."""
    if away < 15:
        return 30
    winter_day = 30 - (away - 15) * 0.78
    summer_day = 32 - max(0.0, away - 28) * 0.32
    return winter_day + (summer_day - winter_day) * summer


def _rain(away: float, season: int, month: int, country: str | None) -> str:
    if country in _countries("desert"):
        return "dry"
    if country in _countries("monsoon"):
        return "wet" if month in _MONSOON_MONTHS else "dry"
    if country in _countries("wet_coasts"):
        return "wet"
    if country in _countries("dry_summers"):
        return "dry" if 4 <= season <= 8 else "some"
    if country in _countries("cold_currents") and away < 25:
        return "dry"
    return "unknown" if away < 23 else "some"
