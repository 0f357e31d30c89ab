"""Airlines by name, code and slip of the pen."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

from rapidfuzz import fuzz, process

from tripintent.state.operations import Want
from tripintent.tools.language.exact.tables import load_data
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.scope import Scopes
from tripintent.tools.places.folding import fold

_BARE_CUE = re.compile(
    r"\b(?:no|not|avoid|on|with|by|via|fly|flying|prefer|like|take|airline is|airlines?:?|try|use|using|for"
    r"|want|does|about|be|con|mit|avec|com|kein\w*|ohne|sin|sans|senza|sem|prefier\w*|prefer\w*|lieber|nur|solo)"
    r"\s+(?:a\s+|an\s+|the\s+|to fly\s+|fly\s+)*$"
)
_BEHIND = re.compile(
    r"^\s*(?:flights?|airlines?|air|airways|tickets?|from|to|leaving|departing|fares?|non[- ]?stop|or|and"
    r"|please|works|is (?:fine|good|ok|great)|instead|would|[.,!?]|$)"
)
_JOINED = re.compile(r"\s*(?:,|/|&|\b(?:or|and|o|y|u|ou|et|e|oder|und)\b)\s*(?:or\s+)?")
_NOT_ONLY = re.compile(
    r"\b(?:not (?:just|only)|nicht nur|no (?:solo|solamente)|pas (?:que|seulement)|non solo|nao (?:so|apenas))\s+$"
)
"""Before an airline that was the only one: it no longer is."""
_CAPITALS = {"ita", "ana"}
"""Names that are also words: airlines in capitals only."""
_ALONE = re.compile(r"\s+(?:only|or nothing|nur|solo|seulement|uniquement|apenas|soltanto)\b")
_ONLY = re.compile(r"\b(?:only|just|must be|has to be|nur|solo|seulement|que du|apenas|soltanto)\s+$")
_SLIP = re.compile(r"\b([a-z]{4,}) (air ?lines?|airways)\b")
_NO_AIRLINE = re.compile(r"\s*(?:states|kingdom|arab|nations|food|cuisine|restaurants?|express|dishes|meals)\b")
_PLAIN_WORDS = {
    "american",
    "delta",
    "united",
    "southwest",
    "continental",
    "northwest",
    "swiss",
    "spirit",
    "frontier",
    "iberia",
    "garuda",
    "latam",
    "cathay",
}


@cache
def _names() -> dict[str, str]:
    """Return the canonical name by every folded spelling, codes left out."""
    return {fold(spelling): names[0] for names in load_data("airlines").values() for spelling in names}


@cache
def _pattern() -> re.Pattern[str]:
    spellings = sorted(_names(), key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(re.escape(s) for s in spellings) + r")\b")


def read_airlines(message: Message, scopes: Scopes, *, asked: bool = False) -> Iterator[Want]:
    """Yield what is wanted of airlines; a plain word ("united") needs a cue or the question for an airline."""
    for name, start, end in list(_found(message, scopes, asked=asked)):
        message.take(start, end, soft=True)
        turned, wish = scopes.turn_of(start, end), scopes.strength_of(start, end) == "wish"
        said = message.text[start:end]
        if _NOT_ONLY.search(message.folded[:start]):
            yield Want(slot="airlines", value=(name,), polarity="no_matter", text=said, start=start, end=end)
            continue
        alone = _ALONE.match(message.folded, end) or _ONLY.search(message.folded[:start])
        must = not turned and (scopes.strength_of(start, end) == "must" or alone is not None)
        polarity: Literal["require", "prefer", "avoid"] = "avoid" if turned else "prefer" if wish else "require"
        yield Want(slot="airlines", value=(name,), polarity=polarity, must=must, text=said, start=start, end=end)


def _found(message: Message, scopes: Scopes, *, asked: bool) -> Iterator[tuple[str, int, int]]:
    text = message.open
    listed_until = -1
    for match in _pattern().finditer(text):
        said = match[1]
        if said in _CAPITALS and not message.text[match.start() : match.end()].isupper():
            continue
        if said in _PLAIN_WORDS and not (
            asked
            or listed_until == match.start()
            or _is_airline(text, match)
            or (scopes.strength_of(*match.span()) == "wish" and not _NO_AIRLINE.match(text[match.end() :]))
        ):
            continue
        joined = _JOINED.match(text, match.end())
        listed_until = joined.end() if joined else -1
        yield _names()[said], match.start(), match.end()
    for match in _SLIP.finditer(text):
        if not _pattern().search(match.group()):
            best = process.extractOne(match.group(), list(_names()), scorer=fuzz.ratio, score_cutoff=86)
            if best:
                yield _names()[best[0]], match.start(), match.end()


def _is_airline(text: str, match: re.Match[str]) -> bool:
    if _NO_AIRLINE.match(text[match.end() :]):
        return False
    if re.match(r"\s+(?:flights?|airlines?|planes?)\b", text[match.end() :]):
        return True
    if _ALONE.match(text, match.end()) or _ONLY.search(text[: match.start()]):
        return True
    joined = _JOINED.match(text, match.end())
    if joined and _pattern().match(text, joined.end()):
        return True
    return bool(_BARE_CUE.search(text[: match.start()])) and bool(_BEHIND.match(text[match.end() :]))


def canonical(name: str) -> str | None:
    """Return the airline's name for any spelling or its two-letter code; None for one that is not known."""
    return _names().get(fold(name)) or by_code(name.strip().upper())


def by_code(code: str) -> str | None:
    """Return the airline's name for its two-letter code."""
    names = load_data("airlines").get(code)
    return names[0] if names else None
