"""Lodging from a frame: one stay for a plain trip, one for each visit of a longer one."""

from collections.abc import Iterator
from datetime import date, timedelta

from tripintent.state.frame import Frame, Place, Visit
from tripintent.state.framing.dates import day, flex, leaving, nights_of, on_the_way, plus, setting_out
from tripintent.state.framing.segments import flights_needed, return_day, trip_type, wants_return


def lodging_of(frame: Frame) -> dict[str, object]:
    """Return the lodging block as plain data."""
    check_in, check_out = _single_dates(frame)
    stays = _stays(frame, check_in, check_out)
    if frame.legs and stays:
        check_in = check_out = None
    return {
        "needed": False if _same_day(frame) or _nowhere(frame) else frame.lodging_needed,
        "check_in": check_in,
        "check_out": check_out,
        "flex": flex(frame.check_in),
        "from_landing": bool(check_in and not frame.check_in),
        "location_hint": frame.area,
        "number_of_nights": frame.nights,
        "rooms": frame.rooms,
        "stays": stays,
    }


def from_flights(frame: Frame) -> bool:
    """Return whether the hotel dates were taken from the travel dates, and so are an assumption."""
    check_in, check_out = _single_dates(frame)
    return bool(
        frame.lodging_needed is not False
        and not _nowhere(frame)
        and check_in
        and check_out
        and not (frame.check_in and frame.check_out)
    )


def _same_day(frame: Frame) -> bool:
    """Return whether one is back on the day of departure, and no one spoke of a hotel: there is no night to sleep."""
    spoken = frame.lodging_needed is not None or frame.check_in or frame.check_out or frame.nights or frame.legs
    spoken = spoken or any(visit.hotel or visit.nights for visit in frame.visits)
    start = day(frame.depart)
    return not spoken and start is not None and wants_return(frame) and return_day(frame) == start


def _nowhere(frame: Frame) -> bool:
    """Return whether a hotel is refused at every stop."""
    return bool(frame.visits) and all(visit.hotel is False for visit in frame.visits)


def _single_dates(frame: Frame) -> tuple[str | None, str | None]:
    set_out = setting_out(frame)
    ends = day(frame.check_out) or (return_day(frame) if wants_return(frame) else None)
    known_length = frame.nights is not None or bool(ends)
    check_in = day(frame.check_in) or (set_out[0] if set_out and known_length else None)
    lands = check_in if frame.check_in else plus(check_in, on_the_way(frame))
    check_out = day(frame.check_out) or plus(lands, frame.nights) or ends
    return check_in, check_out or (plus(check_in, nights_of(frame)) if frame.check_in else None)


def _stays(frame: Frame, check_in: str | None, check_out: str | None) -> list[dict[str, object]]:
    """List stays where one date pair is not enough: several stops, no flight, or a place without its own airport."""
    if frame.lodging_needed is False:
        return []
    if frame.legs:
        return _between_legs(frame, check_out) if len(frame.legs) > 1 else []
    if not frame.visits:
        return []
    if len(frame.visits) > 1:
        return _each_visit(frame, check_in, check_out)
    place = next(v.place for v in frame.visits)
    if flights_needed(frame) is False or place.town or (place.code is None and place.kind == "city"):
        return [_stay(Visit(place=place, nights=frame.nights), check_in, check_out, frame, said=bool(frame.check_in))]
    return []


def nights_elsewhere(frame: Frame) -> tuple[date, ...]:
    """Return the nights at stops where no hotel is wanted."""
    spans = ((a, b) for visit, a, b in _visited(frame, *_single_dates(frame)) if visit.hotel is False)
    return tuple(night for first, end in spans if first and end for night in _nights(first, end))


def _nights(first: str, end: str) -> Iterator[date]:
    try:
        start, days = date.fromisoformat(first), (date.fromisoformat(end) - date.fromisoformat(first)).days
    except ValueError:  # days that somebody wrote who edited the plan; the questions name them
        return
    yield from (start + timedelta(days=n) for n in range(days))


def _each_visit(frame: Frame, check_in: str | None, check_out: str | None) -> list[dict[str, object]]:
    visited = _visited(frame, check_in, check_out)
    first = frame.visits[0]
    return [
        _stay(visit, starts, ends, frame, said=visit is first and bool(frame.check_in))
        for visit, starts, ends in visited
        if visit.hotel is not False
    ]


def _visited(
    frame: Frame, check_in: str | None, check_out: str | None
) -> Iterator[tuple[Visit, str | None, str | None]]:
    """Yield each visit with the days on which its nights begin and end."""
    set_out = setting_out(frame)
    last = len(frame.visits) - 1
    for i, visit in enumerate(frame.visits):
        starts = check_in if i == 0 and frame.check_in else set_out[i]
        ends = leaving(visit, set_out[i]) or (set_out[i + 1] if i < last else _end_of(frame, visit, check_out))
        yield visit, starts, ends


def _between_legs(frame: Frame, check_out: str | None) -> list[dict[str, object]]:
    """Sleep where each leg ends until the next one starts; not where one only changes, and not at home."""
    home = frame.legs[0].origin
    stays = []
    for i, leg in enumerate(frame.legs):
        onward = frame.legs[i + 1] if i + 1 < len(frame.legs) else None
        visit = next((v for v in frame.visits if leg.destination and _same(v.place, leg.destination)), None)
        said = day(visit.arrive) if visit else None
        starts = said or day(leg.depart)
        ends = (day(visit.leave) if visit else None) or (day(onward.depart) if onward else check_out)
        changes = onward is not None and starts is not None and starts == ends
        if leg.destination and not changes and (onward or not _same(leg.destination, home)):
            stays.append(_stay(visit or Visit(place=leg.destination), starts, ends, frame, said=bool(said)))
    return stays


def _same(one: Place, other: Place | None) -> bool:
    return other is not None and (one.code or one.said) == (other.code or other.said)


def _end_of(frame: Frame, visit: Visit, check_out: str | None) -> str | None:
    return day(visit.leave) or (return_day(frame) if trip_type(frame) != "one_way" else None) or check_out


def _stay(
    visit: Visit, check_in: str | None, check_out: str | None, frame: Frame, *, said: bool = False
) -> dict[str, object]:
    """Return a stay as plain data. ``said``: its first night was, and does not follow from the journey."""
    place = visit.place
    searchable = place.kind not in ("region", "country", "unknown") and not (place.candidates and not place.code)
    return {
        "location_code": place.town or place.code or (place.name or place.said if searchable else None),
        "location_name": place.name or place.said,
        "check_in": check_in,
        "check_out": check_out,
        "from_landing": bool(check_in and not said),
        "location_hint": frame.area,
        "number_of_nights": visit.nights,
        "rooms": frame.rooms,
    }
