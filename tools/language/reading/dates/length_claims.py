"""What a length is of: the nights of a stay, or the days of a journey."""

import re
from collections.abc import Iterator

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lengths import Length
from tripintent.tools.language.reading.message import Message

_TRIP_NOUN = re.compile(
    r"^[\s-]*(?:\w+\s+)?(?:trip|vacation|holiday|itinerary|getaway|tour|journey|visit|travel|adventure"
    r"|excursion|plan|honeymoon|break|retreat)\b"
)


def length_claims(
    message: Message, lengths: list[Length], *, stay: bool, asked: tuple[str, ...]
) -> Iterator[SlotValue]:
    """Yield ``nights`` or ``duration_days``: nights are nights; days are nights when a stay is talked of."""
    for length in lengths:
        behind = message.folded[length.end : length.end + 30]
        slot = "duration_days"
        if length.unit == "night":
            slot = "nights"
        elif _TRIP_NOUN.match(behind):
            slot = "duration_days"
        elif stay or "nights" in asked or "check_out" in asked:
            slot = "nights"
        yield SlotValue(slot, length.size, length.start, length.end, length.confidence)
        if (
            slot == "duration_days"
            and length.unit == "week"
            and not _TRIP_NOUN.match(behind)
            and "-" not in message.text[length.start : length.end]
        ):
            yield SlotValue(
                "nights", length.size, length.start, length.end, length.confidence
            )  # a week away is seven nights
