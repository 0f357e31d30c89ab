"""An itinerary drawn as days."""

from collections import defaultdict
from collections.abc import Iterator

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.ordering import by_time, nights_of
from tripintent.state.designer.segments import HotelSegment, title_of
from tripintent.tools.formats import formats_of


def days_of(document: ItineraryDocument) -> Iterator[str]:
    """Yield the plan's head, then each day with its things by time, and where one sleeps."""
    english = formats_of("en")
    ends = [english.day(one) for one in (document.start_date, document.end_date) if one]
    dates = f"  {' – '.join(ends)}" if ends else ""
    yield f"{document.title}{dates}  (version {document.version})"
    days: dict[str, list[str]] = defaultdict(list)
    for segment in by_time(document.live):
        if isinstance(segment, HotelSegment):
            for night in nights_of(segment):
                if not night.is_checkout:
                    days[night.start[:10]].append(f"  night  {segment.property.name}  [{segment.status}]")
            continue
        start, end = segment.start_datetime or "", segment.end_datetime or ""
        clock = english.clock(start) if "T" in start else "     "
        until = f"–{english.clock(end)}" if "T" in end else "      "
        days[start[:10] or "no day yet"].append(
            f"  {clock}{until}  {title_of(segment)}  [{segment.status}]  {segment.id}"
        )
    for day in sorted(days):
        name = english.day(day) if day[:1].isdigit() else day
        yield f"\n{name}"
        yield from days[day]
