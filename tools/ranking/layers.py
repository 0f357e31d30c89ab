"""The trip as layers: one for each flight segment, then one for each stay; a trip picks one candidate of each."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from tripintent.tools.ranking.criteria import Candidate, Criteria
from tripintent.tools.ranking.skyline import skyline
from tripintent.tools.ranking.weights import weighted

UNREACHABLE = -1
"""A cost that marks candidates from which no trip can be completed. Real costs are never negative."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The candidates of one leg or stay. ``tight``: some of them arrive after some of the next leg have left."""

    candidates: tuple[Candidate, ...]
    tight: bool = False


def layered(flights: Sequence[Sequence[Candidate]], hotels: Sequence[Sequence[Candidate]]) -> list[Layer]:
    """Return the layers in the order of the trip."""
    tight = [max(c.arrives for c in one) > min(c.departs for c in two) for one, two in pairwise(flights)]
    legs = [Layer(tuple(leg), close) for leg, close in zip(flights, [*tight, False], strict=False)]
    return [*legs, *(Layer(tuple(stay)) for stay in hotels)]


def skylines(layers: Sequence[Layer]) -> list[Layer]:
    """Return the layers with only what is on each layer's own skyline."""
    near = [layer.tight or before.tight for before, layer in pairwise([Layer(()), *layers])]
    return [
        Layer(tuple(skyline(layer.candidates, by_clock=close)), layer.tight)
        for layer, close in zip(layers, near, strict=True)
    ]


def costs_to_go(layers: Sequence[Layer], units: Criteria) -> list[list[int]]:
    """Return, for each candidate, the least cost of it and all that follows: exact, by one backward pass.

    UNREACHABLE marks candidates after which no leg can be caught.
    """
    tables: list[list[int]] = []
    for layer in reversed(layers):
        own = [weighted(c.criteria, units) for c in layer.candidates]
        after = tables[-1] if tables else []
        following = layers[len(layers) - len(tables)] if tables else Layer(())
        rest = _least_after(layer, following, after)
        tables.append([UNREACHABLE if r == UNREACHABLE else c + r for c, r in zip(own, rest, strict=True)])
    return tables[::-1]


def _least_after(layer: Layer, following: Layer, to_go: Sequence[int]) -> list[int]:
    """Return, for each candidate, the least cost to go among the following ones that it can catch."""
    if not following.candidates:
        return [0] * len(layer.candidates)
    if not layer.tight:
        return [min((c for c in to_go if c != UNREACHABLE), default=UNREACHABLE)] * len(layer.candidates)
    by_departure = sorted(zip((c.departs for c in following.candidates), to_go, strict=True))
    least = [UNREACHABLE, *accumulate((cost for _, cost in reversed(by_departure)), _least)][::-1]
    departures = [departs for departs, _ in by_departure]
    return [least[bisect_left(departures, c.arrives)] for c in layer.candidates]


def _least(one: int, other: int) -> int:
    return max(one, other) if UNREACHABLE in {one, other} else min(one, other)
