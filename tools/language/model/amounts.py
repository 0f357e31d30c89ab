"""Numbers and amounts that the model read: the figures have to be the quoted ones; words without figures are the model's to read."""

import re
from collections.abc import Sequence
from decimal import Decimal

from babel.core import get_global

from tripintent.tools.language.model.grounding import SYMBOLS, readings
from tripintent.tools.language.model.operations import NumberSlot

_SANE: dict[NumberSlot, tuple[float, float]] = {
    "travelers": (0, 99),
    "adults": (0, 99),
    "children": (0, 99),
    "infants": (0, 99),
    "rooms": (1, 50),
    "nights": (1, 365),
    "duration_days": (1, 366),
    "max_stops": (0, 3),
    "max_hours": (1, 72),
    "checked_bags": (0, 20),
    "stars": (1, 5),
    "max_stars": (1, 5),
}
"""The smallest and largest values that may be said at all; whether it can be booked (40 travellers) is asked of the trip, not here."""
_PEOPLE = ("travelers", "adults", "children", "infants")
_HEADS = 12
"""A larger figure beside people is an age or a year."""
_FIGURE = re.compile(r"\d+(?:[.,'\u00a0\u202f]\d+)*")
_SCALES = tuple(Decimal(10) ** power for power in (0, 2, 3, 5, 6, 7))
"""Hundred, thousand, lakh, million, crore: "2 lakh rupees" is 200,000."""


def number_of(slot: NumberSlot, value: float, quote: str, ages: Sequence[int] = ()) -> int | float | None:
    """Return a count within what is sane; None for one that is not, or that is another figure than the one quoted.

    Nights and days are counted in weeks, too: "2 weeks" are 14; and people by their ages: "6 and 3" are two of them,
    and "a child of 5" is one.
    """
    low, high = _SANE[slot]
    halves = slot in ("stars", "max_stars", "max_hours")
    if not low <= value <= high or (not halves and value != int(value)):
        return None
    figures = [float(figure.replace(",", ".")) for figure in re.findall(r"\d+(?:[.,]\d+)?", quote)]
    counted = (
        [figure * 7 + more for figure in figures for more in (0, 1)] if slot in ("nights", "duration_days") else []
    )
    told_ages = slot in _PEOPLE and (len(figures) > 1 or all(figure in ages for figure in figures))
    counted += [len(figures)] if told_ages else []
    if slot in _PEOPLE:  # "my mother (72)" and "a baby of 18 months" are not counts
        figures = [figure for figure in figures if figure <= _HEADS and slot != "infants"]
    if slot != "checked_bags" and figures and value not in (*figures, *counted):
        return None
    return value if halves else int(value)


def amount_of(amount: float, quote: str) -> Decimal | None:
    """Return an amount whose figures are the quoted ones, at a scale that words can give them."""
    said = Decimal(str(amount))
    figures = [value for figure in _FIGURE.findall(quote) for value in readings(figure)]
    if said <= 0 or (figures and not any(said == value * scale for value in figures for scale in _SCALES)):
        return None
    return said.quantize(Decimal(1)) if said == said.to_integral() else said


def currency_of(code: str | None, quote: str) -> str | None:
    """Return the currency: the model's where the quoted symbol allows it, else the symbol's own."""
    wanted = (code or "").strip().upper()
    known = wanted if wanted in get_global("all_currencies") else None
    named = next((names for symbol, names in SYMBOLS.items() if symbol in quote), None)
    return known if named is None or known in named else named[0]
