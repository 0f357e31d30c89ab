"""Which of the ranked options are shown: three at a time, numbered in the order shown."""

from typing import Literal, NamedTuple

from tripintent.state.bundles import Ranking
from tripintent.state.derived import current_ranking
from tripintent.state.trip import TripIntent

SHOWN = 3


class OptionsShown(NamedTuple):
    """Indexes into the ranking, where the page starts, and whether the traveller asked for a list."""

    numbers: tuple[int, ...]
    start: int
    asked_for: bool


Listing = Literal["best", "cheapest", "more"]


def in_order(trip: TripIntent, listing: Listing | None) -> Ranking | None:
    """Return the ranking in the order asked for: the numbers of what is shown are those that a choice names."""
    ranking = current_ranking(trip)
    return ranking.ordered(listing) if ranking and listing in ("best", "cheapest") else ranking


def page_of(trip: TripIntent, listing: Listing | None) -> OptionsShown:
    """Return the page to show: the next one ("more", from the top again behind the last), else the first."""
    ranking = current_ranking(trip)
    count = len(ranking.bundles) if ranking else 0
    start = trip.working_memory.shown_from + SHOWN if listing == "more" else 0
    start = start if start < count else 0
    return OptionsShown(tuple(range(start, min(start + SHOWN, count))), start, listing is not None)
