"""The company a speaker names: "my wife and I", "me and two friends", "just me", "we're a couple"."""

import re
from collections.abc import Sequence
from functools import cache

from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.lexicon import Lexicon, lexicon
from tripintent.tools.language.offline.party.heads import read_flights

_SOLO = (
    r"\b(?:just|only|it's|its|solely)\s+(?:for\s+)?(?:me|myself)\b(?!\s+and|\s*,\s*(?:my|and|our|plus))"
    r"|\bjust be me\b|\b(?:by|for)\s+myself\b|\bsolo\b(?=\s*(?:[.,!?;)]|$|trip|trav\w+|adventure|vacation|holiday|journey"
    r"|getaway|from|to|for|in|on|and\b))|\btravell?ing alone\b|\balone\b|\bon my own\b"
    r"|\bjust one (?:person|ticket|seat|traveler|passenger|of us)\b|\bsingle (?:person|traveler|traveller"
    r"|passenger)\b|\bsolamente yo\b|\bsolo yo\b|\bviajo solo\b|\bviajo sola\b|\bje voyage seule?\b|\bnur ich\b"
    r"|\bso eu\b|\ballein[e]?\b|\bsozinh[oa]\b|^\W*seule?\W*$|\bviaggio da sol[oa]\b|\bsolo io\b"
)
_COUPLE = (
    r"\b(?:(?:we(?:'re| are) a|honeymoon|young|elderly|married|retired|for (?:a|one))\s+(?:\w+\s+)?(?:couple"
    r"|pair)\b(?!\s+of)|both of us\b|(?:somos )?una pareja|um casal|casal\b|un couple|una coppia)"
)
_COUPLES = r"\b(?P<n>%num%)\s+(?:\w+\s+)?couples\b"
_FRIENDS = r"\bwe(?:'re| are| will be)\s+(?:a group of\s+)?(?P<n>%num%)\s+(?:\w+\s+)?%companions%\b"
_PAIR = (
    r"\b(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\s*,[^.;]{1,40}\band\s+(?:i|me|myself)\b",
    r"\b(?:me|myself|i)\s*,\s*(?P<one>my\s+(?:\w+\s+)?%companion%)\b",
    r"\b(?:me|myself|i)\s+(?:%and%|with|\+)\s+(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\b",
    r"\b(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\s+(?:%and%)\s+(?:i|me|myself|yo|moi|ich|eu|io)\b",
    r"\b(?:%with%)\s+(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\b",
)
_SELF = r"\b(?:me|myself|i)\s+(?:%and%|with|\+)\s+(?:my|our)(?:\s+(?:%num%\s+)?(?:\w+\s+)?%child%\b|\s{4,})"
"""A run of blanks is an age that was read before ("me and my 7 year old")."""
_GROUP = (
    r"\b(?:(?:me|myself|i)\s+(?:%and%|with|\+)|with|bringing|and)\s+(?:my\s+"
    r"|our\s+)?(?P<n>%num%)\s+(?:\w+\s+)?%companions%\b"
)
_ACCOMPANY = r"\baccompany(?:ing)?\s+(?P<n>%num%)\s+(?:other\s+)?(?:\w+\s+)?(?:%companions%|%person%)\b"


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    sources = {
        "solo": _SOLO,
        "couple": _COUPLE,
        "self": _SELF,
        "group": _GROUP,
        "accompany": _ACCOMPANY,
        "couples": _COUPLES,
        "friends": _FRIENDS,
    }
    return lexicon(language).compile(sources[name])


@cache
def _pairs(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(lexicon(language).compile(pattern) for pattern in _PAIR)


def read_company(text: str, language: str, young: Sequence[Claim], *, adults: bool) -> Claim | None:
    """Count the speaker and the company named: "me and two friends" is three, "my wife and I" two.

    ``young`` is what was read of children and infants; ``adults`` tells whether adults were counted in words.
    """
    words = lexicon(language)
    return (
        _with_others(text, words, language)
        or _pair(text, language, young)
        or _self_and_children(text, language, young, adults=adults)
        or read_flights(text, language)
        or _alone(text, language)
    )


_ALL = (("friends", 1, 0), ("couples", 2, 0), ("group", 1, 1), ("accompany", 1, 1))
"""How a number of others counts: by what it is multiplied, and whether the speaker joins them."""


def _with_others(text: str, words: Lexicon, language: str) -> Claim | None:
    for name, times, speaker in _ALL:
        match = _pattern(name, language).search(text)
        if match and (count := words.number(match["n"])):
            return Claim("travelers", count * times + speaker, *match.span(), 0.9)
    return None


def _pair(text: str, language: str, young: Sequence[Claim]) -> Claim | None:
    """Count two; a child with an age is a child, and no company of grown-ups ("with our son who is 7")."""
    for pattern in _pairs(language):
        for match in pattern.finditer(text):
            if any(c.start < match.end("one") and c.end > match.start("one") for c in young):
                continue
            slot = "adults" if any(c.slot in {"children", "infants"} for c in young) else "travelers"
            return Claim(slot, 2, *match.span(), 0.9)
    return None


def _self_and_children(text: str, language: str, young: Sequence[Claim], *, adults: bool) -> Claim | None:
    match = _pattern("self", language).search(text)
    if match and not adults and any(c.slot in {"children", "infants"} for c in young):
        return Claim("adults", 1, *match.span(), 0.9)
    return None


def _alone(text: str, language: str) -> Claim | None:
    for name, count in (("couple", 2), ("solo", 1)):
        match = _pattern(name, language).search(text)
        if match:
            return Claim("travelers", count, *match.span(), 0.9 if name == "couple" else 1.0)
    return None
