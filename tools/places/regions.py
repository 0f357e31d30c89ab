"""States, provinces, named regions and countries: places that a trip cannot fly to without a further question."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from babel import Locale

from tripintent.tools.places.folding import lines, name_key, optional, table
from tripintent.tools.places.towns import countries


class Metro(NamedTuple):
    """A metropolitan code with its airports, the main one first."""

    code: str
    name: str
    country: str
    airports: tuple[str, ...]


def _metro(line: str) -> Metro:
    head, members = line.split(":")
    code, country, name = head.split(" ", 2)
    return Metro(code, name, country, tuple(members.split()))


_LINES = lines("metros")
METROS: Mapping[str, Metro] = MappingProxyType({m.code: m for m in (_metro(line) for line in _LINES if ":" in line)})
"""Metropolitan codes that name no airport: ``METROS["LON"].airports[0] == "LHR"``."""

_GROUPS = [m.airports for m in METROS.values()] + [tuple(line.split()) for line in _LINES if ":" not in line]
_GROUP_OF: Mapping[str, tuple[str, ...]] = MappingProxyType({code: group for group in _GROUPS for code in group})
_METRO_OF: Mapping[str, Metro] = MappingProxyType({code: m for m in METROS.values() for code in m.airports})


def metro_of(airport: str) -> Metro | None:
    """Return the metropolitan area that an airport belongs to, when it has a code of its own."""
    return _METRO_OF.get(airport.upper())


def siblings(airport: str) -> tuple[str, ...]:
    """Return all airports of the airport's city, main one first; the airport alone when it has none beside it."""
    code = airport.upper()
    return _GROUP_OF.get(code, (code,))


def same_city(a: str, b: str) -> bool:
    """Tell whether two airport or metropolitan codes serve the same city (no flight makes sense between them)."""
    return bool(_members(a) & _members(b))


def _members(code: str) -> frozenset[str]:
    upper = code.upper()
    return frozenset(METROS[upper].airports) if upper in METROS else frozenset(siblings(upper))


LANGUAGES = ("en", "es", "fr", "de", "pt", "it")
_STATES = ("US", "CA", "AU", "GB")


class Region(NamedTuple):
    """A state, province, region or country; ``code`` is a state's abbreviation."""

    name: str
    country: str | None
    code: str | None
    is_country: bool


def _countries() -> dict[str, Region]:
    found: dict[str, Region] = {}
    names = countries()
    for language in LANGUAGES:
        for code, name in Locale.parse(language).territories.items():
            if code in names:
                found.setdefault(name_key(name), Region(names[code], code, None, is_country=True))
    for code, name in names.items():
        found[name_key(name)] = Region(name, code, None, is_country=True)
    for code, others in table("regions")["countries_said"].items():
        found |= dict.fromkeys(others, Region(names[code], code, None, is_country=True))
    return found


@cache
def regions() -> dict[str, Region]:
    """Return region by folded name; states win over the country of the same name only where listed ("georgia")."""
    found = _countries()
    for country in _STATES:
        for code, name in table("regions")[country].items():
            found[name_key(name)] = Region(name, country, code, is_country=False)
    for name, country in table("regions")["named"].items():
        found[name] = Region(name.title(), optional(country), None, is_country=False)
    return found


@cache
def abbreviations() -> dict[str, tuple[Region, ...]]:
    """Return the states that an abbreviation may stand for ("wa": Washington, Western Australia)."""
    found: dict[str, tuple[Region, ...]] = {}
    for country in _STATES:
        for code, name in table("regions")[country].items():
            region = Region(name, country, code, is_country=False)
            found[code.lower()] = (*found.get(code.lower(), ()), region)
    return found


def admin_code(country: str, admin1: str) -> str:
    """Return the usual abbreviation for GeoNames' first-level code of a country ("CA", "08" is "ON")."""
    by_country: dict[str, str] = table("regions")["admin"].get(country, {})
    return by_country.get(admin1, admin1)


def region_name(country: str | None, code: str | None) -> str | None:
    """Return a state's name for its abbreviation; None where only numbers are known."""
    names: dict[str, str] = table("regions").get(country or "", {})
    return names.get(code or "")
