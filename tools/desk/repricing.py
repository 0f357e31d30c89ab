"""Repricing: every held order and every offer of the cart is read once more, right before anything is sent.

A supplier that has no call for it is taken at its last word until the hold or offer lapses: it has to refuse a changed price itself.
Another flight or room is neither cheaper nor dearer: what was approved is gone. Dearer or worse in anything needs a new approval.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import stamina
from sqlalchemy import Connection

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer, PaidBack, Terms
from tripintent.tools import shipped
from tripintent.tools.desk import cart, compensating
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.states import move
from tripintent.tools.errors import OfferGone, Retryable, SupplierError
from tripintent.tools.formats import formats_of
from tripintent.tools.ledger import approvals, bookings, holds, operations, purchases
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow

_WRITTEN = formats_of("en")
"""The ledger keeps its sentences in English."""

_FLIGHT = ("supplier", "cabin", "self_transfer")
_HOTEL = ("supplier", "hotel_id", "check_in", "check_out", "rooms", "room_description", "board")


def another(approved: Offer, now: Offer) -> tuple[str, ...]:
    """Return why an offer is another thing than the one approved, whose title and risks were shown; empty when it is the same."""
    if isinstance(approved, FlightOffer) and isinstance(now, FlightOffer):
        flown = () if _route(approved) == _route(now) else ("flies otherwise now",)
        return (*_changed(_FLIGHT, approved, now), *flown)
    if isinstance(approved, HotelOffer) and isinstance(now, HotelOffer):
        return tuple(_changed(_HOTEL, approved, now))
    return (f"is a {now.kind} now",)


def less(title: str, approved: Offer, now: Offer) -> tuple[str, ...]:
    """Return what the same thing does not include any more, one sentence each; empty when it is as much or more."""
    if isinstance(approved, FlightOffer) and isinstance(now, FlightOffer):
        found = _fewer_bags(approved, now)
    elif isinstance(approved, HotelOffer) and isinstance(now, HotelOffer):
        found = _more_due(approved, now)
    else:
        found = iter(())
    return tuple(f"{title}: {text}" for text in found)


def _fewer_bags(approved: FlightOffer, now: FlightOffer) -> Iterator[str]:
    for name in ("carry_on", "checked_bags"):
        before, left = getattr(approved, name), getattr(now, name)
        if before is not None and left is not None and left < before:
            yield f"includes {left} instead of {before} {name.replace('_', ' ')}"


def _more_due(approved: HotelOffer, now: HotelOffer) -> Iterator[str]:
    before, due = approved.due_at_property, now.due_at_property
    if due is not None and due != before and not _less(due, before):
        yield f"{due} instead of {before or 'nothing'} is to be paid at the hotel"


def _route(offer: FlightOffer) -> list[tuple[object, ...]]:
    return [(hop.origin, hop.destination, hop.depart_at, hop.arrive_at, hop.flight_number) for hop in offer.segments]


def _less(now: Money, before: Money | None) -> bool:
    return before is not None and now.currency == before.currency and now.amount < before.amount


def _changed(names: tuple[str, ...], approved: Offer, now: Offer) -> Iterator[str]:
    for name in names:
        if getattr(approved, name) != getattr(now, name):
            yield f"{name.replace('_', ' ')} is {getattr(now, name)} instead of {getattr(approved, name)}"


def differences(hold: HoldRow, price: Money, terms: Terms) -> tuple[str, ...]:
    """Return what got dearer or worse, one sentence each; empty when everything is as good as approved."""
    found = [_dearer(hold.total, price), *_worse(hold.terms, terms)]
    return tuple(f"{hold.title}: {text}" for text in found if text)


def less_back(hold: HoldRow, now: PaidBack | None) -> tuple[str, ...]:
    """Return that a change brings back less than was approved, or to somewhere else; empty when it does not."""
    before = hold.offer.brings_back if isinstance(hold.offer, FlightOffer) else None
    if before is None or (now is not None and now.to == before.to and not _less(now.amount, before.amount)):
        return ()
    back = f"{now.amount} ({now.to})" if now else "nothing"
    return (f"{hold.title}: brings back {back} instead of {before.amount} ({before.to})",)


def _dearer(before: Money, now: Money) -> str:
    if before.currency != now.currency:
        return f"is now charged in {now.currency} ({now} instead of {before})"
    return f"{now} instead of {before}" if now.amount > before.amount else ""


def _worse(before: Terms, now: Terms) -> list[str]:
    return [
        "is no longer refundable" if before.refundable and not now.refundable else "",
        _penalty("a refund", before.refundable and now.refundable, before.refund_penalty, now.refund_penalty),
        "can no longer be changed" if before.changeable and not now.changeable else "",
        _penalty("a change", before.changeable and now.changeable, before.change_penalty, now.change_penalty),
        _free_until(before, now),
    ]


def _penalty(what: str, applies: bool, before: Money | None, now: Money | None) -> str:  # noqa: FBT001 - a fact, not a mode
    if not applies or now is None or now == before:
        return ""
    if before is not None and before.currency == now.currency and now.amount <= before.amount:
        return ""
    return f"{what} now costs {_WRITTEN.money(now)} instead of {_WRITTEN.money(before) if before else 'nothing'}"


def _free_until(before: Terms, now: Terms) -> str:
    if before.free_until is None or (now.free_until is not None and now.free_until >= before.free_until):
        return ""
    until = "not at all" if now.free_until is None else f"only until {_WRITTEN.moment(now.free_until)}"
    return f"can be cancelled free of charge {until}, instead of until {_WRITTEN.moment(before.free_until)}"


@dataclass(frozen=True)
class Fresh:
    """One hold as it would be sold now. ``gone`` and ``unread`` say why it cannot be; ``paid``, that it was paid already."""

    hold: HoldRow
    total: Money
    terms: Terms
    offer: Offer
    differences: tuple[str, ...] = ()
    gone: str = ""
    unread: str = ""
    paid: bool = False


async def reprice(ctx: DeskContext, hold: HoldRow) -> Fresh:
    """Read one hold again. Nothing raises: what went wrong is said in the value."""
    try:
        return await _read(ctx, hold)
    except OfferGone as error:
        return _as_it_was(hold, gone=str(error))
    except SupplierError as error:
        return _as_it_was(hold, unread=str(error))


@stamina.retry(on=Retryable, attempts=3, wait_initial=0.2, wait_max=2.0)
async def _read(ctx: DeskContext, hold: HoldRow) -> Fresh:
    supplier = ctx.supplier(hold.supplier)
    if not supplier.capabilities.reprice:
        return _as_it_was(hold)
    if hold.order_id is not None:
        order = await supplier.orders.read(hold.order_id)
        if order.order_id != hold.order_id:
            return _as_it_was(hold, unread=f"{hold.supplier} answered about another order")
        if order.paid_at is not None:
            return replace(_as_it_was(hold), paid=True)
        if order.status != "held":
            return _as_it_was(hold, gone=f"the hold is {order.status}")
        worse = differences(hold, order.total, order.terms) + less_back(hold, order.brings_back)
        return Fresh(hold, order.total, order.terms, hold.offer, worse)
    if supplier.price is None:
        return _as_it_was(hold, unread=f"{hold.supplier} cannot price an offer again")
    offer = await supplier.price(hold.offer)
    other = another(hold.offer, offer)
    if other:
        return _as_it_was(hold, gone=", ".join(other))
    worse = less(hold.title, hold.offer, offer) + differences(hold, offer.total_price, offer.terms)
    return Fresh(hold, offer.total_price, offer.terms, offer, worse)


def _as_it_was(hold: HoldRow, *, gone: str = "", unread: str = "") -> Fresh:
    return Fresh(hold, hold.total, hold.terms, hold.offer, gone=gone, unread=unread)


MOVED: frozenset[str] = frozenset(shipped.table("tools/desk/words.yaml")["moved"])
"""Refusals of a payment or booking because what was approved is sold at another price, or otherwise, by now."""


def store(tx: Connection, fresh: Fresh, now: datetime) -> None:
    """Keep what was read with its hold, where it is another price or offer than the one that is kept."""
    hold = fresh.hold
    if (fresh.total, fresh.terms, fresh.offer) == (hold.total, hold.terms, hold.offer):
        return
    facts: dict[str, Any] = {
        "total": fresh.total.model_dump(mode="json"),
        "terms": fresh.terms.model_dump(mode="json"),
        "offer": fresh.offer.model_dump(mode="json"),
    }
    if fresh.hold.order_id is None:
        facts["expires_at"] = fresh.offer.expires_at
    holds.change(tx, fresh.hold.hold_id, now, **facts)


async def refused(ctx: DeskContext, purchase: PurchaseRow, op: OperationRow) -> PurchaseRow:
    """Stop a purchase whose leg was refused. Where its price moved, the new one is read, so that the next card shows it."""
    fresh = await _read_again(ctx, op) if op.code in MOVED else None
    return await ctx.write(purchase.trip_id, lambda tx: _stop(ctx, tx, purchase, op, fresh))


async def _read_again(ctx: DeskContext, op: OperationRow) -> Fresh | None:
    hold_id = op.hold_id
    assert hold_id is not None  # noqa: S101 - a leg always names its hold
    fresh = await reprice(ctx, await ctx.ledger.read(lambda tx: holds.get(tx, hold_id)))
    return None if fresh.gone or fresh.unread or fresh.paid else fresh


def _stop(
    ctx: DeskContext, tx: Connection, purchase: PurchaseRow, op: OperationRow, fresh: Fresh | None
) -> PurchaseRow:
    """Ask again where nothing is bought yet; else undo what is free to undo."""
    current = purchases.get(tx, purchase.purchase_id)
    if fresh is None or current.state not in ("EXECUTING", "PAYMENT_REVIEW"):
        return compensating.start(ctx, tx, purchase.purchase_id, op)
    store(tx, fresh, ctx.now())
    if bookings.of_purchase(tx, purchase.purchase_id):
        return compensating.start(ctx, tx, purchase.purchase_id, op)
    told = fresh.differences or (f"{fresh.hold.title}: {op.error}",)
    operations.skip_planned(tx, purchase.purchase_id, ctx.now(), "the price of another leg changed")
    approvals.revoke(tx, purchase.approval_id, "the price or a condition changed")
    facts = cart.difference(ctx, current, [(fresh.hold.total, fresh.total)])
    return move(ctx, tx, current, "REAPPROVAL_NEEDED", note="; ".join(told), differences=told, **facts)
