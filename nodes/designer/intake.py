"""intake and understand: the words of the turn and the newest versions of trip and days; what they say of the days is lined up."""

from typing import Any, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.designer.state import DesignerState, itinerary_of, with_itinerary
from tripintent.nodes.opening import adopted_trip, stamps
from tripintent.nodes.runtime import Run
from tripintent.nodes.understand import understood
from tripintent.nodes.view import newest_plan
from tripintent.state.designer.talk import DesignTurn, Talk
from tripintent.state.document import TripDocuments
from tripintent.state.operations import Unread
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.reading import Reading
from tripintent.tools.ports.ports import Ports

LONGEST = 20_000
"""Characters of one message: a pasted mail fits."""


class IntakeUpdate(TypedDict, total=False):
    """Channels that ``intake`` updates."""

    messages: list[AnyMessage]
    trip_intent: list[Any]
    documents: TripDocuments
    talk: Talk
    design: DesignTurn
    journal: None


async def intake(state: DesignerState, ports: Ports, run: Run) -> IntakeUpdate:
    """Begin a turn. A newer itinerary that another conversation stored is taken up."""
    adopted = await adopted_trip(state["trip_intent"], ports, run)
    trip = apply_patch(adopted, await stamps(adopted, ports, run))
    last, part = _spoken(state)
    text, masked = ports.mask((part or last.text)[:LONGEST]) if last else ("", False)
    if trip.request.turn <= 1 and text:
        language = await ports.language.detect(text)
        trip = trip.model_copy(update={"request": trip.request.model_copy(update={"language": language})})
    document = await newest_plan(itinerary_of(state), trip, ports, run)
    update: IntakeUpdate = {
        "trip_intent": [trip, Patch(by="intake", merge={"request": {"user_message": text}})],
        "documents": with_itinerary(document),
        "talk": state.get("talk") or Talk(),
        "design": DesignTurn(text=text, handled=str(last.id) if last else "", start=document),
        "journal": None,
    }
    return {**update, "messages": [last.model_copy(update={"content": text})]} if last and masked else update


def _spoken(state: DesignerState) -> tuple[AnyMessage | None, str]:
    """Return the message of the turn, with the designer's part of it where a front door read it."""
    spoken, reading = state.get("messages", []), state.get("reading") or Reading()
    said = next((one for one in reversed(spoken) if one.type == "human"), None)
    if said is not None and reading.handled == said.id:
        return said, reading.part("DESIGNER").text
    return (said, "") if spoken and spoken[-1] is said else (None, "")


class UnderstandUpdate(TypedDict, total=False):
    """Channels that ``understand`` updates."""

    reading: Reading
    trip_intent: list[Patch]
    messages: list[AnyMessage]
    design: DesignTurn


async def understand(state: DesignerState, ports: Ports, run: Run) -> UnderstandUpdate:
    """Line up what was said of the days."""
    turn = state["design"]
    update = await understood(state, turn.text, turn.handled, ports, run, alone="DESIGNER")
    reading = update.get("reading") or state.get("reading") or Reading()
    lined = {
        "operations": reading.part("DESIGNER").days,
        "unread": reading.unread or next((one.text for one in reading.operations if isinstance(one, Unread)), ""),
    }
    return {**update, "design": turn.model_copy(update=lined)}
