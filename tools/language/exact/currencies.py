"""Currencies behind an amount that the money grammar has no word for: an ISO 4217 code, or one that is not known."""

import re
from datetime import date
from functools import cache
from typing import NamedTuple

from babel.core import get_global
from babel.numbers import get_territory_currencies

from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.places.readings import by_code

_CODE = re.compile(r"\s?(?P<word>[A-Z]{3})\b(?!['’-])")
_NOUN = re.compile(
    r"\s*(?:(?<=\s)|(?=kr\b))(?P<word>kr|pesos?|lire|lira|kron[ae]r?|kronor|dinar|rial|riyal|dirham|taka|hryvnia|coronas?|couronnes?|kronen|[a-z]{4,}s)\b"
    r"(?=\s*(?:$|[.,;!?)]|(?:per|each|total|max|at most|tops|or less|for|in total|altogether|a person|to spend)\b))"
)
_NO_CURRENCY = re.compile(
    r"miles|points|tops|less|plus|thanks|taxes|fees|extras|times|hours|minutes|percent|flights|hotels|trips|options|places"
    r"|%person%|%adult%|%child%|%infant%|%night%|%day%|%week%|%month%|%room%|%star%|%ticket%|%bag%|%companions%"
)
"""Plurals that are counted and are not money."""
_SINCE = date(2026, 1, 1)
"""Only money that is legal tender somewhere on this day counts (CLDR's table)."""


class Stray(NamedTuple):
    """A word in the place of a currency: ``code`` is None when no currency has that name."""

    code: str | None
    start: int
    end: int


def stray_currency(text: str, folded: str, end: int, language: str) -> Stray | None:
    """Return the currency, or the unknown one, right behind an amount that ends at a position."""
    match = _CODE.match(text, end)
    if match and not (text[: match.start("word")] + text[match.end("word") :]).isupper():
        code = match["word"]
        if code in _legal_tender():
            return Stray(code, *match.span("word"))
        return None if by_code(code) else Stray(None, *match.span("word"))
    noun = _NOUN.match(folded, end)
    if noun and not _ordinary(language).fullmatch(noun["word"]):
        return Stray(None, *noun.span("word"))
    return None


@cache
def _ordinary(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(_NO_CURRENCY.pattern)


@cache
def _legal_tender() -> frozenset[str]:
    territories = get_global("territory_currencies")
    return frozenset(code for t in territories for code in get_territory_currencies(t, start_date=_SINCE))
