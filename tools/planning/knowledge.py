"""Facts about countries and places, offline: each one dated or said to be coarse where it is shown.

Who may enter where comes from the Passport Index data set (ilyankou/passport-index-dataset, MIT), of one day, always to be checked.
``entry_rules.toml`` holds what changed after that day, each rule with its own date and source.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import cast
from zoneinfo import ZoneInfo

from babel.numbers import get_territory_currencies

from tripintent.state.designer.parts import great_circle_km
from tripintent.state.planning.facts import Town
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.climate import climate
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
        self._airport_of = cast("Callable[[Town], str]", cache(self._airport_code))
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
        code = self._airport_of(town)
        airport = self._gazetteer.airport(code) if code else None
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

    def _airport_code(self, town: Town) -> str:
        """Return the airport that means a place."""
        airports = self._gazetteer.airports_for(town.code) if town.code else ()
        if airports:
            return airports[0].code
        near = self._gazetteer.near(self._resolve(town.name), 60.0, 1)
        return near[0][0].code if near else ""

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
        airports = self._gazetteer.airports_for(town.code) if town.code else ()
        if airports:
            return airports[0].zone
        near = self._gazetteer.near(self._resolve(town.name), 300.0, 1)
        return near[0][0].zone if near else None


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
