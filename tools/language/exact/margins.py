"""By how many days all dates of a journey may move: "my dates are flexible", "+/- 2 days", "a day or two either way"."""

import re
from typing import NamedTuple

from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import matches

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
