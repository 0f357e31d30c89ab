"""Features that the model read, in the words that the trip keeps them in."""

from collections.abc import Callable, Iterator, Mapping
from typing import get_args

from pydantic import BaseModel

from tripintent.state.frame import Board, Cabin, Company, SpecialRequest, StayKind
from tripintent.state.operations import Ask, Want
from tripintent.tools.language.exact.airlines import canonical
from tripintent.tools.language.exact.tables import load_data
from tripintent.tools.language.model.operations import SaidWish
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
