"""One day laid out in time: the sights in their order around what is fixed, with ways between them, lunch and dinner."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import time
from math import inf
from typing import TypeVar

from tripintent.state.designer.parts import great_circle_km
from tripintent.tools.ports.day_planner import DayFrame, DayItem, DaysRequest, ItemKind, Meal, Position, TourSight
from tripintent.tools.ports.places import Attraction

Located = Attraction | Position | TourSight
"""Anything that may have coordinates, in degrees."""
_Spot = TypeVar("_Spot", bound=Located)


def km(a: Located, b: Located) -> float | None:
    """Return the great-circle distance; None when a position is not known."""
    if a.lat is None or a.lon is None or b.lat is None or b.lon is None:
        return None
    return great_circle_km(a.lat, a.lon, b.lat, b.lon)


def nearest(spot: Located, others: Sequence[_Spot]) -> list[_Spot]:
    """Return the others, the nearest first; those without a position come last, in their own order."""
    return sorted(others, key=lambda other: inf if (away := km(spot, other)) is None else away)


_DETOUR = 1.3
"""Streets are longer than the straight line by about this factor."""
_WALK_KMH, _SLOW_WALK_KMH = 4.5, 3.5
_TRANSIT_KMH, _TRANSIT_WAIT = 18.0, 10.0
_FAST_KMH, _FAR_KM = 50.0, 15.0
_UNKNOWN_MINUTES = 20


class Ways:
    """Ways for one party."""

    def __init__(self, request: DaysRequest) -> None:
        party = request.party
        self.slow = party.seniors or party.wheelchair or (party.youngest is not None and party.youngest <= 6)
        self.longest_walk_km = 0.8 if request.less_walking or party.wheelchair else 1.2 if self.slow else 1.8

    def between(self, a: Located | None, b: Located | None) -> int:
        """Return the minutes of the way, rounded up to five; twenty when a position is not known, none when there is no start."""
        if a is None:
            return 0
        straight = km(a, b) if b is not None else None
        if straight is None:
            return _UNKNOWN_MINUTES
        on_the_ground = straight * _DETOUR
        if on_the_ground <= self.longest_walk_km:
            speed = _SLOW_WALK_KMH if self.slow else _WALK_KMH
            return _to_five(on_the_ground / speed * 60)
        near = min(on_the_ground, _FAR_KM)
        hours = near / _TRANSIT_KMH + (on_the_ground - near) / _FAST_KMH
        return _to_five(_TRANSIT_WAIT + hours * 60)


def _to_five(minutes: float) -> int:
    return int(-(-minutes // 5)) * 5


_START = {"leisurely": 10 * 60, "balanced": 9 * 60 + 30, "packed": 9 * 60}
_LAST = {"leisurely": 17 * 60 + 30, "balanced": 18 * 60 + 30, "packed": 19 * 60}
_NIGHT = 22 * 60
_LUNCH, _LUNCH_FROM, _LUNCH_UNTIL = 60, 12 * 60, 14 * 60 + 30
_LUNCH_LATEST = _LUNCH_UNTIL - _LUNCH
_HUNGRY_FROM = 11 * 60 + 15
"""What begins after this and would end too late for lunch comes after it."""
_LAST_ENTRY = 60
"""Minutes before it closes from which a house lets no visitor in."""
_DINNER, _DINNER_FROM, _DINNER_UNTIL = 90, 18 * 60 + 30, 21 * 60
_DINNER_USUAL = 19 * 60
_INDOOR_FROM, _INDOOR_UNTIL = 10 * 60, 18 * 60
"""Unknown hours: nothing under a roof is planned before ten or after six."""
_MARKET_FROM, _MARKET_UNTIL = 8 * 60, 13 * 60 + 30
"""A market is for the morning: in the afternoon its stalls are packed up. One that opens later has its own hours."""
_PARTS = {"morning": (8 * 60, 13 * 60), "afternoon": (13 * 60, 18 * 60), "evening": (18 * 60, _NIGHT)}
AFTERNOON = 15 * 60
"""The last of several sights is seen after this where it fits: lunch has time, and the way to dinner is not empty."""
_HALF_PAST_THREE, _EVENING, _CHECK_IN = time(15, 30), time(18), 30
_NAP = 60


@dataclass(frozen=True)
class _Block:
    kind: ItemKind
    starts: int
    ends: int
    ref: str | None = None
    spot: Located | None = None


@dataclass
class _Day:
    """A day that grows: where one is, when, and what was planned so far."""

    now: int
    at: Located | None = None
    items: list[DayItem] = field(default_factory=list)
    lunch: bool = False
    dinner: bool = False


class Timeline:
    """Lays out one day."""

    def __init__(self, request: DaysRequest, frame: DayFrame) -> None:
        self._request, self._frame, self._ways = request, frame, Ways(request)
        self.starts = max(_START[request.pace], _minutes(frame.starts) if frame.starts else 0)
        self.ends = _minutes(frame.ends) if frame.ends else _NIGHT
        self.last = min(_LAST[request.pace], self.ends)
        fixed = [_Block("fixed", _minutes(f.starts), _minutes(f.ends), f.id, f.spot) for f in frame.fixed]
        free = [_Block("rest", *_PARTS[part]) for part in frame.free]
        self._blocks = sorted(fixed + free, key=lambda block: (block.starts, block.ends, block.ref or ""))

    @property
    def minutes(self) -> int:
        """Return how long one can be out, less what is fixed."""
        return max(0, self.last - self.starts) - sum(
            max(0, min(block.ends, self.last) - max(block.starts, self.starts)) for block in self._blocks
        )

    def lay_out(self, visits: Sequence[Attraction], last_from: int = 0) -> tuple[DayItem, ...] | None:
        """Return the day's items in order of time; None when the visits do not fit in this order, the last so late."""
        has = self._frame.meals
        day = _Day(self.starts, lunch="lunch" in has, dinner="dinner" in has)
        blocks = list(self._blocks)
        for visit in visits:
            if not self._visit(day, visit, blocks, last_from if visit is visits[-1] else 0):
                return None
        for block in blocks:
            self._eat(day, block.starts)
            self._block(day, block)
        self._eat(day, self.ends, home=True)
        return tuple(sorted(day.items, key=lambda item: item.starts))

    def _visit(self, day: _Day, visit: Attraction, blocks: list[_Block], earliest: int) -> bool:
        """Go to a sight: before the next block if it fits, else after it; lunch comes first when it is due."""
        while True:
            limit = blocks[0].starts if blocks else self.last
            way = self._ways.between(day.at, visit)
            starts = self._entry(visit, max(earliest, day.now + way))
            if starts is None:
                return False
            ends = starts + visit.minutes
            if self._lunch_is_due(day, starts, ends) and self._lunch(day, limit):
                continue
            onward = self._ways.between(visit, blocks[0].spot) if blocks and blocks[0].spot else 0
            if ends + onward <= min(limit, self.last) and not self._takes_lunch(day, starts, ends):
                day.items.append(_item("visit", starts, ends, way, ref=visit.id))
                day.now, day.at = ends, visit
                day.lunch = day.lunch or (starts <= _LUNCH_FROM and ends >= _LUNCH_UNTIL)
                return True
            if not blocks:
                return False
            self._eat(day, limit)
            self._block(day, blocks.pop(0))

    def _entry(self, visit: Attraction, earliest: int) -> int | None:
        """Return when one goes in: the visit ends before the house closes, and begins before its last entry; None if never."""
        for opens, closes in self._hours(visit):
            starts = max(earliest, opens)
            if starts + max(visit.minutes, _LAST_ENTRY if visit.indoor or visit.hours else 0) <= closes:
                return starts
        return None

    def _hours(self, visit: Attraction) -> list[tuple[int, int]]:
        """Return when a sight is open on this day, one span after the other; none when it is closed."""
        today = [
            (_minutes(hours.opens), _minutes(hours.closes) or 24 * 60)
            for hours in visit.hours
            if hours.weekday == self._frame.day.weekday()
        ]
        usual = _MARKET_FROM if visit.kind == "market" else _INDOOR_FROM if visit.indoor else 0
        spans = sorted(today) if visit.hours else [(usual, _INDOOR_UNTIL if visit.indoor else _NIGHT)]
        if visit.kind == "market" and spans and spans[0][0] < _MARKET_UNTIL - visit.minutes:
            return [(opens, min(closes, _MARKET_UNTIL)) for opens, closes in spans]
        return spans

    def _lunch_is_due(self, day: _Day, starts: int, ends: int) -> bool:
        late = starts >= _LUNCH_FROM or (ends > _LUNCH_LATEST and starts >= _HUNGRY_FROM)
        return not day.lunch and late and day.now <= _LUNCH_LATEST

    def _takes_lunch(self, day: _Day, starts: int, ends: int) -> bool:
        """Tell whether a visit leaves no hour for lunch that another order may have; one over all of noon has its own."""
        missed = starts < _HUNGRY_FROM and _LUNCH_LATEST < ends < _LUNCH_UNTIL
        return not day.lunch and missed and self.ends >= _LUNCH_UNTIL

    def _lunch(self, day: _Day, limit: int) -> bool:
        starts = max(day.now, _LUNCH_FROM)
        if starts > _LUNCH_LATEST or starts + _LUNCH > min(limit, self.ends):
            return False
        day.items.append(_item("meal", starts, starts + _LUNCH, meal="lunch"))
        day.now, day.lunch = starts + _LUNCH, True
        if self._request.party.youngest is not None and self._request.party.youngest <= 4 and day.now + _NAP <= limit:
            day.items.append(_item("rest", day.now, day.now + _NAP))
            day.now += _NAP
        return True

    def _eat(self, day: _Day, limit: int, *, home: bool = False) -> None:
        """Keep time for a meal that is still due before ``limit``."""
        if not day.lunch and day.now <= _LUNCH_LATEST and limit > _LUNCH_FROM:
            self._lunch(day, limit)
        starts = max(day.now, _DINNER_USUAL if home or limit >= _DINNER_USUAL + _DINNER else _DINNER_FROM)
        if not day.dinner and starts <= _DINNER_UNTIL and starts + _DINNER <= min(limit, self.ends):
            day.items.append(_item("meal", starts, starts + _DINNER, meal="dinner"))
            day.now, day.dinner = starts + _DINNER, True

    def _block(self, day: _Day, block: _Block) -> None:
        way = self._ways.between(day.at, block.spot) if block.spot else 0
        day.items.append(_item(block.kind, block.starts, block.ends, way, ref=block.ref))
        day.now, day.at = max(day.now, block.ends), block.spot or day.at


def has_afternoon(items: Sequence[DayItem]) -> bool:
    """Tell whether a day has more than a meal between half past three and six; to take a room is not enough."""
    there = [item for item in items if item.kind != "meal" and item.starts < _EVENING and item.ends >= _HALF_PAST_THREE]
    return any(item.kind != "fixed" or _minutes(item.ends) - _minutes(item.starts) > _CHECK_IN for item in there)


def _item(
    kind: ItemKind, starts: int, ends: int, way: int = 0, *, ref: str | None = None, meal: Meal | None = None
) -> DayItem:
    return DayItem(kind=kind, starts=_clock(starts), ends=_clock(ends), ref=ref, meal=meal, travel_minutes=way)


def _minutes(clock: time) -> int:
    return clock.hour * 60 + clock.minute


def _clock(minutes: int) -> time:
    return time(min(minutes, 24 * 60 - 1) // 60, min(minutes, 24 * 60 - 1) % 60)
