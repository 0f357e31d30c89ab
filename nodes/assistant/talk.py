"""Parts of a conversation that the front door's nodes read."""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from langchain_core.messages import AnyMessage
from langgraph.config import get_stream_writer

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.conversation.state import SAID, menu_of
from tripintent.state.concierge.front import FrontTurn
from tripintent.state.concierge.memory import references
from tripintent.state.trip import TripIntent
from tripintent.tools.model.situation import situation
from tripintent.tools.ports.desk_service import AssistantPorts, GuestRecord, Spoken
from tripintent.tools.toolbox.stand import trip_facts

AT_DESK = ("desk", "staff")
HISTORY = 12
"""Earlier messages that a detection sees (systems.md A1)."""


def local_now(ports: AssistantPorts) -> datetime:
    """Return the present moment in the organisation's zone."""
    zone = ports.desk.service.zone if ports.desk else "UTC"
    return ports.booking.clock.now().astimezone(ZoneInfo(zone))


async def spoken_language(front: FrontTurn, ports: AssistantPorts) -> str:
    """Return the language of this message; a short one is in that of the message before."""
    return await ports.booking.language.detect(await ports.opened(front.text), front.language or None)


def said_before(state: AssistantState, ports: AssistantPorts) -> Sequence[Spoken]:
    """Return the last messages before this turn's, oldest first: what was said at the desk, and the booking's questions and answers.

    Of turns that the booking answered cards are left out, and the guest's lines that name somebody; whoever is on the trip is initials.
    """
    guests = state["trip_intent"].party.guests
    names = [re.escape(one) for guest in guests for one in (guest.given_name, guest.family_name) if one]
    named = re.compile(rf"\b(?:{'|'.join(names) or '(?!)'})\b")
    turns = list[list[AnyMessage]]()
    for one in state["messages"][: state["front"].began]:
        if one.type == "human" or not turns:
            turns.append([])
        if one.type in ("human", "ai") and one.text and one.id != state["front"].handled:
            turns[-1].append(one)
    spoken = list[Spoken]()
    for turn in turns:
        ours = any(one.additional_kwargs.get("kind") in AT_DESK for one in turn)
        for one in turn:
            if one.type == "human":
                hidden = not ours and ports.desk is not None and ports.desk.names_somebody(one.text)
                spoken.append(Spoken(by_guest=True, text="…" if hidden else one.text))
            elif one.additional_kwargs.get("kind") in (*AT_DESK, SAID):
                text = one.text if ours else named.sub(lambda name: f"{name[0][0]}.", one.text)
                spoken.append(Spoken(by_guest=False, text=text))
    return spoken[-HISTORY:]


async def opened_in(texts: Iterable[str], ports: AssistantPorts) -> dict[str, str]:
    """Return the words behind each reference in some texts: for reading only, never to be stored."""
    return {one: await ports.opened(one) for text in texts for one in references(text)}


async def goes_on_booking(values: Mapping[str, Any], text: str, ports: AssistantPorts) -> bool:
    """Tell whether words at a desk go on with a booking: they name people and papers, and are kept from the desk's models."""
    trip: TripIntent = values.get("trip_intent") or TripIntent()
    if ports.guide is None or not text.strip():
        return False
    stand = await trip_facts(trip, ports.booking)
    if guests_named(trip, text, ports):
        return True
    now = situation(stand, trip, {}, more={"menu": menu_of(values.get("messages") or [])}, longest=ports.guide.longest)
    return await asyncio.to_thread(ports.guide.goes_on, text, now)


async def view_of_trip(state: AssistantState, ports: AssistantPorts) -> tuple[str, ...]:
    """Return what is chosen, held, waiting and booked, a line each, without names of people. Nothing before the first choice."""
    trip = state["trip_intent"]
    if trip.working_memory.selected.bundle_id is None and not trip.working_memory.bookings:
        return ()
    stand = (await trip_facts(trip, ports.booking)).model_dump(
        mode="json", include={"chosen", "held", "card", "bookings"}
    )
    chosen = "chosen" if stand.get("held") or stand.get("bookings") else "chosen, not held"
    named = {"card": "waits for approval", "bookings": "booked", "chosen": chosen}
    lines = {named.get(what, what): _nameless(one) for what, one in stand.items()}
    return tuple(f"{what}: {json.dumps(one, ensure_ascii=False)}" for what, one in lines.items())


def _nameless(facts: Any) -> Any:
    """Return facts without names of people, and without what a seller alone is asked."""
    if isinstance(facts, list):
        return [_nameless(one) for one in facts]
    if isinstance(facts, dict):
        return {
            name: _nameless(one)
            for name, one in facts.items()
            if name not in ("requests", "who", "people", "tickets", "pnr", "locator")
        }
    return facts


def guests_named(trip: TripIntent, text: str, ports: AssistantPorts) -> str:
    """Return who is named after a yes where a room is chosen and not yet held: "si, adelante, Ana Ruiz"; else an empty text."""
    open_choice = reserved(trip) and not holds(trip) and not trip.working_memory.bookings
    return ports.desk.guests_named(text) if open_choice and ports.desk is not None else ""


def named_on(trip: TripIntent) -> tuple[str, ...]:
    """Return the whole names of those who are on a trip."""
    return tuple(one.name for one in trip.party.guests if one.given_name and one.family_name)


def holds(trip: TripIntent) -> bool:
    """Tell whether something is held."""
    return any(one.status == "held" for one in trip.working_memory.holds)


def reserved(trip: TripIntent) -> bool:
    """Tell whether a room is chosen, held or booked: what is wished for now goes along with it no more."""
    wm = trip.working_memory
    return wm.selected.bundle_id is not None or holds(trip) or any(one.status == "confirmed" for one in wm.bookings)


def guest_of(state: AssistantState, ports: AssistantPorts) -> GuestRecord:
    """Return what is known of the guest: the stay that is booked, the room, and the name where the organisation allows it."""
    trip, room = state["trip_intent"], state["front"].memory.room
    booked = any(b.item_type == "hotel" and b.status == "confirmed" for b in trip.working_memory.bookings)
    stays = trip.itinerary.lodging.stays if booked else ()
    named = ports.desk is not None and ports.desk.service.guest_name_to_model and trip.party.guests
    name = trip.party.guests[0].name if named else ""
    days = (str(stays[0].check_in or ""), str(stays[0].check_out or "")) if stays else ("", "")
    return GuestRecord(name, *days, room)


def teller(ports: AssistantPorts) -> Callable[[str], None]:
    """Return what passes words on to the page while they are written."""
    writer = get_stream_writer()
    return lambda text: writer({"writes": ports.discreet(text)})
