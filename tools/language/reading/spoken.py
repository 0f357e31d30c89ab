"""From what the readers found to operations: claims become settings and wishes, with the polarity of their clause."""

from collections.abc import Iterable, Iterator
from typing import Any

from tripintent.state.operations import AddMore, Operation, Polarity, SetSlot, Want
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.scope import Scopes

_FEATURES = frozenset({"cabin", "area", "hotel_name", "stars"})
"""Claims that a clause can turn: "no basic economy", "not near the airport", "not the Hilton"."""


def operations_of(claims: Iterable[SlotValue], message: Message, scopes: Scopes) -> Iterator[Operation]:
    """Yield an operation for each claim; a feature in the reach of "no" is avoided, a needless one no longer matters."""
    for claim in claims:
        where: dict[str, Any] = {
            "text": message.text[max(claim.start, 0) : max(claim.end, 0)],
            "start": claim.start,
            "end": claim.end,
            "certainty": claim.confidence,
        }
        if claim.slot.startswith("more_"):
            yield AddMore.model_validate({"slot": claim.slot.removeprefix("more_"), "value": claim.value, **where})
            continue
        if claim.slot == "max_stops" and claim.start >= 0 and scopes.strength_of(claim.start, claim.end) == "wish":
            yield Want.model_construct(op="want", slot=claim.slot, value=claim.value, polarity="prefer", **where)
            continue
        turn = scopes.turn_of(claim.start, claim.end) if claim.slot in _FEATURES and claim.start >= 0 else None
        if turn:
            turned: Polarity = "no_matter" if turn == "needless" else "avoid"
            yield Want.model_construct(op="want", slot=claim.slot, value=claim.value, polarity=turned, **where)
        elif claim.slot in _FEATURES:
            soft = scopes.strength_of(claim.start, claim.end) == "wish" and claim.start >= 0
            polarity: Polarity = "prefer" if soft else "require"
            yield Want.model_construct(op="want", slot=claim.slot, value=claim.value, polarity=polarity, **where)
        else:
            yield SetSlot.model_construct(op="set", slot=claim.slot, value=claim.value, **where)
