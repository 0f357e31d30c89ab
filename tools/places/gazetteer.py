"""The gazetteer: what a place name or code means, from local catalogues (port ``Places``)."""

from collections.abc import Sequence
from functools import lru_cache

from tripintent.state.frame import Place
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.index import name_index
from tripintent.tools.places.readings import Reading, by_code
from tripintent.tools.places.regions import Region, abbreviations, region_name, regions
from tripintent.tools.places.scan import Spot, fits, scan
from tripintent.tools.places.spelling import corrected

_CANDIDATES = 4


class Gazetteer:
    """Resolves names; loads its catalogues at first use, then answers from memory."""

    def resolve(self, said: str) -> Place:
        """Resolve the name or code of one place; never raises (``kind='unknown'`` when nothing fits)."""
        return _resolve(said)

    def scan(self, text: str) -> list[Spot]:
        """Return the place names in a text, left to right."""
        return scan(text)

    def place(self, text: str, spot: Spot) -> Place:
        """Resolve what ``scan`` found; ``said`` is the text's own spelling."""
        return _of_spot(text[spot.start : spot.end], spot)


@lru_cache(maxsize=4096)
def _resolve(said: str) -> Place:
    text = said.strip(" \t\n.,;:!?\"'()")
    code = text.upper()
    if len(text) == 3 and text.isalpha() and (text.isupper() or not _known(name_key(text))) and by_code(code):
        return _place(said, by_code(code))
    spots = scan(text)
    if spots and spots[0].start == 0 and spots[0].end >= len(text.rstrip()):
        return _of_spot(said, spots[0])
    key = name_key(text)
    if _known(key):
        return _of_spot(said, Spot(0, len(said), key))
    for region in abbreviations().get(key, ()):
        return _region(said, region)
    fixed = corrected(key)
    if fixed:
        return _of_spot(said, Spot(0, len(said), fixed))
    return Place(said=said)


def _known(key: str) -> bool:
    return key in name_index().names or key in regions()


@lru_cache(maxsize=4096)
def _of_spot(said: str, spot: Spot) -> Place:
    if spot.code and spot.key not in name_index().names:
        return _place(said, by_code(spot.code)) if by_code(spot.code) else Place(said=said)
    region = regions().get(spot.key)
    if region and not spot.qualifier and _means_region(spot.key, region):
        return _region(said, region)
    if spot.qualifier:
        return _place(said, _qualified(spot.key, spot.qualifier))
    clear, others = name_index().dominant(spot.key)
    if clear:
        return _place(said, clear)
    options = _distinct(others)
    if not options:
        return _region(said, region) if region else Place(said=said)
    return Place(said=said, name=options[0].name, kind="city", candidates=tuple(_place(said, r) for r in options))


def _means_region(key: str, region: Region) -> bool:
    """Tell whether a name shared by a city and a region means the region ("Georgia", not "New York" or "Singapore")."""
    readings = name_index().names.get(key)
    if not readings:
        return True
    same = any(r.country == region.country and r.name.casefold() == region.name.casefold() for r in readings)
    return not (same and region.is_country) and readings[0].weight < 5e6


def _qualified(key: str, region: Region) -> Reading | None:
    inside = [
        r
        for r in name_index().names.get(key, ())
        if r.country == region.country and (region.is_country or r.region in (region.code, None))
    ]
    return inside[0] if inside and fits(key, region) else None


def _distinct(readings: Sequence[Reading]) -> list[Reading]:
    """Keep the readings a traveller may mean: with an airport when any has one, one per airport, a few at most."""
    with_code = [r for r in readings if r.code] or list(readings)
    kept: list[Reading] = []
    for reading in with_code:
        if len(kept) < _CANDIDATES and all(k.code != reading.code or not k.code for k in kept):
            kept.append(reading)
    return kept


def _place(said: str, reading: Reading | None) -> Place:
    if reading is None:
        return Place(said=said)
    return Place(
        said=said,
        name=reading.name,
        kind=reading.kind,
        code=reading.code,
        country=reading.country,
        region=region_name(reading.country, reading.region),
    )


def _region(said: str, region: Region) -> Place:
    kind = "country" if region.is_country else "region"
    return Place(said=said, name=region.name, kind=kind, country=region.country)
