"""Our own selection of well-known sights, offline: written from general knowledge on the day named, no hours, no prices.

The file has a block a city: a line ``# City|country|other names`` and one line a sight,
``name|kind|interests|area|lat|lon|minutes|in or out|names in other languages``, the best known first; the last is left
out where a sight has one name everywhere.
"""

from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files

from tripintent.tools.places.folding import fold
from tripintent.tools.ports.attractions import Attraction

AS_OF = date(2026, 11, 22)
SOURCE = "tripintent's own selection of well-known sights, 22 November 2026; hours and prices are not part of it"
FOLDER = "tripintent.tools.attractions.data"


@cache
def by_city() -> Mapping[str, tuple[Attraction, ...]]:
    """Return the selection by folded city name; a city's other names lead to the same sights."""
    found: dict[str, tuple[Attraction, ...]] = {}
    for block in (files(FOLDER) / "sights.txt").read_text("utf-8").split("\n# ")[1:]:
        head, *lines = block.splitlines()
        city, country, *others = head.split("|")
        sights = tuple(_sight(line, city, country) for line in lines if line.strip())
        for name in (city, *others):
            found[fold(name)] = sights
    return found


def _sight(line: str, city: str, country: str) -> Attraction:
    name, kind, interests, area, lat, lon, minutes, where, *also = line.split("|")
    return Attraction.model_validate(
        {
            "id": f"{_slug(city)}-{_slug(name)}",
            "name": name,
            "also": also[0].split(",") if also else (),
            "place": city,
            "country": country,
            "kind": kind,
            "interests": interests.split(",") if interests else (),
            "area": area,
            "lat": float(lat),
            "lon": float(lon),
            "minutes": int(minutes),
            "indoor": where == "in",
            "source": SOURCE,
            "as_of": AS_OF,
        }
    )


def _slug(text: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in fold(text)).split())
