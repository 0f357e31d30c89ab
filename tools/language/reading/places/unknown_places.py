"""Names after "from", "to" and the like that no catalogue knows: slips of the pen, or places to be asked about."""

import re
from functools import cache

from tripintent.state.frame import Place
from tripintent.tools.language.exact.lexicon import lexicon, small_words
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.names import PlaceContext, PlaceMention, role_at
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.index import everyday
from tripintent.tools.places.spelling import corrected

_CUE = r"\b(?:from|frm|to|into|out of|visit(?:ing)?|leaving|destination is|between|near|in)\s+"
_NAMED = re.compile(
    _CUE.replace("|near|in)", ")") + r"(?P<name>(?-i:[A-Z])[\w'’-]+(?:[ ](?-i:[A-Z])[\w'’-]+){0,2})", re.IGNORECASE
)
_WORDED = re.compile(_CUE + r"(?P<name>[a-z]{5,}(?:[ ][a-z]{4,})?)\b")
_IN_CITY = re.compile(r"\s*(?:world|land|resort|park)?\s*(?:in|at|,|near)\s*")
_WORD = re.compile(r"[A-Za-z]{5,}(?: [A-Za-z]{4,})?")
_BEFORE_TO = re.compile(r"\b(?P<name>[a-z]{5,})\s*(?:->|→|>|-|\b(?:to|nach|para|vers|per|a)\b)\s*$")
"""A start in front of a known place ("madird to athens")."""
_NO_NAMES = {
    "english",
    "spanish",
    "french",
    "christmas",
    "easter",
    "thanksgiving",
    "about",
    "around",
    "there",
    "their",
    "which",
    "where",
    "somewhere",
    "anywhere",
}
_SLIP = 0.8
"""Confidence of a name that was spelt otherwise."""
_UNKNOWN = 0.5


def find_unknown(
    message: Message, known: list[PlaceMention], gazetteer: Gazetteer, context: PlaceContext
) -> list[PlaceMention]:
    """Return known and newly found places together, left to right."""
    found = list(known)
    for start, end, capital in _names(message, known, context):
        if _names_a_sight(message, end, found):
            continue
        if any(start < m.end and end > m.start for m in found) or _is_taken(message, start, end):
            continue
        if name_key(message.text[start:end]) in _trip_words(context.language):
            continue
        place, confidence = _place(message.text[start:end], gazetteer, capital=capital)
        if place:
            before = [m for m in found if m.end <= start]
            after = min((m.start for m in found if m.start >= end), default=len(message.text))
            role, basis = role_at(message, start, end, before, context=context, after=after)
            found.append(PlaceMention(start, end, place, role, basis, confidence))
    return sorted(found, key=lambda m: m.start)


@cache
def _trip_words(language: str) -> frozenset[str]:
    """Return words of travelling, which are no misspelt places ("in treno" is no Trento)."""
    tables = (lexicon(language).tables("modes"), lexicon(language).tables("words"))
    return frozenset(word for table in tables for words in table.values() for word in words)


def _names_a_sight(message: Message, end: int, found: list[PlaceMention]) -> bool:
    """Tell a sight from a place: in "visit Disney in Orlando" the city is the destination."""
    following = next((m.start for m in found if m.start >= end), None)
    return following is not None and bool(_IN_CITY.fullmatch(message.folded[end:following]))


def _names(message: Message, known: list[PlaceMention], context: PlaceContext) -> list[tuple[int, int, bool]]:
    """Return candidates as (start, end, is capitalised)."""
    spans = [(*m.span("name"), True) for m in _NAMED.finditer(message.text)] if not message.text.isupper() else []
    spans += [(*m.span("name"), False) for m in _WORDED.finditer(message.folded)]
    starts = (_BEFORE_TO.search(message.folded, 0, place.start) for place in known)
    spans += [(*m.span("name"), False) for m in starts if m and m["name"] not in small_words(context.language)]
    bare = _WORD.fullmatch(message.text.strip(" .!?"))
    if context.awaited and bare:
        start = message.text.index(bare.group())
        spans.append((start, start + len(bare.group()), bare.group()[0].isupper()))
    return spans


def _is_taken(message: Message, start: int, end: int) -> bool:
    return any(start < e and end > s for s, e in message.taken)


def _place(name: str, gazetteer: Gazetteer, *, capital: bool) -> tuple[Place | None, float]:
    key = name_key(name)
    first = key.split(" ")[0]
    if key in everyday() or first in everyday() or key in _NO_NAMES:
        return None, 0.0
    slip = corrected(key)
    if slip and (capital or slip not in everyday()):
        return gazetteer.resolve(slip).model_copy(update={"said": name}), _SLIP
    return (Place(said=name), _UNKNOWN) if capital else (None, 0.0)
