"""profile: who travels, from where and for how much: the facts of the trip that both planning and booking need."""

import re
from collections.abc import Sequence
from datetime import date

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, framed, itinerary_of
from tripintent.nodes.runtime import Run
from tripintent.state.applying import applied, changed_fields
from tripintent.state.designer.going import adults_assumed, bound_to
from tripintent.state.designer.operations import (
    AddFlight,
    AddHotel,
    AddRide,
    AddThing,
    Change,
    Operation,
    PlanDays,
    SetTrip,
    TakePlace,
    WhereTo,
    names_a_town,
)
from tripintent.state.designer.sameness import plain
from tripintent.state.designer.talk import DesignTurn, Event
from tripintent.state.frame import Frame, When, is_wide_alone
from tripintent.state.framing.trip_to_frame import present_frame
from tripintent.state.operations import Operation as JourneyOperation
from tripintent.state.operations import SetSlot, Want
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports

_WHO = (
    "travelers",
    "adults",
    "children",
    "infants",
    "ages",
    "budget",
    "budget_min",
    "budget_per_person",
    "currency",
    "lodging_budget",
    "company",
)
_TASTES = ("interests", "dislikes", "stay_kinds")
_RIDES = frozenset({"add_flight", "add_ride", "add_hotel", "change", "remove", "swap", "ask"})
"""Operations whose words name places that are not places to start from."""
_ENTRIES = (AddFlight, AddHotel, AddRide, AddThing, Change)
_SAID_OTHERWISE = frozenset(
    {
        *_WHO,
        "origin",
        "visits",
        "legs",
        "depart",
        "return_",
        "nights",
        "duration_days",
        "trip_type",
        "check_in",
        "check_out",
        "requests",
        "evidence",
        "alone",
        "flights_needed",
        "lodging_needed",
    }
)
_NOT_YET = ("visits", "legs", "hotel_name", "avoid_hotels", "area", "avoid_areas")
"""Slots of a town or a house that wait until a town is found: the words mean the towns that are proposed."""
_PART = re.compile(r"[^,;.!?\n]+")
_WHERE = (
    "origin",
    "visits",
    "depart",
    "return_",
    "check_in",
    "check_out",
    "duration_days",
    "nights",
    "flights_needed",
    "lodging_needed",
    "trip_type",
)


async def profile(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Read party and budget always, and places and dates of the trip where the words set it up.

    A pasted mail says nothing of the traveller's wishes, and a time of dinner is not a day of departure: what the words say
    of single things in the plan stays out of the trip.
    """
    trip, turn, reading = state["trip_intent"], state["design"], state["reading"]
    said = reading.part("DESIGNER").journey
    if not said:
        return {}
    before = frame_before = present_frame(trip)
    first = turn.operations[0] if turn.operations else None
    idea = state["talk"].chosen(first) if isinstance(first, TakePlace) else None
    if idea:  # what else was said is read as if the trip went there already: "a week later" counts from its days
        before = _leaving_otherwise(bound_to(trip, idea, ports.places.resolve(idea.code)), said)
    words = first.rest if isinstance(first, TakePlace | WhereTo) and first.rest is not None else turn.text
    read = applied(before, said, turn=trip.request.turn - 1)
    after = _kept(before, read, turn.operations, state["talk"].asked)
    patch = _patch(trip, frame_before, after, reading.language)
    event = _heard(trip, apply_patch(trip, patch), turn, _wished(before, after, changed_fields(before, read), words))
    heard = turn.model_copy(update={"events": (*turn.events, event)}) if event else turn
    if (
        (likes := _liked(said))
        and not turn.operations
        and any(one.type == "ACTIVITY" for one in itinerary_of(state).live)
    ):
        again = PlanDays(said=turn.text, again=True, more=likes)
        heard = heard.model_copy(update={"events": (*heard.events, Event(kind="liked"))})
        return {"trip_intent": [patch], "design": heard, "talk": state["talk"].model_copy(update={"pending": (again,)})}
    return {"trip_intent": [patch], "design": heard}


def _liked(said: Sequence[JourneyOperation]) -> tuple[str, ...]:
    """Return the interests that words name while the days are planned already: these are not planned again unasked."""
    wants = [
        one
        for one in said
        if isinstance(one, Want) and one.slot == "interests" and one.polarity in ("require", "prefer")
    ]
    return tuple(str(name) for one in wants for name in (one.value if isinstance(one.value, tuple) else ()))


def _leaving_otherwise(bound: Frame, said: Sequence[JourneyOperation]) -> Frame:
    """Return the frame of a proposed town where another day to leave was said and none to come back: its length stays."""
    slots = {one.slot for one in said if isinstance(one, SetSlot) and one.value is not None}
    if "depart" not in slots or "return_" in slots or not (bound.depart and bound.return_):
        return bound
    first, last = (date.fromisoformat(str(one.day)) for one in (bound.depart, bound.return_))
    nights = None if slots & {"nights", "duration_days"} else (last - first).days
    return bound.model_copy(update={"return_": None, "nights": nights or bound.nights})


def _wished(before: Frame, after: Frame, changed: Sequence[str], text: str) -> list[JsonValue]:
    """Return the traveller's words of new wishes for flights and rooms, which every later search keeps to."""
    slots = [s for s in changed if s not in _SAID_OTHERWISE and getattr(before, s) != getattr(after, s)]
    starts = sorted(after.evidence[slot].start for slot in slots if slot in after.evidence)
    parts = [(m.start(), m.end(), m[0].strip()) for m in _PART.finditer(text)]
    return list(dict.fromkeys(said for a, b, said in parts if any(a <= start < b for start in starts)))


def _heard(before: TripIntent, after: TripIntent, turn: DesignTurn, wished: list[JsonValue]) -> Event | None:
    """Return what is new of budget, party and wishes, to be said: silence would look like a loss."""
    facts: dict[str, JsonValue] = {"wished": wished} if wished else {}
    money = after.constraints.budget_per_person or after.constraints.budget_total
    if money and money != (before.constraints.budget_per_person or before.constraints.budget_total):
        facts["budget"] = {"amount": str(money.amount), "currency": money.currency}
    heads = sum(after.party.heads()) or after.party.travelers.total or 0
    if heads and not adults_assumed(after) and after.party.travelers != before.party.travelers:
        facts["heads"] = heads
    origin = after.frame.origin
    if origin and (before.frame.origin != origin or (not turn.operations and plain(origin.said) in plain(turn.text))):
        facts["origin"] = origin.said
    return Event(kind="wishes", facts=facts) if facts else None


def _kept(before: Frame, read: Frame, operations: Sequence[Operation], asked: str | None) -> Frame:
    """Return the frame with what these words may change: a town that is still to be found is not read from them.

    Where somebody starts is taken from any words but those of one ride: it was asked for, and is never asked for again.
    """
    kinds = {o.op for o in operations}
    if kinds & {"find_stay", "take_stay"}:
        return read  # every wish for the stay counts
    if kinds & {"where_to", "take_place"}:  # a town is still to be found, or found: every other wish counts
        notes = tuple(one for one in read.requests if one.kind != "note")
        wide = is_wide_alone(read.visits)  # in which the towns are proposed
        ours = {name: getattr(before, name) for name in _NOT_YET if not (wide and name == "visits")}
        return read.model_copy(update={**ours, "requests": notes})
    setup = not kinds or bool(kinds & {"set_trip"})
    goes = any(
        names_a_town(operation) for operation in operations
    )  # "canaries maybe?" is not a start, though one was asked for
    starts = (asked == "origin" and not goes) or not kinds & {*_RIDES, *(("set_trip",) if goes else ())}
    names = {*_WHO, *_TASTES, *(_WHERE if setup else ()), *(("origin",) if starts else ())}
    unread = not kinds and bool(before.visits)  # words that no one understood change no destination
    names -= {"visits"} if unread or (asked == "origin" and not goes) else set()
    kept = before.model_copy(update={name: getattr(read, name) for name in names})
    trip = next((o for o in operations if isinstance(o, SetTrip) and o.start), None)
    if not trip or not any(isinstance(o, _ENTRIES) and o.when.day for o in operations):
        return kept
    ends = {"depart": _day(trip.start, read.depart), "return_": _day(trip.end, read.return_) or before.return_}
    return kept.model_copy(update=ends)  # "museum on the 4th" is not a day of the journey


def _day(day: str | None, read: When | None) -> When | None:
    return None if day is None else read if read and read.day == day else When(said=day, day=day)


def _patch(trip: TripIntent, before: Frame, after: Frame, language: str) -> Patch:
    merge = framed(trip, before, after) | {"request": {"language": language}}
    return Patch(source="user_message", by="profile", event="USER_MESSAGE", merge=merge)
