"""retry: 'try again'. Failed searches lose their answers, unfinished operations are probed; nothing is sent twice."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.ledger_view import mirrored
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.speech import say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.derived import unanswered
from tripintent.state.patch import DELETE, Patch
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports

IN_DOUBT = frozenset({"EXECUTING", "PAYMENT_REVIEW", "MANUAL_REVIEW", "COMPENSATING"})


class RetryUpdate(TypedDict, total=False):
    """What retry writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def retry(state: BookingState, ports: Ports, run: Run) -> RetryUpdate:
    """Forget failures that may pass, so that exactly those parts are tried again."""
    trip, turn = state["trip_intent"], state["turn"]
    failed = [q for q in unanswered(trip) if q.outcome == "failed"]
    memory = {"quotes": {q.key: DELETE for q in failed}}
    in_doubt = trip.working_memory.purchase_state in IN_DOUBT
    if in_doubt:
        await ports.desk.reconcile()
        memory |= mirrored(trip, await ports.desk.standing(trip.ledger_id))
    note = f"again: {', '.join(q.key for q in failed)}" if failed else ""
    patch = Patch(
        by="retry",
        event="USER_RETRIES",
        note=note,
        merge={"working_memory": memory, "status": {"last_tool_error": None}},
    )
    answered = in_doubt or not failed
    rest = turn.done().model_copy(update={"spoke": turn.spoke or answered})
    update: RetryUpdate = {"trip_intent": patch, "turn": rest}
    if not failed and not in_doubt:
        update["messages"] = [await say(ports, trip, "nothing_to_retry")]
    elif in_doubt:
        state_now = memory.get("purchase_state", trip.working_memory.purchase_state)
        update["messages"] = [
            await say(ports, trip, "reconciled", state=str(state_now), note=str(memory.get("purchase_note", "")))
        ]
    return update
