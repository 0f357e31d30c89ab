"""Dates that are open within a range, or may move by some days, while all else is known: then days are searched and compared."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from pydantic import BaseModel

from tripintent.state.frame import Frame, When
from tripintent.state.framing import frame_of, merge_of
from tripintent.state.framing.dates import plus, settled, with_landing_days, with_travel_dates
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.gaps import gaps
from tripintent.state.trip import TripIntent

_FRIDAY = 4
LONGEST = 62
"""Days of a range that is still compared; a wider one is asked about."""

NARROW = 7
"""Days of a range of the way back that is compared; a wider one is asked about, as it says little of the length."""


class DayWindow(NamedTuple):
    """The range in which the trip may begin, as said; or end, where the day it begins is known."""

    frame: Frame
    when: When
    earliest: date
    latest: date
    said: date | None = None
    """The day that was said, where the trip may move by some days; None while the day is open."""
    back: bool = False
    """Whether it is the way back that is open."""

    def days(self, most: int) -> tuple[date, ...]:
        """Return at most so many days of the range: evenly spaced, the first always among them, or those it is made of."""
        if self.when.among:
            named = (date.fromisoformat(day) for day in self.when.among)
            return tuple(day for day in named if day >= self.earliest)[:most]
        length = (self.latest - self.earliest).days + 1
        if self.when.weekends:
            days = (self.earliest + timedelta(days=n) for n in range(length))
            return tuple(day for day in days if day.weekday() == _FRIDAY)[:most] or (self.earliest,)
        step = -(-length // most)
        return tuple(self.earliest + timedelta(days=n) for n in range(0, length, step))

    def settled_on(self, day: date) -> Frame:
        """Return the frame with this day of departure; the range stays beside it. Dates that were said all move with it."""
        if self.said:
            return _moved(self.frame, (day - self.said).days)
        start = "return_" if self.back else "depart" if self.frame.depart else "check_in"
        return self.frame.model_copy(update={start: self.when.model_copy(update={"day": day.isoformat()})})


def _moved(frame: Frame, days: int) -> Frame:
    """Return the frame with all of its days so much later: those of the journey, of its stays and stops, and of landings."""
    visits = tuple(v.model_copy(update=_later(v, ("arrive", "leave"), days)) for v in frame.visits)
    legs = tuple(leg.model_copy(update=_later(leg, ("depart",), days)) for leg in frame.legs)
    return frame.model_copy(update={**_later(frame, _DAYS, days), "visits": visits, "legs": legs})


_DAYS = ("depart", "return_", "check_in", "check_out", "arrive_day", "arrive_by", "return_arrive_by")


def _later(part: BaseModel, names: Iterable[str], days: int) -> dict[str, When]:
    said = {name: when for name in names if (when := getattr(part, name))}
    ends = {
        name: {end: plus(getattr(when, end), days) for end in ("day", "earliest", "latest")}
        for name, when in said.items()
    }
    return {name: when.model_copy(update=ends[name]) for name, when in said.items()}


def window_of(trip: TripIntent) -> DayWindow | None:
    """Return the open range of the departure, when a day of it is all that a search lacks; None otherwise."""
    window = _said_window(trip)
    return window if window and not gaps(on_day(trip, window, window.earliest)) else None


def with_a_day(trip: TripIntent) -> TripIntent:
    """Return the trip on a day of its open range: what is still to be asked is not the day that will be compared."""
    window = _said_window(trip)
    return on_day(trip, window, window.earliest) if window and not window.said else trip


def moving_window(trip: TripIntent) -> DayWindow | None:
    """Return the days to which a trip with days that were said may move; None where it may not, or the day is open."""
    window = _said_window(trip)
    return window if window and window.said else None


def _said_window(trip: TripIntent) -> DayWindow | None:
    frame = with_landing_days(with_travel_dates(settled(frame_of(trip))))
    when = frame.depart or frame.check_in
    try:
        today = date.fromisoformat(trip.request.now_date)
        said = date.fromisoformat(when.day) if when and when.day else None
        ends = _ends(when, said) if when else None
    except ValueError:
        return None
    if when is None or ends is None:
        return _way_back(frame, said)
    window = DayWindow(frame, when, max(ends[0], today), ends[1], said)
    return window if 1 <= (window.latest - window.earliest).days <= LONGEST else None


def _way_back(frame: Frame, start: date | None) -> DayWindow | None:
    """Return the few days on which the way back may be ("back on the 10th or 11th"), where the day of departure is known."""
    when = frame.return_
    ends = _ends(when, None) if when and not when.day and start else None
    if when is None or ends is None or start is None:
        return None
    window = DayWindow(frame, when, max(ends[0], start), ends[1], back=True)
    few = when.among or (window.latest - window.earliest).days < NARROW
    return window if few and window.earliest < window.latest else None


def _ends(when: When, said: date | None) -> tuple[date, date] | None:
    if said is None or when.around:
        return (
            (date.fromisoformat(when.earliest), date.fromisoformat(when.latest))
            if when.earliest and when.latest
            else None
        )
    return None


def on_day(trip: TripIntent, window: DayWindow, day: date) -> TripIntent:
    """Return the trip as it would be on that day; a way back that is open by few days is on the first of them."""
    frame = window.settled_on(day)
    back = None if window.back else _way_back(frame, day)
    frame = back.settled_on(back.earliest) if back else frame
    return apply_patch(trip, Patch(merge=merge_of(window.frame, frame, codes_of(trip)).merge))


def codes_of(trip: TripIntent) -> dict[str, str]:
    """Return the airport of each place of the plan by its name as said: those near a place without one stay chosen."""
    points = [point for segment in trip.itinerary.segments for point in (segment.origin, segment.destination)]
    return {point.said: point.code for point in points if point.said and point.code}
