"""Wishes that a search left unmet: parts without an offer, rules that left offers out, wishes that no option shown has."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import JsonValue

from tripintent.state.bundles import Ranking
from tripintent.state.frame import Board, Frame, NearPlace, Place, TimeWindow, Visit, When
from tripintent.state.framing.frame_to_trip import money_of
from tripintent.state.trip import TripIntent

_RULE = "policy."


def ruled_facts(trip: TripIntent, ranking: Ranking) -> list[JsonValue]:
    """Return each rule that left offers out with whose it is; nothing where only one policy is in force."""
    whose = trip.policy.asked_by
    return [
        {"why": why, "count": count, "by": whose[why.removeprefix(_RULE)]}
        for why, count in ranking.dropped.items()
        if why.startswith(_RULE) and count and why.removeprefix(_RULE) in whose
    ]


Option = Mapping[str, Any]
_ANYWHERE_KM = 50_000
_BOARDS = get_args(Board)


def unmet_wishes(frame: Frame, shown: Sequence[Option]) -> Iterator[JsonValue]:
    """Yield each wish that only ranks, where none of the options shown meets it, as a change that is told."""
    for slot in frame.soft:
        test = _MEETS.get(slot)
        value = getattr(frame, slot, None)
        if test and value not in (None, ()) and shown and not any(test(option, value) for option in shown):
            yield {"slot": slot, "new": True, **(_value_fact(slot, value, frame) or {})}


def _of_hotels(meets: Callable[[Mapping[str, Any], Any], bool]) -> Callable[[Option, Any], bool]:
    return lambda option, value: all(meets(hotel, value) for hotel in option["hotels"])


_MEETS: Mapping[str, Callable[[Option, Any], bool]] = {
    "board": _of_hotels(lambda hotel, board: _BOARDS.index(hotel["board"]) >= _BOARDS.index(board)),
    "amenities": _of_hotels(
        lambda hotel, wanted: {w.casefold() for w in wanted} <= {a.casefold() for a in hotel["amenities"]}
    ),
    "stars": _of_hotels(lambda hotel, stars: (hotel["stars"] or 0) >= stars),
    "near": _of_hotels(
        lambda hotel, place: "near" not in hotel or hotel["near"]["meters"] <= (place.limit_km or _ANYWHERE_KM) * 1000
    ),
    "avoid_self_transfer": lambda option, _: not any(flight["self_transfer"] for flight in option["flights"]),
    "max_stops": lambda option, stops: all(flight["stops"] <= stops for flight in option["flights"]),
    "max_hours": lambda option, hours: all(flight["minutes"] <= hours * 60 for flight in option["flights"]),
}
"""Whether an option meets a wish, by its slot of the frame."""


def _value_fact(slot: str, value: object, frame: Frame) -> dict[str, JsonValue] | None:
    """Return a value as typed facts; None for one that is not spoken of (a head count that another one replaced)."""
    if value is None or value == ():
        return (
            None
            if slot in {"travelers", "adults", "children", "check_in", "check_out"}
            else {"kind": "gone", "value": None}
        )
    if isinstance(value, When):
        if value.day:
            return {"kind": "day", "value": value.day}
        ends = (value.earliest, value.latest)
        return {"kind": "days", "value": list(ends)} if all(ends) else {"kind": "text", "value": value.said}
    if isinstance(value, TimeWindow):
        return {"kind": "window", "value": [value.start, value.end]}
    if slot == "avoid_options":
        return {"kind": "flag", "value": True}
    if isinstance(value, NearPlace):
        return {"kind": "near", "value": value.to, "km": value.within_km, "minutes": value.within_minutes}
    if isinstance(value, bool):
        return {"kind": "flag", "value": value}
    if slot in {"budget", "max_nightly", "lodging_budget"}:
        each = slot == "budget" and bool(frame.budget_per_person)
        return {"kind": "money", "value": {"amount": str(value), "currency": money_of(frame)}, "each": each}
    if isinstance(value, Place):
        return {"kind": "place", "value": value.name or value.said}
    if isinstance(value, tuple) and any(isinstance(one, Visit) for one in value):
        return {"kind": "place", "value": [_name(one) for one in value]}
    if isinstance(value, tuple):
        return {"kind": "names", "value": [_name(one) for one in value]}
    return {"kind": "text", "value": f"{value:g}" if isinstance(value, float) else str(value)}


def _name(one: object) -> str:
    if isinstance(one, Visit):
        return one.place.name or one.place.said
    return str(one)
