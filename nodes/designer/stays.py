"""stays: places to sleep alone, three with what speaks for and against each; one that is chosen goes into the plan as an idea."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple, cast

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, framed, itinerary_of, with_itinerary
from tripintent.nodes.runtime import Run
from tripintent.state.designer import editing
from tripintent.state.designer.additions import added
from tripintent.state.designer.going import adults_assumed, heads_priced, imagined, span_of
from tripintent.state.designer.operations import AddHotel, SetTrip, Suggest, TakeStay
from tripintent.state.designer.operations import When as Nights
from tripintent.state.designer.outcomes import Bench, Done, refusal_event
from tripintent.state.designer.segments import BoardBasis
from tripintent.state.designer.setting import with_trip
from tripintent.state.designer.talk import Event, StayIdea
from tripintent.state.frame import Board, Frame, When
from tripintent.state.framing import present_frame
from tripintent.state.offers import HotelOffer
from tripintent.state.patch import Patch
from tripintent.state.queries import HotelQuery
from tripintent.state.questions.plan import plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.ports import Ports

SHOWN = 3
_BOARDS: Mapping[Board, BoardBasis] = {
    "room_only": "ROOM_ONLY",
    "breakfast": "BED_BREAKFAST",
    "half_board": "HALF_BOARD",
    "full_board": "FULL_BOARD",
    "all_inclusive": "ALL_INCLUSIVE",
}
_CENTRAL_KM = 1.5
"""Kilometres to the centre within which a stay is central."""
_FAR_KM = 5.0
"""Kilometres beyond which it is not."""


class _Days(NamedTuple):
    """The nights that are looked for, and whether we chose them ourselves."""

    first: date
    last: date
    proposed: bool


async def find_stay(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Propose at most three stays on the days of the trip, or on days that we propose. Nothing is held."""
    trip, talk, turn = state["trip_intent"], state["talk"], state["design"]
    left = turn.model_copy(update={"operations": turn.operations[1:]})
    frame, days = present_frame(trip), _days(trip)
    if not frame.visits or days is None:
        lacks: list[JsonValue] = [] if frame.visits else ["destination"]
        event = Event(kind="not_planned", facts={"missing": [*lacks, *([] if days else ["dates"])], "about": "stay"})
        return {"design": left.model_copy(update={"events": (*left.events, event)})}
    place = frame.visits[0].place
    asked = plan_of(imagined(trip, place, days.first, days.last)).hotels
    try:
        offers = await ports.hotels.search(asked[0].query) if asked and isinstance(asked[0].query, HotelQuery) else ()
    except SupplierError:
        offers = ()
    found = _best(offers, frame)
    facts: dict[str, JsonValue] = {
        "place": place.name or place.said,
        "check_in": days.first.isoformat(),
        "check_out": days.last.isoformat(),
        "nights": (days.last - days.first).days,
        "proposed": days.proposed,
        "heads": heads_priced(trip),
        "assumed": adults_assumed(trip) or None,
        "stays": [one.model_dump(mode="json") for one in found],
        "simulated": any(one.simulated for one in offers),
        "over": bool(found) and not any(_within(one.total.amount, frame) for one in found),
    }
    event = Event(kind="stays" if found else "no_stays", facts=facts)
    return {
        "talk": talk.model_copy(update={"stays": found}),
        "design": left.model_copy(update={"events": (*left.events, event)}),
    }


async def take_stay(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Put the stay that was chosen into the plan with its days and price, and propose what fits the traveller's interests."""
    trip, talk, turn = state["trip_intent"], state["talk"], state["design"]
    chosen = cast("TakeStay", turn.operations[0])
    left = turn.model_copy(update={"operations": turn.operations[1:]})
    if not 1 <= chosen.number <= len(talk.stays):
        event = Event(kind="which_one", facts={"words": chosen.said, "options": []})
        return {"design": left.model_copy(update={"events": (*left.events, event)})}
    stay = talk.stays[chosen.number - 1]
    said = SetTrip(start=stay.check_in, end=stay.check_out, said=chosen.said)
    document, _ = with_trip(itinerary_of(state), said, ports.designer.atlas)
    when = Nights(day=stay.check_in, until=stay.check_out)
    house = AddHotel(said=chosen.said, name=stay.name, when=when)
    made = added(document, house, Bench(ports.designer.atlas, ports.designer.new_id, talk))
    outcome = editing.update(made.document, made.spoken[0], _offered(stay)) if made.spoken else None
    if not isinstance(outcome, Done):
        refused = made.events if outcome is None else (refusal_event(outcome, title=stay.name),)
        return {"design": left.model_copy(update={"events": (*left.events, *refused)})}
    event = Event(kind="stay_taken", ids=made.spoken, facts=stay.model_dump(mode="json"))
    frame = present_frame(trip)
    likes = frame.interests
    more = [Suggest(said=chosen.said, food=likes == ("food",))] if likes and not left.operations else []
    merge = framed(trip, frame, _bound(frame, stay))
    return {
        "trip_intent": Patch(source="user_message", by="take_stay", event="USER_MESSAGE", merge=merge),
        "documents": with_itinerary(outcome.document),
        "talk": talk.model_copy(update={"stays": ()}),
        "design": left.model_copy(update={"events": (*left.events, event), "operations": (*left.operations, *more)}),
    }


def _days(trip: TripIntent) -> _Days | None:
    """Return the nights of the trip; in the middle of the month or range that was named where no day was."""
    frame = present_frame(trip)
    ends = [when.day if when else None for when in (frame.check_in or frame.depart, frame.check_out or frame.return_)]
    if all(ends):
        first, last = (date.fromisoformat(str(day)) for day in ends)
        return _Days(first, last, proposed=False) if first < last else None
    span = span_of(trip)
    if span is None:
        return None
    first = span.days[len(span.days) // 2]
    return _Days(first, first + timedelta(days=span.nights), proposed=len(span.days) > 1 or not span.said)


def _within(total: Decimal, frame: Frame) -> bool:
    return frame.lodging_budget is None or total <= frame.lodging_budget


def _best(offers: Sequence[HotelOffer], frame: Frame) -> tuple[StayIdea, ...]:
    """Return the stays that meet most wishes, then the cheapest; one offer of each house."""
    houses: dict[str, HotelOffer] = {}
    for one in sorted(offers, key=lambda offer: offer.total_price.amount):
        houses.setdefault(one.hotel_id, one)
    if not houses:
        return ()
    cheapest = min(one.total_price.amount for one in houses.values())
    judged = [(_judged(one, frame, cheapest=one.total_price.amount == cheapest), one) for one in houses.values()]
    judged.sort(key=lambda both: (not _within(both[1].total_price.amount, frame), -len(both[0][0]), len(both[0][1])))
    return tuple(_idea(one, pros, cons) for (pros, cons), one in judged[:SHOWN])


def _judged(one: HotelOffer, frame: Frame, *, cheapest: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what speaks for a stay and against it, as keys of the reply's words."""
    km = one.distance_km
    tests = {
        "kind": one.property_kind in frame.stay_kinds if frame.stay_kinds and one.property_kind else None,
        "central": None if km is None or _CENTRAL_KM < km <= _FAR_KM else km <= _CENTRAL_KM,
        "refundable": one.refundable,
        "breakfast": True if one.board != "room_only" else None,
        "budget": _within(one.total_price.amount, frame) if frame.lodging_budget else None,
        "cheapest": True if cheapest else None,
    }
    pros = tuple(name for name, holds in tests.items() if holds)
    return pros, tuple(name for name, holds in tests.items() if holds is False)


def _idea(one: HotelOffer, pros: tuple[str, ...], cons: tuple[str, ...]) -> StayIdea:
    return StayIdea(
        option_id=one.option_id,
        name=one.hotel_name,
        area=one.area,
        stars=one.star_rating,
        kind=one.property_kind or "",
        board=one.board,
        room=one.room_description,
        check_in=one.check_in.isoformat(),
        check_out=one.check_out.isoformat(),
        total=one.total_price,
        refundable=one.refundable,
        pros=pros,
        cons=cons,
    )


def _offered(stay: StayIdea) -> dict[str, object]:
    """Return what the offer tells of a stay in the plan."""
    return {
        "roomType": stay.room or None,
        "boardBasis": _BOARDS[stay.board],
        "totalPrice": {"amount": str(stay.total.amount), "currency": stay.total.currency},
        "metadata": {"option": stay.option_id},
    }


def _bound(frame: Frame, stay: StayIdea) -> Frame:
    """Return the frame with the house and its nights wished for: what a search and a hold begin with."""
    days = {name: When(said=day, day=day) for name, day in (("check_in", stay.check_in), ("check_out", stay.check_out))}
    return frame.model_copy(update={**days, "hotel_name": stay.name, "lodging_needed": True})
