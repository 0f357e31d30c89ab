"""Corrections: values taken back ("not the 5th, the 6th"), and slots that the traveller no longer cares about."""

import re
from collections.abc import Iterator

from tripintent.tools.language.reading.claims import SlotValue
from tripintent.tools.language.reading.message import Message

_DENIED = re.compile(
    r"(?:\bnot|\bexcept|\bexcept for|\bneither|\bnor|\binstead of|\brather than|\bisn't|\baren't|\bwasn't"
    r"|n't be)\s+(?:(?:on|in|for|the|at|from|to|a"
    r"|an|really|until)\s+)*$"
)
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
_ANY = (
    r"\b(?:any|no preference (?:on|for|about|in|as to)?(?: the| an?)?|don't (?:care|mind) (?:about|which"
    r"|what)(?: the)?|doesn't matter (?:which|what)|whatever|whichever|forget (?:about )?(?:the|my)|remove the"
    r"|drop the|never mind (?:about )?the|ignore the)\s+"
)
_DROPPED: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "airlines",
        re.compile(
            _ANY
            + (
                r"(?:preferred |particular |specific )?(?:airlines?|carrier)s?\b|\b(?:airlines?|carrier) (?:doesn't"
                r"|does not) matter\b"
            )
        ),
    ),
    (
        "budget",
        re.compile(
            _ANY + r"budget\b|\b(?:money|price|budget) (?:is no object|doesn't matter|is not an issue|is no issue)\b"
        ),
    ),
    (
        "cabin",
        re.compile(
            _ANY + r"(?:seating |cabin |ticket )?class\b|\b(?:seating|class|cabin) (?:doesn't|does not|don't) matter\b"
        ),
    ),
    ("stars", re.compile(_ANY + r"(?:star|rating|stars|star rating)\b")),
    (
        "return_",
        re.compile(r"\b(?:forget|cancel|drop|skip|remove|no need for|never ?mind) (?:about )?(?:the|my|a) return\b"),
    ),
)


def is_denied(message: Message, start: int) -> bool:
    """Tell whether the words before a position deny what follows ("not", "instead of")."""
    return bool(_DENIED.search(message.folded[max(0, start - 30) : start]))


def without_denied(message: Message, claims: list[SlotValue]) -> list[SlotValue]:
    """Drop the values that the message itself denies ("seven days, not eight")."""
    return [claim for claim in claims if claim.slot not in _ADDRESSED or not is_denied(message, claim.start)]


def dropped_claims(message: Message) -> Iterator[SlotValue]:
    """Yield the slots taken back, with the words that did it."""
    for slot, pattern in _DROPPED:
        match = pattern.search(message.open)
        if match:
            yield SlotValue(slot, None, match.start(), match.end())
