"""How long three documents of a two-week, five-city family trip take offline: ``python -m tripintent.benches.documents``."""

import asyncio
from datetime import date
from decimal import Decimal
from statistics import median
from time import perf_counter
from types import SimpleNamespace
from typing import Any, cast

from tripintent.state.money import Money
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.attractions.offline import OfflineAttractions
from tripintent.tools.planner.days import plan_days
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.making import RuleMaker
from tripintent.tools.planning.showing import FileWords
from tripintent.tools.ports.planning import Purchased
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.toolbox.days import planned_itinerary

ROUNDS = 9
FACTS = TripFacts(
    destinations=tuple(Town(name=name) for name in ("Rome", "Florence", "Venice", "Milan", "Naples")),
    origin=Town(name="Chicago"),
    first_day=date(2027, 7, 5),
    last_day=date(2027, 7, 18),
    days=14,
    travellers=4,
    adults=2,
    children=2,
    ages=(6, 9),
    interests=("food", "history", "family"),
    passports=("US",),
    budget=Money(amount=Decimal(9000), currency="USD"),
)


async def once(maker: RuleMaker, own: Any) -> dict[str, float]:
    """Return seconds by document."""
    seconds = {}
    began = perf_counter()
    maker.checklist(FACTS, Purchased(), "en")
    seconds["checklist"] = perf_counter() - began
    began = perf_counter()
    maker.budget(FACTS, Purchased(), "en")
    seconds["budget"] = perf_counter() - began
    began = perf_counter()
    await planned_itinerary(TripIntent(), FACTS, None, own)
    seconds["itinerary"] = perf_counter() - began
    return seconds


def main() -> None:
    """Print the first round (cold caches) and the median of the others, in milliseconds."""
    knowledge = OfflineKnowledge()
    maker = RuleMaker(knowledge, EcbRates())
    ports = {"attractions": OfflineAttractions(), "days": plan_days, "knowledge": knowledge}
    own = cast("Any", SimpleNamespace(**ports, words=FileWords()))
    rounds = [asyncio.run(once(maker, own)) for _ in range(ROUNDS)]
    for name in rounds[0]:
        later = median(one[name] for one in rounds[1:])
        print(f"{name:10} first {rounds[0][name] * 1000:7.1f} ms   then {later * 1000:7.1f} ms")
    sums = [sum(one.values()) for one in rounds]
    print(f"{'together':10} first {sums[0] * 1000:7.1f} ms   then {median(sums[1:]) * 1000:7.1f} ms   (aim: 500 ms)")


if __name__ == "__main__":
    main()
