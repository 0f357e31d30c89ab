"""The towns of 15,000 people and more, and the countries, from an extract of GeoNames that ships with the product.

Their names in the language of the reader ("Rom", "Parigi", "Lisbonne") stand in ``data/town_names.yaml``.
"""

from functools import cache
from typing import NamedTuple

from babel import Locale

from tripintent.tools.places.folding import fold, lines, table


class GeoTown(NamedTuple):
    """A town: ``admin1`` is GeoNames' first-level code, ``others`` its folded names in other languages, between bars."""

    name: str
    country: str
    admin1: str
    population: int
    lat: float
    lon: float
    others: str

    @property
    def exonyms(self) -> list[str]:
        """Return the folded names in other languages, its own name left out."""
        return self.others.split("|") if self.others else []


def rows(name: str) -> list[list[str]]:
    """Return the fields of each line of a data file."""
    return [line.split("\t") for line in lines(name)]


@cache
def towns() -> tuple[GeoTown, ...]:
    """Return all towns, read once a process: the index keeps them anyway."""
    return tuple(
        GeoTown(name, country, admin1, int(people), float(lat), float(lon), others)
        for name, country, admin1, people, lat, lon, others in rows("towns")
    )


@cache
def countries() -> dict[str, str]:
    """Return the English names of all countries by their codes of two letters."""
    return dict(rows("countries"))


_SOFT_HYPHEN = "\u00ad"
_EUROPEAN = {"pt": "pt_PT"}


def town_in(name: str, language: str) -> str:
    """Return the name of a town, known by its English name, as people of the language write it."""
    return _names(language).get(fold(name), name) if language != "en" else name


@cache
def _names(language: str) -> dict[str, str]:
    english = Locale("en").time_zones
    named = {}
    for zone, words in Locale.parse(_EUROPEAN.get(language, language)).time_zones.items():
        city = str(words.get("city", "")).replace(_SOFT_HYPHEN, "")
        if city and not any(mark in city for mark in "([,"):
            named[fold(english.get(zone, {}).get("city") or zone.rpartition("/")[2].replace("_", " "))] = city
    return named | {fold(town): names[language] for town, names in table("town_names").items() if language in names}
