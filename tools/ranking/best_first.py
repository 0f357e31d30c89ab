"""Trips in order of cost, one by one, without building the product of the lists.

A best-first search (A*) over the layers. ``costs_to_go`` is exact, so every trip that comes out is the next best one,
and each costs only a few heap steps. A budget prunes every beginning that cannot be completed within it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count

from tripintent.tools.ranking.criteria import NOTHING, Candidate, Criteria, add
from tripintent.tools.ranking.layers import UNREACHABLE, Layer, costs_to_go
from tripintent.tools.ranking.weights import weighted

PRICE_ONLY = Criteria(1, 0, 0, 0, 0, 0)
STEPS = 60_000
"""Heap steps after which a search gives up: a bound on time, far above what ordinary trips need."""


@dataclass(frozen=True, slots=True)
class RankedCandidate:
    """A whole trip: one candidate of each layer."""

    picks: tuple[Candidate, ...]
    criteria: Criteria
    cost: int

    @property
    def key(self) -> tuple[str, ...]:
        """Return the ids of the picks: they tell this trip from any other."""
        return tuple(c.option_id for c in self.picks)


_Link = tuple["_Link", Candidate] | None


class BestFirst:
    """Finds trips in the order of their cost by ``units``; those over ``budget`` (price units) are left out."""

    def __init__(self, layers: Sequence[Layer], units: Criteria, budget: int | None = None, steps: int = STEPS) -> None:
        self._layers = layers
        self._units = units
        self._budget = budget
        self._steps = steps
        self._to_go = costs_to_go(layers, units)
        self._price_to_go = costs_to_go(layers, PRICE_ONLY) if budget is not None else None
        self._order = [
            sorted((i for i, cost in enumerate(table) if cost != UNREACHABLE), key=lambda i, t=table: t[i])  # type: ignore[misc]
            for table in self._to_go
        ]

    def __iter__(self) -> Iterator[RankedCandidate]:
        """Yield the trips, least cost first; ends when there are no more, or after ``steps``."""
        heap: list[tuple[int, int, int, int, int, int, _Link]] = []
        tie = count()

        def push(depth: int, start: int, cost: int, price: int, link: _Link) -> None:
            position = self._next(depth, start, price, link)
            if position is not None:
                total = cost + self._to_go[depth][self._order[depth][position]]
                heappush(heap, (total, -depth, next(tie), position, cost, price, link))

        push(0, 0, 0, 0, None)
        for _ in range(self._steps):
            if not heap:
                return
            total, minus_depth, _, position, cost, price, link = heappop(heap)
            depth = -minus_depth
            push(depth, position + 1, cost, price, link)
            candidate = self._layers[depth].candidates[self._order[depth][position]]
            longer = (link, candidate)
            if depth + 1 == len(self._layers):
                yield _found(longer, total)
            else:
                own = weighted(candidate.criteria, self._units)
                push(depth + 1, 0, cost + own, price + candidate.criteria.price, longer)

    def _next(self, depth: int, start: int, price: int, link: _Link) -> int | None:
        """Return the first position from ``start`` whose candidate can be caught and paid."""
        order, candidates = self._order[depth], self._layers[depth].candidates
        tight = link is not None and self._layers[depth - 1].tight
        for position in range(start, len(order)):
            index = order[position]
            if tight and link is not None and candidates[index].departs < link[1].arrives:
                continue
            if self._budget is None or self._price_to_go is None:
                return position
            if price + self._price_to_go[depth][index] <= self._budget:
                return position
        return None


def _found(link: _Link, cost: int) -> RankedCandidate:
    picks: list[Candidate] = []
    criteria = NOTHING
    while link is not None:
        link, candidate = link
        picks.append(candidate)
        criteria = add(criteria, candidate.criteria)
    return RankedCandidate(tuple(reversed(picks)), criteria, cost)


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
