"""Which of the ranked options are shown: three at a time, numbered by their rank."""

from typing import Literal, NamedTuple

from tripintent.state.derived import current_ranking
from tripintent.state.trip import TripIntent

SHOWN = 3


class Page(NamedTuple):
    """Indexes into the ranking, where the page starts, and whether the traveller asked for a list."""

    numbers: tuple[int, ...]
    start: int
    asked_for: bool


def page_of(trip: TripIntent, listing: Literal["best", "cheapest", "more"] | None) -> Page:
    """Return the page to show: the next one ("more", from the top again behind the last), the cheapest, or the best."""
    ranking = current_ranking(trip)
    bundles = ranking.bundles if ranking else ()
    order = list(range(len(bundles)))
    start = 0
    if listing == "cheapest":
        order.sort(key=lambda n: bundles[n].estimated_total.amount)
    elif listing == "more":
        start = trip.working_memory.shown_from + SHOWN
        start = start if start < len(bundles) else 0
    return Page(tuple(order[start : start + SHOWN]), start, listing is not None)
