"""retry: 'try again'. Failed searches lose their answers, unfinished operations are probed; nothing is sent twice."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.ledger_view import mirrored
from tripintent.nodes.booking.news import cancellation_news, cancelled_since, moved_on, purchase_news
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.speech import say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.booking import UNDER_WAY
from tripintent.state.derived import unanswered
from tripintent.state.patch import DELETE, Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import Standing
from tripintent.tools.ports.ports import Ports

IN_DOUBT = UNDER_WAY | {"MANUAL_REVIEW"}


class RetryUpdate(TypedDict, total=False):
    """What retry writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def retry(state: BookingState, ports: Ports, run: Run) -> RetryUpdate:
    """Forget failures that may pass, so that exactly those parts are tried again."""
    trip, turn = state["trip_intent"], state["turn"]
    failed = [q for q in unanswered(trip) if q.outcome == "failed"]
    looked = await _looked(trip, ports)
    memory = {"quotes": {q.key: DELETE for q in failed}, **(mirrored(trip, looked) if looked else {})}
    note = f"again: {', '.join(q.key for q in failed)}" if failed else ""
    merge = {"working_memory": memory, "status": {"last_tool_error": None}}
    answered = looked is not None or not failed
    update: RetryUpdate = {
        "trip_intent": Patch(by="retry", event="USER_RETRIES", note=note, merge=merge),
        "turn": turn.done().model_copy(update={"spoke": turn.spoke or answered}),
    }
    if looked is not None:
        update["messages"] = await _found(trip, looked, ports)
    elif not failed and not turn.spoke:
        update["messages"] = [await say(ports, trip, "nothing_to_retry")]
    return update


async def _looked(trip: TripIntent, ports: Ports) -> Standing | None:
    """Look a purchase or cancellation in doubt up at the supplier, and return the trip's standing then; None without one."""
    in_doubt = trip.working_memory.purchase_state in IN_DOUBT
    if not in_doubt and not (await ports.desk.standing(trip.ledger_id)).cancelling:
        return None
    await ports.desk.reconcile()
    return await ports.desk.standing(trip.ledger_id)


async def _found(trip: TripIntent, standing: Standing, ports: Ports) -> list[AnyMessage]:
    """Say what became of the purchase or cancellation, or that it is as it was."""
    wm = trip.working_memory
    if moved_on(wm.purchase_state, standing):
        return [*await purchase_news(trip, standing, ports)]
    cancelled = cancelled_since(trip, standing)
    if cancelled:
        return [*await cancellation_news(trip, cancelled, ports)]
    note = standing.note if standing.note != wm.purchase_note else ""
    return [await say(ports, trip, "reconciled", state=str(standing.purchase_state), note=note)]
