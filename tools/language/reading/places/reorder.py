"""Stops that change places, join or go: "Vienna first, then Prague", "add Amsterdam after Paris", "drop Amsterdam again"."""

import re
from datetime import date
from typing import Any, NamedTuple

from tripintent.state.frame import Frame, Visit, When
from tripintent.state.operations import Operation, Reorder
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.names import PlaceMention
from tripintent.tools.language.reading.places.visits import is_same, nights_at

_FIRST = re.compile(r"\b(?:first|primero|d'abord|zuerst|erst|primeiro|prima)\b")
_AFTER = re.compile(r"\b(?:after|behind|following|despues de|apres|nach|depois de|dopo)\s+$")
_NEAR = 25


class Reordered(NamedTuple):
    """The operations, the names that are left for the route, and the days that belong to a stop."""

    operations: list[Operation]
    places: list[PlaceMention]
    days: tuple[tuple[int, int], ...] = ()


def reordered(
    message: Message, language: str, places: list[PlaceMention], dates: list[DateMention], frame: Frame
) -> Reordered:
    """Read changes to the list of stops of a trip that has some."""
    known = [p for p in places if any(is_same(p.place, v.place) for v in frame.visits)]
    if not frame.visits or frame.legs:
        return Reordered([], places)
    swap = pattern("changes", "swaps", language).search(message.folded)
    first = _first_of(message, known)
    in_order = first and len(known) == len(places)
    if len(frame.visits) > 1 and (swap or in_order) and len(known) == len(places):
        if first:
            message.take(*first.span())  # it is no day of the month, whatever was asked
        start, end = swap.span() if swap else (known[0].start, known[-1].end)
        visits = tuple(Visit(place=p.place) for p in known)
        how = "order" if in_order else "swap"
        return Reordered([_operation(message, how, start, end, visits=visits)], [])
    gone = [p for p in known if len(frame.visits) > 1 and _leads(message, language, "drops", p)]
    if gone:
        visits = tuple(Visit(place=p.place) for p in gone)
        operation = _operation(message, "remove", gone[0].start, gone[-1].end, visits=visits)
        return Reordered([operation], [p for p in places if p not in gone])
    new = [
        p
        for p in places
        if p not in known and p.role in {"destination", "unknown"} and _leads(message, language, "adds", p)
    ]
    if not new:
        return Reordered([], places)
    return _added(message, language, new, places, dates, frame)


def _first_of(message: Message, known: list[PlaceMention]) -> re.Match[str] | None:
    """Return "first" in a list of stops, or right beside the only one that is named ("Florence first")."""
    match = _FIRST.search(message.open)
    if match is None or len(known) > 1:
        return match
    near = [message.open[a:b] for p in known for a, b in ((p.end, match.start()), (match.end(), p.start)) if a <= b]
    return match if any(len(gap.split()) <= 1 and not set(gap) & set(".;?!") for gap in near) else None


def _added(  # noqa: PLR0917 - one message and its trip
    message: Message,
    language: str,
    new: list[PlaceMention],
    places: list[PlaceMention],
    dates: list[DateMention],
    frame: Frame,
) -> Reordered:
    known = [p for p in places if any(is_same(p.place, v.place) for v in frame.visits)]
    others = [p for p in places if p not in new]
    behind = next((p.place for p in known if _AFTER.search(message.folded[: p.start])), None)
    visits = []
    for place in new:
        said = nights_at(message, language, place)
        day = _follows(dates[0], frame) if len(dates) == 1 and len(new) == 1 else None
        visits.append(Visit(place=place.place, nights=said.nights if said else None, arrive=day))
    operation = _operation(message, "add", new[0].start, new[-1].end, visits=tuple(visits), behind=behind)
    days = tuple((d.start, d.end) for d in dates) if len(dates) == 1 and len(new) == 1 else ()
    return Reordered([operation], [p for p in others if p not in known], days)


def _follows(mention: DateMention, frame: Frame) -> When:
    """Return a day of a stop: one without a month follows the departure."""
    start = frame.depart.day if frame.depart else None
    return mention.behind(date.fromisoformat(start)).when if start else mention.when


def _leads(message: Message, language: str, concept: str, place: PlaceMention) -> bool:
    lead = message.folded[max(0, place.start - _NEAR) : place.start]
    match = pattern("changes", concept, language).search(lead)
    return match is not None and len(lead[match.end() :].split()) <= 2


def _operation(message: Message, how: Any, start: int, end: int, **fields: Any) -> Reorder:
    return Reorder(how=how, text=message.text[start:end], start=start, end=end, certainty=0.9, **fields)
