"""cancel_booking and cancel: any set of booked items as one plan. What it costs first, one approval, then the cancellation."""

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.facts.news import cancelled_told
from tripintent.nodes.booking.people import rules_now
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import mirrored
from tripintent.state.booking import Approval, ApprovalAnswer, Booking
from tripintent.state.derived import apply_bookings, open_plan
from tripintent.state.events import UserCancelsBooking
from tripintent.state.patch import Patch
from tripintent.state.questions.plan import currency_of
from tripintent.state.rebooking import meant
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.outcomes import CancellationPlan, Cancelled, Refused
from tripintent.tools.ports.ports import Ports


async def cancel_booking(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Say what cancelling costs and brings back, and ask for one approval of it all. What was begun before is only looked up."""
    trip, turn = state["trip_intent"], state["turn"]
    event = turn.queue[0] if turn.queue else None
    wanted = meant(trip, event) if isinstance(event, UserCancelsBooking) else ()
    after = turn.done()
    if not wanted:
        spoken: list[AnyMessage] = [] if turn.spoke else [await reply(ports, trip, "nothing_to_cancel")]
        return {"messages": spoken, "turn": after.model_copy(update={"spoke": True})}
    plan = await _quoted(trip, [booking.booking_id for booking in wanted], ports)
    if isinstance(plan, Refused):
        return await _refused(trip, after, plan, ports)
    if not plan.needs_approval:
        return await _carried_out(trip, after, plan, None, ports)
    return await _asked(trip, after, plan, ports, run)


async def cancel(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Cancel under the approval that was just given. Where it costs something else by now, that is asked about instead."""
    trip, turn = state["trip_intent"], state["turn"]
    approval = await _approved(trip, turn, ports)
    ids = [line.booking_id for line in approval.cancels if line.refund is not None] if approval else []
    plan = await _quoted(trip, ids, ports)
    if isinstance(plan, Refused):
        return await _not_quoted(trip, turn, plan, ports)
    if approval is not None and plan.needs_approval and _costs(plan) != _costs(CancellationPlan.of(approval)):
        return await _asked(trip, turn, plan, ports, run)
    shown = CancellationPlan.of(approval) if approval is not None and plan.needs_approval else plan
    return await _carried_out(trip, turn, shown, turn.answer, ports)


async def _approved(trip: TripIntent, turn: Turn, ports: Ports) -> Approval | None:
    """Return the desk's row of what was approved."""
    shown = turn.answer.approval_id if turn.answer else getattr(trip.working_memory.approval, "approval_id", "")
    return await ports.desk.approval(shown)


async def _quoted(trip: TripIntent, ids: list[str], ports: Ports) -> CancellationPlan | Refused:
    return await ports.desk.quote_cancellation(trip.ledger_id, *ids, currency=currency_of(trip))


def _costs(plan: CancellationPlan) -> set[object]:
    return {(line.booking_id, line.fee, line.refund) for line in plan.cancellable}


async def _asked(trip: TripIntent, turn: Turn, plan: CancellationPlan, ports: Ports, run: Run) -> BookingUpdate:
    """Ask whoever has to approve it by the rules of now; the card says what is lost and what comes back."""
    approver = (await rules_now(trip, ports, run)).rules.approver
    issued = await ports.desk.request_cancel_approval(trip.ledger_id, plan, run.thread_id, approver)
    if isinstance(issued, Refused):
        return await _refused(trip, turn, issued, ports)
    told = await reply(ports, trip, "cancel_costs")
    patch = Patch(by="cancel_booking", event=turn.event, merge={"working_memory": {"approval": issued.approval}})
    after = turn.model_copy(update={"answer": None, "spoke": True})
    return {"messages": [told], "trip_intent": patch, "turn": after}


async def _refused(trip: TripIntent, turn: Turn, refused: Refused, ports: Ports) -> BookingUpdate:
    told = await reply(ports, trip, "refused", code=refused.code, message=refused.message)
    return {"messages": [told], "turn": turn.model_copy(update={"answer": None, "spoke": True})}


async def _not_quoted(trip: TripIntent, turn: Turn, refused: Refused, ports: Ports) -> BookingUpdate:
    """Say why it cannot be cancelled. What was asked is withdrawn, unless the supplier may answer at the next try."""
    if refused.code == "supplier_unavailable":
        ledger_status = await ports.desk.ledger_status(trip.ledger_id)
    else:
        ledger_status = await ports.desk.void(trip.ledger_id, refused.message)
    patch = Patch(
        by="cancel", event=turn.event, note=refused.code, merge={"working_memory": mirrored(trip, ledger_status)}
    )
    return {**await _refused(trip, turn, refused, ports), "trip_intent": patch}


async def _carried_out(
    trip: TripIntent, turn: Turn, plan: CancellationPlan, answer: ApprovalAnswer | None, ports: Ports
) -> BookingUpdate:
    outcome = await ports.desk.cancel(trip.ledger_id, plan, answer)
    if isinstance(outcome, Cancelled):
        told = cancelled_told(outcome, trip, ports)
    else:
        told = await reply(ports, trip, outcome.kind, **outcome.model_dump(exclude={"kind"}))
    ledger_status = await ports.desk.ledger_status(trip.ledger_id)
    memory = {**mirrored(trip, ledger_status), "given_up": _given_up(trip, ledger_status.bookings)}
    patch = Patch(by="cancel", event=turn.event, note=outcome.kind, merge={"working_memory": memory})
    return {"messages": [told], "trip_intent": patch, "turn": turn.model_copy(update={"answer": None, "spoke": True})}


def _given_up(trip: TripIntent, bookings: tuple[Booking, ...]) -> tuple[str, ...]:
    """Return the questions that nobody wants an answer to any more: what a cancellation leaves open is not searched for again."""
    now = apply_bookings(trip, bookings)
    opened = set(open_plan(now).keys) - set(open_plan(trip).keys)
    return tuple(dict.fromkeys((*trip.working_memory.given_up, *sorted(opened))))
