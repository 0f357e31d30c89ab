"""Trips within a budget, best first (Lagrangian relaxation), and the candidates that can be part of a whole trip.

Where a budget binds, a plain search would walk through all trips above it first. With ``toll`` added to the unit cost of price it
meets affordable trips early, and ``cost + toll * (price - budget)`` is a lower bound on the cost of all that is still to come;
so trips wait in a small buffer until nothing better can come.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush

from tripintent.tools.ranking.best_first import PRICE_ONLY, STEPS, BestFirst, RankedCandidate
from tripintent.tools.ranking.criteria import Criteria
from tripintent.tools.ranking.layers import UNREACHABLE, Layer, costs_to_go
from tripintent.tools.ranking.weights import weighted

BUDGET_STEPS = 20_000
"""Fewer than ``STEPS``: where offers are many and a budget binds, the last proof of the order would cost the most."""


def within(
    layers: Sequence[Layer], units: Criteria, budget: int | None, steps: int | None = None
) -> Iterator[RankedCandidate]:
    """Yield the trips that cost no more than ``budget`` (price units), least cost by ``units`` first.

    The order is exact until the search runs out of steps; then what it has found comes in order, and nothing after it.
    """
    if budget is None:
        yield from BestFirst(layers, units, steps=steps or STEPS)
        return
    toll = _toll(layers, units, budget)
    waiting: list[tuple[int, tuple[str, ...], RankedCandidate]] = []
    for found in BestFirst(layers, _with_toll(units, toll), budget, steps or BUDGET_STEPS):
        bound = found.cost - toll * budget
        while waiting and waiting[0][0] <= bound:
            yield heappop(waiting)[2]
        cost = weighted(found.criteria, units)
        heappush(waiting, (cost, found.key, RankedCandidate(found.picks, found.criteria, cost)))
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


def reachable(layers: Sequence[Layer]) -> list[Layer]:
    """Return the layers without candidates that miss every offer of the leg before or after."""
    if not any(layer.tight for layer in layers):
        return list(layers)
    return _only(layers, None)


def affordable(layers: Sequence[Layer], budget: int) -> list[Layer]:
    """Return the layers without candidates whose cheapest trip costs more than ``budget`` price units."""
    return _only(layers, budget)


def _only(layers: Sequence[Layer], budget: int | None) -> list[Layer]:
    return [
        replace(layer, candidates=tuple(c for c, p in zip(layer.candidates, prices, strict=True) if _fits(p, budget)))
        for layer, prices in zip(layers, _cheapest_through(layers, PRICE_ONLY), strict=True)
    ]


def _fits(price: int, budget: int | None) -> bool:
    return price != UNREACHABLE and (budget is None or price <= budget)


def _cheapest_through(layers: Sequence[Layer], units: Criteria) -> list[list[int]]:
    """Return, for each candidate, the least cost of a whole trip that contains it, or UNREACHABLE."""
    to_go = costs_to_go(layers, units)
    so_far = costs_to_go(_backwards(layers), units)[::-1]
    return [
        [
            UNREACHABLE if UNREACHABLE in (ahead, behind) else ahead + behind - weighted(c.criteria, units)
            for c, ahead, behind in zip(layer.candidates, aheads, behinds, strict=True)
        ]
        for layer, aheads, behinds in zip(layers, to_go, so_far, strict=True)
    ]


def _backwards(layers: Sequence[Layer]) -> list[Layer]:
    """Return the trip run backwards in time, so that the way behind becomes the way ahead."""
    turned = [tuple(replace(c, departs=-c.arrives, arrives=-c.departs) for c in layer.candidates) for layer in layers]
    tight = [False, *(layer.tight for layer in layers[:-1])]
    return [Layer(candidates, close) for candidates, close in zip(turned, tight, strict=True)][::-1]
