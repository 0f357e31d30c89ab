"""Ranks whole trips: filters, skyline, score. docs/ranking.md says how, and what is exact."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from tripintent.state.money import Money
from tripintent.tools.ports.ranking import RankRequest, RankResult
from tripintent.tools.ports.rates import Rates
from tripintent.tools.ranking.bundling import bundles
from tripintent.tools.ranking.criteria import Candidate, Measure
from tripintent.tools.ranking.filters import flight_tests, hotel_tests, keep
from tripintent.tools.ranking.fit import any_wishes
from tripintent.tools.ranking.layers import Layer, layered, skylines
from tripintent.tools.ranking.passable import affordable, reachable
from tripintent.tools.ranking.prices import Prices
from tripintent.tools.ranking.shortlist import CHEAPEST, Field, Kept, cheapest_price, closest, shortlist
from tripintent.tools.ranking.weights import scoring

Lists = Sequence[Sequence[Candidate]]
Narrowing = Callable[[Sequence[Layer]], list[Layer]]


class WholeTripRanker:
    """The ranker that ships: pure computation over the offers it is given."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates

    async def rank(self, request: RankRequest) -> RankResult:
        """Return up to ``request.limit`` bundles. Raises UnknownCurrency when a price or limit has no rate.

        It computes in a thread: a large ranking does not stall the other conversations of the process.
        """
        return await asyncio.to_thread(self._rank, request)

    def _rank(self, request: RankRequest) -> RankResult:
        dropped: Counter[str] = Counter()
        prices = Prices(self._rates, request.currency)
        flights, hotels = _candidates(request, prices, dropped)
        considered = sum(map(len, [*flights, *hotels]))
        if not (flights or hotels) or not all([*flights, *hotels]):
            return RankResult(considered=considered, dropped=dropped)
        field = _field(request, flights, hotels, prices, dropped)
        if field is None:
            return RankResult(considered=considered, dropped=dropped)
        budget = _units(request.constraints.budget_total, prices)
        kept = _kept(field, budget, _units(request.rules.max_budget_total, prices))
        made = bundles(kept, field.scoring, prices, budget)
        return RankResult(bundles=made, considered=considered, dropped=dropped)


def _candidates(request: RankRequest, prices: Prices, dropped: Counter[str]) -> tuple[Lists, Lists]:
    measure = Measure(prices, request.preferences)
    air, rooms = flight_tests(request, prices), hotel_tests(request, prices)
    flights = [[measure.flight(offer) for offer in keep(leg, air, dropped)] for leg in request.flights]
    hotels = [[measure.hotel(offer) for offer in keep(stay, rooms, dropped)] for stay in request.hotels]
    return flights, hotels


def _field(request: RankRequest, flights: Lists, hotels: Lists, prices: Prices, dropped: Counter[str]) -> Field | None:
    """Return what there is to choose from, None when no whole trip keeps to the clock and to the policy's budget."""
    layers = _narrowed(layered(flights, hotels), reachable, "leg_order", dropped)
    most = _units(request.rules.max_budget_total, prices)
    if most is not None:
        layers = _narrowed(layers, lambda all_: affordable(all_, most), "policy.max_budget_total", dropped)
    if not all(layer.candidates for layer in layers):
        return None
    best = _narrowed(layers, skylines, "dominated", dropped)
    legs = [layer.candidates for layer in layers[: len(flights)]]
    stays = [layer.candidates for layer in layers[len(flights) :]]
    rules = scoring(legs, stays, request.preferences.weights, wished=any_wishes(request.preferences))
    return Field(layers, best, rules, request.limit)


def _narrowed(layers: list[Layer], to: Narrowing, reason: str, dropped: Counter[str]) -> list[Layer]:
    """Return what is left of the layers, and count what went."""
    left = to(layers)
    if gone := _size(layers) - _size(left):
        dropped[reason] += gone
    return left


def _kept(field: Field, budget: int | None, policy: int | None) -> list[Kept]:
    """Return the shortlist: within both budgets if possible, else the closest above the traveller's own."""
    if budget is None:
        return shortlist(field, policy)
    if cheapest_price(field) > budget:
        first, *rest = closest(field, budget, policy, field.limit)
        return [replace(first, labels=(CHEAPEST,)), *rest]
    kept = shortlist(field, budget if policy is None else min(budget, policy))
    return kept + closest(field, budget, policy, field.limit - len(kept))


def _units(limit: Money | None, prices: Prices) -> int | None:
    return None if limit is None else prices.units(limit)


def _size(layers: Sequence[Layer]) -> int:
    return sum(len(layer.candidates) for layer in layers)
