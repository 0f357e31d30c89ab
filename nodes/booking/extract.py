"""extract: read words into the frame, and the change of the frame into a patch."""

import asyncio
from collections.abc import Iterable
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.facts.acknowledged import acknowledged_facts, answers_itself
from tripintent.nodes.booking.parts.details import read_details
from tripintent.nodes.booking.parts.model_reading import for_model
from tripintent.nodes.booking.parts.near import NearAirports, near_airports
from tripintent.nodes.booking.parts.parse_input import routed, too_much
from tripintent.nodes.booking.parts.requests import newly_agreed, sellers_booked
from tripintent.nodes.booking.parts.taking_back import choice_taken_back, hold_taken_back, said_in, step_to_take_back
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.identity import owner_of
from tripintent.nodes.in_order import next_event, turn_today
from tripintent.nodes.known_people import profile_by_id
from tripintent.nodes.model_spending import spent_patch
from tripintent.nodes.runtime import Run, message, reply
from tripintent.state.caps import excess
from tripintent.state.derived import selected_bundle, shown_ranking, unheld
from tripintent.state.events import (
    PublicEvent,
    UserMessage,
    UserRequestHold,
    UserSelectedBundle,
    UserSelectedParts,
    UserWantsOptions,
)
from tripintent.state.frame import Frame
from tripintent.state.framing import merge_of, plan_hash, present_frame
from tripintent.state.offers import HotelOffer
from tripintent.state.operations import Act, Answer, Question, Restore, Social, operation_line
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import slots_of
from tripintent.state.trip import DoubtfulField, TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.language import ParseResult, ReadRequest
from tripintent.tools.ports.ports import Ports

HISTORY = 12
HISTORY_CHARACTERS = 300
SHOWN = 3
"""Options on the screen at once."""
REMEMBERED = 8
"""Changes that can be undone."""


class ExtractUpdate(TypedDict, total=False):
    """What extract writes."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


async def extract(state: BookingState, ports: Ports, run: Run) -> ExtractUpdate:
    """Read the first words in the queue. Details of people that were asked for are read first."""
    trip, turn = state["trip_intent"], state["turn"]
    text = next_event(turn, UserMessage).text
    details = await asyncio.to_thread(read_details, trip, text, ports)
    if details is not None:
        noted: list[AnyMessage] = [await reply(ports, trip, "people_noted", **details.told)] if details.told else []
        clear = details.told is not None and not details.told["doubts"]
        return {"trip_intent": [details.patch], "turn": _after_details(turn, trip, clear=clear), "messages": noted}
    before = present_frame(trip)
    hearing = _hearing(state, text, before, await _home(trip, ports, run))
    hearing = hearing.model_copy(update=await _in_view(trip, ports))
    hearing = await for_model(hearing, state["messages"], trip, turn, ports, run)
    reading = await ports.language.extract(hearing)
    step = step_to_take_back(trip, turn, reading)
    if step == "choice":
        return {**await choice_taken_back(trip, turn, ports)}
    if step == "hold":
        return {"turn": hold_taken_back(turn)}
    reading = _in_own_money(reading, trip)
    spent = await spent_patch(trip, reading.use, ports, run)
    if (reading.fallback or hearing.plain) and hearing.commands:  # the rules split what the model did not read
        events = await asyncio.to_thread(routed, text, trip, ports, plain=True)
        queue = (*events, *turn.queue[1:])
        return {"trip_intent": spent, "turn": turn.model_copy(update={"queue": queue, "plain": True})}
    patch = _patch(trip, before, reading, near_airports(ports.places, reading.frame))
    changed = apply_patch(trip, patch)
    if (over := excess(changed)) is not None:
        return {"messages": [await reply(ports, trip, "too_much", **too_much(over).facts)], "turn": turn.done()}
    asked: list[AnyMessage] = [message("\n".join(reading.clarifying), "clarifying")] if reading.clarifying else []
    update: ExtractUpdate = {"trip_intent": [patch, *spent], "turn": _turn(turn, reading, changed), "messages": asked}
    bought = any(one.status == "confirmed" for one in trip.working_memory.bookings)
    heard = acknowledged_facts(before, reading, sellers_booked(trip), bought=bought)
    if heard is None:
        undid = any(isinstance(one, Restore) for one in reading.operations) and len(turn.queue) == 1
        return {**update, "messages": [*asked, await reply(ports, trip, "nothing_to_undo")]} if undid else update
    told = await ports.language.phrase("heard", {"heard": heard}, reading.language)
    asks = reading.question is not None or "?" in text
    said_all = answers_itself(reading) or (trip.status.phase == "completed" and not (asks or reading.changed))
    # any other question beside what was noted is still to be answered
    spoken = update["turn"].model_copy(update={"spoke": said_all or update["turn"].spoke})
    return {**update, "messages": [message(told, "heard"), *asked], "turn": spoken}


def _after_details(turn: Turn, trip: TripIntent, *, clear: bool) -> Turn:
    """Return the turn behind who travels; names alone, right behind "shall I hold it?", are a yes."""
    alone = clear and len(turn.queue) == 1 and _offered_hold(trip)
    return turn.model_copy(update={"queue": (UserRequestHold(),)}) if alone else turn.done()


def _in_own_money(reading: ParseResult, trip: TripIntent) -> ParseResult:
    """Return the reading in the money that the host set for the traveller, where no other was said."""
    if reading.frame.currency or not trip.constraints.currency:
        return reading
    return reading.model_copy(
        update={"frame": reading.frame.model_copy(update={"currency": trip.constraints.currency})}
    )


def _hearing(state: BookingState, text: str, frame: Frame, home: str | None) -> ReadRequest:
    trip = state["trip_intent"]
    spoken = state["messages"]
    said = [m for m in spoken if m.type == "ai"]
    return ReadRequest(
        text=text,
        frame=frame,
        last_assistant=str(said[-1].content) if said else None,
        asked=slots_of(trip.status.asked),
        history=tuple(
            f"{'assistant' if m.type == 'ai' else 'user'}: {str(m.content)[:HISTORY_CHARACTERS]}"
            for m in spoken[-HISTORY - 1 : -1]
        ),
        today=turn_today(trip),
        home=home,
        language=trip.request.language,
        turn=said_in(trip),
        earlier=() if _chooses_again(state["turn"], trip) else trip.earlier,
        undone=trip.undone,
    )


def _chooses_again(turn: Turn, trip: TripIntent) -> bool:
    """Tell whether the words choose anew: "undo that, I want the first" takes back a choice, and no change of the trip."""
    chooses = any(isinstance(one, UserSelectedBundle | UserSelectedParts) for one in turn.queue[1:])
    return chooses and selected_bundle(trip) is not None


async def _in_view(trip: TripIntent, ports: Ports) -> dict[str, object]:
    """Return how many options are in view, and the names and areas of their hotels: of those chosen, else of those shown last."""
    ranking = shown_ranking(trip)
    stands = selected_bundle(trip) or trip.working_memory.bookings
    chosen = trip.working_memory.selected.hotel_option_ids if stands else ()
    first = trip.working_memory.shown_from
    shown = ranking.bundles[first : first + SHOWN] if ranking else ()
    ids = chosen or tuple(one for bundle in shown for one in bundle.hotel_option_ids)
    known = await ports.offers.options(trip.ledger_id, list(ids)) if ids else {}
    hotels = [o for o in known.values() if isinstance(o, HotelOffer)]
    return {
        "hotels": tuple(dict.fromkeys(o.hotel_name for o in hotels)),
        "areas": tuple(dict.fromkeys(o.area for o in hotels if o.area)),
        "days": tuple(price.day for price in ranking.days.prices) if ranking and ranking.days else (),
        "shown": len(shown) or len(trip.working_memory.bookings),
    }


async def _home(trip: TripIntent, ports: Ports, run: Run) -> str | None:
    for profile_id in trip.party.traveler_profile_ids[:1]:
        profile = await profile_by_id(await owner_of(trip, ports, run.principal), profile_id, ports)
        return profile.home_airport if profile else None
    return None


def _patch(trip: TripIntent, before: Frame, reading: ParseResult, near: NearAirports) -> Patch:
    framed = merge_of(before, reading.frame, near.codes)
    merge: dict[str, object] = dict(framed.merge)
    changed = apply_patch(trip, Patch(merge=merge))
    merge["frame"] = reading.frame
    merge["frame_plan_hash"] = plan_hash(changed)
    merge |= _timeline(trip, before, reading)
    merge["request"] = {"language": reading.language}
    if agreed := newly_agreed(trip, reading):
        merge["working_memory"] = {"agreed": agreed}
    merge["status"] = {
        "assumptions": (*framed.assumptions, *(near.assumptions if changed.itinerary.segments else ())),
        "doubts": tuple(_doubts(trip, reading, changed)),
        "asked": () if reading.changed or reading.question is None else trip.status.asked,
    }
    note = f"read by {reading.engine}" + (f" because {reading.fallback}" if reading.fallback else "")
    note += "".join(f"; {operation_line(one)}" for one in reading.operations)
    return Patch(source="user_message", by="extract", event="USER_MESSAGE", note=note, merge=merge)


def _timeline(trip: TripIntent, before: Frame, reading: ParseResult) -> dict[str, object]:
    """Return the requests, and what "undo" and "redo" go to: frames without the words that they came from."""
    merge: dict[str, object] = {"requests": reading.frame.requests}
    if not reading.changed:
        return merge
    bare = before.model_copy(update={"evidence": {}})
    restored = next((one.what for one in reading.operations if isinstance(one, Restore)), None)
    if restored == "last" and trip.earlier:
        return {**merge, "earlier": trip.earlier[:-1], "undone": (*trip.undone, bare)}
    undone = trip.undone[:-1] if restored == "next" else ()
    known = (bare,) if bare != Frame() else ()  # "start over" goes back to nothing, "undo" never does
    return {**merge, "earlier": (*trip.earlier, *known)[-REMEMBERED:], "undone": undone}


def _doubts(trip: TripIntent, reading: ParseResult, changed: TripIntent) -> Iterable[DoubtfulField]:
    """Yield this message's doubts, the earlier ones that it did not settle, and an open way back."""
    fresh = {d.slot: d for d in reading.doubts}
    for doubt in reading.doubts:
        yield DoubtfulField(slot=doubt.slot, reason=doubt.reason, said=doubt.said, options=doubt.options)
    for old in trip.status.doubts:
        if old.slot not in fresh and old.slot not in reading.changed and old.reason != "open_return":
            yield old
    if _open_return(changed, reading.frame) and "trip_type" not in fresh:
        yield DoubtfulField(slot="trip_type", reason="open_return")


def _open_return(trip: TripIntent, frame: Frame) -> bool:
    """Return whether one leg is alone and no one said whether that is all."""
    segments = trip.itinerary.segments
    return len(segments) == 1 and bool(frame.visits) and frame.trip_type is None and segments[0].is_flight


def _turn(turn: Turn, reading: ParseResult, trip: TripIntent) -> Turn:
    deeds = tuple(one.event for one in reading.operations if isinstance(one, Act))
    queue: tuple[PublicEvent, ...] = (*deeds, *turn.queue[1:])
    answers = not (turn.news or queue or reading.changed)
    hedged = any(isinstance(one, Answer) and one.stance == "hedge" for one in reading.operations)
    asks = reading.question is not None or "?" in turn.text
    described = trip.working_memory.described
    if reading.stance == "yes" and answers and not (asks or hedged) and described and not selected_bundle(trip):
        queue = (UserSelectedBundle(bundle_id=described), *queue)
    elif reading.stance and answers and not (asks or hedged) and _offered_hold(trip):
        meant = UserRequestHold() if reading.stance == "yes" else UserWantsOptions(order="best")
        queue = (meant, *queue)
    return turn.model_copy(
        update={
            "queue": queue,
            "question": reading.question,
            "about": next((_about(one) for one in reading.operations if isinstance(one, Question)), ""),
            "social": next((one.what for one in reading.operations if isinstance(one, Social)), ""),
            "unread": reading.empty and not reading.changed and turn.queue[0] == UserMessage(text=turn.text),
        }
    )


def _about(asked: Question) -> str:
    return f"option {asked.number}" if asked.about == "option" and asked.number else str(asked.about)


def _offered_hold(trip: TripIntent) -> bool:
    """Return whether the traveller was just offered to hold the chosen trip: then "yes" means hold."""
    wm = trip.working_memory
    return (
        trip.status.state == "risk_checked"
        and bool(selected_bundle(trip))
        and not wm.hold_requested
        and bool(unheld(trip))
    )
