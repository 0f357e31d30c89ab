"""The cheapest tour with its days: meals, sights, where one sleeps.

Labels are settled day by day, and of two that leave the same things open the cheaper one stays. A label says: on this day one
arrives in this city, these cities were seen, these tastes served, the own car is or is not along, and so many meals of this day
were eaten where one left. What follows depends on nothing else, so no cheaper tour is lost. Rides, beds and meals of one stay
are chosen together; the price of everything else does not depend on them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from tripintent.tools.planner.supply import MEALS_A_DAY, Eateries, Supply
from tripintent.tools.planner.timeline import nearest
from tripintent.tools.ports.day_planner import (
    Eatery,
    MealTime,
    NoTour,
    Ride,
    Tour,
    TourDay,
    TourLodging,
    TourMeal,
    TourRequest,
    TourSight,
    Wish,
)


class Open(NamedTuple):
    """The state that a partial tour leaves to the rest of it."""

    day: int
    city: str
    seen: frozenset[str]
    own_car: bool
    tastes: int
    eaten: int


@dataclass(frozen=True)
class TourStay:
    """One stay of a tour: arrived on ``day`` by ``ride``, so many nights in ``bed``, the meals of the stay."""

    day: int
    city: str
    ride: Ride
    nights: int
    bed: TourLodging
    menu: Eateries
    before: "TourStay | None" = None


@dataclass(frozen=True)
class CheapestTour:
    """The stays of the cheapest tour in order, its ride home, its price for everybody."""

    stays: tuple[TourStay, ...]
    home: Ride
    price: Decimal


class TourCost(NamedTuple):
    """The cost of a partial tour for everybody, and the minutes on the way that decide between equal prices."""

    price: Decimal
    minutes: int


class _Label(NamedTuple):
    spent: TourCost
    ride: Ride
    before: TourStay | None


class Search:
    """One search over one request."""

    def __init__(self, request: TourRequest) -> None:
        self.request, self.supply = request, Supply(request)
        self.last = len(request.days) - 1
        self.wanted = (1 << len(self.supply.tastes)) - 1
        self._labels: list[dict[Open, _Label]] = [{} for _ in range(self.last + 1)]
        self._best: _Label | None = None

    def run(self) -> CheapestTour | None:
        """Return the cheapest tour; None without one."""
        for own_car in (False, True):
            start = Open(0, self.request.home, frozenset(), own_car, tastes=0, eaten=0)
            self._leave(start, TourCost(Decimal(0), 0), None)
        for labels in self._labels:
            for now, label in labels.items():
                self._stay(now, label)
        if self._best is None:
            return None
        return CheapestTour(_in_order(self._best.before), self._best.ride, self._best.spent.price)

    def _stay(self, now: Open, label: _Label) -> None:
        """Try every length of a stay, its cheapest bed, and every menu that the rest of the tour can tell apart."""
        for nights in range(1, self.last - now.day + 1):
            bed = self.supply.bed(now.city, nights)
            few = self.request.sights_a_day > 0 and len(self.supply.sights(now.city)) < nights - 1
            if bed is None or few:
                continue
            slept = label.spent.price + self.supply.price_of_night(bed) * nights
            for tastes, eaten, menu in self._menus(now, nights):
                stay = TourStay(now.day, now.city, label.ride, nights, bed, menu, label.before)
                then = Open(now.day + nights, now.city, now.seen, now.own_car, now.tastes | tastes, eaten)
                self._leave(then, TourCost(slept + menu.price * self.request.people, label.spent.minutes), stay)

    def _menus(self, now: Open, nights: int) -> Iterator[tuple[int, int, Eateries]]:
        """Yield (tastes served, meals eaten on the day of leaving, menu): full days have all meals, others what tastes need."""
        table = self.supply.menus(now.city)
        full, free = MEALS_A_DAY * (nights - 1), MEALS_A_DAY - now.eaten
        most = (self.wanted & ~now.tastes).bit_count()
        for extra in range(min(most, free + MEALS_A_DAY) + 1):
            for tastes, menu in table[full + extra].items():
                yield tastes, max(0, extra - free), menu

    def _leave(self, now: Open, spent: TourCost, stay: TourStay | None) -> None:
        """Go on to every city that is still open, or home when all are seen."""
        if now.day == self.last:
            if len(now.seen) == self.request.stops and now.tastes == self.wanted:
                self._go(now, self.request.home, spent, stay)
        elif len(now.seen) < self.request.stops:
            for city in self.request.cities:
                if city not in now.seen and city != self.request.home:
                    self._go(now, city, spent, stay)

    def _go(self, now: Open, city: str, spent: TourCost, stay: TourStay | None) -> None:
        ride = self.supply.ride(now.city, city, self.request.days[now.day], now.own_car)
        if ride is None:
            return
        label = _Label(
            TourCost(spent.price + self.supply.price_of_ride(ride), spent.minutes + ride.minutes), ride, stay
        )
        if city == self.request.home:
            self._best = label if self._best is None or label.spent < self._best.spent else self._best
            return
        then = now._replace(city=city, seen=now.seen | {city})
        known = self._labels[now.day].get(then)
        if known is None or label.spent < known.spent:
            self._labels[now.day][then] = label


def _in_order(stay: TourStay | None) -> tuple[TourStay, ...]:
    stays: list[TourStay] = []
    while stay:
        stays.append(stay)
        stay = stay.before
    return tuple(reversed(stays))


_TIMES: tuple[MealTime, ...] = ("breakfast", "lunch", "dinner")


@dataclass
class _Day:
    city: str
    ride: Ride | None = None
    meals: dict[MealTime, Eatery] = field(default_factory=dict)
    sights: tuple[TourSight, ...] = ()
    lodging: TourLodging | None = None


def cheapest_tour(request: TourRequest) -> Tour | NoTour:
    """Return the cheapest tour that keeps every wish, or why no tour does and which wishes are in the way."""
    if request.stops >= len(request.days) or request.stops > len(request.cities):
        return NoTour(why="too_few_days")
    search = Search(request)
    found = search.run()
    if found is None:
        return NoTour(why="nothing_fits", in_the_way=_in_the_way(request))
    if request.budget is not None and found.price > request.budget:
        return NoTour(why="over_budget", cheapest=found.price, in_the_way=_in_the_way(request))
    return Tour(days=_days(search, found), total=found.price, currency=request.currency)


def _in_the_way(request: TourRequest) -> tuple[Wish, ...]:
    """Return each wish without which there would be a tour (within the budget, when there is one)."""
    nothing: dict[Wish, object] = {
        "room": None,
        "must_allow": frozenset(),
        "tastes": frozenset(),
        "avoid_modes": frozenset(),
    }
    return tuple(
        wish
        for wish, value in nothing.items()
        if getattr(request, wish) != value and _possible(request.model_copy(update={wish: value}))
    )


def _possible(request: TourRequest) -> bool:
    found = Search(request).run()
    return found is not None and (request.budget is None or found.price <= request.budget)


def _days(search: Search, found: CheapestTour) -> tuple[TourDay, ...]:
    days = [_Day(search.request.home) for _ in search.request.days]
    for stay in found.stays:
        _fill(search, days, stay)
    days[-1].city, days[-1].ride = search.request.home, found.home
    return tuple(
        TourDay(
            day=date,
            city=day.city,
            ride=day.ride,
            meals=tuple(TourMeal(time=time, eatery=day.meals[time]) for time in _TIMES if time in day.meals),
            sights=day.sights,
            lodging=day.lodging,
        )
        for date, day in zip(search.request.days, days, strict=True)
    )


def _fill(search: Search, days: list[_Day], stay: TourStay) -> None:
    """Write one stay into its days; the day of leaving belongs to the next stay, but for the meals before it."""
    days[stay.day].ride = stay.ride
    for number in range(stay.day, stay.day + stay.nights):
        days[number].city, days[number].lodging = stay.city, stay.bed
    full = range(stay.day + 1, stay.day + stay.nights)
    eateries = iter(stay.menu.eateries)
    for number in full:
        cheapest_first = sorted((next(eateries) for _ in _TIMES), key=lambda eatery: (eatery.price, eatery.name))
        days[number].meals = dict(zip(_TIMES, cheapest_first, strict=True))
    rest = list(eateries)
    arriving, leaving = days[stay.day], days[stay.day + stay.nights]
    for time in reversed(_TIMES):
        if rest and time not in arriving.meals:
            arriving.meals[time] = rest.pop()
    leaving.meals.update(zip(_TIMES, rest, strict=False))
    for number, sights in zip(
        full, _outings(search.supply.sights(stay.city), len(full), search.request.sights_a_day), strict=True
    ):
        days[number].sights = sights


def _outings(sights: Sequence[TourSight], days: int, a_day: int) -> Iterator[tuple[TourSight, ...]]:
    """Yield the sights of each day: the first one not yet seen and what lies nearest to it, one kept for every later day."""
    left = list(sights)
    for day in range(days):
        keep = days - day - 1
        first, rest = left[:1], left[1:]
        more = nearest(first[0], rest)[: max(0, min(a_day - 1, len(rest) - keep))] if first else []
        yield tuple((first + more)[:a_day])
        left = [sight for sight in rest if sight not in more]
