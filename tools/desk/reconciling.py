"""Recovery of everything that was left behind: on start, by an operator, or by a timer. Safe to run at any moment, by many."""

from collections import Counter
from functools import partial

from sqlalchemy import Connection

from tripintent.tools.desk import holding
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.outcomes import Landed
from tripintent.tools.desk.purchasing import carry_on
from tripintent.tools.desk.recovering import finish
from tripintent.tools.desk.sending import probe, turned_up
from tripintent.tools.desk.webhooks import handle_waiting
from tripintent.tools.ledger import approvals, holds, operations, purchases
from tripintent.tools.ports.desk import Bought, Failed, InReview, PurchaseOutcome, ReconcileReport


async def reconcile(ctx: DeskContext) -> ReconcileReport:
    """Finish or probe what was left; expire what lapsed; look for orders that turned up late."""
    count: Counter[str] = Counter()
    notes: list[str] = []
    await _purchases(ctx, count, notes)
    await _operations(ctx, count, notes)
    await _watched(ctx, notes)
    await handle_waiting(ctx)
    count["expired"] += await _expire_all(ctx)
    return ReconcileReport(notes=tuple(notes), **count)


async def _purchases(ctx: DeskContext, count: Counter[str], notes: list[str]) -> None:
    for row in await ctx.ledger.read(purchases.all_live):
        missing = await ctx.ledger.read(partial(_missing_suppliers, ctx, purchase_id=row.purchase_id))
        if missing:
            notes.append(f"purchase {row.purchase_id}: supplier {missing} is not configured")
            count["waiting"] += 1
            continue
        outcome = await carry_on(ctx, row.purchase_id)
        count[_bucket(outcome)] += 1
        notes.append(f"purchase {row.purchase_id} of trip {row.trip_id}: {_words(outcome)}")


def _missing_suppliers(ctx: DeskContext, tx: Connection, purchase_id: str) -> str:
    ops = operations.of_purchase(tx, purchase_id, "pay", "book")
    return ", ".join(sorted({op.supplier for op in ops} - set(ctx.suppliers)))


def _bucket(outcome: PurchaseOutcome) -> str:
    if isinstance(outcome, Bought):
        return "finished"
    return (
        "failed"
        if isinstance(outcome, Failed) or (isinstance(outcome, InReview) and outcome.state == "MANUAL_REVIEW")
        else "waiting"
    )


def _words(outcome: PurchaseOutcome) -> str:
    if isinstance(outcome, Bought):
        return "PURCHASED"
    state = getattr(outcome, "state", outcome.kind)
    return f"{state} ({getattr(outcome, 'message', '')})"


async def _operations(ctx: DeskContext, count: Counter[str], notes: list[str]) -> None:
    """What belongs to no purchase that is being carried out: holds, releases, cancellations."""
    for op in await ctx.ledger.read(operations.all_open):
        if op.action in ("pay", "book"):
            continue
        if op.supplier not in ctx.suppliers:
            notes.append(f"{op.action} {op.op_id}: supplier {op.supplier} is not configured")
            count["waiting"] += 1
            continue
        done = await finish(ctx, op)
        count["probed"] += 1
        count[
            "waiting"
            if not done.settled
            else "released"
            if (done.action, done.state) == ("release", "OK")
            else "finished"
            if done.state == "OK"
            else "failed"
        ] += 1
        if not done.settled:
            notes.append(
                f"{done.action} {done.op_id} at {done.supplier}: {done.state} ({done.error or 'not sent yet'})"
            )


async def _watched(ctx: DeskContext, notes: list[str]) -> None:
    """Orders that were given up for lost may still turn up: whoever finds one is told, for a day."""
    for op in await ctx.ledger.read(operations.watched):
        if op.supplier not in ctx.suppliers:
            continue
        seen = await probe(ctx, op)
        if isinstance(seen, Landed):
            await ctx.write(op.trip_id, partial(turned_up, ctx, op=op, outcome=seen))
            notes.append(
                f"ALERT {op.action} {op.op_id}: order {seen.order.order_id} turned up at {op.supplier} after it had been given up"
            )
        elif op.watch_until is not None and op.watch_until <= ctx.now():
            await ctx.write(op.trip_id, partial(operations.move, row=op, now=ctx.now(), watch_until=None))


async def _expire_all(ctx: DeskContext) -> int:
    count = 0
    for trip_id in await ctx.ledger.read(lambda tx: _lapsed_trips(ctx, tx)):
        count += await ctx.write(trip_id, partial(holding.expire, ctx, trip_id=trip_id))
    return count


def _lapsed_trips(ctx: DeskContext, tx: Connection) -> list[str]:
    now = ctx.now()
    open_too_long = {row.trip_id for row in approvals.all_open(tx) if row.expires_at <= now}
    return sorted({row.trip_id for row in holds.lapsed(tx, now)} | open_too_long)
