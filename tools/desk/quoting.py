"""The cost of cancelling: each booking asked about at its supplier, the sums of a plan, and whether it got worse since."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tripintent.state.booking import Booking, CancelLine
from tripintent.state.money import Money
from tripintent.tools.desk.cart import total_in
from tripintent.tools.desk.compensating import lost_by, whole
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.states import refuse
from tripintent.tools.errors import CommitRejected, InvalidRequest, OfferGone, SupplierError
from tripintent.tools.ports.orders import CancelQuote
from tripintent.tools.ports.outcomes import CancellationPlan, Refused


@dataclass(frozen=True)
class Quoted:
    """A booking beside what cancelling it costs now, or why it cannot be cancelled."""

    booking: Booking
    terms: CancelQuote | None = None
    refused: Refused | None = None

    @property
    def line(self) -> CancelLine:
        """The item as a plan shows it: ``fee`` is what of the price is lost, or the fee where that is more."""
        known = {"fee": lost_by(self.booking, self.terms), "refund": self.terms.refund} if self.terms else {}
        problem = {"problem": self.refused.code, "message": self.refused.message} if self.refused else {}
        facts = self.booking.model_dump(include={"booking_id", "item_type", "title", "simulated"})
        expires = self.terms.expires_at if self.terms else None
        return CancelLine.model_validate(
            {**facts, "paid": whole(self.booking), **known, **problem, "expires_at": expires}
        )


async def quote_all(ctx: DeskContext, bookings: Sequence[Booking]) -> list[Quoted]:
    """Ask about all of them side by side."""
    return list(await asyncio.gather(*(quote_one(ctx, booking) for booking in bookings)))


async def quote_one(ctx: DeskContext, booking: Booking) -> Quoted:
    """Ask the supplier of a booking what cancelling it costs now. Nothing raises."""
    if booking.status != "confirmed":
        return Quoted(booking, refused=refuse("not_cancellable", f"it is {booking.status}"))
    if booking.supplier not in ctx.suppliers:
        return Quoted(booking, refused=refuse("supplier_unavailable", f"{booking.supplier} is not configured"))
    if not ctx.capabilities(booking.supplier).cancel:
        words = f"{booking.supplier} takes no cancellations through us: ask it by locator"
        return Quoted(booking, refused=refuse("not_cancellable", words))
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
        first = lines[0]
        return refuse(first.problem, "; ".join(dict.fromkeys(line.message for line in lines)))
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
