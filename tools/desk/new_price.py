"""A price that moved: what is stored of it, and a payment that its supplier refused because of it."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from tripintent.tools.desk import compensating, sums
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.repricing import Fresh, reprice
from tripintent.tools.desk.transitions import move
from tripintent.tools.ledger import approvals, bookings, holds, operations, purchases
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow

MOVED = frozenset(
    {
        "price_changed",
        "schedule_changed",
        "wrong_amount",
        "payment_amount_does_not_match_order_amount",
        "payment_currency_does_not_match_order_currency",
    }
)
"""Refusals of a payment or booking because what was approved is sold at another price, or otherwise, by now."""


def store(tx: Connection, fresh: Fresh, now: datetime) -> None:
    """Keep what was read with its hold."""
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
    fresh = await _read(ctx, op) if op.code in MOVED else None
    return await ctx.write(purchase.trip_id, lambda tx: _stop(ctx, tx, purchase, op, fresh))


async def _read(ctx: DeskContext, op: OperationRow) -> Fresh | None:
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
    facts = sums.difference(ctx, current, [(fresh.hold.total, fresh.total)])
    return move(ctx, tx, current, "REAPPROVAL_NEEDED", note="; ".join(told), differences=told, **facts)
