"""The name of a thing in a clause: what is left without verbs of asking, days, times and small words at its ends."""

import re
from functools import cache

from tripintent.tools.language.exact.tables import phrases
from tripintent.tools.places.folding import fold

_ARTICLE = re.compile(r"^(?:an?|the|some|ein(?:e[nmrs]?)?|une?|una?|um|uma|uno|du|des)\s+(?=\S)", re.IGNORECASE)
_SMALL_WORDS = re.compile(r"\b(?:the|on|at|in|a|an|and|of|for|to)\b", re.IGNORECASE)
_EDGES = ' ,.;:-–!?"“”„«»'
_END = 80
"""Characters at either end in which an asking word or a small word stands."""
_ELIDED = re.compile(r"^(?:l|d|all|dell|un)['’](?=\w)")


@cache
def _ends(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    lead, tail = phrases("itinerary", "lead", language), phrases("itinerary", "tail", language)
    return re.compile(rf"^{lead}(?!\w)[\s,:|]*"), re.compile(rf"[\s,:|]*(?<!\w){tail}$")


@cache
def _own_small(language: str) -> re.Pattern[str] | None:
    """Return the articles and prepositions of another language at the start of a name; a capital makes them part of it."""
    return (
        None if language == "en" else re.compile(rf"^{phrases('itinerary', 'tail', language, own=True)}(?!\w)\s*(?=\S)")
    )


def name_in(rest: str, language: str = "en") -> str:
    """Return the name in what is left of a clause (bars stand for days and times); empty when there is none."""
    pieces = [stripped(piece, language) for piece in rest.split("|")]
    named = [p for p in pieces if len(_SMALL_WORDS.sub("", p).strip(" ,.;:-")) >= 2]
    return max(named, key=len) if named else ""


def stripped(text: str, language: str = "en") -> str:
    """Return a piece of text without asking words before it and small words behind it."""
    lead, tail = _ends(language)
    small = _own_small(language)
    found = text.strip(_EDGES)
    while True:
        begin = match.end() if (match := lead.match(fold(found[:_END]))) else 0
        shorter = found[begin:]
        last = max(len(shorter) - _END, 0)
        shorter = shorter[: last + match.start()] if (match := tail.search(fold(shorter[last:]))) else shorter
        if small and shorter[:1].islower():
            shorter = shorter[match.end() :] if (match := small.match(fold(shorter[:_END]))) else shorter
        shorter = _ELIDED.sub("", shorter.strip(_EDGES))
        if shorter == found:
            break
        found = shorter
    without = _ARTICLE.sub("", found)
    return without or found


def titled(name: str) -> str:
    """Return a name with a capital at its start; the rest stays as it was written."""
    return name[:1].upper() + name[1:] if name else name
