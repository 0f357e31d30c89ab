"""The skyline (Pareto set): what nothing else beats in every respect."""

from collections.abc import Iterable, Sequence

from tripintent.tools.ranking.criteria import Candidate, Criteria, dominates


def skyline(candidates: Iterable[Candidate], *, by_clock: bool) -> list[Candidate]:
    """Return the candidates that no other dominates, cheapest first.

    With ``by_clock`` an offer only yields to one that also leaves no earlier and arrives no later: where legs come
    close to each other, a dearer flight may be the only one that fits.
    """
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.criteria, c.option_id)):
        if not any(_beats(other, candidate, by_clock=by_clock) for other in kept):
            kept.append(candidate)
    return kept


def beaten(criteria: Criteria, by: Sequence[Criteria]) -> bool:
    """Tell whether one of ``by`` dominates the criteria."""
    return any(dominates(other, criteria) for other in by)


def _beats(one: Candidate, other: Candidate, *, by_clock: bool) -> bool:
    if not dominates(one.criteria, other.criteria):
        return False
    return not by_clock or (one.departs >= other.departs and one.arrives <= other.arrives)
