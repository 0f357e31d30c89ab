"""publish: the end of a turn. The status is stamped, the trip is saved for others, the journal goes to the audit."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.assess import status_patch
from tripintent.nodes.booking.parts.publishing import publish_trip
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.runtime import Run, reply
from tripintent.state.patch import apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ownership import NOT_YOURS
from tripintent.tools.ports.ports import Ports


class PublishUpdate(TypedDict, total=False):
    """What publish writes."""

    messages: list[AnyMessage]
    trip_intent: TripIntent
    turn: Turn
    journal: None


async def publish(state: BookingState, ports: Ports, run: Run) -> PublishUpdate:
    """Save the trip. A turn never ends without a word."""
    trip, turn = state["trip_intent"], state["turn"]
    saved = await publish_trip(apply_patch(trip, status_patch(trip, "publish")), state, ports, run)
    update: PublishUpdate = {
        "trip_intent": saved,
        "turn": turn.model_copy(update={"queue": ()}),
        "journal": None,
    }
    if trip.trip_id and not saved.trip_id:
        update["messages"] = [await reply(ports, trip, "refused", code="not_yours", message=NOT_YOURS)]
    elif not _said_something(state):
        update["messages"] = [await reply(ports, trip, "noted")]
    return update


def _said_something(state: BookingState) -> bool:
    """Return whether this turn has an answer; the last word may well be that of the turn before."""
    return any(m.type == "ai" for m in state["messages"][state["turn"].began :])
