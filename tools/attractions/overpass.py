"""Sights from OpenStreetMap over an Overpass service: named ones that have an encyclopaedia's entry, around the town.

Hours and prices are taken only as they are written; what the map does not say stays unknown. © OpenStreetMap contributors, ODbL.
"""

from collections.abc import Callable, Sequence

from tripintent.state.plain import plain
from tripintent.tools.errors import ToolError
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.places import Attraction, Attractions, Interest, SightKind
from tripintent.tools.shipped import table
from tripintent.tools.web.polite import PoliteReader

SOURCE = "© OpenStreetMap contributors (ODbL)"
AROUND_METRES = 9_000
MOST = 150
SERVER_SECONDS = 20
_NAME = 120
Position = Callable[[str], tuple[float, float] | None]
_Sight = tuple[SightKind, tuple[Interest, ...], int, bool]
_TAGS: dict[str, _Sight] = table("tools/attractions/data/tags.yaml")
_KINDS: dict[tuple[str, ...], _Sight] = {
    tuple(tag.split("=")): (kind, tuple(likes), minutes, indoors)
    for tag, (kind, likes, minutes, indoors) in _TAGS.items()
}
_FAITHS: dict[str, SightKind] = {"muslim": "mosque", "jewish": "synagogue", "buddhist": "temple", "hindu": "temple"}
_TYPES = frozenset({"node", "way", "relation"})


class OverpassAttractions(Attractions):
    """Implements the ``Attractions`` port. ``otherwise`` answers where the service fails or knows nothing of a place."""

    def __init__(self, url: str, position: Position, otherwise: Attractions, *, pause: float = 1.0) -> None:
        """``position`` gives latitude and longitude of a town; nothing is sent before the first search."""
        self._reader = PoliteReader("map", url, pause=pause)
        self._position, self._otherwise = position, otherwise

    async def search(
        self, place: str, *, interests: Sequence[str] = (), area: str | None = None, limit: int = 40
    ) -> Sequence[Attraction]:
        """Return sights around the town's centre, those of the interests first, each group the best documented first."""
        at = self._position(place)
        try:
            answer = await self._reader.read({"data": _around(*at)}, post=True) if at else {}
        except ToolError:
            answer = {}  # what ships with the product answers instead, under its own name
        found = _sights(answer, place)
        if area:
            found = [one for one in found if fold(area) in fold(f"{one.area} {one.address or ''}")]
        if not found:
            return await self._otherwise.search(place, interests=interests, area=area, limit=limit)
        wishes: set[str] = set(interests)
        return sorted(found, key=lambda one: not wishes & set(one.interests))[:limit]

    async def details(self, attraction_id: str) -> Attraction | None:
        """Return one sight by its id ("osm-node-1"). Raises SupplierError when the map cannot be reached."""
        _, _, rest = attraction_id.partition("osm-")
        kind, _, number = rest.partition("-")
        if kind not in _TYPES or not number.isdecimal():
            return await self._otherwise.details(attraction_id)
        query = f"[out:json][timeout:{SERVER_SECONDS}];{kind}({number});out center tags;"
        return next(iter(_sights(await self._reader.read({"data": query}, post=True), "")), None)


def _around(lat: float, lon: float) -> str:
    """Return the question for everything notable around a point."""
    where = f"(around:{AROUND_METRES},{lat:.4f},{lon:.4f})"
    keys = dict.fromkeys(key for key, _ in _KINDS)
    values = {key: "|".join(v for k, v in _KINDS if k == key) for key in keys}
    parts = "".join(f'nwr{where}["{key}"~"^({values[key]})$"]["name"]["wikidata"];' for key in keys)
    return f"[out:json][timeout:{SERVER_SECONDS}];({parts});out center tags {MOST};"


def _sights(answer: object, place: str) -> list[Attraction]:
    rows = answer.get("elements") if isinstance(answer, dict) else None
    found = {}
    for row in rows if isinstance(rows, list) else ():
        sight = _sight(row, place) if isinstance(row, dict) else None
        if sight and fold(sight.name) not in found:
            found[fold(sight.name)] = (len(row["tags"]), sight)
    return [sight for _, sight in sorted(found.values(), key=lambda pair: -pair[0])]


def _sight(row: dict[str, object], place: str) -> Attraction | None:
    tags, at = row.get("tags"), row.get("center") or row
    if not isinstance(tags, dict) or not isinstance(at, dict):
        return None
    what = next((known for (key, value), known in _KINDS.items() if tags.get(key) == value), None)
    name, lat, lon = plain(str(tags.get("name") or ""), _NAME), at.get("lat"), at.get("lon")
    if not what or not name or not isinstance(lat, int | float) or not isinstance(lon, int | float):
        return None
    kind, interests, minutes, indoor = what
    street = " ".join(str(tags[k]) for k in ("addr:street", "addr:housenumber") if tags.get(k))
    return Attraction(
        id=f"osm-{row.get('type')}-{row.get('id')}",
        name=name,
        place=place or plain(str(tags.get("addr:city") or ""), _NAME),
        kind=_FAITHS.get(str(tags.get("religion")), kind) if kind == "church" else kind,
        interests=interests,
        area=plain(str(tags.get("addr:suburb") or ""), _NAME),
        lat=lat,
        lon=lon,
        minutes=minutes,
        indoor=indoor,
        price=plain(str(tags["charge"]), _NAME) if tags.get("charge") else None,
        phone=plain(str(tags["phone"]), _NAME) if tags.get("phone") else None,
        address=plain(street, _NAME) or None,
        source=SOURCE,
    )
