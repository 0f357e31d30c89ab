"""Which candidates can be part of a whole trip: by the clock, and within a budget."""

from collections.abc import Sequence
from dataclasses import replace

from tripintent.tools.ranking.best_first import PRICE_ONLY
from tripintent.tools.ranking.criteria import Criteria
from tripintent.tools.ranking.layers import UNREACHABLE, Layer, costs_to_go
from tripintent.tools.ranking.weights import weighted


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
