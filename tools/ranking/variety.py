"""The first three that a traveller sees differ where it matters: the best balance, the cheapest, the fastest or non-stop."""

from collections.abc import Callable, Sequence

from tripintent.state import bundles
from tripintent.state.bundles import Identity
from tripintent.state.offers import HotelOffer
from tripintent.tools.ranking.best_first import Found
from tripintent.tools.ranking.criteria import Candidate
from tripintent.tools.ranking.shortlist import CHEAPEST, COMFORTABLE, FASTEST, FEWEST_STOPS, WISHED, Kept

SHOWN = 3
WORTH_SAYING = 30
"""Minutes that must be saved over the whole trip for a trip to be shown as the fastest."""


def identity(candidate: Candidate) -> Identity:
    """Return what makes a flight this flight, or a hotel this hotel."""
    return bundles.identity(candidate.offer)


def varied(kept: Sequence[Kept], *, by_price: bool = False) -> list[Kept]:
    """Return the trips with the three to be seen first in front; the others follow as they were.

    The first stays the first. The cheapest and the one with what was wished for follow, then the fastest (a non-stop one before
    all), or the comfortable one where the two before have no comfortable hotel. The third never has the outbound flight (or,
    without flights, the hotel) that both others share, as long as any trip has another.
    With ``by_price`` that alone changes the order.
    """
    shown, rest = list(kept[:1]), list(kept[1:])
    while rest and len(shown) < SHOWN:
        best = min(range(len(rest)), key=lambda n: (*_fit(rest[n], shown)[: 1 if by_price else None], n))
        shown.append(rest.pop(best))
    return [*shown, *rest]


def _fit(trip: Kept, shown: Sequence[Kept]) -> tuple[int, int, int, int, int]:
    """Return how well a trip follows those that are shown already: the smaller the better."""
    mains = {identity(k.found.picks[0]) for k in shown}
    repeated = len(shown) == SHOWN - 1 and len(mains) == 1 and identity(trip.found.picks[0]) in mains
    seen = {label for k in shown for label in k.labels}
    if {CHEAPEST, WISHED}.intersection(trip.labels) - seen:
        return 0, 0, 0, 0, 0
    alike = _look(trip.found) in {_look(k.found) for k in shown}
    slept = {_hotels(k.found) for k in shown}
    return int(repeated), int(alike), _kind(trip, shown), int(_hotels(trip.found) in slept), trip.found.cost


def _kind(trip: Kept, shown: Sequence[Kept]) -> int:
    """Return the place of what a trip is best at among what the list still lacks; a few minutes saved are nothing."""
    seen = {label for k in shown for label in k.labels}
    quickest = min(k.found.criteria.minutes for k in shown)
    stops = min(k.found.criteria.stops for k in shown)
    wanted: list[Callable[[Kept], bool]] = [
        lambda k: FEWEST_STOPS in k.labels and not k.found.criteria.stops and stops > 0,
        lambda k: FASTEST in k.labels and k.found.criteria.minutes + WORTH_SAYING <= quickest,
    ]
    if COMFORTABLE not in seen:
        wanted.insert(0, lambda k: COMFORTABLE in k.labels)
    return next((n for n, has in enumerate(wanted) if has(trip)), len(wanted))


def _hotels(found: Found) -> tuple[Identity, ...]:
    return tuple(identity(pick) for pick in found.picks if isinstance(pick.offer, HotelOffer))


def _look(found: Found) -> tuple[Identity, ...]:
    return tuple(map(identity, found.picks))
