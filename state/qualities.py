"""Qualities by which people name an option: "the cheapest", "the direct one"."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from tripintent.state.bundles import Bundle

FILTERS: dict[str, Callable[[Bundle], bool]] = {
    "nonstop": lambda b: bool(b.flight_option_ids) and b.stops == 0,
    "refundable": attrgetter("refundable"),
}
"""Qualities that an option has or has not."""
ORDERS: dict[str, Callable[[Bundle], Any]] = {
    "cheapest": lambda b: b.estimated_total.amount,
    "dearest": lambda b: -b.estimated_total.amount,
    "fastest": attrgetter("minutes"),
    "slowest": lambda b: -b.minutes,
    "fewest_stops": attrgetter("stops"),
    "best_hotel": lambda b: -(b.stars or 0.0),
    "best": lambda _: 0,
}
"""Qualities by which options are put in order, the best first."""


def best_of(bundles: Iterable[Bundle], qualities: Iterable[str]) -> Bundle | None:
    """Return the option that the qualities name: filters first, then one order, then the best ranked; None where none fits."""
    names = tuple(qualities)
    fits = [b for b in bundles if all(FILTERS[name](b) for name in names if name in FILTERS)]
    order = next((ORDERS[name] for name in names if name in ORDERS), None)
    return min(fits, key=order, default=None) if order else next(iter(fits), None)
