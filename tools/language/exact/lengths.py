"""Lengths of a trip or stay ("5 nights", "long weekend"), and by how many days its dates may move ("flexible", "+/- 2 days")."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from tripintent.tools.language.exact.lexicon import lexicon, matches


class Length(NamedTuple):
    """A length as said: ``unit`` is what was counted ("week" is seven of either)."""

    start: int
    end: int
    size: int
    unit: Literal["day", "night", "week"]


_COUNTED = (
    r"\b(?P<num>%num%)[\s-]*(?:more\s+|full\s+|extra\s+)?(?:(?P<night>%night%)|(?P<day>%day%)|(?P<week>%week%(?![\s-]?end))"
    r"|(?P<month>%month%))\b(?!\s+(?:from\s+(?:now|today|tomorrow|then|that|this|there|here|departure|arrival|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|christmas|easter)\b|ago|after|before|later|early|earlier|of\s+the"
    r"|flight)|[\s-]+olds?\b)"
)
_A = (
    r"(?<![\x00\d] )(?<!\x00)\b(?:an?|one|una?|une|eine?|uma?)\s+(?:whole\s+|full\s+)?(?:(?P<week>%week%(?![\s-]?end))"
    r"|(?P<fortnight>%fortnight%)"
    r"|(?P<month>%month%)|(?P<long>%long_weekend%)|(?P<weekend>%weekend%)|(?P<night>night))\b"
    r"(?!\s+(?:from(?!\s+(?:the\s+)?(?:\d|%month_name%|%weekday%))|ago|after|before|later))"
)
_LONG = r"\b%long_weekend%\b"


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    words = lexicon(language)
    return words.compile(_COUNTED), words.compile(_A), words.compile(_LONG)


def find_lengths(text: str, language: str) -> Iterator[Length]:
    """Yield the lengths of a folded text."""
    counted, single, long = _patterns(language)
    for match in counted.finditer(text):
        if length := _counted(match, language):
            yield length
    for match in single.finditer(text):
        yield _single(match)
    for match in long.finditer(text):
        yield Length(*match.span(), 3, "night")


def _counted(match: re.Match[str], language: str) -> Length | None:
    count = lexicon(language).number(match["num"])
    if not count or count > 365:
        return None
    if match["night"]:
        return Length(*match.span(), count, "night")
    if match["week"]:
        return Length(*match.span(), 7 * count, "week")
    if match["month"]:
        return Length(*match.span(), 30 * count, "week")
    return Length(*match.span(), count, "day")


def _single(match: re.Match[str]) -> Length:
    if match["long"]:
        return Length(*match.span(), 3, "night")
    if match["weekend"]:
        return Length(*match.span(), 2, "night")
    if match["night"]:
        return Length(*match.span(), 1, "night")
    if match["month"]:
        return Length(*match.span(), 30, "week")
    return Length(*match.span(), 14 if match["fortnight"] else 7, "week")


FLEXIBLE = 3
"""Days that "flexible" means without a number: what the date grids of flight searches show either way."""
_CONCEPTS = (("dates_flexible", FLEXIBLE), ("by_two_days", 2), ("by_a_day", 1), ("dates_fixed", None))
_SIGNS = re.compile(r"(?:\+\s?/?\s?-|±)\s*(?P<n>\d+)(?:\s*[^\W\d]+)?")


class Margin(NamedTuple):
    """Days either way; None where the dates are said to be fixed."""

    start: int
    end: int
    days: int | None


def find_margins(text: str, language: str) -> list[Margin]:
    """Return the margins of a folded text: those with a number, where there is one, and what "flexible" means else."""
    found = [
        Margin(*match.span(), _number(match, language) or days)
        for concept, days in _CONCEPTS
        for match in matches("changes", concept, language, text)
    ]
    found += [Margin(*match.span(), int(match["n"])) for match in _SIGNS.finditer(text)]
    return [one for one in found if one.days != FLEXIBLE] or found


def _number(match: re.Match[str], language: str) -> int | None:
    number = next((value for value in match.groupdict().values() if value), None)
    return lexicon(language).number(number) if number else None
