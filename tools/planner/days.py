"""Days from sights, each begun with the best one left and filled with what lies near it, and how much a sight is worth to the party."""

from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from tripintent.tools.planner.timeline import AFTERNOON, Located, Timeline, has_afternoon, km
from tripintent.tools.ports.day_planner import DayFrame, DayItem, DaysRequest, PlannedDay, Why
from tripintent.tools.ports.places import Attraction, SightKind

_FOR_CHILDREN: frozenset[SightKind] = frozenset({"aquarium", "beach", "entertainment", "park", "theme_park", "zoo"})
_ON_FOOT: frozenset[SightKind] = frozenset({"day_trip", "nature", "neighbourhood", "park", "ruins", "street", "zoo"})
_STEPS: frozenset[SightKind] = frozenset({"nature", "ruins"})
DAY_TRIP_MINUTES = 300

_WANTED, _INTEREST, _SECOND_INTEREST, _CHILDREN, _ROOF, _FAR, _DAY_TRIP = 10.0, 0.5, 0.2, 0.4, 0.6, 0.3, 0.5


class Worth:
    """The sights of a request that may be planned, each with its worth; the same request gives the same numbers."""

    def __init__(self, request: DaysRequest) -> None:
        self._request = request
        self._rank = {place.id: number for number, place in enumerate(request.places)}
        once = {place.id: place for place in reversed(request.places)}.values()
        self.places = tuple(place for place in reversed(once) if self._possible(place))

    def _possible(self, place: Attraction) -> bool:
        request = self._request
        if place.id in request.wanted:
            return True
        children = request.party.youngest is not None
        only_at_night = place.interests == ("nightlife",)
        return place.id not in request.avoided and not (children and only_at_night)

    def of(self, place: Attraction) -> float:
        """Return the worth: 0.3 to 1 for fame, more for what is wished for, less for what this party would avoid."""
        request, party = self._request, self._request.party
        value = 1 - 0.7 * self._rank[place.id] / max(1, len(self._rank))
        shared = len(set(place.interests) & set(request.interests))
        value += _INTEREST * (shared > 0) + _SECOND_INTEREST * (shared > 1)
        value += _WANTED * (place.id in request.wanted)
        value += _CHILDREN * self._for_children(place)
        if request.rainy:
            value += _ROOF if place.indoor else -_ROOF
        value -= _FAR * (place.kind in _ON_FOOT and request.less_walking)
        value -= _FAR * (place.kind in _STEPS and (party.wheelchair or party.seniors))
        return value - _DAY_TRIP * (place.minutes >= DAY_TRIP_MINUTES)

    def _for_children(self, place: Attraction) -> bool:
        young = self._request.party.youngest is not None and self._request.party.youngest <= 12
        return young and (place.kind in _FOR_CHILDREN or "family" in place.interests)

    def why(self, place: Attraction, *, near: bool) -> tuple[Why, ...]:
        """Return why a sight is in the plan, the strongest reason first."""
        reasons: list[tuple[Why, bool]] = [
            ("wanted", place.id in self._request.wanted),
            ("interest", bool(set(place.interests) & set(self._request.interests))),
            ("for_children", self._for_children(place)),
            ("indoors", self._request.rainy and place.indoor),
            ("near", near),
            ("well_known", self._rank[place.id] < 10),
        ]
        return tuple(why for why, holds in reasons if holds)


_MOST = {"leisurely": 3, "balanced": 4, "packed": 5}
_LEAST = {"leisurely": 2, "balanced": 3, "packed": 5}
"""Sights of a whole day where there are few in all: full days first, and days that are left open."""
_ENOUGH = 1.5
"""Sights a day from which no day is left open: each has its share by its hours."""
_PER_KM, _PER_KM_SHORT = 0.2, 0.4
_SAME_KIND = 0.35
_FAR_KM = 8.0
_QUARTER_KM, _BESIDE_KM = 2.0, 0.4
"""So near are sights of one quarter, and such as lie side by side: one day sees them all where it can."""
_MATE = 1 / 3
"""Least worth of a sight that is seen because another one of its quarter is, beside that one's."""
_ORDERS = 8
"""Orders of a day that are tried, the shortest first."""
_TRIES = 6
"""Candidates that are tried for one more place in a day, the most worthwhile first."""


def plan_days(request: DaysRequest) -> tuple[PlannedDay, ...]:
    """Plan every day; the longest days choose first, so that a short day of arrival does not take the best sight."""
    worth = Worth(request)
    left = sorted(worth.places, key=lambda place: (-worth.of(place), place.id))
    small = request.party.youngest is not None and request.party.youngest <= 6  # then a day has one sight less
    most = max(2, _MOST[request.pace] - small)
    days = [_Filling(request, frame, worth) for frame in request.frames]
    to_come, with_time = sum(day.minutes for day in days), sum(day.minutes > 0 for day in days)
    enough = len(left) >= _ENOUGH * with_time
    for number, day in enumerate(sorted(days, key=lambda day: (-day.minutes, day.frame.day))):
        share = round(len(left) * day.minutes / max(1, to_come))
        here = min(most, max(1, share) if enough else _LEAST[request.pace])
        to_come -= day.minutes
        whole = min(most, max(here, len(left) + number + 1 - with_time))  # a sight is left for each other day
        day.fill([place for place in left if place.id not in day.frame.avoided], here, whole)
        left = [place for place in left if place not in day.laid.sights]
    while _evened([day for day in days if day.laid.sights or enough or day.frame.starts]):
        pass
    return tuple(PlannedDay(day=day.frame.day, items=day.explained()) for day in days)


class _Laid(NamedTuple):
    """A day laid out: its sights in their order, and all its items."""

    sights: list[Attraction]
    items: tuple[DayItem, ...]

    @property
    def idle(self) -> bool:
        """Whether one more sight may come in the afternoon, which is empty."""
        return not has_afternoon(self.items) and not any(place.minutes >= DAY_TRIP_MINUTES for place in self.sights)


class _Filling:
    """The filling of one day."""

    def __init__(self, request: DaysRequest, frame: DayFrame, worth: Worth) -> None:
        self.frame, self._line, self._worth = frame, Timeline(request, frame), worth
        self.minutes = self._line.minutes
        self.laid = _Laid([], self._line.lay_out(()) or ())
        self._wanted = frozenset(request.wanted)
        self._per_km = _PER_KM_SHORT if request.less_walking or request.party.wheelchair else _PER_KM

    def fill(self, left: Sequence[Attraction], share: int, most: int) -> None:
        """Choose the sights of the day, its share or more of one quarter, and lay it out."""
        while len(chosen := self.laid.sights) < share and not any(p.minutes >= DAY_TRIP_MINUTES for p in chosen):
            longer = self._longer(left, chosen, most)
            if not longer:
                break
            self.laid = longer
        self.laid = self._late(self.laid.sights) or self.laid

    def explained(self) -> tuple[DayItem, ...]:
        """Return the items of the day, each sight with why it is there."""
        places = {place.id: place for place in self.laid.sights}
        return tuple(
            item.model_copy(update={"why": self._worth.why(place, near=item.travel_minutes <= 15 and number > 0)})
            if (place := places.get(item.ref or ""))
            else item
            for number, item in enumerate(self.laid.items)
        )

    def may_give(self, taker: "_Filling") -> bool:
        """Tell whether another day is so much emptier, or a whole one while this ends with the way home, where one sight is enough."""
        here, there = len(self.laid.sights), len(taker.laid.sights)
        if taker.frame.ends is not None and there:
            return False
        whole_for_last = self.frame.ends is not None and taker.frame.starts is None and taker.frame.ends is None
        return here >= max(3, there + 2) or (whole_for_last and here > max(1, there))

    def give(self, place: Attraction, taker: "_Filling") -> bool:
        """Give a sight to another day when it fills the afternoon there, and this one keeps its own or ends with the way home."""
        rest = [other for other in self.laid.sights if other is not place]
        near = all(self.near(one, [other for other in rest if other is not one]) for one in rest)
        mine, theirs = self._late(rest) if near else None, taker.taking(place)
        if not mine or not theirs or (mine.idle and not self.laid.idle and self.frame.ends is None):
            return False
        self.laid, taker.laid = mine, theirs
        return True

    def taking(self, place: Attraction) -> _Laid | None:
        """Return the day with one more sight that fills its afternoon, or begins it; None when there is no such day."""
        laid = None if place.id in self.frame.avoided else self._late([*self.laid.sights, place])
        return None if laid and laid.idle and self.laid.sights else laid

    def _late(self, places: list[Attraction]) -> _Laid | None:
        """Return the day with these sights, the last of several in the afternoon where it fits."""
        return (self._best_order(places, AFTERNOON) if len(places) > 1 else None) or self._best_order(places)

    def _longer(self, left: Sequence[Attraction], chosen: list[Attraction], most: int) -> _Laid | None:
        """Return the day with one more sight and all that is left of its quarter, or a part where no day, or not this one, has room."""
        tries, room = self._candidates(left, chosen), most - len(chosen)
        for place in tries:
            quarter = self._quarter(place, left, chosen)
            more = [place] if place.id in self._wanted or len(quarter) > most > 2 else quarter[:most]
            if len(more) <= room and (longer := self._best_order([*chosen, *more])):
                return longer
        return next((one for place in tries if (one := self._best_order([*chosen, place]))), None)

    def _quarter(self, place: Attraction, left: Sequence[Attraction], chosen: list[Attraction]) -> list[Attraction]:
        """Return a sight and those of its quarter that are left and worth it too, the most worthwhile first after it."""
        quarter, least = [place], self._worth.of(place) * _MATE
        for one in left if place.minutes < DAY_TRIP_MINUTES else ():
            new = one not in (*quarter, *chosen) and self._worth.of(one) >= least and one.minutes < DAY_TRIP_MINUTES
            if new and any(_together(one, other) for other in quarter):
                quarter.append(one)
        return quarter

    def _candidates(self, left: Sequence[Attraction], chosen: list[Attraction]) -> list[Attraction]:
        """Return the next sights to try: near to those of the day, of another kind, and worth it."""
        if not chosen:
            return list(left[: 2 * _TRIES])
        near = [p for p in left if p not in chosen and self.near(p, chosen) and p.minutes < DAY_TRIP_MINUTES]
        return sorted(near, key=lambda place: (-self._value(place, chosen), place.id))[:_TRIES]

    def near(self, place: Attraction, chosen: list[Attraction]) -> bool:
        """Tell whether a sight is near enough to those of a day to be seen with them."""
        away = min((distance(place, other) for other in chosen), default=0.0)
        return away <= _FAR_KM or (place.id in self._wanted and away <= 3 * _FAR_KM)

    def _value(self, place: Attraction, chosen: list[Attraction]) -> float:
        away = min(distance(place, other) for other in chosen)
        same = sum(place.kind == other.kind for other in chosen)
        return self._worth.of(place) - self._per_km * away - _SAME_KIND * same

    def _best_order(self, places: list[Attraction], last_from: int = 0) -> _Laid | None:
        """Return the shortest order that fits the day: no zigzag."""
        orders = sorted(permutations(places), key=lambda order: (self._length(order), [place.id for place in order]))
        for order in orders[:_ORDERS]:
            if items := self._line.lay_out(order, last_from):
                return _Laid(list(order), items)
        return None

    def _length(self, order: Sequence[Attraction]) -> float:
        return round(sum(distance(a, b) for a, b in pairwise(order)), 3)


def _evened(days: Sequence[_Filling]) -> bool:
    """Give a sight of a full day to one with an empty afternoon, rather none that splits a quarter; tell whether one was given."""
    moves: list[tuple[tuple[float, ...], Attraction, _Filling, _Filling]] = []
    for taker in days:
        givers = [day for day in days if taker.laid.idle and day.may_give(taker)]
        near = [(place, day) for day in givers for place in day.laid.sights if taker.near(place, taker.laid.sights)]
        moves += [(_loss(place, day, taker, len(near)), place, day, taker) for place, day in near]
    return any(day.give(place, taker) for _, place, day, taker in sorted(moves, key=lambda move: (move[0], move[1].id)))


def _loss(place: Attraction, day: _Filling, taker: _Filling, choices: int) -> tuple[float, ...]:
    """Return how many sights of its quarter and beside it one leaves, the other day's choices, and how much farther its company is."""
    others = [other for other in day.laid.sights if other is not place]
    bound = [other.area == place.area for other in others if _together(place, other)]
    away = min((distance(place, other) for other in taker.laid.sights), default=0.0)
    return sum(bound), len(bound), choices, away - min(distance(place, other) for other in others)


def _together(a: Attraction, b: Attraction) -> bool:
    """Tell whether two sights are one walk: next to each other, or of one quarter."""
    return distance(a, b) <= (_QUARTER_KM if a.area and a.area == b.area else _BESIDE_KM)


def distance(a: Located, b: Located) -> float:
    """Return the distance in km between two places whose positions are known."""
    return km(a, b) or 0.0
