"""The company a speaker names: "my wife and I", "me and two friends", "just me", "we're a couple"."""

import re
from collections.abc import Sequence
from functools import cache

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import Lexicon, lexicon
from tripintent.tools.language.exact.tables import matches
from tripintent.tools.language.reading.party.heads import read_flights

_SOLO = (
    r"\bjust (?:(?:little|old|plain|poor|lonely|for|good) ){0,3}me\b(?!\s+and|\s*,\s*(?:my|and|our|plus))"
    r"|\b(?:the |my )?(?:dog|cat|pet)s? and (?:me"
    r"|i|myself)\b|\b(?:me|i) and (?:the|my) (?:small |little )?(?:dog|cat|pet)s?\b"
    r"|\b(?:voy|viajo|vuelo|ire) sol[oa]\b|\bvou sozinh[oa]\b|\bje (?:pars|voyage|suis|vole) seule?\b"
    r"|\bich (?:reise|fliege|bin) allein\b|\b(?:vado|parto|viaggio) da sol[oa]\b|"
    r"\b(?:just|only|it's|its|solely)\s+(?:for\s+)?(?:me|myself)\b(?!\s+and|\s*,\s*(?:my|and|our|plus))"
    r"|\bjust be me\b|\b(?:by|for)\s+myself\b|\bsolo\b(?=\s*(?:[.,!?;)]|$|trip|trav\w+|adventure|vacation|holiday|journey"
    r"|getaway|from|to|for|in|on|and\b))|\btravell?ing alone\b|\balone\b|\bon my own\b"
    r"|\bjust one (?:person|ticket|seat|traveler|passenger|of us)\b|\bsingle (?:person|traveler|traveller"
    r"|passenger)\b|\bsolamente yo\b|\bsolo yo\b|\bviajo solo\b|\bviajo sola\b"
    r"|\bje (?:voyage|pars|viens|vais|voyagerai|partirai) seule?\b|\bnur ich\b"
    r"|\bso eu\b|\ballein[e]?\b|\bsozinh[oa]\b|^\W*seule?\W*$"
    r"|\bune seule personne\b|\buna (?:sola )?persona(?: sola)?\b|\buma (?:so )?pessoa(?: so)?\b|\beine einzige person\b"
    r"|\bviaggio da sol[oa]\b|\bsolo io\b"
)
_COUPLE = (
    r"(?:^|,\s*)couple(?=\s*(?:[,.;]|$))|"
    r"\b(?:(?:we(?:'re| are) a|honeymoon|young|elderly|married|retired|for (?:a|one))\s+(?:\w+\s+)?(?:couple"
    r"|pair|duo|twosome)\b(?!\s+of)|both of us\b|(?:somos )?una? (?:pareja|matrimonio)|(?:en |nuestra |de )?luna de miel"
    r"|(?:em |nossa |na nossa )?lua de mel|(?:notre |en )?(?:voyage de noces|lune de miel)|(?:in |nostra )?luna di miele"
    r"|viaggio di nozze|flitterwochen|um casal|casal\b|un couple|una coppia"
    r"|in coppia|en pareja|en couple|em casal|a deux(?! pas))"
)
_COUPLES = r"\b(?P<n>%num%)\s+(?:\w+\s+)?couples\b"
_SEVERAL = (
    r"(?<!with )(?<!visit )(?<!visiting )(?<!to see )(?<!meet )\b(?P<n>%num%)\s+(?:\w+\s+)?%companions%\b"
    r"(?!\s+(?:said|told|recommended|live|living|there)\b)"
)
"""Friends that are counted and nothing beside them: all who travel."""
_FRIENDS = r"\bwe(?:'re| are| will be)\s+(?:a group of\s+)?(?P<n>%num%)\s+(?:\w+\s+)?%companions%\b"
_AGED = r"(?:\s*[(,]\s*(?:aged\s+)?\d{2}(?:\s*%years%)?\s*[),])?"
"""An age behind a grown-up ("my mum (72) and I")."""
_PAIR = (
    r"\b(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\s*,[^.;]{1,50}\b%and%\s+(?:i|me|myself|yo|moi|ich|eu|io)\b",
    r"\b(?:me|myself|i)\s*,\s*(?P<one>my\s+(?:\w+\s+)?%companion%)\b",
    r"\b(?:me|myself|i|yo|moi|ich|eu|io)\s*(?:%and%|with|\+|&)\s*(?P<one>(?:%possessive%\s+)?(?:\w+\s+)?%companion%)\b",
    rf"\b(?P<one>%possessive%\s+(?:\w+\s+)?%companion%){_AGED}\s+(?:%and%)\s+(?:i|me|myself|yo|moi|ich|eu|io)\b",
    r"\b(?:%with%)\s+(?P<one>(?:%possessive%|%the%)\s+(?:\w+\s+)?%companion%)\b",
)
_GROUP = (
    r"\b(?:(?:me|myself|i|yo|moi|ich|eu|io)\s+(?:%and%|with|\+|plus)|with|bringing|and|con|avec|mit|com)\s+(?:my\s+"
    r"|our\s+|mais\s+|otr[oa]s\s+|noch\s+|weiteren?\s+|altr[ei]\s+)*(?P<n>%num%)\s+(?:\w+\s+)?%companions%\b"
)
_AND_I = r"\b(?P<n>%num%)\s+(?:\w+\s+)?%companions%\s+(?:%and%)\s+(?:i|me|myself|yo|moi|ich|eu|io)\b"
_PARENTS = (
    r"\b(?:my|our|his|her|mis|mes|meine|meus|i miei)\s+(?:\w+\s+)?%parents%\b(?=[^.;]{0,60}\b(?:want|would|need"
    r"|are|will|fly|come|visit|travel|quieren|vienen|veulent|mochten|wollen|querem|vogliono))(?! (?:and"
    r"|\W)+(?:i|me|my)\b)"
)
"""Somebody else's journey: "my parents want to visit us"."""
_WITH_PARENTS = r"\b(?:%with%)\s+%possessive%\s+(?:\w+\s+)?%parents%\b"
_ACCOMPANY = r"\baccompany(?:ing)?\s+(?P<n>%num%)\s+(?:other\s+)?(?:\w+\s+)?(?:%companions%|%person%)\b"


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    sources = {
        "solo": _SOLO,
        "couple": _COUPLE,
        "group": _GROUP,
        "accompany": _ACCOMPANY,
        "couples": _COUPLES,
        "several": _SEVERAL,
        "friends": _FRIENDS,
        "and_i": _AND_I,
        "parents": _PARENTS,
        "with_parents": _WITH_PARENTS,
    }
    return lexicon(language).compile(sources[name])


@cache
def _pairs(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(lexicon(language).compile(pattern) for pattern in _PAIR)


def read_company(text: str, language: str, young: Sequence[SlotValue]) -> SlotValue | None:
    """Count the speaker and the company named: "me and two friends" is three, "my wife and I" two.

    ``young`` is what was read of children and infants.
    """
    words = lexicon(language)
    return (
        _with_others(text, words, language)
        or _pair(text, language, young)
        or read_flights(text, language)
        or _alone(text, language)
    )


_ALL = (("and_i", 1, 1), ("friends", 1, 0), ("couples", 2, 0), ("group", 1, 1), ("accompany", 1, 1), ("several", 1, 0))
"""How a number of others counts: by what it is multiplied, and whether the speaker joins them."""


def _with_others(text: str, words: Lexicon, language: str) -> SlotValue | None:
    for name, times, speaker in _ALL:
        match = _pattern(name, language).search(text)
        if match and (count := words.number(match["n"])) and (count > 1 or name != "several"):
            return SlotValue("travelers", count * times + speaker, *match.span(), 0.9)
    return None


def _pair(text: str, language: str, young: Sequence[SlotValue]) -> SlotValue | None:
    """Count two; a child with an age is a child, and no company of grown-ups ("with our son who is 7")."""
    for found in (*(one.finditer(text) for one in _pairs(language)), matches("party", "takes_along", language, text)):
        for match in found:
            if any(c.start < match.end() and c.end > match.start("one") >= 0 for c in young):
                continue
            slot = "adults" if any(c.slot in {"children", "infants"} for c in young) else "travelers"
            return SlotValue(slot, 3 if match.groupdict().get("two") else 2, *match.span(), 0.9)
    return None


def _alone(text: str, language: str) -> SlotValue | None:
    for name, count in (("couple", 2), ("parents", 2), ("with_parents", 3), ("solo", 1)):
        match = _pattern(name, language).search(text)
        if match:
            return SlotValue("travelers", count, *match.span(), 0.9 if name == "couple" else 1.0)
    return None


_PET = re.compile(
    r"\b(?:the |my )?(?:small |little )?(?:dog|cat|pet)s? and (?:me|i|myself)\b|\b(?:me|i) and (?:the"
    r"|my) (?:small |little )?(?:dog|cat|pet)s?\b"
)


def with_pet(text: str) -> SlotValue | None:
    """Read "just the dog and me" as one traveller; the animal was read as a request before."""
    match = _PET.search(text)
    return SlotValue("travelers", 1, *match.span(), 0.9) if match else None
