"""The choices of a tour, after its wishes: the cheapest ride of a leg and day, the cheapest bed of a stay."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from typing import TypeVar

from tripintent.tools.planner.menus import MenuTable, menus
from tripintent.tools.ports.tours import Eatery, Lodging, Ride, RoomWish, Sight, TourRequest

MEALS_A_DAY = 3
_InCity = TypeVar("_InCity", Lodging, Eatery, Sight)


class Supply:
    """The rides, beds, meals and sights of one request, looked up by city and day."""

    def __init__(self, request: TourRequest) -> None:
        self.request = request
        self.tastes = tuple(sorted(request.tastes))
        self.most_meals = MEALS_A_DAY * max(len(request.days) - 2, 0) + len(self.tastes)
        self._lodgings = _by_city([bed for bed in request.lodgings if _suits(bed, request)])
        self._eateries: dict[str, list[Eatery]] = _by_city(request.eateries)
        self._sights: dict[str, list[Sight]] = _by_city(request.sights)
        self._rides: dict[tuple[str, str], list[Ride]] = {}
        for ride in request.rides:
            if ride.mode not in request.avoid_modes:
                self._rides.setdefault((ride.origin, ride.destination), []).append(ride)
        self.menus = cache(self._menus)
        self.bed = cache(self._bed)
        self.ride = cache(self._ride)

    def _menus(self, city: str) -> MenuTable:
        return menus(self._eateries.get(city, ()), self.tastes, self.most_meals)

    def _bed(self, city: str, nights: int) -> Lodging | None:
        """Return the lodging that costs the party least for so many nights in a row."""
        possible = [bed for bed in self._lodgings.get(city, ()) if bed.min_nights <= nights]
        return min(possible, key=lambda bed: (self.price_of_night(bed), -(bed.rating or 0), bed.name), default=None)

    def _ride(self, origin: str, destination: str, day: date, own_car: bool) -> Ride | None:  # noqa: FBT001 - a cached look-up
        """Return the cheapest ride of a day, by the own car or by anything else."""
        possible = [
            ride
            for ride in self._rides.get((origin, destination), ())
            if ride.day in (None, day) and ride.own_car == own_car
        ]
        return min(possible, key=lambda ride: (self.price_of_ride(ride), ride.minutes, ride.id), default=None)

    def sights(self, city: str) -> Sequence[Sight]:
        """Return the sights of a city, each name once."""
        return list({sight.name: sight for sight in reversed(self._sights.get(city, ()))}.values())[::-1]

    def price_of_ride(self, ride: Ride) -> Decimal:
        """Return what a ride costs everybody: so many seats or cars as the party needs."""
        return ride.price * _groups(self.request.people, ride.seats)

    def price_of_night(self, bed: Lodging) -> Decimal:
        """Return what a night costs everybody: so many rooms as the party needs."""
        return bed.price * _groups(self.request.people, bed.sleeps)


def _groups(people: int, size: int) -> int:
    return -(-people // size)


def _by_city(things: Sequence[_InCity]) -> dict[str, list[_InCity]]:
    found: dict[str, list[_InCity]] = {}
    for thing in things:
        found.setdefault(thing.city, []).append(thing)
    return found


def _suits(bed: Lodging, request: TourRequest) -> bool:
    return not bed.forbids & request.must_allow and _right_room(bed, request.room)


def _right_room(bed: Lodging, wish: RoomWish | None) -> bool:
    if wish == "not_shared":
        return bed.room != "shared"
    return wish is None or bed.room == wish
