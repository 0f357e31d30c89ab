"""What cancelling costs, and compensation: when a leg fails, what was bought before it is cancelled where that costs nothing.

Otherwise a person decides. Each booking is asked about at its supplier; a plan has sums, and may have got worse since it was shown.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial

from sqlalchemy import Connection

from tripintent.state.booking import Booking, CancelLine
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer
from tripintent.tools.desk.cart import total_in
from tripintent.tools.desk.context import WATCH, DeskContext, not_open
from tripintent.tools.desk.outcomes import meaning
from tripintent.tools.desk.planning import plan_cancel
from tripintent.tools.desk.recovering import finish
from tripintent.tools.desk.states import REFUSALS, move, refuse
from tripintent.tools.errors import CommitRejected, InvalidRequest, OfferGone, Retryable, SupplierError
from tripintent.tools.ledger import bookings, holds, operations, purchases
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.orders import CancelQuote
from tripintent.tools.ports.outcomes import CancellationPlan, Refused

QUOTES = 3


def start(ctx: DeskContext, tx: Connection, purchase_id: str, failed: OperationRow) -> PurchaseRow:
    """Stop buying: close what was not sent, and remember why."""
    row = purchases.get(tx, purchase_id)
    if row.state not in ("EXECUTING", "PAYMENT_REVIEW"):
        return row
    operations.skip_planned(tx, purchase_id, ctx.now(), "another leg failed")
    declined = meaning(failed.code, ctx.capabilities(failed.supplier).codes) == "declined"
    return move(ctx, tx, row, "COMPENSATING", note=failed.error, declined=declined)


async def compensate(ctx: DeskContext, purchase: PurchaseRow) -> None:
    """Undo what is free to undo; close the purchase, or leave it to the reconciler when a reply was lost."""
    ctx.faults.reach("compensate.started")
    bought = await ctx.ledger.read(lambda tx: bookings.of_purchase(tx, purchase.purchase_id))
    losses: list[Money] = []
    for booking in reversed([one for one in bought if one.status == "confirmed"]):
        if booking.supplier not in ctx.suppliers:
            return  # it waits until its supplier is configured again
        former = await ctx.ledger.read(partial(_changed_by, booking=booking))
        loss = whole(former) if former else await _undo(ctx, purchase, booking)
        if loss is None:
            return
        losses += [] if loss.amount == 0 else [loss]
    await ctx.write(purchase.trip_id, lambda tx: _close(ctx, tx, purchase, losses, bool(bought)))
    for op in await ctx.ledger.read(lambda tx: operations.open_of_trip(tx, purchase.trip_id, "release")):
        await finish(ctx, op)


def _changed_by(tx: Connection, booking: Booking) -> Booking | None:
    """Return the booking that this one changed: it cannot be had back, and cancelling both is not what was asked for."""
    offer = holds.get(tx, bookings.hold_of(tx, booking.booking_id)).offer
    found = bookings.get(tx, offer.changes) if isinstance(offer, FlightOffer) and offer.changes else None
    return found[1] if found else None


async def _undo(ctx: DeskContext, purchase: PurchaseRow, booking: Booking) -> Money | None:
    """Cancel one booking if that is free. Return what it costs (zero: cancelled), None when it is not certain yet.

    A quote that went stale is asked for again.
    """
    for _ in range(QUOTES):
        op = await ctx.ledger.read(lambda tx: operations.of_booking(tx, booking.booking_id))
        if op is None:
            quote = await _quote(ctx, booking)
            if quote is None and ctx.now() >= purchase.updated_at + WATCH:
                return whole(booking)
            if not isinstance(quote, CancelQuote):
                return quote
            lost = lost_by(booking, quote)
            if lost.amount > 0:
                return lost
            planned = plan_cancel(purchase.trip_id, booking, quote, ctx.now(), purchase.purchase_id)
            op = await ctx.write(purchase.trip_id, partial(plan_once, op=planned))
            ctx.faults.reach("cancel.planned")
        done = await finish(ctx, op)
        if not done.settled:
            return None
        if done.state == "OK":
            return whole(booking).times(0)
        if done.code != "order_cancellation_stale":
            break
    return whole(booking)


async def _quote(ctx: DeskContext, booking: Booking) -> CancelQuote | Money | None:
    """Ask what cancelling costs: a quote, the whole price when it cannot be cancelled, None when no one answers now."""
    if not ctx.capabilities(booking.supplier).cancel:
        return whole(booking)
    try:
        quote = await ctx.supplier(booking.supplier).orders.quote_cancellation(booking.order_id)
    except Retryable:
        return None
    except SupplierError as error:
        return None if error.code == "not_found" else whole(booking)
    if quote.order_id != booking.order_id:
        return whole(booking)
    ctx.faults.reach("compensate.quoted")
    return quote


def plan_once(tx: Connection, op: OperationRow) -> OperationRow:
    """Plan a cancellation, unless another worker already did: then return that one."""
    begun = operations.of_booking(tx, op.booking_id or "")
    if begun is None:
        operations.insert(tx, op)
    return begun or op


def lost_by(booking: Booking, quote: CancelQuote) -> Money:
    """Return what a cancellation costs: what of the price does not come back, or the fee where that is more."""
    paid, back, fee = whole(booking), quote.refund, quote.fee
    if back.currency != paid.currency:
        return paid
    kept = Money(amount=max(paid.amount - back.amount, Decimal(0)), currency=paid.currency)
    if fee.currency == kept.currency:
        return max(kept, fee, key=lambda money: money.amount)
    return fee if kept.amount == 0 else kept


def whole(booking: Booking) -> Money:
    """Return what a booking cost: the loss when nothing comes back."""
    return booking.total or Money(amount=Decimal(0))


def _close(ctx: DeskContext, tx: Connection, purchase: PurchaseRow, losses: list[Money], bought: bool) -> PurchaseRow:  # noqa: FBT001
    row = purchases.get(tx, purchase.purchase_id)
    kept = [one for one in bookings.of_purchase(tx, row.purchase_id) if one.status == "confirmed"]
    if row.state != "COMPENSATING" or len(kept) > len(losses):  # one turned up meanwhile: it is next
        return row
    if losses:
        loss = total_in(losses, row.total.currency, ctx.rates)
        note = row.note if loss else f"{row.note}; at stake: {' and '.join(map(str, losses))}"
        return move(ctx, tx, row, "MANUAL_REVIEW", note=note, loss=loss and loss.model_dump(mode="json"))
    return move(ctx, tx, row, "COMPENSATED" if bought else "REJECTED", note=row.note)


@dataclass(frozen=True)
class Quoted:
    """A booking beside what cancelling it costs now, or why it cannot be cancelled."""

    booking: Booking
    terms: CancelQuote | None = None
    refused: Refused | None = None
    due: Money | None = None

    @property
    def line(self) -> CancelLine:
        """The item as a plan shows it: ``fee`` is what of the price is lost, or the fee where that is more."""
        known = {"fee": lost_by(self.booking, self.terms), "refund": self.terms.refund} if self.terms else {}
        problem = {"problem": self.refused.code, "message": self.refused.message} if self.refused else {}
        facts = self.booking.model_dump(include={"booking_id", "item_type", "title", "simulated"})
        expires = self.terms.expires_at if self.terms else None
        return CancelLine.model_validate(
            {
                **facts,
                "paid": whole(self.booking),
                "due_at_property": self.due,
                **known,
                **problem,
                "expires_at": expires,
            }
        )


async def quote_all(ctx: DeskContext, bookings: Sequence[Booking]) -> list[Quoted]:
    """Ask about all of them side by side, each with what is paid at its hotel."""
    due = await ctx.ledger.read(lambda tx: [_due_at(tx, one) for one in bookings])
    found = await asyncio.gather(*(quote_one(ctx, booking) for booking in bookings))
    return [replace(one, due=tax) for one, tax in zip(found, due, strict=True)]


def _due_at(tx: Connection, booking: Booking) -> Money | None:
    return holds.get(tx, bookings.hold_of(tx, booking.booking_id)).offer.due_at_property


async def quote_one(ctx: DeskContext, booking: Booking) -> Quoted:
    """Ask the supplier of a booking what cancelling it costs now. Nothing raises."""
    if booking.status != "confirmed":
        return Quoted(booking, refused=refuse("not_cancellable", f"it is {booking.status}"))
    if booking.supplier not in ctx.suppliers:
        return Quoted(booking, refused=refuse("supplier_unavailable", not_open(booking.supplier)))
    if not ctx.capabilities(booking.supplier).cancel:
        whom = ctx.capabilities(booking.supplier).contact
        told = ", ".join(filter(None, (whom, booking.locator or booking.title)))
        return Quoted(booking, refused=refuse("cancelled_by_seller", told))
    try:
        terms = await ctx.supplier(booking.supplier).orders.quote_cancellation(booking.order_id)
    except (CommitRejected, InvalidRequest, OfferGone) as error:
        return Quoted(booking, refused=refuse("not_cancellable", str(error)))
    except SupplierError as error:
        return Quoted(booking, refused=refuse("supplier_unavailable", str(error)))
    if terms.order_id != booking.order_id:
        return Quoted(booking, refused=refuse("not_cancellable", f"{booking.supplier} answered about another order"))
    return Quoted(booking, terms)


def plan_of(ctx: DeskContext, lines: Sequence[CancelLine], currency: str | None) -> CancellationPlan | Refused:
    """Return the plan of these items. Refused where none can be cancelled, or no rate leads to one sum."""
    known = [line for line in lines if line.fee is not None and line.refund is not None]
    if not known:
        problem = lines[0].problem
        whys = dict.fromkeys(line.message.removeprefix(REFUSALS[problem]).removeprefix(": ") for line in lines)
        return refuse(problem, "; ".join(filter(None, whys)))
    fees, backs = sums(ctx, known, currency)
    if fees is None or backs is None:
        return refuse("unknown_currency", "cancel the items one by one: their currencies have no rate between them")
    return CancellationPlan(items=tuple(lines), fee=fees, refund=backs, needs_approval=True)


def sums(ctx: DeskContext, lines: Sequence[CancelLine], currency: str | None) -> tuple[Money | None, Money | None]:
    """Return what is lost and what comes back in all: in the items' own currency, or in ``currency`` where they differ."""
    fees = [line.fee for line in lines if line.fee is not None]
    backs = [line.refund for line in lines if line.refund is not None]
    own = {money.currency for money in (*fees, *backs)}
    one = own.pop() if len(own) == 1 else currency or (fees[0].currency if fees else "USD")
    return total_in(fees, one, ctx.rates), total_in(backs, one, ctx.rates)


def worse(shown: CancelLine, now: Quoted) -> str:
    """Return in words why cancelling is worse now than was shown; empty when it is not."""
    if now.refused is not None or now.terms is None:
        return f"{shown.title}: cannot be cancelled now ({now.refused.message if now.refused else ''})"
    fee, back = now.line.fee, now.terms.refund
    told = f"{shown.title}: cancelling now costs {fee} and brings back {back}"
    if fee is None or shown.fee is None or shown.refund is None:
        return told
    if (fee.currency, back.currency) != (shown.fee.currency, shown.refund.currency):
        return told
    return told if fee.amount > shown.fee.amount or back.amount < shown.refund.amount else ""


def nothing(currency: str) -> Money:
    """Return no money, in a currency."""
    return Money(amount=Decimal(0), currency=currency)
