"""cancel_booking and cancel: what it costs first, a person's approval where money is lost, then the cancellation."""

from typing import Any, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.ledger_view import mirrored
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.option_facts import money
from tripintent.nodes.booking.rules import rules_now
from tripintent.nodes.booking.speech import say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.booking import ApprovalAnswer, Booking
from tripintent.state.events import UserCancelsBooking
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import CancellationOffer, Cancelled, Refused
from tripintent.tools.ports.ports import Ports


class CancelUpdate(TypedDict, total=False):
    """What the cancel nodes write."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def cancel_booking(state: BookingState, ports: Ports, run: Run) -> CancelUpdate:
    """Cancel the first booking meant that costs nothing; where money is lost, say how much and ask for approval."""
    trip, turn = state["trip_intent"], state["turn"]
    booking = _meant(trip, turn)
    if booking is None:
        spoken: list[AnyMessage] = [] if turn.spoke else [await say(ports, trip, "nothing_to_cancel")]
        return {"messages": spoken, "turn": turn.done().model_copy(update={"spoke": True})}
    offer = await ports.desk.quote_cancellation(trip.ledger_id, booking.booking_id)
    if isinstance(offer, Refused):
        told = await say(ports, trip, "refused", code=offer.code, message=offer.message)
        return {"messages": [told], "turn": turn.done().model_copy(update={"spoke": True})}
    if not offer.needs_approval:
        return await _cancelled(trip, turn, offer, None, ports)
    return await _asked(trip, turn, offer, ports, run)


async def _asked(trip: TripIntent, turn: Turn, offer: CancellationOffer, ports: Ports, run: Run) -> CancelUpdate:
    """Say what is lost, and ask whoever has to approve it by the rules of now."""
    approver = (await rules_now(trip, ports, run)).rules.approver
    issued = await ports.desk.request_cancel_approval(trip.ledger_id, offer, run.thread_id, approver)
    told = await say(ports, trip, "cancel_costs", title=offer.title, **_costs(offer), simulated=_simulated(trip, offer))
    patch = Patch(by="cancel_booking", event=turn.event, merge={"working_memory": {"approval": issued.approval}})
    after = turn.model_copy(update={"answer": None, "spoke": True})
    return {"messages": [told], "trip_intent": patch, "turn": after}


async def cancel(state: BookingState, ports: Ports, run: Run) -> CancelUpdate:
    """Cancel under the approval that was just given. Where it costs something else by now, that is asked about instead."""
    trip, turn = state["trip_intent"], state["turn"]
    approval = trip.working_memory.approval
    booking_id = approval.lines[0].hold_id if approval and approval.lines else ""
    offer = await ports.desk.quote_cancellation(trip.ledger_id, booking_id)
    if isinstance(offer, Refused):
        return await _not_quoted(trip, turn, offer, ports)
    if approval is not None and offer.needs_approval and offer.fee != approval.total:
        return await _asked(trip, turn, offer, ports, run)
    return await _cancelled(trip, turn, offer, turn.answer, ports)


async def _not_quoted(trip: TripIntent, turn: Turn, refused: Refused, ports: Ports) -> CancelUpdate:
    """Say why it cannot be cancelled. What was asked is withdrawn, unless the supplier may answer at the next try."""
    if refused.code == "supplier_unavailable":
        standing = await ports.desk.standing(trip.ledger_id)
    else:
        standing = await ports.desk.void(trip.ledger_id, refused.message)
    patch = Patch(by="cancel", event=turn.event, note=refused.code, merge={"working_memory": mirrored(trip, standing)})
    told = await say(ports, trip, "refused", code=refused.code, message=refused.message)
    after = turn.done().model_copy(update={"answer": None, "spoke": True})
    return {"messages": [told], "trip_intent": patch, "turn": after}


async def _cancelled(
    trip: TripIntent, turn: Turn, offer: CancellationOffer, answer: ApprovalAnswer | None, ports: Ports
) -> CancelUpdate:
    outcome = await ports.desk.cancel(trip.ledger_id, offer, answer)
    facts: dict[str, Any]
    if isinstance(outcome, Cancelled):
        kind, facts = "cancelled", {**_costs(outcome), "title": offer.title, "simulated": outcome.booking.simulated}
    elif isinstance(outcome, Refused):
        kind, facts = "refused", {"code": outcome.code, "message": outcome.message}
    else:
        kind, facts = (
            "in_review",
            {
                "message": outcome.message,
                "state": outcome.state,
                "loss": money(outcome.loss),
                "bookings": [],
                "simulated": _simulated(trip, offer),
            },
        )
    standing = await ports.desk.standing(trip.ledger_id)
    patch = Patch(by="cancel", event=turn.event, note=kind, merge={"working_memory": mirrored(trip, standing)})
    after = turn if isinstance(outcome, Cancelled) and _more_meant(trip, turn, outcome.booking) else turn.done()
    return {
        "messages": [await say(ports, trip, kind, **facts)],
        "trip_intent": patch,
        "turn": after.model_copy(update={"answer": None, "spoke": True}),
    }


def _costs(of: CancellationOffer | Cancelled) -> dict[str, Any]:
    return {"fee": money(of.fee), "refund": money(of.refund)}


def _simulated(trip: TripIntent, offer: CancellationOffer) -> bool:
    return any(b.simulated for b in trip.working_memory.bookings if b.booking_id == offer.booking_id)


def _more_meant(trip: TripIntent, turn: Turn, cancelled: Booking) -> bool:
    """Whether the same words go on with the next booking: from what was replaced they never pass on to what replaced it."""
    stale = {b.booking_id for b in _live(trip, turn) if b.stale}
    return cancelled.booking_id not in stale or len(stale) > 1


def _meant(trip: TripIntent, turn: Turn) -> Booking | None:
    """Return the next booking that the words mean: of several, what the present trip replaced comes first."""
    live = _live(trip, turn)
    return next((b for b in live if b.stale), live[0] if live else None)


def _live(trip: TripIntent, turn: Turn) -> list[Booking]:
    event = turn.queue[0] if turn.queue else None
    item = event.item if isinstance(event, UserCancelsBooking) else "all"
    return [b for b in trip.working_memory.bookings if b.status == "confirmed" and item in ("all", b.item_type)]
