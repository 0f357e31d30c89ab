"""approve: the interrupt, and nothing else. What comes back is brought into one form and sealed; it buys nothing here."""

from typing import Any, TypedDict

from langgraph.types import interrupt

from tripintent.nodes.booking.answers import Reply, read_reply
from tripintent.nodes.booking.card import card
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.payment import methods_of
from tripintent.nodes.booking.replaced import rebooking_facts, replaced_by
from tripintent.nodes.booking.state import BookingState
from tripintent.state.booking import Approval
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.masking import masked_within
from tripintent.tools.ports.ports import Ports

UNCLEAR_ANSWER = "UNCLEAR_ANSWER"


class ApproveUpdate(TypedDict, total=False):
    """What approve writes."""

    turn: Turn
    event: dict[str, Any] | None


async def approve(state: BookingState, ports: Ports, run: Run) -> ApproveUpdate:
    """Wait for a person. Words instead of an answer go to intake as a message of the traveller.

    The card is drawn from the desk's own row: that is what is bought, and the state's copy may have been edited.
    """
    trip, turn = state["trip_intent"], state["turn"]
    approval = await _issued(trip, ports)
    methods = await methods_of(trip, ports, run)
    replaced = await replaced_by(trip, ports) if approval.kind == "purchase" else ()
    change = rebooking_facts(approval.total, replaced, ports.rates) if replaced else None
    raw = masked_within(interrupt(card(trip, approval, methods, change)), ports.mask)
    reply: Reply = read_reply(raw, approval)
    if reply.answer is None:
        words = {"type": "USER_MESSAGE", "text": reply.text} if reply.text else {"type": UNCLEAR_ANSWER}
        return {"event": words, "turn": turn.model_copy(update={"answer": None})}
    return {"turn": turn.model_copy(update={"answer": await ports.desk.seal(reply.answer)})}


async def _issued(trip: TripIntent, ports: Ports) -> Approval:
    """Return the desk's row of the approval that waits; one that this trip does not have can be shown and buys nothing."""
    approval = trip.working_memory.approval
    assert approval is not None, "the edge leads here only with an approval"  # noqa: S101
    row = await ports.desk.approval(approval.approval_id)
    return row if row is not None and row.trip_id == trip.ledger_id else approval
