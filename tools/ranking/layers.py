"""The trip as layers of candidates, one a flight segment and one a stay; their skylines (Pareto sets), and ways by first night.

A stay begins in the night in which a flight lands, which binds a flight list and a room list. The search by layers knows nothing
of that, so the trip is parted into *ways*, one for each first night; within a way everything can be combined with everything.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, pairwise

from tripintent.state.itinerary import shared
from tripintent.state.offers import begins
from tripintent.tools.ports.ranking import RankRequest
from tripintent.tools.ranking.criteria import Candidate, Criteria, dominates
from tripintent.tools.ranking.weights import weighted

UNREACHABLE = -1
"""A cost that marks candidates from which no trip can be completed. Real costs are never negative."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The candidates of one leg or stay. ``tight``: some of them arrive after some of the next leg have left."""

    candidates: tuple[Candidate, ...]
    tight: bool = False


def layered(
    flights: Sequence[Sequence[Candidate]], hotels: Sequence[Sequence[Candidate]], who: Sequence[Sequence[str]] = ()
) -> list[Layer]:
    """Return the layers in the order of the trip. ``who``: a leg with other people than the one before need not be caught."""
    tight = [max(c.arrives for c in one) > min(c.departs for c in two) for one, two in pairwise(flights)]
    if who:
        tight = [close and shared(*pair) for close, pair in zip(tight, pairwise(who), strict=True)]
    legs = [Layer(tuple(leg), close) for leg, close in zip(flights, [*tight, False], strict=False)]
    return [*legs, *(Layer(tuple(stay)) for stay in hotels)]


def skylines(layers: Sequence[Layer]) -> list[Layer]:
    """Return the layers with only what is on each layer's own skyline."""
    near = [layer.tight or before.tight for before, layer in pairwise([Layer(()), *layers])]
    return [
        Layer(tuple(skyline(layer.candidates, by_clock=close)), layer.tight)
        for layer, close in zip(layers, near, strict=True)
    ]


def costs_to_go(layers: Sequence[Layer], units: Criteria) -> list[list[int]]:
    """Return, for each candidate, the least cost of it and all that follows: exact, by one backward pass.

    UNREACHABLE marks candidates after which no leg can be caught.
    """
    tables: list[list[int]] = []
    for layer in reversed(layers):
        own = [weighted(c.criteria, units) for c in layer.candidates]
        after = tables[-1] if tables else []
        following = layers[len(layers) - len(tables)] if tables else Layer(())
        rest = _least_after(layer, following, after)
        tables.append([UNREACHABLE if r == UNREACHABLE else c + r for c, r in zip(own, rest, strict=True)])
    return tables[::-1]


def _least_after(layer: Layer, following: Layer, to_go: Sequence[int]) -> list[int]:
    """Return, for each candidate, the least cost to go among the following ones that it can catch."""
    if not following.candidates:
        return [0] * len(layer.candidates)
    if not layer.tight:
        return [min((c for c in to_go if c != UNREACHABLE), default=UNREACHABLE)] * len(layer.candidates)
    by_departure = sorted(zip((c.departs for c in following.candidates), to_go, strict=True))
    least = [UNREACHABLE, *accumulate((cost for _, cost in reversed(by_departure)), _least)][::-1]
    departures = [departs for departs, _ in by_departure]
    return [least[bisect_left(departures, c.arrives)] for c in layer.candidates]


def _least(one: int, other: int) -> int:
    return max(one, other) if UNREACHABLE in {one, other} else min(one, other)


def skyline(candidates: Iterable[Candidate], *, by_clock: bool) -> list[Candidate]:
    """Return the candidates that no other dominates; the order means nothing, but is the same for the same candidates.

    With ``by_clock`` an offer only yields to one that also leaves no earlier and arrives no later: where legs come
    close to each other, a dearer flight may be the only one that fits.
    """
    beats = _beats_by_clock if by_clock else _beats
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.criteria, c.option_id)):
        for i, other in enumerate(kept):
            if beats(other, candidate):
                kept.insert(0, kept.pop(i))  # what beat one will beat more: it is asked first from now on
                break
        else:
            kept.append(candidate)
    return kept


def beaten(criteria: Criteria, by: Sequence[Criteria]) -> bool:
    """Tell whether one of ``by`` dominates the criteria."""
    return any(dominates(other, criteria) for other in by)


def _beats(one: Candidate, other: Candidate) -> bool:
    return dominates(one.criteria, other.criteria)


def _beats_by_clock(one: Candidate, other: Candidate) -> bool:
    return one.departs >= other.departs and one.arrives <= other.arrives and _beats(one, other)


Lists = Sequence[Sequence[Candidate]]
Way = tuple[Lists, Lists]
"""Candidates of each flight segment and of each stay."""


def ways(flights: Lists, hotels: Lists, request: RankRequest) -> list[Way]:
    """Return the flights and rooms of each first night, and of each combination where several stays follow a flight."""
    found: list[Way] = [(flights, hotels)]
    for stay, leg in enumerate(request.arrives_with):
        if leg is not None:
            lands = {offer.option_id: offer.night for offer in request.flights[leg]}
            begin = {offer.option_id: offer.check_in for offer in request.hotels[stay]}
            found = [part for way in found for part in _parted(way, (leg, lands), (stay, begin))]
    return found


def _parted(way: Way, by: tuple[int, Mapping[str, date]], slept: tuple[int, Mapping[str, date]]) -> list[Way]:
    """Return a way for each night in which a room begins; one without a flight or without a room has an empty list."""
    (flights, hotels), (leg, lands), (stay, begin) = way, by, slept
    nights = {begin[room.option_id] for room in hotels[stay]}
    return [
        (
            _with(flights, leg, [c for c in flights[leg] if begins(nights, lands[c.option_id]) == night]),
            _with(hotels, stay, [c for c in hotels[stay] if begin[c.option_id] == night]),
        )
        for night in sorted(nights)
    ]


def _with(lists: Lists, place: int, candidates: Sequence[Candidate]) -> Lists:
    return [*lists[:place], candidates, *lists[place + 1 :]]
