"""Finding place names in running text: the longest known name at each word, with the state or country after it."""

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tripintent.tools.places.airports import shared_catalogue, tier
from tripintent.tools.places.folding import fold
from tripintent.tools.places.index import code_words, everyday, name_index, never, short_names
from tripintent.tools.places.regions import METROS, Region, abbreviations, regions

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_MAX_WORDS = 5
_MANY_PEOPLE = 100_000
_MUCH_TRAFFIC = 1e6


class Word(NamedTuple):
    """One word of a text: folded, and where it is."""

    text: str
    start: int
    end: int


class PlaceSpot(NamedTuple):
    """A place name in a text. ``qualifier`` is the state or country said with it ("Portland, OR").

    ``sure`` is False for an everyday word in lower case ("nice"): only the words around it can make it a place.
    """

    start: int
    end: int
    key: str
    qualifier: Region | None = None
    code: str | None = None
    sure: bool = True


def words_of(text: str) -> list[Word]:
    """Return the words of a text, folded, with positions in the original."""
    return [Word(m.group().replace("'", ""), m.start(), m.end()) for m in _WORD.finditer(fold(text))]


def scan(text: str) -> list[PlaceSpot]:
    """Return the place names of a text from left to right, without overlaps."""
    return list(_scanned(text))


@lru_cache(maxsize=128)
def _scanned(text: str) -> tuple[PlaceSpot, ...]:
    """Scan a text once for all who read it in one message."""
    words = words_of(text)
    spots: list[PlaceSpot] = []
    i = 0
    while i < len(words):
        found = _spot_at(text, words, i)
        if found is None:
            i += 1
            continue
        spot, used = found
        spots.append(spot)
        i += used
    return tuple(spots)


def _spot_at(text: str, words: Sequence[Word], i: int) -> tuple[PlaceSpot, int] | None:
    raw = text[words[i].start : words[i].end]
    if raw in METROS and (found := _code_at(text, words[i], raw)):
        return found
    for count in _lengths(words[i].text):
        chunk = words[i : i + count]
        if len(chunk) < count or not _adjacent(text, chunk):
            continue
        key = " ".join(w.text for w in chunk)
        if key in name_index() or key in regions():
            start, end = chunk[0].start, chunk[-1].end
            qualifier, used = _qualifier(text, words, i + count, key)
            end = words[i + count + used - 1].end if used else end
            sure = used > 0 or _looks_like_name(text, words, i, count, key)
            return PlaceSpot(start, end, key, qualifier, None, sure), count + used
    return _code_at(text, words[i], raw) if len(raw) == 3 and raw.isascii() and raw.isalpha() else None


_SHOUTED = re.compile(r"[A-Z]{3} [A-ZÀ-Þ]{4,}")
"""Stress, and no code: "250 PRO NACHT"."""


def _code_at(text: str, word: Word, raw: str) -> tuple[PlaceSpot, int] | None:
    """Read three letters as a code: any airport's in capitals, in lower case one that people use and that is not a word."""
    code, capital = raw.upper(), raw.isupper() and not text.isupper() and not _SHOUTED.match(text, word.start)
    named = code in METROS or bool(shared_catalogue().airport(code))
    known = named if capital else word.text not in code_words()
    if (capital and known) or (known and (code in METROS or tier(code))):
        return PlaceSpot(word.start, word.end, word.text, None, code, sure=capital), 1
    return None


@lru_cache(maxsize=4096)
def _lengths(first: str) -> tuple[int, ...]:
    """Return how many words the names have that begin with a word, the longest first."""
    known = set(name_index().lengths(first)) | set(_region_lengths().get(first, ()))
    return tuple(sorted((n for n in known if n <= _MAX_WORDS), reverse=True))


_REGION_LENGTHS: dict[str, set[int]] = {}


def _region_lengths() -> dict[str, set[int]]:
    if not _REGION_LENGTHS:
        for key in regions():
            first, *rest = key.split()
            _REGION_LENGTHS.setdefault(first, set()).add(1 + len(rest))
    return _REGION_LENGTHS


def _adjacent(text: str, chunk: Sequence[Word]) -> bool:
    """Tell whether only blanks, hyphens, dots or slashes stand between the words of a name."""
    return all(not (set(text[a.end : b.start]) - set(" -.'’/\t")) for a, b in itertools.pairwise(chunk))


def _qualifier(text: str, words: Sequence[Word], at: int, key: str) -> tuple[Region | None, int]:
    """Read a state or country right after a name ("Portland, OR", "Paris France"); it must fit one of its readings."""
    if at >= len(words) or at == 0:
        return None, 0
    gap = text[words[at - 1].end : words[at].start]
    if gap.strip(" ,(") or "\n" in gap:
        return None, 0
    comma = "," in gap or "(" in gap
    for count in (3, 2, 1):
        chunk = words[at : at + count]
        name = " ".join(w.text for w in chunk)
        region = regions().get(name) if len(chunk) == count and _adjacent(text, chunk) else None
        if region and fits(key, region):
            return region, count
    raw = text[words[at].start : words[at].end]
    word = words[at].text in code_words() and text[words[at].end : words[at].end + 1].isspace()  # "london, on the 14th"
    for region in abbreviations().get(words[at].text, ()):
        if (raw.isupper() or (comma and not word)) and fits(key, region):
            return region, 1
    return None, 0


def fits(key: str, region: Region) -> bool:
    """Tell whether a name has a reading in a state or country."""
    for reading in name_index().readings(key):
        if reading.country == region.country and (region.is_country or reading.region in (region.code, None)):
            return True
    return False


def _looks_like_name(text: str, words: Sequence[Word], i: int, count: int, key: str) -> bool:
    """Tell whether a name can be taken for a place without help: several words, or no everyday word."""
    raw = text[words[i].start : words[i + count - 1].end]
    if len(key) <= 3:
        named = raw.isupper() or (len(key) == 3 and raw[0].isupper())
        return named and not text.isupper() and key not in everyday() - short_names()
    if key in everyday():
        starts = i == 0 or text[: words[i].start].rstrip()[-1:] in {".", "!", "?", ""}
        return raw[0].isupper() and not starts and not text.isupper() and key not in never()
    if count > 1:
        return True
    top = name_index().readings(key)
    return (
        (raw[0].isupper() and not text.isupper())
        or key in regions()
        or bool(top and (top[0].population >= _MANY_PEOPLE or top[0].weight > _MUCH_TRAFFIC))
    )
