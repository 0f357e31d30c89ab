"""Wishes, numbers and amounts that the model read, as the trip keeps them.

Figures have to be the quoted ones; words without figures are the model's to read.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import get_args

from babel.core import get_global
from pydantic import BaseModel

from tripintent.state.frame import Board, Cabin, Company, SpecialRequest, StayKind
from tripintent.state.operations import Ask, Want
from tripintent.tools.language.exact.airlines import canonical
from tripintent.tools.language.exact.tables import load_data
from tripintent.tools.language.model.operations import NumberSlot, SaidWish
from tripintent.tools.model.grounding import SYMBOLS, readings
from tripintent.tools.places.folding import fold

_STOPS = 4
Made = tuple[type[BaseModel], Mapping[str, object]]
_CLOSED = {
    "cabin": get_args(Cabin),
    "board": get_args(Board),
    "stay_kinds": get_args(StayKind),
    "company": get_args(Company),
}
_ONE = ("cabin", "board", "area", "hotel_name", "room_type", "company")
"""Slots that hold one value."""
_ONLY_AVOIDED = {"via": "airline", "fares": "airline", "hotels": "hotel"}
"""Things that a search can leave out and not ask for; a wanted one is a request to the value."""


def wish_operations(entry: SaidWish, hotels: tuple[str, ...], code: Callable[[str], str | None]) -> Iterator[Made]:
    """Yield the operations of one wish. ``hotels`` are those in view, ``code`` finds the code of an airport."""
    values = [value.strip() for value in entry.values if value.strip()]
    wanted = entry.polarity in ("require", "prefer")
    if entry.slot == "amenities" and wanted:
        for value in values:
            name = amenity(value)
            yield _want(entry, (name,)) if name else _request(value, entry.said, "hotel")
        return
    if entry.slot in _ONLY_AVOIDED and wanted:
        for value in values:
            yield _request(f"{entry.slot}: {value}", entry.said, _ONLY_AVOIDED[entry.slot])
        return
    if entry.slot == "max_stops":
        yield from (
            [_want(entry, int(values[0]))] if values and values[0].isdigit() and int(values[0]) < _STOPS else []
        )
        return
    kept = list(_kept(entry.slot, values, code))
    if entry.slot == "hotels" and not kept:
        kept = list(hotels)
    if entry.slot in _ONE and entry.polarity != "avoid":
        if kept or not wanted:
            yield _want(entry, kept[0] if kept else None)
    elif kept or entry.polarity == "no_matter":
        yield _want(entry, tuple(kept))


def _want(entry: SaidWish, value: object) -> Made:
    return Want, {"slot": entry.slot, "value": value, "polarity": entry.polarity, "must": entry.must}


def _request(kind: str, words: str, to: str) -> Made:
    request = SpecialRequest.model_validate({"kind": kind.casefold(), "said": words, "to": to})
    return Ask, {"request": request, "polarity": "require"}


def _kept(slot: str, values: list[str], code: Callable[[str], str | None]) -> Iterator[str]:
    """Yield the values that the slot can hold, as it holds them."""
    for value in values:
        if slot in _CLOSED:
            word = value.casefold().replace(" ", "_").replace("-", "_")
            if word in _CLOSED[slot]:
                yield word
        elif slot in ("airports", "via"):
            found = code(value)
            if found:
                yield found
        elif slot == "airlines":
            yield canonical(value) or value
        elif slot == "amenities":
            yield amenity(value) or value
        elif slot == "fares":
            yield "basic" if "basic" in value.casefold() else value.casefold()
        else:
            yield value


def amenity(value: str) -> str | None:
    """Return the name under which hotels list an amenity, None for what they do not list."""
    known: Mapping[str, list[str]] = load_data("wishes")["amenities"]
    said = fold(value.replace("_", " "))
    return next((name for name, words in known.items() if said in {name.replace("_", " "), *map(fold, words)}), None)


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
