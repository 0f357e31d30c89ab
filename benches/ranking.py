"""Measures the ranking of whole trips: ``python -m benches.ranking``.

1,000 flights x 1,000 hotels to the top 10 against brute force in the same run, on the same offers, with the same measures
and weights; then 8 legs and 7 stays of 50 options each, a product of 3e25 trips that nothing can build.
"""

import asyncio
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from heapq import nsmallest
from random import Random
from time import perf_counter
from typing import TypeVar

from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer
from tripintent.state.wishes import Constraints, Preferences
from tripintent.tools.ports.ranking import RankRequest, RankResult
from tripintent.tools.ranking.criteria import Candidate, Criteria, Measure, add, dominates
from tripintent.tools.ranking.limits import Prices
from tripintent.tools.ranking.ranker import WholeTripRanker
from tripintent.tools.ranking.weights import Scoring, scoring
from tripintent.tools.rates.ecb import EcbRates

START = datetime(2027, 3, 11, tzinfo=UTC)
TOP = 10
RUNS = 5
T = TypeVar("T")


def flights(random: Random, leg: int, count: int) -> tuple[FlightOffer, ...]:
    """Return invented offers for one leg: fewer stops are faster and dearer, refunds cost extra."""
    return tuple(_flight(random, f"flt_seg{leg}_{n}", START + timedelta(days=4 * leg)) for n in range(count))


def hotels(random: Random, stay: int, count: int) -> tuple[HotelOffer, ...]:
    """Return invented offers for one stay: more stars are dearer, refunds cost extra."""
    return tuple(_hotel(random, f"htl_stay{stay}_{n}") for n in range(count))


def trip(random: Random, legs: int, stays: int, count: int) -> RankRequest:
    """Return a request with ``count`` offers for each leg and stay."""
    return RankRequest(
        flights=tuple(flights(random, leg, count) for leg in range(legs)),
        hotels=tuple(hotels(random, stay, count) for stay in range(stays)),
        limit=TOP,
    )


def brute_force(request: RankRequest) -> list[tuple[int, Criteria]]:
    """Return the ten best trips of the skyline the plain way: measure all offers, build all pairs, sort, compare."""
    air, rooms, rules = _measured(request)
    pairs = [(one.criteria, two.criteria) for one in air for two in rooms]
    costs = [rules.cost(add(one, two)) for one, two in pairs]
    kept: list[tuple[int, Criteria]] = []
    for n in sorted(range(len(pairs)), key=costs.__getitem__):
        criteria = add(*pairs[n])
        if not any(dominates(better, criteria) for _, better in kept):
            kept.append((costs[n], criteria))
        if len(kept) == TOP:
            break
    return kept


def lean_brute_force(request: RankRequest) -> list[int]:
    """Return the ten lowest costs of all pairs, from sums of ready costs: no skyline, no labels, the least one can do."""
    air, rooms, rules = _measured(request)
    one, two = [rules.cost(c.criteria) for c in air], [rules.cost(c.criteria) for c in rooms]
    return nsmallest(TOP, (a + b for a in one for b in two))


def timed(work: Callable[[], T], runs: int = RUNS) -> tuple[float, T]:
    """Return the best of some runs in milliseconds, and what the work returned."""
    best, result = math.inf, work()
    for _ in range(runs):
        start = perf_counter()
        result = work()
        best = min(best, 1000 * (perf_counter() - start))
    return best, result


def main() -> None:
    """Print both measurements."""
    ranker = WholeTripRanker(EcbRates())

    def rank(request: RankRequest) -> RankResult:
        return asyncio.run(ranker.rank(request))

    pairs = trip(Random(7), 1, 1, 1000)  # noqa: S311 - a fixed seed, so that runs compare
    ours, result = timed(lambda: rank(pairs))
    plain, expected = timed(lambda: brute_force(pairs), runs=1)
    lean, _ = timed(lambda: lean_brute_force(pairs), runs=1)
    _agree(result, pairs, expected)
    print("1,000 flights x 1,000 hotels, the top 10 of the skyline")
    print(f"  tripintent {ours:9.1f} ms   (with filters, labels and sentences)")
    print(f"  brute force {plain:8.1f} ms   {plain / ours:6.1f} x   (aim: at least 50 x)")
    print(f"  sums only {lean:10.1f} ms   {lean / ours:6.1f} x   (no skyline, no labels)")

    long = trip(Random(8), 8, 7, 50)  # noqa: S311
    ours, result = timed(lambda: rank(long))
    print("8 legs + 7 stays x 50 options")
    print(f"  tripintent {ours:9.1f} ms   {len(result.bundles)} bundles")
    cheapest = min(bundle.estimated_total.amount for bundle in result.bundles)
    limit = Constraints(budget_total=Money(amount=round(cheapest * Decimal("1.02"), 2)))
    tight = long.model_copy(update={"constraints": limit, "preferences": Preferences(weights={"price": 0})})
    ours, result = timed(lambda: rank(tight))
    print(
        f"  with a budget 2 % above the cheapest and no weight on price {ours:.1f} ms   {len(result.bundles)} bundles"
    )


def _measured(request: RankRequest) -> tuple[list[Candidate], list[Candidate], Scoring]:
    measure = Measure(Prices(EcbRates(), request.currency), request.preferences)
    air, rooms = [measure.flight(o) for o in request.flights[0]], [measure.hotel(o) for o in request.hotels[0]]
    return air, rooms, scoring([air], [rooms], {}, wished=False)


def _agree(result: RankResult, request: RankRequest, expected: Sequence[tuple[int, Criteria]]) -> None:
    """Raise when the ranker's trips by score are not brute force's."""
    rules = _measured(request)[2]
    scores = {round(rules.score(criteria), 6) for _, criteria in expected}
    by_score = [bundle.score for bundle in result.bundles if not bundle.labels or "best_overall" in bundle.labels]
    if not by_score or not scores.issuperset(by_score):
        raise RuntimeError(f"brute force finds {sorted(scores)}, the ranker {by_score}")


def _flight(random: Random, option_id: str, day: datetime) -> FlightOffer:
    stops, refundable = random.choice((0, 0, 1, 1, 2)), random.random() < 0.3
    leaves, hours = day + timedelta(minutes=random.randrange(1440)), 6 + random.random() + stops * random.uniform(1, 5)
    length = timedelta(hours=hours) / (stops + 1)
    hops = tuple(
        FlightHop.model_validate(
            {
                "from": f"A{n}",
                "to": f"A{n + 1}",
                "depart_at": leaves + n * length,
                "arrive_at": leaves + (n + 1) * length,
                "airline": "Invented Air",
            }
        )
        for n in range(stops + 1)
    )
    price = 300 * (1.3 if stops == 0 else 1) * (1.4 if refundable else 1) * random.lognormvariate(0, 0.4)
    return FlightOffer(
        option_id=option_id,
        supplier="bench",
        simulated=True,
        segments=hops,
        total_price=Money(amount=Decimal(f"{price:.2f}")),
        refundable=refundable,
        expires_at=START,
    )


def _hotel(random: Random, option_id: str) -> HotelOffer:
    stars, refundable = random.choice((2, 3, 3, 4, 4, 5)), random.random() < 0.5
    price = Money(amount=Decimal(f"{60 * stars * (1.15 if refundable else 1) * random.lognormvariate(0, 0.4):.2f}"))
    return HotelOffer(
        option_id=option_id,
        supplier="bench",
        simulated=True,
        hotel_id=option_id,
        hotel_name=f"Invented Inn {option_id}",
        star_rating=float(stars),
        distance_km=random.expovariate(0.3),
        check_in=START.date(),
        check_out=START.date() + timedelta(days=1),
        nightly_price=price,
        total_price=price,
        refundable=refundable,
        expires_at=START,
    )


if __name__ == "__main__":
    main()
