"""The skyline (Pareto set): what nothing else beats in every respect."""

from collections.abc import Iterable, Sequence

from tripintent.tools.ranking.criteria import Candidate, Criteria, dominates


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
