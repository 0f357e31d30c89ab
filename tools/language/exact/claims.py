"""A claim: one slot, its value, and the words it came from."""

from typing import Any, NamedTuple


class SlotValue(NamedTuple):
    """A value that a rule read. ``slot`` is a Frame field; ``start``/``end`` index the message; ``confidence`` is 0 to 1."""

    slot: str
    value: Any
    start: int
    end: int
    confidence: float = 1.0

    def within(self, other: "SlotValue") -> bool:
        """Check whether another claim's words hold these and more: "return flight" in "no return flight"."""
        inside = other.start <= self.start and self.end <= other.end
        return inside and (self.start, self.end) != (other.start, other.end)
