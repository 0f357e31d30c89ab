"""Requests that no search fulfils (``data/wishes.yaml``, section ``requests``), and times of day in a phrase ("3 to 7 May" has none)."""

import re
from functools import cache
from typing import Literal

from tripintent.tools.language.exact.clock import TimeMention, find_times
from tripintent.tools.language.exact.days import DayContext, read_days
from tripintent.tools.language.exact.lexicon import load_data
from tripintent.tools.places.folding import fold

To = Literal["airline", "hotel", "elsewhere", "note"]


@cache
def requests() -> list[tuple[To, str, re.Pattern[str]]]:
    """Return who can do it, the name, and the words of each request; the words are regular expressions on folded text."""
    tables: dict[To, dict[str, str]] = load_data("wishes")["requests"]
    return [
        (to, name, re.compile(r"(?<![\w-])(?:" + "|".join(words.split(" | ")) + r")(?!\w)"))
        for to, table in tables.items()
        for name, words in table.items()
    ]


def read_times(phrase: str, context: DayContext) -> tuple[TimeMention, ...]:
    """Return the times of a phrase, left to right, beside its days and lengths."""
    days = read_days(phrase, context)
    times = find_times(fold(phrase), context.language)
    return tuple(t for t in times if all(t.end <= d.start or t.start >= d.end for d in days))
