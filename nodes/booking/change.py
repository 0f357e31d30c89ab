"""change, accept_change, cancel_booking and cancel: what is booked is changed, by the traveller or an airline, or cancelled.

What follows a change is quoted as any is. A cancellation is any set of booked items as one plan: what it costs first, one approval,
then the cancellation.
"""

from collections.abc import Sequence

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.facts.news import cancelled_told
from tripintent.nodes.booking.people import rules_now
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import mirrored
from tripintent.state.booking import Approval, ApprovalAnswer, OpenChange
from tripintent.state.changing import CHANGE, changed_by
from tripintent.state.derived import open_plan
from tripintent.state.events import (
    AddedTraveller,
    UserAcceptsChange,
    UserAddsTravellers,
    UserCancelsBooking,
    UserChangesBooking,
)
from tripintent.state.framing import frame_of
from tripintent.state.party_parts import of_party
from tripintent.state.party_places import placed
from tripintent.state.patch import DELETE, Patch, apply_patch, difference
from tripintent.state.questions.plan import currency_of
from tripintent.state.rebooking import ended_changes, meant
from tripintent.state.travellers import Guest
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.outcomes import CancellationPlan, Cancelled, Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.trip import stepped


async def change(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Take the changes into the trip, several as one step; one that names no single part, or no one new, is asked back about."""
    trip, turn = state["trip_intent"], state["turn"]
    said, unclear = trip, ""
    event: UserAddsTravellers | UserChangesBooking = next_event(turn, UserAddsTravellers, UserChangesBooking)
    while turn.queue and not unclear and isinstance(turn.queue[0], UserAddsTravellers | UserChangesBooking):
        event, turn = turn.queue[0], turn.done()
        adds = isinstance(event, UserAddsTravellers)
        merge = _with_more(said, event) if isinstance(event, UserAddsTravellers) else changed_by(said, event)
        unclear = "" if merge else "already_travels" if adds else "which_part"
        said = of_party(apply_patch(said, Patch(merge=merge)), said.party) if merge else said
    update: BookingUpdate = {"turn": turn}
    if said is not trip:
        merge = {**difference(trip, said), **stepped(trip, said, CHANGE)}
        patch = Patch(source="user_message", by="change", event=event.type, merge=merge)
        update["trip_intent"] = [patch, Patch(by="change", merge={"frame": frame_of(said)})]
    if unclear:
        update |= {"messages": [await reply(ports, said, unclear)], "turn": turn.model_copy(update={"spoke": True})}
    return update


def _with_more(trip: TripIntent, event: UserAddsTravellers) -> dict[str, object] | None:
    """Count the new ones in, and keep their names after those of the others; None when they travel already."""
    known = {guest.name.casefold() for guest in trip.party.guests if guest.family_name}
    new = [one for one in event.travellers if f"{one.given_name} {one.family_name}".strip().casefold() not in known]
    if not new:
        return None
    return {"party": {"travelers": _heads(trip, new), "guests": placed(trip, [_guest(one) for one in new], heads=0)}}


def _heads(trip: TripIntent, new: Sequence[AddedTraveller]) -> dict[str, object]:
    heads = dict(zip(("adult", "child", "infant"), trip.party.heads(), strict=True))
    for one in new:
        heads[one.passenger_type] += 1
    ages = (*trip.party.travelers.child_ages, *(one.age for one in new if one.age is not None))
    counts = {"adults": heads["adult"], "children": heads["child"], "infants": heads["infant"]}
    return {**counts, "total": None, "child_ages": ages}


def _guest(one: AddedTraveller) -> Guest:
    born = one.date_of_birth.isoformat() if one.date_of_birth else None
    return Guest(
        given_name=one.given_name, family_name=one.family_name, date_of_birth=born, passenger_type=one.passenger_type
    )


async def accept_change(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Accept through the desk. What was refused or is in doubt stays open, so that it can be said again."""
    trip, turn = state["trip_intent"], state["turn"]
    change = _meant(trip, next_event(turn, UserAcceptsChange).change_id)
    left = trip.working_memory.open_changes
    if change is None:
        told = await reply(
            ports, trip, "refused", code="unknown_change", message="no change by an airline waits for an answer"
        )
    else:
        outcome = await ports.desk.accept_change(trip.ledger_id, change.booking_id, change.change_id)
        if isinstance(outcome, Refused):
            told = await reply(ports, trip, "refused", code=outcome.code, message=outcome.message)
        else:
            left = tuple(one for one in left if one != change)
            told = await reply(ports, trip, "change_accepted", title=outcome.title)
    patch = Patch(by="accept_change", event="USER_ACCEPTS_CHANGE", merge={"working_memory": {"open_changes": left}})
    return {"messages": [told], "trip_intent": patch, "turn": turn.done().model_copy(update={"spoke": True})}


def _meant(trip: TripIntent, change_id: str) -> OpenChange | None:
    """Return the change of an id; without one, the one that was told last."""
    known = trip.working_memory.open_changes
    return next((one for one in reversed(known) if change_id in ("", one.change_id)), None)


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
    told = await reply(ports, trip, "cancel_costs", approver=approver if approver != run.principal.subject else None)
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
    ledger_status = await ports.desk.ledger_status(trip.ledger_id)
    tried = {line.booking_id for line in plan.cancellable} - {*ledger_status.cancelling}
    left = tuple(
        one.booking_id for one in ledger_status.bookings if one.status == "confirmed" and one.booking_id in tried
    )
    memory = {**mirrored(trip, ledger_status), "uncancelled": left}
    gone = ended_changes(trip, (one.booking_id for one in ledger_status.bookings if one.status == "cancelled"))
    if isinstance(outcome, Cancelled):
        titles = tuple(one.title for one in gone)
        told = await cancelled_told(outcome, trip, ledger_status.bookings, ports, titles)
        if gone or not open_plan(trip).keys:  # what is chosen was to replace what is gone, or was bought
            memory["selected"] = DELETE
    else:
        told = await reply(ports, trip, outcome.kind, **outcome.model_dump(exclude={"kind"}))
    patch = Patch(by="cancel", event=turn.event, note=outcome.kind, merge={"working_memory": memory})
    after = turn.model_copy(update={"answer": None, "spoke": True, "lets_go": bool(gone) or turn.lets_go})
    return {"messages": [told], "trip_intent": patch, "turn": after}
