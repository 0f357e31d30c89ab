"""The weighted score, as whole numbers: what one unit of each criterion costs.

``score = 1 / (1 + sum(weight * loss))``: see docs/ranking.md for the losses. Each loss is a sum over the offers of a
trip, so the best trips can be found without building all of them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tripintent.tools.ranking.criteria import MILLI, NOTHING, Candidate, Criteria, add

DEFAULTS: Mapping[str, float] = {"price": 0.5, "duration": 0.2, "refundable": 0.15, "convenience": 0.1}
PREFERENCE = 0.3
SCALE = 10**15
"""A weighted loss of 1 in whole numbers."""

_STOPS_THAT_COUNT_ONE = 2


@dataclass(frozen=True, slots=True)
class Scoring:
    """Costs per unit of each criterion, and what the losses of price and time are measured from."""

    unit_costs: Criteria
    weights: Mapping[str, float]
    lowest: Criteria
    flights: int
    hotels: int

    def cost(self, criteria: Criteria) -> int:
        """Return the weighted cost: lower is better, additive over offers."""
        return weighted(criteria, self.unit_costs)

    def score(self, criteria: Criteria) -> float:
        """Return the score: 1 for a trip without loss, 1/2 for a weighted loss of 1, and so on towards 0."""
        base = self.unit_costs.price * self.lowest.price + self.unit_costs.minutes * self.lowest.minutes
        return 1 / (1 + (self.cost(criteria) - base) / SCALE)

    def parts(self, criteria: Criteria) -> dict[str, float]:
        """Return each loss as ``1 / (1 + loss)``, 0..1, by the names of the weights."""
        offers = self.flights + self.hotels
        losses = {
            "price": _excess(criteria.price, self.lowest.price),
            "duration": _excess(criteria.minutes, self.lowest.minutes),
            "refundable": criteria.non_refundable / offers,
            "convenience": criteria.stops / max(self.flights, 1) / _STOPS_THAT_COUNT_ONE
            + criteria.plainness / max(self.hotels, 1) / MILLI,
            "preference": criteria.misfit / MILLI / offers,
        }
        return {name: round(1 / (1 + losses[name]), 4) for name in self.weights}


def scoring(
    flights: Sequence[Sequence[Candidate]],
    hotels: Sequence[Sequence[Candidate]],
    chosen: Mapping[str, float],
    *,
    wished: bool,
) -> Scoring:
    """Return the scoring of these offers. No list may be empty.

    Args:
        flights: candidates of each flight segment.
        hotels: candidates of each stay.
        chosen: weights that replace the defaults, by name; they are scaled to a sum of 1.
        wished: whether wishes were spoken, so that the preference part counts.
    """
    lists = [*flights, *hotels]
    weights = _weights(chosen, wished=wished, flying=bool(flights))
    lowest = NOTHING
    for candidates in lists:
        lowest = add(lowest, Criteria(*map(min, zip(*(c.criteria for c in candidates), strict=True))))
    offers = len(lists)
    units = Criteria(
        price=_unit(weights["price"], lowest.price),
        minutes=_unit(weights.get("duration", 0.0), lowest.minutes),
        stops=_unit(weights["convenience"], len(flights) * _STOPS_THAT_COUNT_ONE),
        non_refundable=_unit(weights["refundable"], offers),
        plainness=_unit(weights["convenience"], max(len(hotels), 1) * MILLI),
        misfit=_unit(weights.get("preference", 0.0), offers * MILLI),
    )
    return Scoring(units, weights, lowest, len(flights), len(hotels))


def weighted(criteria: Criteria, units: Criteria) -> int:
    """Return the sum of criteria times unit costs (written out: it runs once for each offer)."""
    return (
        criteria[0] * units[0]
        + criteria[1] * units[1]
        + criteria[2] * units[2]
        + criteria[3] * units[3]
        + criteria[4] * units[4]
        + criteria[5] * units[5]
    )


def _weights(chosen: Mapping[str, float], *, wished: bool, flying: bool) -> dict[str, float]:
    """Return the weights in force, their sum 1. Negative or not finite ones count as 0; all 0 means the defaults."""
    defaults = dict(DEFAULTS) | ({"preference": PREFERENCE} if wished else {})
    if not flying:
        del defaults["duration"]
    weights = {name: _usable(chosen.get(name, default)) for name, default in defaults.items()}
    if not any(weights.values()):
        weights = defaults
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _usable(weight: float) -> float:
    return weight if math.isfinite(weight) and weight > 0 else 0.0


def _unit(weight: float, per: int) -> int:
    """Return the cost of one unit. Never 0: of two trips alike in what counts, the one better in the rest wins."""
    return max(1, round(SCALE * weight / max(per, 1)))


def _excess(value: int, lowest: int) -> float:
    """Return how far a value is above the lowest possible one, as a share of it."""
    return value / lowest - 1 if lowest > 0 else float(value > 0)
