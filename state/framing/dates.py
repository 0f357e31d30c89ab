"""Dates of a frame: the day that was said, or what follows from a length."""

from datetime import date, timedelta

from tripintent.state.frame import Frame, Visit, When


def dates_from_hotel(frame: Frame) -> bool:
    """Return whether somebody said where from and where to, and dates only for the hotel: then these are the trip's."""
    way = frame.origin and len(frame.visits) == 1 and frame.flights_needed is not False and not frame.legs
    return bool(way and frame.check_in and not (frame.depart or frame.return_ or frame.visits[0].arrive))


def with_travel_dates(frame: Frame) -> Frame:
    """Return the frame with the hotel's dates as travel dates where only these were said."""
    if not dates_from_hotel(frame):
        return frame
    back = None if frame.trip_type == "one_way" else frame.check_out
    return frame.model_copy(update={"depart": frame.check_in, "return_": back})


def settled(frame: Frame) -> Frame:
    """Return the frame whose hotel dates, taken as travel dates before, are travel dates by now.

    They were shown as such and not contradicted. Without this, a new word about one of them ("back on the 23rd") would end
    the reading of the other, and a departure that was said would be asked for again.
    """
    if not dates_from_hotel(frame):
        return frame
    hotel = ("check_in",) if frame.trip_type == "one_way" else ("check_in", "check_out")
    return with_travel_dates(frame).model_copy(update=dict.fromkeys(hotel))


LONGEST_WAY = 2
"""Days between a departure and its landing, at most: across the date line, or with a night on the way."""


def with_landing_days(frame: Frame) -> Frame:
    """Return the frame with a departure that is open over the days before a landing, where that alone was said."""
    lands, home = frame.arrive_day or frame.arrive_by, frame.return_arrive_by
    update: dict[str, When | None] = {}
    if frame.depart is None and lands and lands.day and not frame.legs:
        update["depart"] = _before(lands)
    if frame.return_ is None and home and home.day and frame.nights is None and not frame.legs:
        update["return_"] = _before(home)
    return _landing(frame.model_copy(update=update) if update else frame)


def _landing(frame: Frame) -> Frame:
    """Return the frame whose first visit begins on the day of landing that was said, whatever flight is usual."""
    leaves, lands = day(frame.depart), day(frame.arrive_day)
    later = next((n for n in range(LONGEST_WAY + 1) if lands and plus(leaves, n) == lands), None)
    if later is None or not frame.visits:
        return frame
    first, *others = frame.visits
    return frame.model_copy(update={"visits": (first.model_copy(update={"lands_later": later}), *others)})


def _before(lands: When) -> When:
    return When(said=lands.said, earliest=plus(lands.day, -LONGEST_WAY), latest=lands.day, from_landing=True)


def day(when: When | None) -> str | None:
    """Return the settled day, as said; None while it is open."""
    return when.day if when else None


def flex(when: When | None) -> dict[str, object] | None:
    """Return what is flexible about a date, None when it is a plain day."""
    if when is None or not (when.earliest or when.latest or when.around):
        return None
    among = {"among": list(when.among)} if when.among else {}
    return {"earliest": when.earliest, "latest": when.latest, "around": when.around, "said": when.said, **among}


def plus(start: str | None, days: int | None) -> str | None:
    """Return ``start`` moved by days; None when either is unknown or the start is not a date."""
    if not start or days is None:
        return None
    try:
        return (date.fromisoformat(start) + timedelta(days=days)).isoformat()
    except (ValueError, OverflowError):
        return None


def nights_of(frame: Frame) -> int | None:
    """Return the nights away: of the trip, or of all its stops."""
    if frame.nights is not None:
        return frame.nights
    known = [v.nights for v in frame.visits]
    return sum(n for n in known if n is not None) if known and None not in known else None


def setting_out(frame: Frame) -> tuple[str | None, ...]:
    """Return the day on which one sets out to each visit: said, or that on which the one before ends."""
    days: list[str | None] = []
    for i, visit in enumerate(frame.visits):
        if i == 0:
            days.append(day(frame.depart) or day(visit.arrive))
        else:
            days.append(day(visit.arrive) or leaving(frame.visits[i - 1], days[-1]))
    return tuple(days)


def leaving(visit: Visit, set_out: str | None) -> str | None:
    """Return the day on which a visit ends: said, or its nights after the landing."""
    return day(visit.leave) or plus(plus(set_out, visit.lands_later), visit.nights)


def on_the_way(frame: Frame) -> int:
    """Return the nights that pass on flights before the last visit begins: they are none of those that were asked for."""
    return sum(visit.lands_later for visit in frame.visits)
