"""The entries of the plan of days by short names, e1, e2 …, as a prompt lists them and a model's answer names them."""

from collections.abc import Iterable, Sequence

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.ordering import by_time
from tripintent.state.designer.segments import HotelSegment, Segment, title_of

MOST = 60
"""Entries in a prompt."""


def listed(plan: ItineraryDocument) -> tuple[Segment, ...]:
    """Return the live entries in the order of time, as many as a prompt holds."""
    return by_time(plan.live)[:MOST]


def entry_lines(plan: ItineraryDocument) -> list[str]:
    """Return one line for each entry: its short name, when, title, and whether it is booked."""
    return [f"e{number} {_line(one)}" for number, one in enumerate(listed(plan), start=1)]


def ids_of(names: Iterable[str], plan: ItineraryDocument) -> tuple[str, ...]:
    """Return the ids of short names; unknown names are left out."""
    entries: Sequence[Segment] = listed(plan)
    numbers = [int(digits) for name in names if (digits := name.strip().lower().removeprefix("e")).isdigit()]
    return tuple(entries[number - 1].id for number in numbers if 1 <= number <= len(entries))


def _line(one: Segment) -> str:
    start, end = (one.start_datetime or "")[:16].replace("T", " "), (one.end_datetime or "")[:16].replace("T", " ")
    booked = " [booked or held]" if one.source == "booking" else ""
    kind = "hotel" if isinstance(one, HotelSegment) else one.type.lower()
    until = end if isinstance(one, HotelSegment) or end[:10] != start[:10] else end[11:]
    return f"{start or 'no day'}{f' to {until}' if until else ''} {kind}: {title_of(one)}{booked}"
