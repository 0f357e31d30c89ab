"""Undo before the purchase goes back step by step: the hold, the choice, then the changes of the trip."""

from typing import Literal, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.runtime import reply
from tripintent.state.bundles import Selected
from tripintent.state.derived import selected_bundle
from tripintent.state.events import UserReleasesHold, UserWantsOptions
from tripintent.state.operations import Question, Restore
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.language import ParseResult
from tripintent.tools.ports.ports import Ports


class ChoiceTakenBack(TypedDict):
    """What taking back a choice writes."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


def step_to_take_back(trip: TripIntent, turn: Turn, reading: ParseResult) -> Literal["hold", "choice"] | None:
    """Return what a bare "undo" takes back, where that is no change of the trip: what was done after the last change."""
    bare = [(one.op, one.what) for one in reading.operations if isinstance(one, Restore)] == [("restore", "last")]
    said = [one for one in reading.operations if not isinstance(one, Question)]
    if not bare or len(said) > 1 or len(turn.queue) > 1 or not selected_bundle(trip):
        return None
    frame, memory = trip.frame, trip.working_memory
    changed_last = max((one.turn for one in frame.evidence.values()), default=0) if frame else 0
    if changed_last > memory.selected.turn or any(one.status == "confirmed" for one in memory.bookings):
        return None
    return "hold" if any(one.status == "held" for one in memory.holds) else "choice"


def hold_taken_back(turn: Turn) -> Turn:
    """Return the turn that gives the hold back; the choice stays."""
    return turn.model_copy(update={"queue": (UserReleasesHold(),)})


async def choice_taken_back(trip: TripIntent, turn: Turn, ports: Ports) -> ChoiceTakenBack:
    """Return the update that forgets the choice and shows the options once more."""
    forget = Patch(
        source="user_message",
        by="extract",
        note="the choice is taken back",
        merge={"working_memory": {"selected": Selected(), "hold_requested": False}},
    )
    shown = turn.model_copy(update={"queue": (UserWantsOptions(order="best"),)})
    return {"messages": [await reply(ports, trip, "choice_taken_back")], "trip_intent": [forget], "turn": shown}
