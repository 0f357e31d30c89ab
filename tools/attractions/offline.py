"""The offline attractions: our own selection of cities, and Cambridge in full. A place that is not in them has none."""

from collections.abc import Iterator, Sequence

from tripintent.tools.attractions.cambridge import cambridge
from tripintent.tools.attractions.selection import by_city
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.attractions import Attraction, Attractions

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
