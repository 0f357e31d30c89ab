"""extract: read words into the frame, and the change of the frame into a patch."""

from collections.abc import Iterable
from datetime import date
from typing import Any, TypedDict

from tripintent.nodes.booking.details import read_details
from tripintent.nodes.booking.known_people import profile_by_id
from tripintent.nodes.booking.near import NearAirports, near_airports
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.state import BookingState
from tripintent.state.derived import selected_bundle, unheld
from tripintent.state.events import PublicEvent, UserMessage, UserRequestHold, UserWantsOptions
from tripintent.state.frame import Frame
from tripintent.state.framing import frame_of, merge_of, plan_fingerprint, settled
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import slots_of
from tripintent.state.trip import DoubtfulField, TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.language import Hearing, Reading
from tripintent.tools.ports.ports import Ports

HISTORY = 12
HISTORY_CHARACTERS = 300


class ExtractUpdate(TypedDict, total=False):
    """What extract writes."""

    trip_intent: list[Patch]
    turn: Turn


async def extract(state: BookingState, ports: Ports, run: Run) -> ExtractUpdate:
    """Read the first words in the queue. Details of people that were asked for are read first."""
    trip, turn = state["trip_intent"], state["turn"]
    event = turn.queue[0]
    text = event.text if isinstance(event, UserMessage) else ""
    details = read_details(trip, text, ports)
    if details is not None:
        return {"trip_intent": [details], "turn": turn.done()}
    before = _frame(trip)
    reading = await ports.language.extract(_hearing(state, text, before, await _home(trip, ports)))
    patch = _patch(trip, before, reading, near_airports(ports.places, reading.frame))
    return {"trip_intent": [patch], "turn": _turn(turn, reading, apply_patch(trip, patch))}


def _frame(trip: TripIntent) -> Frame:
    """Return the frame so far; when somebody edited the plan since, what the plan now says."""
    if trip.said_plan and trip.said_plan == plan_fingerprint(trip):
        return settled(trip.said)
    return frame_of(trip)


def _hearing(state: BookingState, text: str, frame: Frame, home: str | None) -> Hearing:
    trip = state["trip_intent"]
    spoken = state["messages"]
    said = [m for m in spoken if m.type == "ai"]
    return Hearing(
        text=text,
        frame=frame,
        last_assistant=str(said[-1].content) if said else None,
        asked=slots_of(trip.status.asked),
        history=tuple(
            f"{'assistant' if m.type == 'ai' else 'user'}: {str(m.content)[:HISTORY_CHARACTERS]}"
            for m in spoken[-HISTORY - 1 : -1]
        ),
        today=date.fromisoformat(trip.request.now_date),
        home=home,
        language=trip.request.language,
        turn=trip.request.turn - 1,
    )


async def _home(trip: TripIntent, ports: Ports) -> str | None:
    for profile_id in trip.party.traveler_profile_ids[:1]:
        profile = await profile_by_id(trip, profile_id, ports)
        return profile.home_airport if profile else None
    return None


def _patch(trip: TripIntent, before: Frame, reading: Reading, near: NearAirports) -> Patch:
    framed = merge_of(before, reading.frame, near.codes)
    merge: dict[str, Any] = dict(framed.merge)
    changed = apply_patch(trip, Patch(merge=merge))
    merge["said"] = reading.frame
    merge["said_plan"] = plan_fingerprint(changed)
    merge["request"] = {"language": reading.language}
    merge["status"] = {
        "assumptions": (*framed.assumptions, *(near.assumptions if changed.itinerary.segments else ())),
        "doubts": tuple(_doubts(trip, reading, changed)),
        "asked": () if reading.changed or reading.question is None else trip.status.asked,
    }
    note = f"read by {reading.engine}" + (f" because {reading.fallback}" if reading.fallback else "")
    return Patch(source="user_message", by="extract", event="USER_MESSAGE", note=note, merge=merge)


def _doubts(trip: TripIntent, reading: Reading, changed: TripIntent) -> Iterable[DoubtfulField]:
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
    """Return whether one leg stands alone and nobody said whether that is all."""
    segments = trip.itinerary.segments
    return len(segments) == 1 and bool(frame.visits) and frame.trip_type is None and segments[0].is_flight


def _turn(turn: Turn, reading: Reading, trip: TripIntent) -> Turn:
    queue: tuple[PublicEvent, ...] = turn.queue[1:]
    answers = not (turn.news or turn.queue[1:] or reading.changed)
    if reading.stance and answers and _offered_hold(trip):
        meant = UserRequestHold() if reading.stance == "yes" else UserWantsOptions(order="best")
        queue = (meant, *queue)
    return turn.model_copy(
        update={
            "queue": queue,
            "question": reading.question,
            "unread": reading.empty and not reading.changed and turn.queue[0] == UserMessage(text=turn.text),
        }
    )


def _offered_hold(trip: TripIntent) -> bool:
    """Return whether the traveller was just offered to hold the chosen trip: then "yes" means hold."""
    wm = trip.working_memory
    return (
        trip.status.state == "risk_checked"
        and bool(selected_bundle(trip))
        and not wm.hold_requested
        and bool(unheld(trip))
    )
