"""Likes and dislikes of travellers, things that they want more or fewer of, and how full their days shall be."""

import re

from tripintent.state.designer.itinerary import Pace
from tripintent.tools.language.exact.tables import chain, pattern, phrases
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline.plan_when import WORDS
from tripintent.tools.language.offline.words import has, table

_OF_A_KIND = ("museum", "church", "park", "market", "castle")
_PACES: tuple[tuple[str, Pace], ...] = (("gentle", "leisurely"), ("full", "packed"))
_NO = (
    r"(?:no|not|nicht|kein\w*|pas|sans|non|niente|nao|sem|sin|nada|without|ohne|fewer|less|weniger"
    r"|moins|menos|meno|avoid|hate|skip|nothing|nichts|rien|statt|instead of|rather than|aren't|isn't|don't)"
)


def interests_in(folded: str, language: str) -> dict[str, int]:
    """Return the interests that words name, and where."""
    folded = pattern("itinerary", "less_walking", language).sub(lambda m: " " * len(m.group()), folded)
    found = {
        name: hit.start() for name, row in table("interests", language, WORDS).items() if (hit := row.search(folded))
    }
    for code in chain(language):
        for name, row in read_words(code, "towns")["likes"].items():
            known = {"hiking": "nature", "mountains": "nature", "diving": "beach", "markets": "shopping"}.get(
                name, name
            )
            hit = re.search(rf"\b(?:{row})\b", folded)
            if hit and known in (
                "beach",
                "nature",
                "food",
                "history",
                "art",
                "nightlife",
                "music",
                "family",
                "shopping",
            ):
                found.setdefault(known, hit.start())
    return dict(sorted(found.items(), key=lambda one: one[1]))


def likes_in(folded: str, language: str, *, denied: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is liked, and what is not: what is behind a no, up to a "but"."""
    found = interests_in(folded, language)
    no = re.search(rf"(?<!\w)(?:{_NO}|{phrases('itinerary', 'dislikes', language)})(?!\w)", folded)
    but = re.search(r",| (?:but|aber|mais|pero|ma|mas|more|mehr) ", folded[no.end() :]) if no else None
    stop = no.end() + but.start() if no and but else len(folded)
    avoided = tuple(k for k, at in found.items() if (no and no.start() <= at < stop) or (denied and not no))
    return tuple(k for k in found if k not in avoided), avoided


def pace_in(folded: str, language: str) -> Pace | None:
    """Return how full the days shall be; "too packed" wants them easier."""
    for cue_name, told in _PACES:
        if has(cue_name, language, folded, WORDS):
            return told
    for name, other in (("leisurely", "packed"), ("packed", "leisurely"), ("balanced", "balanced")):
        for hit in pattern("itinerary", name, language).finditer(folded):
            before = folded[max(0, hit.start() - 12) : hit.start()].split()[-1:]
            turned = bool(before) and has("too", language, before[0], WORDS)
            pace: Pace = "leisurely" if (other if turned else name) == "leisurely" else "packed"
            return "balanced" if name == "balanced" else pace
    return None


def kinds_after(concept: str, folded: str, language: str) -> tuple[str, ...]:
    """Return what is wanted less or more of: kinds of sights, or interests ("fewer churches", "more food")."""
    hit = re.search(rf"(?<!\w){phrases('itinerary', concept, language)}\s+([^,.;!?]{{2,30}})", folded)
    if not hit:
        return ()
    words = hit.group(hit.lastindex or 0)
    other = "fewer" if concept == "more_of" else "more_of"
    words = re.split(rf"(?<!\w){phrases('itinerary', other, language)}(?!\w)", words)[0]
    if concept == "more_of":
        return tuple(interests_in(words, language))
    return tuple(k for k in _OF_A_KIND if pattern("itinerary", k, language).search(words))
