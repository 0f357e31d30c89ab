"""Corrections: values taken back ("not the 5th, the 6th"), and slots that the traveller no longer cares about."""

import re
from collections.abc import Iterator

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message

_DENIED = re.compile(
    r"(?:\bnot|\bexcept|\bexcept for|\bneither|\bnor|\binstead of|\brather than|\bisn't|\baren't|\bwasn't"
    r"|n't be)\s+(?:(?:on|in|for|the|at|from|to|a|an|really|until)\s+)*$"
)
_DENIED_ABROAD = re.compile(r"\b(?:no|nicht|pas|non|nao|statt)\s+(?:(?:am|den|der|vom|le|il|o|dia|no dia)\s+)?$")
_ARTICLE = re.compile(r"(?:el|am|den|der|vom|le|il|o|dia|del|du|do|al)\s+\d|\d{1,2}\.")
"""How a day begins behind such a word: "no el 28", "nicht am 28."."""
_ADDRESSED = (
    "depart",
    "return_",
    "check_in",
    "check_out",
    "nights",
    "duration_days",
    "travelers",
    "adults",
    "children",
    "rooms",
    "stars",
    "cabin",
    "trip_type",
)
_LOOSENED = {
    "airlines": ("airlines",),
    "budget": ("budget",),
    "cabin": ("cabin",),
    "stars": ("stars",),
    "max_hours": ("max_hours",),
    "return_": ("return_",),
    "times": ("depart_window", "arrive_window", "return_window", "return_arrive_window"),
    "amenities": ("amenities",),
    "refundable": ("refundable", "refundable_hotel"),
    "area": ("area",),
}
"""What a traveller may care about no longer, each a row of the grammar, and its slots. Whatever we propose can be said back."""


def is_denied(message: Message, start: int) -> bool:
    """Tell whether the words before a position deny what follows ("not", "instead of")."""
    before = message.folded[max(0, start - 30) : start]
    abroad = _DENIED_ABROAD.search(before) and _ARTICLE.match(message.folded, start)
    return bool(_DENIED.search(before) or abroad)


def without_denied(message: Message, claims: list[SlotValue]) -> list[SlotValue]:
    """Drop the values that the message itself denies ("seven days, not eight")."""
    return [claim for claim in claims if claim.slot not in _ADDRESSED or not is_denied(message, claim.start)]


def dropped_claims(message: Message, language: str) -> Iterator[SlotValue]:
    """Yield the slots that no longer matter, with the words that said it ("any airline", "egal welche Airline")."""
    for concept, slots in _LOOSENED.items():
        match = pattern("loosened", concept, language).search(message.open)
        if match:
            yield from (SlotValue(slot, None, match.start(), match.end()) for slot in slots)
