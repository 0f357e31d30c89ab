"""Changes of what is booked: asked of an airline, or made by it; and bookings that a purchase replaces.

The replaced ones are cancelled under the same approval once everything new is bought, never before.
"""

import logging
from collections.abc import Mapping, Sequence
from functools import partial

from sqlalchemy import Connection

from tripintent.state.booking import BRINGS_NOTHING, CHANGED, KEPT, NOTHING_BACK, Booking, CancelLine
from tripintent.state.offers import FlightOffer, PaidBack
from tripintent.state.queries import FlightQuery
from tripintent.tools.desk.cancelling import became_of
from tripintent.tools.desk.compensating import Quoted, plan_once, quote_all, worse
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.holding import finish_all
from tripintent.tools.desk.planning import plan_cancel
from tripintent.tools.desk.states import refuse
from tripintent.tools.errors import SupplierError, Unknown
from tripintent.tools.ledger import approvals, bookings, holds, operations
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.desk import ApprovalRequest
from tripintent.tools.ports.orders import AcceptsChanges
from tripintent.tools.ports.outcomes import CancelledItem, Refused

_LOG = logging.getLogger(__name__)


async def offers(ctx: DeskContext, trip_id: str, booking_id: str, query: FlightQuery) -> Sequence[FlightOffer]:
    """Return other flights for a booking of the trip; none where its seller changes nothing, or does not answer now."""
    found = await ctx.ledger.read(lambda tx: bookings.get(tx, booking_id))
    if found is None or found[0] != trip_id or found[1].status != "confirmed":
        return ()
    booking = found[1]
    seller = ctx.suppliers.get(booking.supplier)
    if seller is None or seller.changes is None or booking.item_type != "flight":
        return ()
    try:
        asked = await seller.changes.change_offers(booking.order_id, query)
    except SupplierError as error:
        _LOG.warning("a change of a booking could not be asked for: %s", error)
        return ()
    known = [one for one in asked if one.supplier in ctx.suppliers]
    return tuple(one.model_copy(update={"changes": booking_id}) for one in known)


async def accept(ctx: DeskContext, trip_id: str, booking_id: str, change_id: str) -> Booking | Refused:
    """Accept a change for a booking of the trip; what was asked and what came of it is in the audit."""
    found = await ctx.ledger.read(lambda tx: bookings.get(tx, booking_id))
    if found is None or found[0] != trip_id or found[1].status != "confirmed":
        return refuse("unknown_booking")
    booking = found[1]
    seller = ctx.suppliers.get(booking.supplier)
    if seller is None or not isinstance(seller.orders, AcceptsChanges):
        return refuse("change_refused", f"{booking.supplier} takes no answer here: answer the airline itself")
    told = partial(
        _told, ctx, trip_id, {"booking_id": booking_id, "order_id": booking.order_id, "change_id": change_id}
    )
    await told("change.accepting")
    try:
        await seller.orders.accept_change(booking.order_id, change_id)
    except Unknown as error:
        await told("change.unknown", message=str(error))
        return refuse("change_in_doubt")
    except SupplierError as error:
        await told("change.refused", message=str(error))
        return refuse("change_refused", str(error))
    await told("change.accepted")
    return booking


async def _told(ctx: DeskContext, trip_id: str, facts: Mapping[str, str], kind: str, **more: str) -> None:
    await ctx.write(trip_id, lambda tx: ctx.audit(tx, trip_id, kind, **facts, **more))


async def quoted(ctx: DeskContext, request: ApprovalRequest) -> list[CancelLine]:
    """Ask what cancelling the replaced bookings costs now; what is not the trip's, or not booked, is left out.

    What a held offer changes at its airline is told beside them, and never cancelled.
    """
    moved, left, changed = await ctx.ledger.read(lambda tx: _replaced_by(tx, request))
    return [
        *(_changed(one, moved[one.booking_id]) for one in changed),
        *(_worth_it(one.line) for one in await quote_all(ctx, left)),
    ]


def _worth_it(line: CancelLine) -> CancelLine:
    """Return the line; what brings nothing back is not cancelled to save nothing, and stays booked."""
    if line.refund is None or line.refund.amount:
        return line
    kept = {"fee": None, "refund": None, "problem": NOTHING_BACK, "message": BRINGS_NOTHING}
    return line.model_copy(update=kept)


def _replaced_by(
    tx: Connection, request: ApprovalRequest
) -> tuple[dict[str, PaidBack | None], list[Booking], list[Booking]]:
    """Return what held offers bring back, the bookings to cancel, and those that are changed."""
    moved = _moved(tx, request.trip_id)
    left = [one for one in request.replaces if one not in moved]
    return moved, _booked(tx, request.trip_id, left), _booked(tx, request.trip_id, [*moved])


def _changed(booking: Booking, back: PaidBack | None) -> CancelLine:
    line = Quoted(booking, refused=Refused(code=CHANGED, message="its airline changes it")).line
    return line.model_copy(update={"refund": back.amount, "refund_to": back.to}) if back else line


def _moved(tx: Connection, trip_id: str) -> dict[str, PaidBack | None]:
    """Return the bookings that the held offers change, each with what that brings back."""
    offers = [hold.offer for hold in holds.of_trip(tx, trip_id, "held", "in_doubt")]
    return {one.changes: one.brings_back for one in offers if isinstance(one, FlightOffer) and one.changes}


def _booked(tx: Connection, trip_id: str, booking_ids: Sequence[str]) -> list[Booking]:
    if not booking_ids:
        return []
    mine = {one.booking_id: one for one in bookings.of_trip(tx, trip_id) if one.status == "confirmed"}
    return [mine[one] for one in booking_ids if one in mine]


def all_booked(tx: Connection, row: ApprovalRow) -> bool:
    """Check whether everything that the approval cancels is still booked."""
    return len(_booked(tx, row.trip_id, [line.booking_id for line in row.cancels])) == len(row.cancels)


Cancels = tuple[list[CancelLine], list[Booking]]
"""What an approval cancels, and those of these bookings that are still booked."""


async def again(ctx: DeskContext, approved: Cancels) -> list[tuple[CancelLine, Quoted]]:
    """Ask once more about what a purchase cancels, each beside what was approved."""
    lines, booked = approved
    by_id = {one.booking.booking_id: one for one in await quote_all(ctx, booked)}
    return [(line, by_id[line.booking_id]) for line in lines if line.booking_id in by_id]


def cancels_of(tx: Connection, row: ApprovalRow | None) -> Cancels:
    """Return what an approval cancels."""
    lines = [line for line in row.cancels if line.refund is not None and not line.is_changed] if row else []
    return lines, _booked(tx, row.trip_id if row else "", [line.booking_id for line in lines])


def differences(pairs: Sequence[tuple[CancelLine, Quoted]]) -> list[str]:
    """Return in words what got worse since the approval."""
    return [told for line, now in pairs if (told := worse(line, now))]


def plan(ctx: DeskContext, tx: Connection, purchase: PurchaseRow, pairs: Sequence[tuple[CancelLine, Quoted]]) -> None:
    """Plan the cancellations, in the transaction that closes the purchase; what got worse meanwhile stays booked."""
    for seq, (line, now) in enumerate(pairs):
        if now.terms is None or worse(line, now):
            told = worse(line, now)
            ctx.audit(tx, purchase.trip_id, "replaced.kept", booking_id=line.booking_id, reason=told)
            continue
        op = plan_cancel(purchase.trip_id, now.booking, now.terms, ctx.now())
        plan_once(tx, op.model_copy(update={"plan_id": purchase.approval_id, "seq": seq}))


async def carry_out(ctx: DeskContext, purchase: PurchaseRow) -> None:
    """Cancel what the purchase replaced. A crash before the end leaves it to the reconciler."""
    ops = await ctx.ledger.read(lambda tx: operations.of_plan(tx, purchase.approval_id))
    left = [op for op in ops if not op.settled and op.supplier in ctx.suppliers]
    if left:
        ctx.faults.reach("cancel.planned")
        await finish_all(ctx, left)


def replaced(tx: Connection, purchase: PurchaseRow) -> tuple[CancelledItem, ...]:
    """Return what became of everything that the purchase replaced."""
    row = approvals.get(tx, purchase.approval_id)
    if row is None or not row.cancels:
        return ()
    ops = {op.booking_id: op for op in operations.of_plan(tx, purchase.approval_id)}
    return tuple(_became(tx, line, ops) for line in row.cancels)


def _became(tx: Connection, line: CancelLine, ops: dict[str | None, operations.OperationRow]) -> CancelledItem:
    op, found = ops.get(line.booking_id), bookings.get(tx, line.booking_id)
    if op is not None:
        return became_of(tx, op)
    assert found is not None  # noqa: S101 - a booking is never deleted
    if line.is_changed:
        return CancelledItem(booking=found[1], state="changed", refund=line.refund, refund_to=line.refund_to)
    state = "cancelled" if found[1].status == "cancelled" else "kept"
    return CancelledItem(booking=found[1], state=state, refund=found[1].refund, message=line.message or KEPT)
