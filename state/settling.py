"""Values that a change makes stale, and requests for a part of a trip.

Stale are head counts that no longer add up, a return on a one-way trip, nights that fit no more. Requests for some flights, stays and
people are said for more, for less, and taken back in parts. ``plain``: one goes there and back, so that the two flights are all.
"""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, Literal

from tripintent.state.frame import Extent, Frame, SpecialRequest, When
from tripintent.state.framing.dates import LONGEST_WAY
from tripintent.state.travellers import INFANT_UNDER

Requests = tuple[SpecialRequest, ...]
Ways = tuple[Literal["outbound", "return"] | int, ...]


def asked_too(known: Sequence[SpecialRequest], said: SpecialRequest, *, plain: bool) -> Requests:
    """Return the requests with one more, beside those of its kind for other legs and people.

    One that is said again for more, or for a part of what it was said for, is meant as it is said now.
    """
    new = said.model_copy(update={"legs": _ways(said.legs, plain=plain)})
    return (*(one for one in known if not (_alike(one, new) and _replaces(new, one))), new)


def taken_off(known: Sequence[SpecialRequest], said: SpecialRequest, *, plain: bool) -> Requests:
    """Return the requests without one of a kind, for its own legs and people; the rest stays."""
    gone = said.model_copy(update={"legs": _ways(said.legs, plain=plain)})
    left = (_less(one, gone, plain=plain) if _alike(one, gone) else one for one in known)
    return tuple(one for one in left if one)


def _alike(one: SpecialRequest, new: SpecialRequest) -> bool:
    return one.kind == new.kind and (one.kind != "note" or one.said == new.said)


def _replaces(new: SpecialRequest, one: SpecialRequest) -> bool:
    """Tell whether an earlier request is what is said now; what had been taken off that one only joins it."""
    returns = any(gone.covers(new) or new.covers(gone) for gone in one.without)
    return new.covers(one) or (one.covers(new) and not returns)


def _less(one: SpecialRequest, gone: Extent, *, plain: bool) -> SpecialRequest | None:
    """Return a request without a part of it; None where nothing is left."""
    if gone.covers(one):
        return None
    if one.legs and gone.legs and not set(one.legs) & set(gone.legs):
        return one
    if one.legs and not gone.who:
        return one.model_copy(update={"legs": tuple(leg for leg in one.legs if leg not in gone.legs)})
    off = {name.casefold() for name in gone.who}
    if Extent(legs=gone.legs).covers(Extent(legs=one.legs)) and off & {name.casefold() for name in one.who}:
        return one.model_copy(update={"who": tuple(name for name in one.who if name.casefold() not in off)})
    without = (*one.without, Extent(legs=gone.legs, who=gone.who))
    whole = [part for part in without if not part.who]
    gone_legs: Ways = tuple(leg for part in whole for leg in part.legs)
    return None if whole and not _ways(gone_legs, plain=plain) else one.model_copy(update={"without": without})


def _ways(legs: Ways, *, plain: bool) -> Ways:
    """Return legs as they are called; those of a whole trip there and back are all."""
    names: dict[object, Literal["outbound", "return"]] = {1: "outbound", **({2: "return"} if plain else {})}
    called: list[Literal["outbound", "return"] | int] = [names.get(leg) or leg for leg in legs]
    named: Ways = tuple(dict.fromkeys(called))
    return () if plain and {"outbound", "return"} <= set(named) else named


_YEAR = re.compile(r"\d{4}")
_PARTS = ("adults", "children", "infants")


def settle(values: dict[str, object], frame: Frame) -> None:
    """Bring new values in line with each other and with what was known; the newer word wins."""
    _settle_party(values, frame)
    _settle_dates(values, frame)
    _settle_places(values, frame)


def _settle_places(values: dict[str, Any], frame: Frame) -> None:
    """Drop what is true of a city that the trip leaves out: part of town, hotel by name, airports, how one gets there."""
    if "visits" not in values or not frame.visits or not values["visits"]:
        return
    known = {v.place.code or v.place.said for v in frame.visits}
    if known & {v.place.code or v.place.said for v in values["visits"]} or any(
        v.place.candidates for v in frame.visits
    ):
        return
    for slot in ("area", "hotel_name", "avoid_areas", "avoid_hotels"):
        if getattr(frame, slot) and slot not in values:
            values[slot] = Frame.model_fields[slot].get_default(call_default_factory=True)


def _settle_party(values: dict[str, Any], frame: Frame) -> None:
    """Let the newer of head count and split win where they disagree."""
    split = set(_PARTS)
    if "ages" in values and not split & values.keys():
        _split_by_age(values, frame)
    if "travelers" in values and not split & values.keys():
        parts = [getattr(frame, name) for name in _PARTS]
        if any(p is not None for p in parts) and sum(p or 0 for p in parts) != values["travelers"]:
            values.update(dict.fromkeys(split))
            values["ages"] = ()
    elif split & values.keys() and "travelers" not in values and frame.travelers is not None:
        parts = [values.get(name, getattr(frame, name)) for name in _PARTS]
        if sum(p or 0 for p in parts) > frame.travelers or "adults" in values:
            values["travelers"] = None


def _split_by_age(values: dict[str, Any], frame: Frame) -> None:
    """Let ages that answer for all decide who is an infant; one age more joins those known ("a toddler": "one")."""
    young = (frame.children or 0) + (frame.infants or 0)
    ages = values["ages"]
    if frame.ages and len(frame.ages) + len(ages) == young:
        ages = values["ages"] = (*frame.ages, *ages)
    if young and len(ages) == young:
        infants = sum(a < INFANT_UNDER for a in ages)
        values.update(infants=infants or None, children=young - infants or None)


def _settle_dates(values: dict[str, object], frame: Frame) -> None:
    """Drop what a new date contradicts: a return on a one-way trip, nights that no longer fit the two days."""
    if values.get("trip_type") == "one_way" and "return_" not in values:
        values["return_"] = None
    if (
        "return_" in values
        and values["return_"] is not None
        and frame.trip_type == "one_way"
        and "trip_type" not in values
    ):
        values["trip_type"] = "round_trip"
    _settle_landing(values, frame)
    _roll_return(values, frame)
    _move_day_trip(values, frame)
    _settle_length(values, frame, "check_in", "check_out", "nights")
    _settle_nights(values, frame)


def _settle_landing(values: dict[str, Any], frame: Frame) -> None:
    """Open a departure that followed from a day of landing that is another one now; drop a landing that a departure rules out."""
    for start, ends in (("depart", ("arrive_day", "arrive_by")), ("return_", ("return_arrive_by",))):
        leaves: When | None = values.get(start, getattr(frame, start))
        new = [end for end in ends if end in values]
        if new and start not in values and leaves and leaves.from_landing:
            values[start] = None
        if any(values[end] is not None for end in new):
            values.update(dict.fromkeys(set(ends) - set(new)))
        elif start in values and not new:
            days = {end: days_between(leaves, getattr(frame, end)) for end in ends}
            late = {end for end, n in days.items() if n is not None and not 0 <= n <= _furthest(end)}
            values.update(dict.fromkeys(late))


def _furthest(end: str) -> int:
    """Return how many days a landing may be after a departure: "by" that day may be long after it."""
    return LONGEST_WAY if end == "arrive_day" else 10_000


def _settle_nights(values: dict[str, Any], frame: Frame) -> None:
    """Drop nights that were the length of the whole trip, where the return that is said now tells another."""
    if frame.nights is None or "nights" in values or frame.check_in or "return_" not in values:
        return
    if frame.return_ and days_between(frame.depart, frame.return_) != frame.nights:
        return  # of a stay for a part of the trip
    days = days_between(values.get("depart", frame.depart), values["return_"])
    if days is not None and days != frame.nights:
        values["nights"] = None


def _roll_return(values: dict[str, Any], frame: Frame) -> None:
    """Move a return before the departure to the next year, where no year was said ("3 January" after "28 December")."""
    for first, last in (("depart", "return_"), ("check_in", "check_out")):
        end: When | None = values.get(last)
        days = days_between(values.get(first, getattr(frame, first)), end)
        if end and end.day and days is not None and days < -60 and not _YEAR.search(end.said):
            year, rest = int(end.day[:4]), end.day[4:]
            values[last] = end.model_copy(update={"day": f"{year + 1}{rest}"})


def _move_day_trip(values: dict[str, Any], frame: Frame) -> None:
    """Let there and back on one day stay on one day: "make that Thursday" moves both."""
    there: When | None = values.get("depart")
    if (
        there
        and there.day
        and "return_" not in values
        and frame.return_
        and days_between(frame.depart, frame.return_) == 0
    ):
        values["return_"] = frame.return_.model_copy(update={"day": there.day, "said": there.said})


def _settle_length(values: dict[str, Any], frame: Frame, first: str, last: str, length: str) -> None:
    if length in values and last not in values and getattr(frame, last) is not None:
        values[last] = None
    elif last in values and length not in values and getattr(frame, length) is not None:
        start = values.get(first, getattr(frame, first))
        days = days_between(start, values[last])
        if days is not None and days not in (getattr(frame, length), getattr(frame, length) - 1):
            values[length] = None


def days_between(first: When | None, last: When | None) -> int | None:
    """Return the days between two days; None when one of them is open or no real date."""
    try:
        a, b = date.fromisoformat(first.day), date.fromisoformat(last.day)  # type: ignore[arg-type,union-attr]
    except (AttributeError, TypeError, ValueError):
        return None
    return (b - a).days
