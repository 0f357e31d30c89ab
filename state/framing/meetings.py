"""A meeting bounds the journey on both sides: one lands before it begins, and the way back leaves after its end."""

from collections.abc import Iterable

from tripintent.state.frame import Frame
from tripintent.state.meeting import Meeting

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
    ends = [*_ends(there, last["depart_date"]), *_deadline(first, last)]
    if ends:
        last["leave_from"] = f"{last['depart_date']}T{max(ends)}"


def ends_at(meeting: Meeting) -> str:
    """Return when a meeting ends, by midnight at the latest: HH:MM."""
    if meeting.end:
        return meeting.end
    hours, minutes = map(int, meeting.start.split(":"))
    over = min(hours * 60 + minutes + _MINUTES, 24 * 60 - 1)
    return f"{over // 60:02d}:{over % 60:02d}"


def _ends(meetings: Iterable[Meeting], day: object) -> list[str]:
    return [ends_at(one) for one in meetings if one.day == day]


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
