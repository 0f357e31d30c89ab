"""Facts of what a message changed, for the short line that is said first."""

from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from tripintent.state.frame import Extent, Frame, NearPlace, Place, SpecialRequest, TimeWindow, Visit, When
from tripintent.state.framing.frame_to_trip import money_of
from tripintent.state.operations import Restore
from tripintent.tools.ports.language import ParseResult

_TOLD = (
    "origin", "visits", "return_from", "return_to", "depart", "return_", "flexible_days", "check_in", "check_out", "nights",
    "travelers", "adults", "children", "infants", "ages", "rooms", "lodging_needed", "flights_needed", "cabin", "max_stops",
    "max_hours", "airlines", "avoid_airlines", "airports", "avoid_airports", "avoid_via", "avoid_fares", "depart_window",
    "arrive_window", "return_window", "return_arrive_window", "arrive_day", "arrive_by", "return_arrive_by", "avoid_red_eye",
    "avoid_self_transfer", "price_first", "checked_bags", "refundable",
    "refundable_hotel",
    "stars", "area", "near", "avoid_areas", "avoid_hotels", "hotel_name", "stay_kinds", "amenities", "room_type", "board",
    "max_nightly", "lodging_budget", "budget",
    "avoid_options", "interests", "dislikes",
)  # fmt: skip
"""The slots that are spoken of, in the order in which they are said."""


def acknowledged_facts(
    before: Frame, reading: ParseResult, booked: Sequence[str] = (), *, bought: bool = False
) -> dict[str, JsonValue] | None:
    """Return what to say first; None when there is nothing: the first words of a trip are answered by the trip itself.

    ``booked`` are the sellers, airline or hotel, with whom everything is booked: nothing reaches them any more.
    ``bought``: the trip is bought, and what changes now is another one beside it.
    """
    after = reading.frame
    first = not (before.visits or before.origin or before.depart or before.check_in)
    changes = [] if first else list(_changes(before, after, reading.changed))
    known = {_request_words(one) for one in before.requests}
    requests = [_request(one) for one in after.requests if _request_words(one) not in known]
    kept = {(one.kind, one.said) if one.kind == "note" else one.kind for one in after.requests}
    off = [_request(one) for one in before.requests if one.kind not in kept and (one.kind, one.said) not in kept]
    restored = any(isinstance(one, Restore) and one.what != "nothing" for one in reading.operations) and before != after
    anew = any(isinstance(one, Restore) and one.what == "nothing" for one in reading.operations)
    if anew:  # what is forgotten is not told one by one
        changes = [one for one in changes if not isinstance(one, dict) or one["kind"] != "gone"]
        off = []
    if not (changes or requests or off or restored or anew):
        return None
    told: dict[str, JsonValue] = {"restored": restored, "booked": list(booked), "bought": bool(bought and changes)}
    told |= {"anew": anew}
    return {"changes": changes, "requests": list(requests), "off": list(off), **told}


def _request(one: SpecialRequest) -> dict[str, JsonValue]:
    without: list[JsonValue] = [_extent(part) for part in one.without]
    return {"kind": one.kind, "said": one.said, "to": one.to, **_extent(one), "without": without}


def _extent(one: Extent) -> dict[str, JsonValue]:
    return {"legs": list(one.legs), "who": list(one.who)}


def _request_words(one: SpecialRequest) -> tuple[object, ...]:
    return one.kind, one.said, one.legs, one.who, one.without


def _changes(before: Frame, after: Frame, changed: tuple[str, ...]) -> Iterator[JsonValue]:
    for slot in _TOLD:
        if slot not in changed or (slot in {"nights", "ages"} and not getattr(after, slot)):
            continue
        if slot in {"lodging_needed", "flights_needed"} and getattr(after, slot) and getattr(before, slot) is not False:
            continue  # no one had said that none is wanted
        if slot == "travelers" and after.adults is not None:
            continue  # who they are says how many
        fact = value_fact(slot, getattr(after, slot), after)
        if fact is not None:
            soft = slot in after.soft and fact["kind"] != "gone"
            yield {"slot": slot, "new": getattr(before, slot) in (None, ()), "soft": soft, **fact}


def value_fact(slot: str, value: object, frame: Frame) -> dict[str, JsonValue] | None:
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
