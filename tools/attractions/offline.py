"""The offline attractions: our own selection of cities, and Cambridge in full; a place outside them has none.

Cambridge is the town of the MultiWOZ 2.2 databases (budzianowski/multiwoz, MIT), as its source writes it.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from tripintent.tools.attractions.selection import by_city
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.attractions import Attraction, Attractions, Interest, SightKind

_TOWN = "cambridge"


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
        return next((sight for sight in _all() if sight.id == attraction_id), None)


def _of(place: str) -> list[Attraction]:
    name = fold(place).strip()
    return list(cambridge()) if name == _TOWN else list(by_city().get(name, ()))


def _all() -> Iterator[Attraction]:
    yield from cambridge()
    for sights in by_city().values():
        yield from sights


SOURCE = "MultiWOZ 2.2 attraction database (budzianowski/multiwoz, MIT)"
_KINDS: dict[str, tuple[SightKind, tuple[Interest, ...], int, bool]] = {
    "architecture": ("church", ("architecture", "history"), 45, True),
    "boat": ("entertainment", ("nature", "views"), 60, False),
    "cinema": ("entertainment", (), 120, True),
    "college": ("landmark", ("architecture", "history"), 60, False),
    "concerthall": ("theatre", ("music",), 120, True),
    "entertainment": ("entertainment", ("family",), 90, True),
    "museum": ("museum", ("art", "history"), 90, True),
    "mutliple sports": ("entertainment", ("sports",), 90, True),
    "nightclub": ("entertainment", ("nightlife",), 120, True),
    "park": ("park", ("nature",), 60, False),
    "swimmingpool": ("pool", ("sports", "family"), 90, True),
    "theatre": ("theatre", ("music", "art"), 120, True),
}
_UNKNOWN: tuple[SightKind, tuple[Interest, ...], int, bool] = ("landmark", (), 60, False)
_NOT_KNOWN = "?"


@cache
def cambridge() -> tuple[Attraction, ...]:
    """Return the town's attractions; what the source does not know ("?") stays unknown."""
    text = (files("tripintent.tools.attractions.data") / "cambridge.json").read_text("utf-8")
    return tuple(_sight(row) for row in json.loads(text))


def _sight(row: dict[str, object]) -> Attraction:
    kind, interests, minutes, indoor = _KINDS.get(str(row["type"]), _UNKNOWN)
    lat, lon = row["location"]  # type: ignore[misc]
    return Attraction(
        id=f"cambridge-{row['id']}",
        name=str(row["name"]).title(),
        place="Cambridge",
        country="GB",
        kind=kind,
        interests=interests,
        area=str(row["area"]),
        lat=lat,  # type: ignore[has-type]
        lon=lon,  # type: ignore[has-type]
        minutes=minutes,
        indoor=indoor,
        price=_known(row.get("entrance fee")),
        phone=_known(row.get("phone")),
        address=_known(row.get("address")),
        source=SOURCE,
    )


def _known(value: object) -> str | None:
    text = str(value or "").strip()
    return None if text in ("", _NOT_KNOWN) else text
