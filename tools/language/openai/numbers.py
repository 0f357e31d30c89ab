"""Counts that the model read: within sane ranges, and never a figure other than the quoted one."""

import re
from collections.abc import Iterable

from tripintent.tools.language.openai.quotes import find_quote
from tripintent.tools.language.openai.said import CountSaid, CountSlot
from tripintent.tools.language.openai.verified import Verified

_SANE: dict[CountSlot, tuple[float, float]] = {
    "travelers": (0, 99),
    "adults": (0, 99),
    "children": (0, 99),
    "infants": (0, 99),
    "age": (0, 120),
    "rooms": (1, 50),
    "nights": (1, 365),
    "duration_days": (1, 366),
    "max_stops": (0, 3),
    "checked_bags": (0, 20),
    "stars": (1, 5),
}
"""What may be said at all; whether it can be booked (40 travellers) is asked of the trip, not here."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")


def verify_counts(said: Iterable[CountSaid], text: str, turn: int, into: Verified) -> None:
    """Keep the counts that stand in the message; ages are collected in their order."""
    ages: list[int] = []
    for entry in said:
        span = find_quote(text, entry.said)
        if span is None:
            into.drop(entry.slot, f"not in the message: {entry.said!r}")
        elif not _sane(entry) or not _as_quoted(entry.value, span.text):
            into.drop(entry.slot, f"{entry.value:g} is not what {entry.said!r} says")
        elif entry.slot == "age":
            ages.append(int(entry.value))
            into.put("ages", tuple(ages), span, turn)
        else:
            into.put(entry.slot, _number(entry), span, turn)


def _sane(entry: CountSaid) -> bool:
    low, high = _SANE[entry.slot]
    whole = entry.slot == "stars" or entry.value == int(entry.value)
    return low <= entry.value <= high and whole


def _as_quoted(value: float, quote: str) -> bool:
    """Say whether a value is one of the figures quoted; words without figures ("my wife and I") are the model's to read."""
    figures = [float(figure.replace(",", ".")) for figure in _FIGURE.findall(quote)]
    return not figures or value in figures


def _number(entry: CountSaid) -> int | float:
    return entry.value if entry.slot == "stars" else int(entry.value)
