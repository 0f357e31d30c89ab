"""The choices of a tour: the cheapest ride of a leg and day, the cheapest bed of a stay, and the cheapest meals of a city.

Meals are a small exact dynamic programme: ``table[count][tastes] = (price of one person, eateries)``, where ``tastes`` is a
bit mask over the wanted tastes.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from typing import NamedTuple, TypeVar

from tripintent.tools.ports.day_planner import Eatery, Ride, RoomWish, TourLodging, TourRequest, TourSight


class Eateries(NamedTuple):
    """Some different eateries and what they cost one person together."""

    price: Decimal
    eateries: tuple[Eatery, ...]


MenuTable = Sequence[Mapping[int, Eateries]]


def menus(eateries: Sequence[Eatery], wanted: Sequence[str], most: int) -> MenuTable:
    """Return the cheapest menus of 0 to ``most`` meals, each eatery used once."""
    table: list[dict[int, Eateries]] = [{} for _ in range(most + 1)]
    table[0][0] = Eateries(Decimal(0), ())
    for eatery, serves in _worth_a_look(eateries, wanted, most):
        for count in range(most, 0, -1):
            for tastes, menu in table[count - 1].items():
                price = menu.price + eatery.price
                known = table[count].get(tastes | serves)
                if known is None or price < known.price:
                    table[count][tastes | serves] = Eateries(price, (*menu.eateries, eatery))
    return table


def _worth_a_look(eateries: Sequence[Eatery], wanted: Sequence[str], most: int) -> list[tuple[Eatery, int]]:
    """Keep, for each set of tastes, the ``most`` cheapest: no more of them can ever be used."""
    kinds: dict[int, list[Eatery]] = defaultdict(list)
    for eatery in {e.name: e for e in reversed(eateries)}.values():
        serves = sum(1 << place for place, taste in enumerate(wanted) if taste in eatery.tastes)
        kinds[serves].append(eatery)
    return [
        (eatery, serves)
        for serves in sorted(kinds)
        for eatery in sorted(kinds[serves], key=lambda e: (e.price, -(e.rating or 0), e.name))[:most]
    ]


MEALS_A_DAY = 3
_InCity = TypeVar("_InCity", TourLodging, Eatery, TourSight)


class Supply:
    """The rides, beds, meals and sights of one request, looked up by city and day."""

    def __init__(self, request: TourRequest) -> None:
        self.request = request
        self.tastes = tuple(sorted(request.tastes))
        self.most_meals = MEALS_A_DAY * max(len(request.days) - 2, 0) + len(self.tastes)
        self._lodgings = _by_city(
            [bed for bed in request.lodgings if not bed.forbids & request.must_allow and _right_room(bed, request.room)]
        )
        self._eateries: dict[str, list[Eatery]] = _by_city(request.eateries)
        self._sights: dict[str, list[TourSight]] = _by_city(request.sights)
        self._rides: dict[tuple[str, str], list[Ride]] = {}
        for ride in request.rides:
            if ride.mode not in request.avoid_modes:
                self._rides.setdefault((ride.origin, ride.destination), []).append(ride)
        self.menus = cache(lambda city: menus(self._eateries.get(city, ()), self.tastes, self.most_meals))
        self.bed = cache(self._bed)
        self.ride = cache(self._ride)

    def _bed(self, city: str, nights: int) -> TourLodging | None:
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

    def sights(self, city: str) -> Sequence[TourSight]:
        """Return the sights of a city, each name once."""
        return list({sight.name: sight for sight in reversed(self._sights.get(city, ()))}.values())[::-1]

    def price_of_ride(self, ride: Ride) -> Decimal:
        """Return what a ride costs everybody: so many seats or cars as the party needs."""
        return ride.price * _groups(self.request.people, ride.seats)

    def price_of_night(self, bed: TourLodging) -> Decimal:
        """Return what a night costs everybody: so many rooms as the party needs."""
        return bed.price * _groups(self.request.people, bed.sleeps)


def _groups(people: int, size: int) -> int:
    return -(-people // size)


def _by_city(things: Sequence[_InCity]) -> dict[str, list[_InCity]]:
    found: dict[str, list[_InCity]] = {}
    for thing in things:
        found.setdefault(thing.city, []).append(thing)
    return found


def _right_room(bed: TourLodging, wish: RoomWish | None) -> bool:
    return bed.room != "shared" if wish == "not_shared" else wish is None or bed.room == wish
