"""halt: the step limit is near. The turn ends in words and can be tried again, instead of in an error."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.runtime import Run, reply
from tripintent.state.patch import Patch
from tripintent.state.queries import Failure
from tripintent.state.standing import STEP_LIMIT
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class HaltUpdate(TypedDict):
    """What halt writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def halt(state: BookingState, ports: Ports, run: Run) -> HaltUpdate:
    """Stop, say so, and keep everything that was reached."""
    trip, turn = state["trip_intent"], state["turn"]
    failure = Failure(
        tool_name="graph", error="the turn took too many steps", code=STEP_LIMIT, retryable=True, at=ports.clock.now()
    )
    status = {"last_tool_error": failure}
    return {
        "messages": [await reply(ports, trip, "step_limit")],
        "trip_intent": Patch(by="halt", note="step limit", merge={"status": status}),
        "turn": turn.model_copy(update={"queue": (), "spoke": True}),
    }
