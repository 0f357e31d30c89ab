"""Times of day in a phrase, as typed values: what is a day is not a time ("3 to 7 May")."""

from tripintent.tools.language.exact.clock import TimeMention, find_times
from tripintent.tools.language.exact.days import DayContext, read_days
from tripintent.tools.places.folding import fold


def read_times(phrase: str, context: DayContext) -> tuple[TimeMention, ...]:
    """Return the times of a phrase, left to right, beside its days and lengths."""
    days = read_days(phrase, context)
    times = find_times(fold(phrase), context.language)
    return tuple(t for t in times if all(t.end <= d.start or t.start >= d.end for d in days))
