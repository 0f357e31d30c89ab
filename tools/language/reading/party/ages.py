"""Ages: "who is 7", "a 6 year old", "10-month-old", "kids (4, 7 and 9)", "una hija de 7 años"."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tripintent.tools.language.reading.lexicon import lexicon

ADULT_FROM = 18
"""Years; from here on an age is nobody's that needs a child's fare."""

_ANY_UNIT = r"(?:%years%|%month%|mos?|%week%|%day%)"
_UNIT = r"(?:%years%|(?P<months>%month%|mos?)|(?P<short>%week%|%day%))"
_AGE = rf"(?:\d{{1,2}}|%num%)(?:[\s-]*{_ANY_UNIT}\b)?(?:[\s-]*%old%\b)?"
_LIST = rf"(?P<ages>{_AGE}(?:\s*(?:,|/|%and%)\s*(?:%and%\s+)?(?:%a%\s+)?{_AGE})*)"
_THING = (
    r"(?:of us|of you|%adult%|%person%|%room%|%night%|%ticket%|%star%|%infant%|%toddler%|%bag%|%child%|%month_name%(?!\s+\d)|families|more"
    r"|%to%\s*\d+|am|pm|[:/.-]\s*\d+|%of%\s+%month_name%)(?!\w)"
)
_NO_AGE = rf"(?!\w)(?!\s*{_THING})(?!\s*(?:,|/|%and%)\s*\d{{1,2}}(?!\w)(?!\s*{_THING}))"
"""What shows that a number behind a word for children is no age: "two kids, 2 rooms", "with the kids, 3 to 10 May"."""
_MARKED = rf"\s*,?\s*(?:[(:]\s*)?%aged%\s*:?\s+{_LIST}{_NO_AGE}\)?"
_HAVING = rf"\s*,?\s*%having_years%\s+{_LIST}{_NO_AGE}"
_LISTED = (
    rf"(?:\s*[(:,]\s*|\s+(?=\d{{1,2}}\s*(?:,|/|%and%)\s*\d)|\s+(?=\d{{1,2}}[\s-]*{_ANY_UNIT}\b)){_LIST}{_NO_AGE}\)?"
)
_FREE = rf"\b(?:aged?|ages|age of|edades|ages de|im alter von|con edades de|di eta)\s*:?\s*{_LIST}{_NO_AGE}"
_OLD = rf"(?<![\d.,])\b(?P<age>\d{{1,2}}|%num%)[\s-]*(?:{_UNIT}[\s-]*%old%|yo\b|y/o|jahrig\w*|(?P<monatig>monatig\w*))(?!\w)"
_ITEM = rf"(?P<age>\d{{1,2}}|%num%)(?:[\s-]*{_UNIT}\b)?(?:[\s-]*%old%\b)?"
_ONLY = rf"\W*(?:(?:they|he|she|it)\s+)?(?:%aged%\s+)?{_LIST}\W*"


class Ages(NamedTuple):
    """Ages in whole years, and the words that say them."""

    years: tuple[int, ...]
    start: int
    end: int


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    sources = {
        "marked": _MARKED,
        "having": _HAVING,
        "listed": _LISTED,
        "free": _FREE,
        "old": _OLD,
        "item": _ITEM,
        "only": _ONLY,
        "unit": rf"\b{_ANY_UNIT}\b",
    }
    return lexicon(language).compile(sources[name])


def ages_behind(text: str, end: int, language: str) -> Ages | None:
    """Return the ages said right behind a word for children that ends at ``end``."""
    for name in ("marked", "having", "listed"):
        match = _pattern(name, language).match(text, end)
        if match and (name != "having" or _has_unit(match["ages"], language)):
            return _ages(match, language)
    return None


def ages_alone(text: str, language: str) -> Iterator[Ages]:
    """Yield single ages that stand for somebody: "6 year old", "10-month-old", "7yo"."""
    for match in _pattern("old", language).finditer(text):
        years = _years(match, language)
        if years is not None and years < ADULT_FROM:
            yield Ages((years,), *match.span())


def ages_free(text: str, language: str) -> Ages | None:
    """Return ages that stand away from the word for children: "two kids will come along, aged 4 and 7"."""
    match = _pattern("free", language).search(text)
    return _ages(match, language) if match else None


def ages_only(text: str, language: str) -> Ages | None:
    """Return the ages of a text that is nothing else: an answer to "how old are the children?"."""
    match = _pattern("only", language).fullmatch(text)
    return _ages(match, language) if match else None


def _has_unit(said: str, language: str) -> bool:
    return bool(_pattern("unit", language).search(said))


def _ages(match: re.Match[str], language: str) -> Ages | None:
    found = [_years(item, language) for item in _pattern("item", language).finditer(match["ages"])]
    years = tuple(y for y in found if y is not None)
    return Ages(years, *match.span()) if years and all(y < ADULT_FROM for y in years) else None


def _years(match: re.Match[str], language: str) -> int | None:
    """Return an age in whole years: months and weeks count by the year ("18 months" is 1)."""
    number = lexicon(language).number(match["age"])
    if number is None:
        return None
    if match["short"]:
        return 0
    months = match["months"] or match.groupdict().get("monatig")
    return number // 12 if months else number
