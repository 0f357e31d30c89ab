"""Days beside the stops of a longer trip: "Rome on May 3, then London on the 7th, home on the 10th"."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from itertools import pairwise

from tripintent.state.frame import Frame, Visit
from tripintent.tools.language.exact.calendar import DATE_SLOTS, day_of
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.names import PlaceMention

_GAP = (
    r"\s*[,(]?\s*(?:%by_mode%\s*\w+\s*,?\s*)?(?:(?:on|from|for|at|arriving|the|le|el|il|am|vom|no dia"
    r"|em|dia|du|del|dal|den|der|de|%the%)\s*)*"
)
STOP_DATE = "stop_date"
"""Not a slot: marks the words of a date that belongs to a stop."""
_ENDS = frozenset({"return_", "check_out"})


@cache
def _gap(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(_GAP)


def stop_dates(
    message: Message, language: str, places: Sequence[PlaceMention], dates: Sequence[DateMention]
) -> dict[int, DateMention]:
    """Return the date right behind each stop, by the stop's place in the list; empty where only one stop has one.

    "To Rome and Florence on May 3" dates the journey, not the second stop.
    """
    ends = [b.start for _, b in pairwise(places)] + [len(message.text)]
    found: dict[int, DateMention] = {}
    for n, (place, end) in enumerate(zip(places, ends, strict=True)):
        beside = next((d for d in dates if place.end <= d.start < end), None)
        if beside and _gap(language).fullmatch(message.folded, place.end, beside.start):
            found[n] = beside
    first = min((d.start for d in dates), default=0)
    stops = {n: d for n, d in found.items() if n and d.start > first}
    return _in_order({**{n: d for n, d in found.items() if not n}, **stops}) if stops else {}


def _in_order(found: dict[int, DateMention]) -> dict[int, DateMention]:
    """Let "the 7th" follow the day of the stop before it."""
    ordered: dict[int, DateMention] = {}
    before: date | None = None
    for n, mention in sorted(found.items()):
        ordered[n] = mention.behind(before) if before else mention
        before = _last_day(ordered[n]) or before
    return ordered


def dated(visits: Sequence[Visit], dates: dict[int, DateMention]) -> tuple[Visit, ...]:
    """Return the visits with their days of arrival, and of leaving where a range was said; the trip's start dates the first."""
    return tuple(
        v.model_copy(update={"arrive": dates[n].when if n else v.arrive, "leave": dates[n].until}) if n in dates else v
        for n, v in enumerate(visits)
    )


def answers_of_stops(
    dates: Sequence[DateMention], named: Sequence[PlaceMention], frame: Frame, asked: Sequence[str]
) -> dict[int, DateMention]:
    """Return the days that answer "on which day do you go from Tokyo to Osaka?", by the stop that one reaches then.

    A stop that is named is meant; else those whose day is open, in their order.
    """
    known = frame.visits
    if "return_" not in asked or len(known) < 2 or not dates:
        return {}
    waits = [n for n, (before, v) in enumerate(pairwise(known), 1) if not (v.arrive or before.nights or before.leave)]
    if named:
        waits = [n for n, v in enumerate(known) if n and any(_named(p, v) for p in named)][: len(dates)]
    return dict(zip(waits, dates, strict=False))


def _named(place: PlaceMention, visit: Visit) -> bool:
    return (place.place.code, place.place.name) == (visit.place.code, visit.place.name)


def stop_claims(dates: dict[int, DateMention]) -> Iterator[SlotValue]:
    """Yield a mark for each date that belongs to a stop."""
    yield from (SlotValue(STOP_DATE, (n, d), d.start, d.end) for n, d in dates.items())


def without_stop_dates(claims: Sequence[SlotValue], mentions: Sequence[DateMention]) -> list[SlotValue]:
    """Return the claims without dates of the journey that are days of a stop; the way back follows the last stop."""
    stops: dict[int, tuple[int, DateMention]] = {c.start: c.value for c in claims if c.slot == STOP_DATE}
    last = max((d for _, m in stops.values() if (d := _last_day(m))), default=None)
    said = {m.start: m for m in mentions}
    kept: list[SlotValue] = []
    for claim in claims:
        if claim.slot == STOP_DATE or (claim.start in stops and _is_of_stop(claim, stops[claim.start][0])):
            continue
        loose = last is not None and claim.slot in _ENDS and claim.start in said
        kept.append(claim._replace(value=said[claim.start].behind(last).when) if loose and last else claim)
    return kept


def _is_of_stop(claim: SlotValue, stop: int) -> bool:
    """Tell whether a date dates the stop alone: the first stop's first day is that of the departure too."""
    return claim.slot in (DATE_SLOTS if stop else _ENDS)


def _last_day(mention: DateMention) -> date | None:
    """Return the day that ends a date; None for one that is open, or that no calendar has."""
    return day_of(mention.until or mention.when)
