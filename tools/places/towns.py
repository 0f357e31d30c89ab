"""The towns of 15,000 people and more, and the countries, from an extract of GeoNames that ships with the product.

``data/towns.txt`` and ``data/countries.txt`` have a line for each, fields between tabs; ``tripintent.evals.towns`` makes them. The
data are GeoNames' (CC BY 4.0); ``data/geonames.LICENSE.txt`` says so.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple


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


class Country(NamedTuple):
    """A country with its English name and the two letters of its continent."""

    name: str
    continent: str


def rows(name: str) -> list[list[str]]:
    """Return the fields of each line of a data file."""
    text = files("tripintent.tools.places").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


@cache
def towns() -> tuple[GeoTown, ...]:
    """Return all towns, read once a process: the index keeps them anyway."""
    return tuple(
        GeoTown(name, country, admin1, int(people), float(lat), float(lon), others)
        for name, country, admin1, people, lat, lon, others in rows("towns")
    )


@cache
def countries() -> dict[str, Country]:
    """Return all countries by their codes of two letters."""
    return {code: Country(name, continent) for code, name, continent in rows("countries")}
