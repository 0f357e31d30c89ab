"""Candidates and their best cover: every recogniser proposes what it sees, in any order, and one search chooses.

Two candidates cannot both read the same words. Of all ways to read a message the one with the greatest weight is taken: longer
phrases weigh more than short ones, and a phrase of several words more than a name in the gazetteer.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tripintent.state.operations import Operation

Taking = Literal["hard", "soft", "none"]
"""Whether the words are closed to the readers of the journey (hard), look blank to them (soft), or stay open."""


@dataclass(frozen=True)
class Candidate:
    """One way to read a stretch of words: what it says, and how much it weighs."""

    start: int
    end: int
    operations: tuple[Operation, ...]
    weight: float = 1.0
    taking: Taking = "hard"


def best_cover(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return the candidates that do not overlap and weigh most together, left to right; linear after sorting."""
    ordered = sorted(candidates, key=lambda c: (c.end, c.start))
    ends = [c.end for c in ordered]
    best: list[tuple[float, int, bool]] = [(0.0, 0, False)]
    for i, one in enumerate(ordered):
        before = bisect_right(ends, one.start, 0, i)
        taken = best[before][0] + _weight(one)
        best.append((taken, before, True) if taken > best[i][0] else (best[i][0], i, False))
    return _traced(ordered, best)


def _weight(one: Candidate) -> float:
    """A word more is worth more than a doubt less: the longest reading wins, then the surest."""
    return one.weight * (one.end - one.start + 1)


def _traced(ordered: Sequence[Candidate], best: Sequence[tuple[float, int, bool]]) -> list[Candidate]:
    chosen: list[Candidate] = []
    i = len(ordered)
    while i:
        _, before, taken = best[i]
        if taken:
            chosen.append(ordered[i - 1])
        i = before
    return chosen[::-1]
