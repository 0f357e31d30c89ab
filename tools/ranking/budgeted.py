"""Trips within a budget, best first: the same search, steered by a price for money (Lagrangian relaxation).

Where a budget binds, the best trips by score lie over it, and a plain search would walk through all of those first.
With ``toll`` added to the unit cost of price, the search meets affordable trips early, and
``cost + toll * (price - budget)`` is a lower bound on the cost of everything still to come; so trips wait in a small
buffer until nothing better can come.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from tripintent.tools.ranking.best_first import STEPS, BestFirst, Found
from tripintent.tools.ranking.criteria import Criteria
from tripintent.tools.ranking.layers import Layer
from tripintent.tools.ranking.weights import weighted

BUDGET_STEPS = 20_000
"""Fewer than ``STEPS``: where offers are many and a budget binds, the last proof of the order would cost the most."""


def within(layers: Sequence[Layer], units: Criteria, budget: int | None, steps: int | None = None) -> Iterator[Found]:
    """Yield the trips that cost no more than ``budget`` (price units), least cost by ``units`` first.

    The order is exact until the search runs out of steps; then what it has found comes in order, and nothing after it.
    """
    if budget is None:
        yield from BestFirst(layers, units, steps=steps or STEPS)
        return
    toll = _toll(layers, units, budget)
    waiting: list[tuple[int, tuple[str, ...], Found]] = []
    for found in BestFirst(layers, _with_toll(units, toll), budget, steps or BUDGET_STEPS):
        bound = found.cost - toll * budget
        while waiting and waiting[0][0] <= bound:
            yield heappop(waiting)[2]
        cost = weighted(found.criteria, units)
        heappush(waiting, (cost, found.key, Found(found.picks, found.criteria, cost)))
    while waiting:
        yield heappop(waiting)[2]


def _toll(layers: Sequence[Layer], units: Criteria, budget: int) -> int:
    """Return the least toll (found by bisection) at which the best trip keeps to the budget."""
    if _best_price(layers, units, 0) <= budget:
        return 0
    low, high = 0, units.price
    while _best_price(layers, units, high) > budget:
        low, high = high, high * 4
        if high > units.price << 80:
            return high
    while high - low > max(1, high >> 10):
        middle = (low + high) // 2
        low, high = (low, middle) if _best_price(layers, units, middle) <= budget else (middle, high)
    return high


def _best_price(layers: Sequence[Layer], units: Criteria, toll: int) -> int:
    best = next(iter(BestFirst(layers, _with_toll(units, toll))), None)
    return best.criteria.price if best else 0


def _with_toll(units: Criteria, toll: int) -> Criteria:
    return units._replace(price=units.price + toll)
