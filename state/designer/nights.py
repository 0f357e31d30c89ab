"""A stay seen night by night, for days on a page."""

from datetime import timedelta
from typing import NamedTuple

from tripintent.state.designer.moments import at, day_of, shifted
from tripintent.state.designer.segments import HotelSegment


class Night(NamedTuple):
    """One night of a stay, or its check-out: its own id, and its own start and end."""

    id: str
    segment_id: str
    start: str
    end: str
    number: int
    nights: int
    is_checkout: bool


def nights_of(hotel: HotelSegment) -> tuple[Night, ...]:
    """Return each night with its own dates, and one entry for the check-out; empty where the dates are unknown."""
    if not hotel.check_in_date or not hotel.check_out_date:
        return ()
    count = (day_of(hotel.check_out_date) - day_of(hotel.check_in_date)).days
    found = []
    for number in range(count):
        day = shifted(hotel.check_in_date, timedelta(days=number))
        clock = hotel.check_in_time if number == 0 else "00:00"
        end = shifted(day, timedelta(days=1))
        start = at(day_of(day), clock)
        found.append(Night(f"{hotel.id}:{day}", hotel.id, start, f"{end}T00:00", number + 1, count, is_checkout=False))
    leave = at(day_of(hotel.check_out_date), hotel.check_out_time)
    out = Night(f"{hotel.id}:out", hotel.id, f"{hotel.check_out_date}T00:00", leave, count, count, is_checkout=True)
    return (*found, out)


def nights_total(hotels: tuple[HotelSegment, ...]) -> int:
    """Return how many different nights have a bed."""
    return len({n.start[:10] for hotel in hotels for n in nights_of(hotel) if not n.is_checkout})
