"""decline: a person said no. The approval is closed, its holds are released, the trip stays."""

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.facts.news import purchase_news, released, unseen
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import mirrored
from tripintent.state.booking import Approval
from tripintent.state.events import UserRejects
from tripintent.state.patch import DELETE, Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import LedgerStatus, Refused
from tripintent.tools.ports.ports import Ports


async def decline(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Close the approval that the answer, or the words, were about; another trip's is refused and stays as it is."""
    trip, turn = state["trip_intent"], state["turn"]
    approval_id, reason = _about(trip, turn)
    by, grant_id = (turn.answer.by, turn.answer.grant_id) if turn.answer else ("traveller", "")
    outcome = await ports.desk.reject(trip.ledger_id, approval_id, by, reason, grant_id)
    rest = turn if turn.answer else turn.done()
    if isinstance(outcome, Refused):
        told = await reply(ports, trip, "refused", code=outcome.code, message=outcome.message)
        after = rest.model_copy(update={"answer": None, "spoke": True})
        return {"messages": [told], "trip_intent": Patch(by="decline", note=outcome.code), "turn": after}
    approval = await ports.desk.approval(approval_id)
    assert approval is not None, "the desk refuses the no to an approval that never was"  # noqa: S101
    merge = {"working_memory": {**mirrored(trip, outcome), **_wishes(approval, outcome), **_kept(trip, approval)}}
    patch = Patch(source="user_message", by="decline", event=turn.event, note=approval.state, merge=merge)
    after = rest.model_copy(update={"answer": None, "spoke": True, "news": False})
    return {"messages": await _told(trip, approval, outcome, reason, ports), "trip_intent": patch, "turn": after}


async def _told(
    trip: TripIntent, approval: Approval, ledger_status: LedgerStatus, reason: str, ports: Ports
) -> list[AnyMessage]:
    """Say what became of the approval: a no that came too late does not undo what was approved, here or in another chat."""
    used, bought = approval.state == "consumed", approval.kind == "purchase" and unseen(trip, ledger_status)
    if used or (bought and approval.state != "rejected"):
        late = await reply(ports, trip, "too_late", what=approval.kind, state=approval.state)
        return [late, *(await purchase_news(trip, ledger_status, ports) if approval.kind == "purchase" else ())]
    facts = {"what": approval.kind, "state": approval.state, "released": released(approval, ledger_status)}
    return [await reply(ports, trip, "declined", reason=reason, **facts)]


def _wishes(approval: Approval, ledger_status: LedgerStatus) -> dict[str, bool]:
    """Return the wish to hold after the no: it is where something else is asked by now than what was refused."""
    asked_anew = approval.state == "void" or ledger_status.approval is not None
    return {} if asked_anew else {"hold_requested": False}


def _kept(trip: TripIntent, approval: Approval) -> dict[str, object]:
    """Return the end of what a refused card would have replaced: these bookings stay."""
    gone = dict.fromkeys(trip.working_memory.replacing, DELETE) if approval.cancels else {}
    return {"replacing": gone} if gone else {}


def _about(trip: TripIntent, turn: Turn) -> tuple[str, str]:
    """Return the approval that the no is about, empty without one, and the reason given."""
    answer, approval = turn.answer, trip.working_memory.approval
    if answer is not None:
        return answer.approval_id, answer.reason
    event = turn.queue[0] if turn.queue else None
    return approval.approval_id if approval else "", event.reason if isinstance(event, UserRejects) else ""
