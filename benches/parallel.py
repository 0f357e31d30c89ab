"""Measures the fan-out: ``python -m benches.parallel [--quick]``.

Four flight segments and three stays, at suppliers that take a second for each question, with the retrying wrappers that a
session has. The whole turn (reading, seven searches, ranking, words, storing) against the slowest single search.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median
from time import perf_counter
from typing import Any, Generic

from benches.house import house, run
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.tools.ports.suppliers import Capabilities, O, Q, Seller

LEGS = (("JFK", "CDG", "01"), ("CDG", "FCO", "05"), ("FCO", "ATH", "09"), ("ATH", "JFK", "13"))
AIM = 1.2


def document(month: int) -> dict[str, Any]:
    """Return a trip of four segments and three stays; each month is another question to the suppliers."""
    segments: list[dict[str, Any]] = [
        {"origin": {"code": a}, "destination": {"code": b}, "depart_date": f"2027-{month:02}-{day}"}
        for a, b, day in LEGS
    ]
    stays = [
        {"location_code": here["destination"]["code"], "check_in": here["depart_date"], "check_out": on["depart_date"]}
        for here, on in pairwise(segments)
    ]
    itinerary = {"trip_type": "multi_city", "segments": segments, "lodging": {"needed": True, "stays": stays}}
    return {"party": {"travelers": {"adults": 2}}, "itinerary": itinerary}


@dataclass
class Stopwatch:
    """Seconds that each search took."""

    took: list[float] = field(default_factory=list)

    async def time(self, search: Callable[[Any], Awaitable[Sequence[Any]]], query: Any) -> Sequence[Any]:
        """Search, and remember how long it took."""
        start = perf_counter()
        try:
            return await search(query)
        finally:
            self.took.append(perf_counter() - start)


@dataclass
class Timed(Generic[Q, O]):
    """A supplier under the stopwatch."""

    inner: Seller[Q, O]
    watch: Stopwatch

    @property
    def capabilities(self) -> Capabilities:
        """Return what the supplier promises."""
        return self.inner.capabilities

    async def search(self, query: Q) -> Sequence[O]:
        """Search."""
        return await self.watch.time(self.inner.search, query)

    async def price(self, offer: O) -> O:
        """Price."""
        return await self.inner.price(offer)


def main() -> None:
    """Print the turn, the slowest search and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="suppliers of a tenth of a second, one round")
    quick = parser.parse_args().quick
    asyncio.run(_measure(0.1, 1) if quick else _measure(1.0, 5))


async def _measure(latency: float, rounds: int) -> None:
    rows: list[tuple[float, float, float]] = []
    async with house(supplier_latency=latency) as home:
        watch = Stopwatch()
        flights, hotels = Timed(home.ports.flights, watch), Timed(home.ports.hotels, watch)
        graph = build_booking_graph(replace(home.ports, flights=flights, hotels=hotels), checkpointer=home.saver)
        for number in range(rounds + 1):
            watch.took.clear()
            start = perf_counter()
            event = {"event": {"type": "INTENT_READY", "trip_intent": document(4 + number)}}
            result = await run(graph, f"thread {number}", event)
            total = perf_counter() - start
            if len(watch.took) != len(LEGS) + len(LEGS) - 1 or not result["trip_intent"].working_memory.ranking:
                raise RuntimeError(f"{len(watch.took)} searches instead of 7, or nothing to rank")
            if number:
                rows.append((total, max(watch.took), sum(watch.took)))
    total, slowest, one_by_one = (median(column) for column in zip(*rows, strict=True))
    print(f"4 segments + 3 stays at suppliers of {latency} s each; medians of {rounds} rounds, s")
    print(f"  the whole turn {total:6.3f}   the slowest search {slowest:6.3f}   one after the other {one_by_one:6.3f}")
    print(f"  against the slowest search {total / slowest:5.2f} x   (aim: at most {AIM} x)")


if __name__ == "__main__":
    main()
