"""A claim: one slot, its value, and the words it came from."""

from typing import Any, NamedTuple


class Claim(NamedTuple):
    """What a rule read. ``slot`` is a Frame field; ``start``/``end`` index the message; ``confidence`` is 0 to 1."""

    slot: str
    value: Any
    start: int
    end: int
    confidence: float = 1.0
