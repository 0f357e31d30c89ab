"""Three detections at once: what is intended, which functions answer, and in which language."""

import asyncio
from typing import TypedDict, cast

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.assistant.talk import local_now, spoken_language
from tripintent.nodes.booking.parts.details import asked_for_details, read_details
from tripintent.nodes.booking.parts.parse_input import routed
from tripintent.nodes.designer.decide import hearing_of, names_a_town
from tripintent.nodes.designer.intake import placed
from tripintent.nodes.designer.sights import sight_named, sights_of
from tripintent.nodes.designer.state import DesignerState, itinerary_of
from tripintent.nodes.planning.sharing import shared_out
from tripintent.nodes.planning.stand import meant_for_planning, says_nothing_else
from tripintent.nodes.planning.state import PlanningState
from tripintent.state.concierge.commands import read_command
from tripintent.state.concierge.front import Decision, Heard, Intent, System
from tripintent.state.designer.durations import usual_duration
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import AddThing, Ask, Operation, TakePlace, WhereTo, changes_days
from tripintent.state.events import UserMessage
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.front_door import AssistantPorts
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

GO_ON = (
    "USER_REQUEST_HOLD",
    "USER_WANTS_PURCHASE",
    "USER_REJECTS",
    "USER_RETRIES",
    "USER_RELEASES_HOLD",
    "USER_CANCELS_BOOKING",
)
"""What words can mean for a booking; at a desk nothing else of it is heard in them."""


class Detected(TypedDict):
    """What a detection writes: its own key of what was heard."""

    heard: Heard


async def intent(state: AssistantState, ports: AssistantPorts) -> Detected:
    """Hear whether a person has to answer, and a command at the start of the words.

    Illness and danger, anger and groups go before any function and any command.
    """
    if ports.desk is None:
        return {"heard": Heard(intent=Intent())}
    front = state["front"]
    spoken = await spoken_language(front, ports)
    reason = await asyncio.to_thread(ports.desk.person, front.text, front.memory, spoken, local_now(ports))
    found = read_command([front.text], [f.base_command for f in ports.desk.service.enabled])
    shown = found.shown if found.command else ""
    return {"heard": Heard(intent=Intent(person=reason, command=found.command, shown=shown))}


async def function(state: AssistantState, ports: AssistantPorts) -> Detected:
    """Choose the functions that answer; without an organisation these are the systems of the product."""
    front = state["front"]
    if ports.desk is not None:
        if await asyncio.to_thread(for_the_booking, state["trip_intent"], front.text, ports.booking):
            return {"heard": Heard(functions=(Decision(function="BOOKING", text=front.text),))}
        spoken = await spoken_language(front, ports)
        found = await asyncio.to_thread(ports.desk.functions, front.text, front.memory, spoken, local_now(ports))
        return {"heard": Heard(functions=tuple(found))}
    system = await asyncio.to_thread(ports.system_of, front.text, front.system)
    chosen = await _about_where_to(state, ports)
    if chosen == "DESIGNER" and _chooses_and_books(state, ports):
        both = (Decision(function=name, text=front.text) for name in ("DESIGNER", "BOOKING"))
        return {"heard": Heard(functions=tuple(both))}
    system = chosen or system
    if system == "BOOKING" and await _about_the_plan(state, ports):
        system = "DESIGNER"
    elif system == "DESIGNER" and await _about_the_journey(state, ports):
        system = "BOOKING"
    if ports.planning and await _for_the_planning(state, ports, ports.planning):
        return {"heard": Heard(functions=await _shared(state, ports, ports.planning))}
    return {"heard": Heard(functions=(Decision(function=system, text=front.text),))}


async def language(state: AssistantState, ports: AssistantPorts) -> Detected:
    """Hear the language of this message."""
    return {"heard": Heard(language=await spoken_language(state["front"], ports))}


async def _for_the_planning(state: AssistantState, ports: AssistantPorts, planning: PlanningPorts) -> bool:
    """Say whether the words are for the documents of the trip; while an approval waits, only those that say nothing else."""
    front, known = state["front"], cast("PlanningState", state)
    spoken = await spoken_language(front, ports)
    if state["trip_intent"].working_memory.approval is not None:
        return await asyncio.to_thread(says_nothing_else, known, planning, front.text, spoken)
    return await asyncio.to_thread(meant_for_planning, known, planning, front.text, spoken, front.system)


async def _shared(state: AssistantState, ports: AssistantPorts, planning: PlanningPorts) -> tuple[Decision, ...]:
    """Part words for the planning from those that the booking acts on; while an approval waits nothing is parted."""
    text, trip = state["front"].text, state["trip_intent"]
    if trip.working_memory.approval is not None or state["front"].system == "DESIGNER":
        return (Decision(function="PLANNING", text=text),)

    def acts(words: str) -> bool:
        return bool(trip.request.now_date) and any(
            not isinstance(event, UserMessage) for event in routed(words, trip, ports.booking)
        )

    spoken = await spoken_language(state["front"], ports)
    return await asyncio.to_thread(shared_out, cast("PlanningState", state), planning, text, spoken, acts)


def for_the_booking(trip: TripIntent, text: str, ports: Ports) -> bool:
    """Say whether words at a desk go on with a booking that began there: the people it asked for, a no, a wish to buy or cancel."""
    wm = trip.working_memory
    if wm.selected.bundle_id is None and not wm.bookings:
        return False
    events = ports.route(text, (), has_bookings=bool(wm.bookings), approval_waiting=wm.approval is not None)
    if any(event.type in GO_ON for event in events):
        return True
    return asked_for_details(trip) and "?" not in text and read_details(trip, text, ports) is not None


async def _about_the_plan(state: AssistantState, ports: AssistantPorts) -> bool:
    """Say whether words change entries of the days that are planned: a show on Thursday moves no departure.

    Only what the words themselves name counts, and never what was bought. While an approval waits they are the booking's.
    """
    text, trip = state["front"].text, state["trip_intent"]
    document = placed(itinerary_of(state), trip, ports.booking)
    own = frozenset(s.id for s in document.live if s.source != "booking")
    if trip.working_memory.approval is not None or ports.system_of(text, "DESIGNER") == "BOOKING":
        return False
    if not own and not (document.destinations and document.start_date):
        return False
    spoken = await spoken_language(state["front"], ports)
    heard = hearing_of(state, text, local_now(ports).date())
    said = {"spoken_of": (), "language": spoken or heard.language, "document": document}
    read = await asyncio.to_thread(ports.booking.designer.reader.read, heard.model_copy(update=said))
    alone = len(read.operations) == 1
    asks = any(isinstance(operation, Ask) and operation.about == "segment" for operation in read.operations)
    if (
        asks
        and not read.journey
        and not trip.working_memory.quotes
        and any(s.type == "FLIGHT" for s in document.live if s.id in own)
    ):
        return True  # "when is my flight?" means the plan's own while no other was found
    for operation in read.operations:
        known = await _fits_a_day(operation, document, ports, alone=alone)
        if known or (own and changes_days(operation, own)):
            return True
    return False


async def _about_the_journey(state: AssistantState, ports: AssistantPorts) -> bool:
    """Say whether words said while planning are about the flights that the booking looks for, and of no entry of the days."""
    text, trip = state["front"].text, state["trip_intent"]
    if not trip.itinerary.segments:
        return False
    spoken = await spoken_language(state["front"], ports)
    heard = hearing_of(state, text, local_now(ports).date()).model_copy(update={"language": spoken})
    return (await asyncio.to_thread(ports.booking.designer.reader.read, heard)).journey


async def _fits_a_day(operation: Operation, document: ItineraryDocument, ports: AssistantPorts, *, alone: bool) -> bool:
    """Say whether something to add is a sight of the trip's towns, or of a kind that days are made of, on a day of the trip.

    Said without a word of adding it counts ``alone`` and with its time: a meeting at nine may be why a flight is to be early.
    """
    if not isinstance(operation, AddThing) or operation.meeting or not document.start_date:
        return False
    day, last = operation.when.day or "", document.end_date or document.start_date
    if not document.start_date <= day <= last or not (operation.asked or (alone and operation.when.start)):
        return False
    if usual_duration(operation.name).confidence != "low":
        return True
    return sight_named(operation.name, await sights_of(document, ports.booking)) is not None


def _chooses_and_books(state: AssistantState, ports: AssistantPorts) -> bool:
    """Say whether words take one of the towns that were proposed and ask to search: "the first, and book a flight and hotel"."""
    talk, text = state.get("talk"), state["front"].text
    return bool(talk and talk.places and "?" not in text) and ports.system_of(text, "DESIGNER") == "BOOKING"


async def _about_where_to(state: AssistantState, ports: AssistantPorts) -> System | None:
    """Say who answers somebody who does not know where to go; None for words that are about something else.

    The designer proposes towns and takes the choice; with a town of the traveller's own the booking goes on.
    """
    trip, talk, text = state["trip_intent"], state.get("talk"), state["front"].text
    wm = trip.working_memory
    if wm.approval is not None or wm.quotes or (trip.frame.visits and (talk is None or talk.taken is None)):
        return None
    spoken = await spoken_language(state["front"], ports)
    heard = hearing_of(cast("DesignerState", state), text, local_now(ports).date())
    heard = heard.model_copy(update={"language": spoken or heard.language})
    reading = await asyncio.to_thread(ports.booking.designer.reader.read, heard)
    if any(isinstance(operation, WhereTo | TakePlace) for operation in reading.operations):
        return "DESIGNER"
    if heard.where is None:
        return None
    if heard.bound:  # what no plan of days knows is the booking's: rooms, people, bags
        return None if reading.operations else "BOOKING"
    if any(names_a_town(operation) for operation in reading.operations):
        return "BOOKING"
    return ports.system_of(text, "DESIGNER")
