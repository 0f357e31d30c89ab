"""An itinerary by its days: the entries of each, in the order of the clock, and where one sleeps."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.ordering import by_time, nights_of
from tripintent.state.designer.segments import HotelSegment, start_place, title_of
from tripintent.tools.planning.wording import Phrases

DAY = len("2027-03-05")


class Entry(NamedTuple):
    """One line of a day. ``clock`` is a time, a span, or the word for a night."""

    clock: str
    title: str
    place: str
    booked: bool


def entries_by_day(found: ItineraryDocument, words: Phrases) -> Mapping[str, Sequence[Entry]]:
    """Return the entries of each ISO day, in order; those without a day come first, under an empty one."""
    days: dict[str, list[Entry]] = defaultdict(list)
    for segment in by_time(found.live):
        booked = segment.status == "CONFIRMED"
        if isinstance(segment, HotelSegment):
            for night in nights_of(segment):
                if not night.is_checkout:
                    entry = Entry(words.text("page", "night"), title_of(segment), "", booked)
                    days[night.start[:DAY]].append(entry)
            continue
        start, end = segment.start_datetime or "", segment.end_datetime or ""
        clock = "–".join(part for part in (start[11:16], end[11:16]) if part)
        place = start_place(segment)
        named = (place.city or place.name or "") if place else ""
        days[start[:DAY]].append(Entry(clock, title_of(segment), named, booked))
    return {day: days[day] for day in sorted(days)}
