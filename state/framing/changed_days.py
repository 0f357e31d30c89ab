"""Days and places of a TripChanges, read by the calendar and the gazetteer: what cannot be right is said, with what would be."""

from calendar import day_name
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple, get_args

from tripintent.state.acts import Rejected
from tripintent.state.changes import DayRange, TripChanges, Weekday
from tripintent.state.frame import Frame, Place, When
from tripintent.state.framing.trip_to_frame import frame_of
from tripintent.state.trip import TripIntent

_WEEKDAYS: tuple[str, ...] = get_args(Weekday)
NO_PLACE = "no place is known by this name: give its usual name with the country, or an IATA code"
FARTHEST = 361
"""Days ahead for which airlines sell."""


class NearBy(NamedTuple):
    """The airport near a town that has none, of which city it is, and how far."""

    code: str
    city: str
    km: int


class Gazette(NamedTuple):
    """What places mean: by name, the airport near one without, the airports of a code, how many days later a flight lands."""

    resolve: Callable[[str], Place]
    near: Callable[[Place], NearBy | None]
    airports: Callable[[str], Sequence[str]]
    lands_later: Callable[[str, str, date], int]


class ChangeDraft:
    """A call as it is read: slots of the frame so far, and what was not taken. Each answer is None where it was not."""

    def __init__(self, trip: TripIntent, changes: TripChanges, gazette: Gazette) -> None:
        self.trip, self.changes, self.gazette = trip, changes, gazette
        self.frame: Frame = frame_of(trip)
        self.values: dict[str, object] = {}
        self.rejected: dict[str, Rejected] = {}
        self.assumed: dict[str, None] = {}

    def now(self, slot: str) -> Any:
        """Return what a slot is so far."""
        return self.values.get(slot, getattr(self.frame, slot))

    def reject(self, path: str, why: str, candidates: Sequence[str] = ()) -> None:
        """Keep that a part is not taken."""
        self.rejected.setdefault(path, Rejected(path=path, why=why, candidates=tuple(candidates)))

    def place(self, path: str, said: str) -> Place | None:
        """Return the place of a name."""
        place = self.gazette.resolve(said)
        if place.kind == "unknown":
            self.reject(path, NO_PLACE, [one.name or one.said for one in place.candidates])
            return None
        if place.candidates and not place.code:
            self.reject(path, f"{said!r} is several places: say which", [*map(_full, place.candidates)])
            return None
        return place

    def when(self, path: str, days: DayRange) -> When | None:
        """Return the day or range."""
        if days.day is not None:
            return self._day(path, days)
        first, last = (self._date(f"{path}.{n}", v) for n, v in (("earliest", days.earliest), ("latest", days.latest)))
        if (days.earliest and not first) or (days.latest and not last):
            return None
        if not (first and last):
            self.reject(path, "give a day, or both ends of a range: earliest and latest, YYYY-MM-DD")
            return None
        if last < first:
            self.reject(path, f"latest {last} is before earliest {first}", (f"{last}", f"{first}"))
            return None
        among = _among(first, last, days.weekday)
        if days.weekday and not among:
            self.reject(f"{path}.weekday", f"there is no {days.weekday} between {first} and {last}")
            return None
        said = f"{first}/{last}"
        return When(said=said, among=among, earliest=first.isoformat(), latest=last.isoformat())

    def _day(self, path: str, days: DayRange) -> When | None:
        day = self._date(path, days.day)
        if day is None:
            return None
        if days.weekday and _WEEKDAYS[day.weekday()] != days.weekday:
            off = (_WEEKDAYS.index(days.weekday) - day.weekday() + 3) % 7 - 3
            other = day + timedelta(days=off)
            why = f"{day} is a {day_name[day.weekday()]}; the {day_name[other.weekday()]} next to it is {other}: say which is meant"
            self.reject(path, why, (day.isoformat(), other.isoformat()))
            return None
        iso, margin = day.isoformat(), timedelta(days=days.around or 0)
        ends = {"earliest": f"{day - margin}", "latest": f"{day + margin}", "around": True} if days.around else {}
        return When.model_validate({"said": iso, "day": iso, **ends})

    def _date(self, path: str, text: str | None) -> date | None:
        if text is None:
            return None
        try:
            day = date.fromisoformat(text)
        except ValueError:
            self.reject(path, f"{text!r} is no day of the calendar: give YYYY-MM-DD")
            return None
        if not self.trip.request.now_date:
            return day
        today = date.fromisoformat(self.trip.request.now_date)
        if day < today:
            later = day.replace(year=today.year + (day.replace(year=today.year) < today)) if day.day < 29 else None
            self.reject(path, f"this is in the past: today is {today}", (later.isoformat(),) if later else ())
            return None
        if (day - today).days > FARTHEST:
            self.reject(path, f"this is too far ahead: trips are sold until {today + timedelta(days=FARTHEST)}")
            return None
        return day


def _full(place: Place) -> str:
    return ", ".join(part for part in (place.name or place.said, place.region or place.country) if part)


def _among(first: date, last: date, weekday: str | None) -> tuple[str, ...]:
    days = (first + timedelta(days=n) for n in range((last - first).days + 1)) if weekday else ()
    return tuple(day.isoformat() for day in days if _WEEKDAYS[day.weekday()] == weekday)
