"""Segments from a frame: explicit legs, or the chain origin → visits → home, bounded by a meeting, moved to other days.

A meeting bounds the journey on both sides: one lands before it begins, and the way back leaves after its end. One part of a trip is
moved by itself: "move the flight home to June 23".
"""

from collections.abc import Iterator, Mapping

from tripintent.state.frame import Frame, Leg, Meeting, Place, TimeWindow, When
from tripintent.state.framing.dates import day, flex, leaving, nights_of, on_the_way, plus, setting_out

_MINUTES = 60
"""Of a meeting whose end was not said."""


def bound_by_meetings(segments: list[dict[str, object]], frame: Frame, *, returning: bool) -> None:
    """Bound the way there and the way back by what one travels for on their days."""
    first, last = segments[0], segments[-1]
    there = [one for one in frame.meetings if not _at_the_start(one, frame)]
    if starts := [one.start for one in there if one.day == first["depart_date"] and not first.get("land_by")]:
        first |= {"land_by": first["depart_date"], "arrive_time_window": _until(min(starts), frame)}
    if not returning or last is first:
        return
    day = str(last["depart_date"])
    ends = [ended(one) for one in there if one.day <= day <= ended(one)[:10]] + [
        f"{day}T{one}" for one in _deadline(first, last)
    ]
    if ends:
        last["leave_from"] = max(ends)


def ends_at(meeting: Meeting) -> str:
    """Return when a meeting ends, by midnight at the latest: HH:MM."""
    if meeting.end:
        return meeting.end if meeting.end > meeting.start else "23:59"
    hours, minutes = map(int, meeting.start.split(":"))
    over = min(hours * 60 + minutes + _MINUTES, 24 * 60 - 1)
    return f"{over // 60:02d}:{over % 60:02d}"


def ended(meeting: Meeting) -> str:
    """Return the moment at which a meeting ends, be it on the day after: YYYY-MM-DDTHH:MM."""
    if meeting.end and meeting.end < meeting.start:
        return f"{plus(meeting.day, 1)}T{meeting.end}"
    return f"{meeting.day}T{ends_at(meeting)}"


def _deadline(first: dict[str, object], last: dict[str, object]) -> list[str]:
    """Return the hour by which one has to be there, where one goes back on that day: not before one had to come."""
    window = first.get("arrive_time_window")
    end = window.get("end") if isinstance(window, dict) else None
    lands = first.get("land_by") or first["depart_date"]
    return [str(end)] if end and lands and lands == last["depart_date"] else []


def _until(start: str, frame: Frame) -> dict[str, object]:
    said = frame.arrive_window
    end = min(start, said.end) if said and said.end else start
    return {"start": said.start if said else None, "end": end}


def _at_the_start(meeting: Meeting, frame: Frame) -> bool:
    """Tell whether a meeting is where the journey starts: it says nothing of the other end."""
    if not (meeting.place and frame.origin):
        return False
    names = {name.casefold() for name in (frame.origin.said, frame.origin.name, frame.origin.code) if name}
    return meeting.place.casefold() in names


Near = Mapping[str, str]
"""Place as said -> code of the airport to use for it, where the place has none of its own."""


def flights_needed(frame: Frame) -> bool | None:
    """Return whether flights are wanted: said, or no when only a hotel was spoken about; None while it is open.

    Somebody who asks for a hotel and says nothing of a journey needs no flight; the first word of one changes that.
    """
    if frame.flights_needed is not None:
        return frame.flights_needed
    journey = (frame.origin, frame.depart, frame.return_, frame.legs, frame.trip_type, frame.cabin, frame.airlines)
    nights = frame.check_in and frame.visits  # days alone may answer when one sleeps on a journey not yet described
    hotel = frame.lodging_needed or nights or frame.rooms or frame.stars or frame.hotel_name
    sleeps = hotel and frame.lodging_needed is not False
    return False if sleeps and not any(journey) and frame.max_stops is None else None


def wants_return(frame: Frame) -> bool:
    """Return whether a way back was said, or follows from a length of the trip."""
    if frame.trip_type == "one_way" or frame.legs:
        return False
    said = frame.return_ or frame.return_window or frame.return_arrive_window
    said = said or frame.return_arrive_by
    return bool(frame.trip_type == "round_trip" or said or (frame.visits and nights_of(frame) is not None))


def trip_type(frame: Frame) -> str | None:
    """Return the type said, or the one that follows from several visits or a way back; None when it is open."""
    if frame.trip_type:
        return frame.trip_type
    if len(frame.legs) > 1 or len(frame.visits) > 1:
        return "multi_city"
    return "round_trip" if wants_return(frame) else None


def segments_of(frame: Frame, near: Near) -> list[dict[str, object]]:
    """Return the segments as plain data, in order of travel; empty when nothing about the way was said."""
    if flights_needed(frame) is False and not _ground_modes(frame):
        return []
    legs = list(frame.legs) if frame.legs else list(_chain(frame))
    segments = [_segment(i, leg, near) for i, leg in enumerate(legs)]
    if segments:
        _windows(segments, frame, returning=wants_return(frame))
    return segments


def return_day(frame: Frame) -> str | None:
    """Return the day of the way back: said, or what follows from the length, the last visit or the check-out."""
    if frame.return_:
        return day(frame.return_)
    set_out = setting_out(frame)
    start = day(frame.depart) or (set_out[0] if set_out else None)
    from_last = leaving(frame.visits[-1], set_out[-1]) if frame.visits else None
    return plus(plus(start, on_the_way(frame)), nights_of(frame)) or from_last or day(frame.check_out)


def _chain(frame: Frame) -> Iterator[Leg]:
    if not (frame.origin or frame.visits or frame.depart):
        return
    here, set_out = frame.origin, setting_out(frame)
    for i, visit in enumerate(frame.visits):
        when = (frame.depart or visit.arrive) if i == 0 else visit.arrive or _on(set_out[i])
        yield Leg(origin=here, destination=visit.place, depart=when, mode=visit.mode, lands_later=visit.lands_later)
        here = visit.place
    if not frame.visits:
        yield Leg(origin=here, depart=frame.depart)
        here = None
    if wants_return(frame):
        mode = frame.visits[-1].mode if len(frame.visits) == 1 else None
        back = frame.return_ or _on(return_day(frame))
        yield Leg(origin=here, destination=frame.origin, depart=back, mode=mode)


def _on(iso: str | None) -> When | None:
    return When(said="", day=iso) if iso else None


def _segment(index: int, leg: Leg, near: Near) -> dict[str, object]:
    return {
        "segment_id": f"seg_{index}",
        "origin": point(leg.origin, near),
        "destination": point(leg.destination, near),
        "depart_date": day(leg.depart),
        "flex": flex(leg.depart),
        "transport_mode": leg.mode or "flight",
        "depart_time_window": _window(leg.window),
        "lands_later": leg.lands_later,
    }


def point(place: Place | None, near: Near) -> dict[str, object]:
    """Return an end of a segment; a place without an airport of its own takes the near one chosen for it."""
    if place is None:
        return {}
    kind = "city" if place.code and place.kind == "unknown" else place.kind
    code = place.code or near.get(place.said)
    return {"type": kind, "code": code, "name": place.name, "said": place.said, "country": place.country}


def _windows(segments: list[dict[str, object]], frame: Frame, *, returning: bool) -> None:
    first, last = segments[0], segments[-1]
    if frame.depart_window:
        first["depart_time_window"] = _window(frame.depart_window)
    if frame.arrive_window:
        first["arrive_time_window"] = _window(frame.arrive_window)
    if returning and frame.return_window:
        last["depart_time_window"] = _window(frame.return_window)
    if returning and frame.return_arrive_window:
        last["arrive_time_window"] = _window(frame.return_arrive_window)
    if lands := day(frame.arrive_day) or day(frame.arrive_by):
        first |= {"land_from": day(frame.arrive_day), "land_by": lands}
    if returning and (home := day(frame.return_arrive_by)):
        last["land_by"] = home
    bound_by_meetings(segments, frame, returning=returning)


def _window(window: TimeWindow | None) -> dict[str, object] | None:
    return window.model_dump() if window else None


def _ground_modes(frame: Frame) -> bool:
    modes = [v.mode for v in frame.visits] + [leg.mode for leg in frame.legs]
    return any(mode not in (None, "flight") for mode in modes)
