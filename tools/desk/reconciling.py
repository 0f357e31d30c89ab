"""Recovery of everything that was left behind: on start, by an operator, or by a timer. Safe to run at any moment, by many."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from sqlalchemy import Connection

from tripintent.tools.desk import holding
from tripintent.tools.desk.cart import needed
from tripintent.tools.desk.consequences import turned_up
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.outcomes import Landed
from tripintent.tools.desk.purchasing import carry_on
from tripintent.tools.desk.recovering import finish
from tripintent.tools.desk.sending import probe
from tripintent.tools.desk.webhooks import unread
from tripintent.tools.errors import ToolError
from tripintent.tools.ledger import approvals, holds, operations, purchases
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.desk import ReconcileReport
from tripintent.tools.ports.outcomes import Bought, Failed, PurchaseOutcome, ReapprovalNeeded

AT_A_TIME = 16
"""Suppliers answer slowly: this many operations are looked into side by side."""


async def reconcile(ctx: DeskContext) -> ReconcileReport:
    """Finish or probe what was left; expire what lapsed; look for orders that turned up late."""
    count: Counter[str] = Counter()
    notes: list[str] = []
    await ctx.look_at_the_clock()
    live = await ctx.ledger.read(purchases.all_live)
    await _side_by_side([partial(_one_purchase, ctx, row, count, notes) for row in live], count, notes)
    await _operations(ctx, count, notes)
    await _watched(ctx, notes)
    await _side_by_side(await unread(ctx), count, notes)
    await _given_back(ctx, count, notes)
    count["expired"] += await _expire_all(ctx)
    return ReconcileReport(notes=tuple(notes), **count)


async def _operations(ctx: DeskContext, count: Counter[str], notes: list[str]) -> None:
    """Recover the open operations outside of purchases: holds, releases, cancellations."""
    left = [op for op in await ctx.ledger.read(operations.all_open) if op.action not in ("pay", "book")]
    await _side_by_side([partial(_one_operation, ctx, op, count, notes) for op in left], count, notes)


async def _given_back(ctx: DeskContext, count: Counter[str], notes: list[str]) -> None:
    """Give back at once what turned up just now and is not wanted any more, not at the next recovery."""
    left = [op for op in await ctx.ledger.read(operations.all_open) if op.action == "release" and op.state == "PLANNED"]
    works = [partial(_one_operation, ctx, op, count, notes) for op in left if op.supplier in ctx.suppliers]
    await _side_by_side(works, count, notes)


async def _side_by_side(works: Sequence[Callable[[], Awaitable[None]]], count: Counter[str], notes: list[str]) -> None:
    """Do many things a few at a time; one that fails is noted and does not stop the others."""
    room = asyncio.Semaphore(AT_A_TIME)

    async def one(work: Callable[[], Awaitable[None]]) -> None:
        async with room:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - one that no one thought of stops no other
                notes.append(str(error) if isinstance(error, ToolError) else f"{type(error).__name__}: {error}")
                count["waiting"] += 1

    await asyncio.gather(*map(one, works))


async def _one_purchase(ctx: DeskContext, row: PurchaseRow, count: Counter[str], notes: list[str]) -> None:
    missing = await ctx.ledger.read(lambda tx: needed(ctx, tx, row) - set(ctx.suppliers))
    if missing:
        notes.append(f"purchase {row.purchase_id}: supplier {', '.join(sorted(missing))} is not configured")
        count["waiting"] += 1
        return
    outcome = await carry_on(ctx, row.purchase_id)
    count[_bucket(outcome)] += 1
    notes.append(f"purchase {row.purchase_id} of trip {row.trip_id}: {_words(outcome)}")


def _bucket(outcome: PurchaseOutcome) -> str:
    if isinstance(outcome, Bought):
        return "finished"
    over = isinstance(outcome, Failed | ReapprovalNeeded) or getattr(outcome, "state", "") == "MANUAL_REVIEW"
    return "failed" if over else "waiting"


def _words(outcome: PurchaseOutcome) -> str:
    if isinstance(outcome, Bought):
        return "PURCHASED"
    state = getattr(outcome, "state", outcome.kind)
    return f"{state} ({getattr(outcome, 'message', '')})"


async def _one_operation(ctx: DeskContext, op: OperationRow, count: Counter[str], notes: list[str]) -> None:
    if op.supplier not in ctx.suppliers:
        notes.append(f"{op.action} {op.op_id}: supplier {op.supplier} is not configured")
        count["waiting"] += 1
        return
    done = await finish(ctx, op)
    count["probed"] += 1
    if not done.settled:
        count["waiting"] += 1
        notes.append(f"{done.action} {done.op_id} at {done.supplier}: {done.state} ({done.error or 'not sent yet'})")
    elif done.state == "REJECTED":
        count["failed"] += 1
    else:
        count["released" if done.action == "release" else "finished"] += 1


async def _watched(ctx: DeskContext, notes: list[str]) -> None:
    """Orders that were given up for lost may still turn up: whoever finds one is told, for a day."""
    for op in await ctx.ledger.read(operations.watched):
        if op.supplier not in ctx.suppliers:
            continue
        seen = await probe(ctx, op)
        if isinstance(seen, Landed):
            await _turned_up(ctx, op, seen)
            notes.append(
                f"ALERT {op.action} {op.op_id}: order {seen.order.order_id} turned up at {op.supplier} after it had been given up"
            )
        elif op.watch_until is not None and op.watch_until <= ctx.now():
            await ctx.write(op.trip_id, partial(operations.move, row=op, now=ctx.now(), watch_until=None))


async def _turned_up(ctx: DeskContext, op: OperationRow, seen: Landed) -> None:
    """Store it, and go on with its purchase at once where that was opened again."""
    await ctx.write(op.trip_id, partial(turned_up, ctx, op=op, outcome=seen))
    if op.purchase_id is not None and op.action in ("pay", "book"):
        await carry_on(ctx, op.purchase_id)


async def _expire_all(ctx: DeskContext) -> int:
    count = 0
    for trip_id in await ctx.ledger.read(lambda tx: _lapsed_trips(ctx, tx)):
        count += await ctx.write(trip_id, partial(holding.close_lapsed, ctx, trip_id=trip_id))
    return count


def _lapsed_trips(ctx: DeskContext, tx: Connection) -> list[str]:
    now = ctx.now()
    open_too_long = {row.trip_id for row in approvals.all_open(tx) if row.expires_at <= now}
    return sorted({row.trip_id for row in holds.lapsed(tx, now)} | open_too_long)
