"""The offline attractions: our own selection of cities, and Cambridge in full; a place outside them has none.

The selection of well-known sights is written from general knowledge on the day named, without hours and prices. Its file has a
block a city: a line ``# City|country|other names`` and one line a sight, ``name|kind|interests|area|lat|lon|minutes|in or out|names
in other languages``, the best known first; the last is left out where a sight has one name everywhere. Cambridge is the town of the
MultiWOZ 2.2 databases (budzianowski/multiwoz, MIT): what the source calls unknown, its hours and postcodes are left out.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from itertools import chain

from pydantic import TypeAdapter

from tripintent.tools.places.folding import fold
from tripintent.tools.ports.places import Attraction, Attractions, Destination
from tripintent.tools.shipped import text

_TOWN = "cambridge"
AS_OF = date(2026, 11, 22)
SOURCE = "tripintent's own selection of well-known sights, 22 November 2026; hours and prices are not part of it"


class OfflineAttractions(Attractions):
    """Sights that ship with the product; nothing is fetched and nothing made up."""

    async def search(
        self, place: str, *, interests: Sequence[str] = (), area: str | None = None, limit: int = 40
    ) -> Sequence[Attraction]:
        """Return sights of a place, those of the interests first, each group the best known first."""
        found = _of(place)
        if area:
            wanted = fold(area)
            found = [sight for sight in found if wanted in fold(sight.area)]
        wishes: set[str] = set(interests)
        return sorted(found, key=lambda sight: not wishes & set(sight.interests))[:limit]

    async def details(self, attraction_id: str) -> Attraction | None:
        """Return one sight by its id; None when the id is unknown."""
        sights = chain(cambridge(), *by_city().values())
        return next((sight for sight in sights if sight.id == attraction_id), None)


def _of(place: str) -> list[Attraction]:
    name = fold(place).strip()
    return list(cambridge()) if name == _TOWN else list(by_city().get(name, ()))


_CAMBRIDGE = TypeAdapter(tuple[Attraction, ...])


@cache
def cambridge() -> tuple[Attraction, ...]:
    """Return the town's attractions; what the source does not know stays unknown."""
    return _CAMBRIDGE.validate_json(text("tools/attractions/data/cambridge.json"))


@cache
def by_city() -> Mapping[str, tuple[Attraction, ...]]:
    """Return the selection by folded city name; a city's other names lead to the same sights."""
    found: dict[str, tuple[Attraction, ...]] = {}
    for block in text("tools/attractions/data/sights.txt").split("\n# ")[1:]:
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


@cache
def destinations() -> tuple[Destination, ...]:
    """Return our own selection of towns that a traveller without a destination may be told about; the order says nothing.

    A line of the file is ``name|country|airport|what people go there for``.
    """
    rows = [line.split("|") for line in text("tools/attractions/data/destinations.txt").splitlines()]
    return tuple(
        Destination(name=r[0], country=r[1], code=r[2], likes=tuple(r[3].split(","))) for r in rows if len(r) == 4
    )
