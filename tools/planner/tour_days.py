"""The cheapest tour with its days: meals, sights, where one sleeps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tripintent.tools.planner.near import nearest
from tripintent.tools.planner.touring import CheapestTour, Search, TourStay
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
        days[number].meals = dict(zip(_TIMES, _dearest_last([next(eateries) for _ in _TIMES]), strict=True))
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


def _dearest_last(eateries: list[Eatery]) -> list[Eatery]:
    return sorted(eateries, key=lambda eatery: (eatery.price, eatery.name))


def _outings(sights: Sequence[TourSight], days: int, a_day: int) -> Iterator[tuple[TourSight, ...]]:
    """Yield the sights of each day: the first one not yet seen and what lies nearest to it, one kept for every later day."""
    left = list(sights)
    for day in range(days):
        keep = days - day - 1
        first, rest = left[:1], left[1:]
        more = nearest(first[0], rest)[: max(0, min(a_day - 1, len(rest) - keep))] if first else []
        yield tuple((first + more)[:a_day])
        left = [sight for sight in rest if sight not in more]
