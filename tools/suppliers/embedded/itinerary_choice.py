"""Choosing which of many itineraries are offered: cheap ones, fast ones, direct ones and different times of day."""

from collections.abc import Callable, Sequence

from tripintent.tools.suppliers.embedded.connections import Itinerary

_VALUE_OF_HOUR_USD = 22.0


def sensible(found: Sequence[tuple[Itinerary, float]]) -> list[tuple[Itinerary, float]]:
    """Return the itineraries without those that take absurdly longer than the fastest: no one would show them."""
    fastest = min((way.hours for way, _ in found), default=0.0)
    return [pair for pair in found if pair[0].hours <= max(1.7 * fastest, fastest + 11.0)]


def choose(found: Sequence[tuple[Itinerary, float]], count: int) -> list[tuple[Itinerary, float]]:
    """Return at most ``count`` itineraries with their base fares, so that each sensible wish finds something.

    In turn: the cheapest, the fastest, the one with the fewest stops, the best mix of money and time, and the best of
    each third of the day; over and over until there are enough.
    """
    if len(found) <= count:
        return list(found)
    orders: list[Callable[[tuple[Itinerary, float]], tuple[float, ...]]] = [
        lambda pair: (pair[1],),
        lambda pair: (pair[0].hours,),
        lambda pair: (pair[0].stops, pair[1]),
        lambda pair: (pair[1] + _VALUE_OF_HOUR_USD * pair[0].hours,),
        *(_in_third(third) for third in range(3)),
    ]
    queues = [sorted(range(len(found)), key=lambda place, by=by: by(found[place])) for by in orders]  # type: ignore[misc]
    taken: dict[int, None] = {}
    for rank in range(len(found)):
        for queue in queues:
            taken.setdefault(queue[rank])
            if len(taken) == count:
                return [found[place] for place in taken]
    return [found[place] for place in taken]


def _in_third(third: int) -> Callable[[tuple[Itinerary, float]], tuple[float, ...]]:
    def order(pair: tuple[Itinerary, float]) -> tuple[float, ...]:
        away = abs(min(2, max(0, (pair[0].flights[0].departs.hour - 5) // 6)) - third)
        return (away, pair[1] + _VALUE_OF_HOUR_USD * pair[0].hours)

    return order
