"""Until when a passport is valid, as a message says it."""

from datetime import date

from tripintent.tools.language.check import owner_of_day
from tripintent.tools.language.exact.calendar import day_of
from tripintent.tools.language.exact.days import find_dates
from tripintent.tools.planning.lexicon import Words


def passport_until(folded: str, language: str, words: tuple[Words, ...], today: date) -> date | None:
    """Return the day until which a passport is valid; None where no passport, or no one day of its papers, is named."""
    if not any(one.compiled("passport_word").search(folded) for one in words):
        return None
    found = (
        day_of(one.when)
        for one in find_dates(folded, language, today)
        if one.until is None and not one.options and owner_of_day(folded, one.start, one.end, language) == "papers"
    )
    return next((day for day in found if day), None)
