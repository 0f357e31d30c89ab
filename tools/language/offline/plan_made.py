"""Entries that a model would write, as operations; what of the plan the traveller may change; and hours of a day that stay free."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from tripintent.state.derived import shown_ranking
from tripintent.state.designer import operations as op
from tripintent.state.designer.operations import KeepFree
from tripintent.state.designer.segments import Segment
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.clock import TimeMention
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.offline import said_days as said
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.making_days import NotMade, days_made
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.words import cue, has
from tripintent.tools.ports.reader import View

Made = list[Operation] | None
THINGS = ("ACTIVITY", "MEETING", "CUSTOM", "TRANSFER", "RAIL")


def says(concept: str, clause: Clause) -> bool:
    """Tell whether a clause says a concept of the grammar's `itinerary` table."""
    return bool(pattern("itinerary", concept, clause.language).search(clause.folded))


def made(view: View, entries: Iterable[said.SaidOfDays], part: op.PartOfDay | None = None) -> Made:
    """Return the operations of entries, with the part of the day where no hour is given; None where one cannot be."""
    try:
        found = [one for entry in entries for one in days_made(entry, view)]
    except NotMade:
        return None
    for n, one in enumerate(found):
        if part and isinstance(one, op.AddThing | op.AddRide | op.Change | op.TakeIdea) and not one.when.start:
            found[n] = one.model_copy(update={"when": one.when.model_copy(update={"part": part})})
    return list(found) or None


def own(entries: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the entries that are neither booked nor held."""
    return tuple(s for s in entries if s.source != "booking" and s.status not in ("HELD", "CONFIRMED"))


def of_day(view: View, day: str, part: op.PartOfDay | None = None) -> tuple[Segment, ...]:
    """Return the things to do of a day, or of a part of it."""
    on = [s for s in view.plan.live if (s.start_datetime or "")[:10] == day and s.type in THINGS]
    return own(s for s in on if in_part(s, part))


def in_part(one: Segment, part: op.PartOfDay | None) -> bool:
    """Tell whether an entry begins in a part of the day."""
    hours = {"morning": ("00", "12"), "afternoon": ("12", "18"), "evening": ("18", "24")}.get(part or "", ("", "24"))
    return hours[0] <= (one.start_datetime or "")[11:13] < hours[1]


def unclear(found: tuple[Segment, ...], clause: Clause) -> op.Target:
    """Return entries of which one is meant: the traveller is asked which."""
    return op.Target(ids=tuple(s.id for s in found), words=clause.text)


_LATE, _MOST, _MORNING = "10:30", 31, range(8, 14)
_NEAR, _FAR = 10, 40
"""Characters before an hour that say on which side of it something lies, and that say of what."""


_NUMBER = re.compile(r"(?<![\d.:])\d{1,2}(?![\d.:])")


class _Limit(NamedTuple):
    """Hours that stay free; ``travel``: they follow from when one comes or goes."""

    start: str | None = None
    end: str | None = None
    travel: bool = False


def limits(clause: Clause, view: View) -> Made:
    """Return the hours of a day that stay free; None where no plan is made, or where trips on the screen may be meant."""
    planned = any(s.type in THINGS for s in view.plan.live)
    timing = Timing(clause, view)
    if not planned or clause.asks or shown_ranking(view.trip) is not None:
        return None
    if late := _late(timing):
        return late
    found = [limit for one in timing.times if (limit := _limit(one, timing))]
    first, last = (day.isoformat() if day else None for day in timing.trip)
    made: list[Operation] = []
    for one in found:
        day = timing.day or ((first if one.end else last) if one.travel else None)
        if day and (not one.travel or day == (first if one.end else last)):
            made.append(KeepFree(said=clause.text, day=day, start=one.start, end=one.end))
    plain = [one for one, limit in zip(made, found, strict=False) if not limit.travel]
    return (plain or made)[-1:] or None


def _late(timing: Timing) -> Made:
    """Return the mornings that begin late: on the day that is named, else on each day of the trip."""
    if not has("late_start", timing.clause.language, timing.clause.folded, WORDS):
        return None
    first, last = timing.trip
    days = [timing.day] if timing.day else each_of(first, last)
    clause, named = timing.clause, timing.clause.of("day")
    bare = [m for m in _NUMBER.finditer(clause.message.folded, clause.start, clause.end) if int(m[0]) in _MORNING]
    hours = [int(m[0]) for m in bare if not any(one.start <= m.start() < one.end for one in named)]
    hour = timing.times[-1].first.text() if timing.times else f"{hours[-1]:02d}:00" if hours else _LATE
    return [KeepFree(said=timing.clause.text, day=day, end=hour) for day in days]


def each_of(first: date | None, last: date | None) -> list[str]:
    """Return the days from one to another."""
    if not first or not last:
        return []
    return [(first + timedelta(days=n)).isoformat() for n in range(min((last - first).days, _MOST) + 1)]


def _limit(time: TimeMention, timing: Timing) -> _Limit | None:
    """Return what an hour limits, by the words before it: a side of it that is denied, the only one, or the time of arrival."""
    clause, language = timing.clause, timing.clause.language
    before = clause.message.folded[max(clause.start, time.start - _FAR) : time.start]
    hour, near = time.first.text(), before[-_NEAR:]
    denied, only = (has(name, language, before, WORDS) for name in ("nothing", "only"))
    flies = says("flight", clause)
    for name, early in (("until", True), ("since", False)):
        if has(name, language, near, WORDS) and (denied or only) and not (flies and not _of_things(before, language)):
            goes = early == denied  # nothing before 4, only after 4: free until 4
            return _Limit(end=hour) if goes else _Limit(start=hour)
    if has("leaves", language, before, WORDS):
        return _Limit(start=hour, travel=True)
    return _Limit(end=hour, travel=True) if has("lands", language, before, WORDS) else None


def _of_things(before: str, language: str) -> bool:
    """Tell whether what is denied is right before the side of the hour: no flights are meant."""
    hits = list(cue("nothing", language, WORDS).finditer(before)) + list(cue("only", language, WORDS).finditer(before))
    return any(len(before[hit.end() :].split()) <= 2 for hit in hits)
