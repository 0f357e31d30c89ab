"""The ranker of whole trips: filters, skyline, score (docs/ranking.md says what is exact), and flights that go together.

The flights of a trip are all refundable, or none is, where every leg is sold both ways: half a refund is not a refund,
since who misses the outbound flight does not fly back. A mix is the traveller's to make.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import inf

from tripintent.state.bundles import part_key
from tripintent.state.framing.frame_to_trip import PRICE_ALONE
from tripintent.state.money import Money
from tripintent.tools.ports.clock import Rates
from tripintent.tools.ports.ranking import RankRequest, RankResult
from tripintent.tools.ranking.best_first import affordable, reachable
from tripintent.tools.ranking.bundling import bundles
from tripintent.tools.ranking.criteria import Measure
from tripintent.tools.ranking.fit import any_wishes, flight_tests, hotel_tests, ideals, keep, lodging_tests, near_enough
from tripintent.tools.ranking.layers import Layer, Lists, Way, layered, skylines, ways
from tripintent.tools.ranking.limits import Prices
from tripintent.tools.ranking.shortlist import (
    CHEAPEST,
    MIXED,
    SHOWN,
    Field,
    Kept,
    best_of,
    cheapest_price,
    closest,
    identity,
    shortlist,
    varied,
)
from tripintent.tools.ranking.sound import Sound, of_offers, protected, sound_flight, sound_hotel, straight, worth
from tripintent.tools.ranking.weights import scoring

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
        if field.unwanted:
            dropped["avoid_options"] += len(field.unwanted)
            if best_of(field, lambda _: True, None) is None:
                return RankResult(considered=considered, dropped=dropped)
        budget = _units(request.constraints.budget_total, prices)
        kept = _kept(field, budget, _units(request.rules.max_budget_total, prices))
        if PRICE_ALONE <= request.preferences.weights.get("price", 0) < inf:
            kept = sorted(kept, key=lambda trip: trip.found.criteria.price)
        if request.mixed:
            kept = [replace(trip, labels=(MIXED,)) for trip in kept]
        made = bundles(kept, field.scoring, prices, budget)
        return RankResult(bundles=made, considered=considered, dropped=dropped)


def _candidates(request: RankRequest, prices: Prices, dropped: Counter[str]) -> tuple[Lists, Lists]:
    measure = Measure(prices, request.preferences, request.rules.connection_minutes, request.near_km)
    air, rooms = flight_tests(request, prices), hotel_tests(request, prices)
    flights = [[measure.flight(offer) for offer in keep(leg, air, dropped)] for leg in request.flights]
    sums = lodging_tests(request, prices)
    hotels = [
        [measure.hotel(offer) for offer in keep(stay, [*rooms, *own], dropped)]
        for stay, own in zip(request.hotels, sums, strict=True)
    ]
    return flights, hotels


def _field(request: RankRequest, flights: Lists, hotels: Lists, prices: Prices, dropped: Counter[str]) -> Field | None:
    """Return what there is to choose from, None when no whole trip keeps to the clock and to the policy's budget."""
    parted = [part for way in ways(flights, hotels, request) for part in matched(way)]
    all_ways = [layered(*way, request.who) for way in parted if all([*way[0], *way[1]])]
    all_ways = _narrowed(all_ways, reachable, "leg_order", dropped)
    most = _units(request.rules.max_budget_total, prices)
    if most is not None:
        all_ways = _narrowed(all_ways, lambda way: affordable(way, most), "policy.max_budget_total", dropped)
    all_ways = [way for way in all_ways if all(layer.candidates for layer in way)]
    if not all_ways:
        return None
    unwanted = frozenset[str]() if request.mixed else _possible(request.preferences.declined, all_ways)
    best = all_ways if unwanted else _narrowed(all_ways, skylines, "dominated", dropped)
    lists = [
        list({c.option_id: c for layer in layers for c in layer.candidates}.values())
        for layers in zip(*best, strict=True)
    ]
    legs, stays = lists[: len(flights)], lists[len(flights) :]
    rules = scoring(legs, stays, request.preferences.weights, wished=any_wishes(request.preferences))
    return Field(
        all_ways,
        best,
        rules,
        request.limit,
        _sound(request, flights),
        ideals(request.preferences, request.near_km),
        unwanted,
        sound_hotel(children=request.children > 0, anywhere=bool(request.preferences.hotel.near)),
        worth(hotels, children=request.children > 0),
    )


def _possible(declined: Iterable[str], all_ways: Sequence[Sequence[Layer]]) -> frozenset[str]:
    """Return the declined trips that could be made of these offers.

    Without one of them, what it beats may be the best there is: then no offer is left out for being beaten.
    """
    keys = [key.split("-") for key in declined]
    parts = [[{part_key(c.offer) for c in layer.candidates} for layer in way] for way in all_ways] if keys else []
    return frozenset(
        "-".join(key)
        for key in keys
        if any(len(key) == len(way) and all(k in there for k, there in zip(key, way, strict=True)) for way in parts)
    )


def _sound(request: RankRequest, legs: Lists) -> tuple[tuple[Sound, ...], ...]:
    flight = sound_flight(children=request.children > 0, connection_minutes=request.rules.connection_minutes)
    anywhere = (straight(legs), flight, protected), (flight, protected), (flight,), ()
    near = near_enough(request.preferences, request.near_km)
    return (*((*one, of_offers(near)) for one in anywhere), *anywhere) if near else anywhere


def _narrowed(all_ways: list[list[Layer]], to: Narrowing, reason: str, dropped: Counter[str]) -> list[list[Layer]]:
    """Return what is left of the layers of each way, and count the offers that are left in none."""
    left = [to(way) for way in all_ways]
    if gone := len(_options(all_ways) - _options(left)):
        dropped[reason] += gone
    return left


def _kept(field: Field, budget: int | None, policy: int | None) -> list[Kept]:
    """Return the shortlist: within both budgets if possible, else the closest above the traveller's own."""
    if budget is not None and cheapest_price(field) > budget:
        first, *rest = closest(field, budget, policy, field.limit)
        return varied(_with_another(field, [replace(first, labels=(CHEAPEST,)), *rest], policy), by_price=True)
    within = budget if policy is None else policy if budget is None else min(budget, policy)
    kept = varied(_with_another(field, shortlist(field, within), within))
    return kept if budget is None else kept + closest(field, budget, policy, field.limit - len(kept))


def _with_another(field: Field, kept: list[Kept], budget: int | None) -> list[Kept]:
    """Return the list with a trip of another outbound flight (or another hotel) as its last, where all have the same."""
    mains = {identity(k.found.picks[0]) for k in kept}
    if len(mains) != 1 or len(kept) < SHOWN:
        return kept
    other = best_of(field, lambda c: identity(c) not in mains, budget)
    return [*kept[: field.limit - 1], Kept(other)] if other else kept


def _units(limit: Money | None, prices: Prices) -> int | None:
    return None if limit is None else prices.units(limit)


def _options(all_ways: Sequence[Sequence[Layer]]) -> set[tuple[int, str]]:
    return {(n, c.option_id) for way in all_ways for n, layer in enumerate(way) for c in layer.candidates}


def matched(way: Way) -> list[Way]:
    """Return the way parted into one of refundable flights and one of the others; whole where a leg is sold one way only."""
    legs, stays = way
    kinds = [{c.criteria.non_refundable for c in leg} for leg in legs]
    if len(legs) < 2 or any(len(kind) < 2 for kind in kinds):
        return [way]
    return [([[c for c in leg if c.criteria.non_refundable == kind] for leg in legs], stays) for kind in (0, 1)]
