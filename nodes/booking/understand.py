"""understand: the words of the turn are read, unless a front door read them, and lined up as what is to be done."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.understand import understood
from tripintent.state.caps import WISHES, Excess
from tripintent.state.events import UserMessage
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading, lined_up
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class UnderstandUpdate(TypedDict, total=False):
    """Channels that ``understand`` updates."""

    reading: Reading
    trip_intent: list[Patch]
    turn: Turn
    messages: list[AnyMessage]


async def understand(state: BookingState, ports: Ports, run: Run) -> UnderstandUpdate:
    """Put the booking's part of the message in line: acts, who travels, and what is said of the journey, in their order."""
    turn, trip = state["turn"], state["trip_intent"]
    text = next_event(turn, UserMessage).text
    update = await understood(state, text, turn.handled, ports, run, alone="BOOKING")
    reading = update.get("reading") or state.get("reading") or Reading()
    queue = (*lined_up(reading.part("BOOKING")), *turn.queue[1:])
    if len(queue) > WISHES:
        said = await reply(ports, trip, "too_much", **Excess("wishes", len(queue), WISHES).facts())
        unread = turn.model_copy(update={"queue": (), "refused": True, "spoke": True})
        return {"reading": reading, "turn": unread, "messages": [said]}
    lined = turn.model_copy(
        update={
            "queue": queue,
            "spoke": turn.spoke or bool((reading.left and not queue) or reading.doubted or reading.choices),
        }
    )
    return {
        "reading": reading,
        "trip_intent": update.get("trip_intent", []),
        "turn": lined,
        "messages": update.get("messages", []),
    }
