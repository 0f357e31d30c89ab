"""stays: places to sleep alone, three with what speaks for and against each; one that is chosen goes into the plan as an idea."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple, cast

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of, with_itinerary
from tripintent.nodes.runtime import Run
from tripintent.state.designer import editing
from tripintent.state.designer.going import adults_assumed, heads_priced, imagined, span_of
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import SetTrip, Suggest, TakeStay
from tripintent.state.designer.outcomes import Done, Refusal
from tripintent.state.designer.setting import with_trip
from tripintent.state.designer.talk import Event, StayIdea
from tripintent.state.frame import Frame, When
from tripintent.state.framing import merge_of, plan_hash, present_frame
from tripintent.state.offers import HotelOffer
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.queries import HotelQuery
from tripintent.state.questions.plan import plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.ports import Ports

SHOWN = 3
_BOARDS = {
    "room_only": "ROOM_ONLY",
    "breakfast": "BED_BREAKFAST",
    "half_board": "HALF_BOARD",
    "full_board": "FULL_BOARD",
    "all_inclusive": "ALL_INCLUSIVE",
}
_CENTRAL_KM = 1.5
"""Kilometres to the centre within which a stay is central."""
_FAR_KM = 5.0
_CENTRE = ("centre", "center", "central")


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
    document, _ = with_trip(
        itinerary_of(state), SetTrip(start=stay.check_in, end=stay.check_out, said=chosen.said), ports.designer.atlas
    )
    segment = editing.read_segment(_segment(stay, document, ports.designer.new_id()))
    outcome = segment if isinstance(segment, Refusal) else editing.add(document, segment)
    if not isinstance(outcome, Done):
        event = Event(kind="refused", facts={"code": outcome.code, "message": outcome.message})
        return {"design": left.model_copy(update={"events": (*left.events, event)})}
    event = Event(kind="stay_taken", ids=outcome.added, facts=stay.model_dump(mode="json"))
    likes = present_frame(trip).interests
    more = (
        (Suggest(said=chosen.said, food="food" in likes and len(likes) == 1),) if likes and not left.operations else ()
    )
    return {
        "trip_intent": _bound(trip, stay),
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


def _within(total: object, frame: Frame) -> bool:
    return frame.lodging_budget is None or total <= frame.lodging_budget  # type: ignore[operator]


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
    km, area = one.distance_km, (frame.area or "").casefold()
    central = km is not None and km <= _CENTRAL_KM
    wanted = any(word in area for word in _CENTRE)
    tests = {
        "kind": one.property_kind in frame.stay_kinds if frame.stay_kinds and one.property_kind else None,
        "central": True if central else False if wanted or (km is not None and km > _FAR_KM) else None,
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


def _segment(stay: StayIdea, document: ItineraryDocument, new_id: str) -> dict[str, object]:
    town = document.destinations[0].name if document.destinations else None
    return {
        "id": new_id,
        "type": "HOTEL",
        "source": "user",
        "status": "TENTATIVE",
        "property": {"name": stay.name},
        "location": {"name": stay.name, "city": town},
        "checkInDate": stay.check_in,
        "checkOutDate": stay.check_out,
        "roomType": stay.room or None,
        "boardBasis": _BOARDS.get(stay.board),
        "totalPrice": {"amount": str(stay.total.amount), "currency": stay.total.currency},
        "metadata": {"option": stay.option_id},
    }


def _bound(trip: TripIntent, stay: StayIdea) -> Patch:
    """Return the trip with the house and its nights wished for: what a search and a hold begin with."""
    before = present_frame(trip)
    days = {name: When(said=day, day=day) for name, day in (("check_in", stay.check_in), ("check_out", stay.check_out))}
    after = before.model_copy(update={**days, "hotel_name": stay.name, "lodging_needed": True})
    merge: dict[str, object] = dict(merge_of(before, after, {}).merge)
    merge |= {"frame": after, "frame_plan_hash": plan_hash(apply_patch(trip, Patch(merge=merge)))}
    return Patch(source="user_message", by="take_stay", event="USER_MESSAGE", merge=merge)
