"""The ends of a trip in one breath: "we arrive on 10 March at noon and leave on the 12th in the evening"."""

import re
from datetime import date
from typing import NamedTuple

from tripintent.state.designer.operations import SetTrip
from tripintent.tools.language.exact.clock import TimeMention
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.itinerary.clause import Clause
from tripintent.tools.language.reading.itinerary.days import TripDays

_NEAR = 24
"""Characters between "we arrive" and its day, and between a day and its hour."""
_LEAD = re.compile(r"(?:\b(?:and|und|et|y|e|ed|then|dann|puis)\b|[,;\s])*$")


class Bounds(NamedTuple):
    """The days of the trip, and the text without the words that said them."""

    operation: SetTrip
    rest: str


class _End(NamedTuple):
    start: int
    end: int
    day: str
    time: str | None


def read_bounds(text: str, days: TripDays, language: str) -> Bounds | None:
    """Return the trip's first and last day where both are said with coming and going; None otherwise."""
    came = _end(text, days, language, "comes", 0)
    if came is None:
        return None
    went = _end(text, days._replace(first=_date(came), last=None, spoken=_date(came)), language, "goes_home", came.end)
    if went is None or went.day < came.day:
        return None
    start = _LEAD.search(text[: came.start])
    cut = start.start() if start else came.start
    said = SetTrip(start=came.day, end=went.day, arrives=came.time, leaves=went.time, said=text[came.start : went.end])
    return Bounds(said, f"{text[:cut]}. {text[went.end :].lstrip(' ,;.')}".strip(" ."))


def _end(text: str, days: TripDays, language: str, concept: str, start: int) -> _End | None:
    """Return the day, and the hour, behind a word of coming or going."""
    whole = Clause(text, days, language)
    for verb in pattern("itinerary", concept, language).finditer(whole.folded, start):
        day = next((d for d in whole.days if 0 <= d.start - verb.end() <= _NEAR), None)
        if day is None or day.until:
            continue
        time = next((t for t in whole.times if 0 <= t.start - day.end <= _NEAR), None)
        between = whole.folded[day.end : time.start] if time else ""
        hour = time if time and not pattern("itinerary", "goes_home", language).search(between) else None
        return _End(verb.start(), max(day.end, hour.end if hour else 0), day.day.isoformat(), _clock(hour))
    return None


def _clock(time: TimeMention | None) -> str | None:
    return time.first.text() if time else None


def _date(end: _End) -> date:
    return date.fromisoformat(end.day)
