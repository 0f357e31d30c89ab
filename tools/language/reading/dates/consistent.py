"""The reading of several days that agree: a return before the departure is a wrong reading before it is a wrong wish."""

from collections.abc import Iterator, Sequence
from itertools import product

from tripintent.state.frame import Frame, When
from tripintent.tools.language.exact.calendar import DATE_SLOTS, day_of
from tripintent.tools.language.exact.claims import SlotValue

_OTHERS = {
    "depart": ("return_",),
    "return_": ("depart",),
    "check_in": ("depart", "return_", "check_out"),
    "check_out": ("depart", "return_", "check_in"),
}
"""What else a day may be: days of a journey are those of no hotel, and "leave" beside a hotel may mean the journey."""
_MOST = 4
"""Days of one message that are weighed against each other; a longer list is a tour with days of its own."""
_OTHER_SLOT, _SURE_SLOT, _DROPPED = 0.45, 2.0, 0.6
"""What it costs to read a day as another one, the same against words beside it, and not to read a remark's day at all."""
_AGAINST_KNOWN, _AGAINST_ITSELF = 0.6, 2.0
"""What an end before a known beginning costs, and one before the beginning that the same message names."""


def agreeing(claims: Sequence[SlotValue], frame: Frame, asked: Sequence[str], idle: frozenset[int]) -> list[SlotValue]:
    """Return the claims of days as they are when they agree with each other, else the nearest reading that does.

    A day in answer to the question for it is sure. ``idle`` are the starts of days that may be no days of travel ("23 November is
    tomorrow"). A range keeps its two days. What cannot be brought to agree stays as it was said, and is asked about.
    """
    days = [c for c in claims if c.slot in DATE_SLOTS and isinstance(c.value, When)]
    if not 1 <= len(days) <= _MOST or _discord(days, frame) == 0:
        return list(claims)
    best = min(_readings(days, asked, idle), key=lambda reading: reading[0] + _discord(reading[1], frame))
    kept = {id(c) for c in days}
    return [*(c for c in claims if id(c) not in kept), *best[1]]


def _readings(
    days: Sequence[SlotValue], asked: Sequence[str], idle: frozenset[int]
) -> Iterator[tuple[float, list[SlotValue]]]:
    """Yield every reading with its cost, the one at hand first."""
    ranges = {c.start for c in days if sum(d.start == c.start for d in days) > 1}
    for choice in product(
        *(_choices(c, free=c.start not in ranges and c.slot not in asked, idle=c.start in idle) for c in days)
    ):
        slots = [claim.slot for _, claim in choice if claim]
        if len(set(slots)) == len(slots) or slots == [c.slot for c in days]:
            yield sum(cost for cost, _ in choice), [claim for _, claim in choice if claim]


def _choices(claim: SlotValue, *, free: bool, idle: bool) -> list[tuple[float, SlotValue | None]]:
    kept: list[tuple[float, SlotValue | None]] = [(0.0, claim)]
    if free:
        cost = _SURE_SLOT if claim.confidence >= 1.0 else _OTHER_SLOT
        kept += [(cost, claim._replace(slot=slot)) for slot in _OTHERS[claim.slot]]
    return [*kept, (_DROPPED, None)] if idle else kept


def _discord(days: Sequence[SlotValue], frame: Frame) -> float:
    """Return how much days contradict each other, and known days. A later beginning contradicts no known end: the end moves too."""
    said = {c.slot: day_of(c.value) for c in days}
    cost = 0.0
    for first, second in (
        ("depart", "return_"),
        ("check_in", "check_out"),
        ("depart", "check_out"),
        ("depart", "check_in"),
    ):
        a, b = (said[s] if s in said else day_of(getattr(frame, s)) for s in (first, second))
        if second in said and a and b and (b < a or (b == a and second == "check_out")):
            cost += _AGAINST_ITSELF if first in said else _AGAINST_KNOWN
    return cost
