"""Recovery of an operation whose outcome is not known, by what the supplier declared (docs/purchase.md).

keyed: repeat with the same key and body. unkeyed: never resend, probe until found or until nothing can appear any more.
guarded: read the state first, act only if it is undone.
"""

from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.outcomes import DeskRefusal, Doubtful, Outcome
from tripintent.tools.desk.sending import is_over, may_leave, probe, send, settle
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.suppliers import Idempotency

NEVER = DeskRefusal("never_landed", "the supplier's books do not know the order: it was never made", watched=True)
UNSEEN = DeskRefusal("unseen", "its supplier cannot be asked whether it was placed: if it was, it lapses by itself")
"""The end of a hold that no one can look up. What costs money is never given up so: ``probe`` leaves it open."""


async def finish(ctx: DeskContext, op: OperationRow) -> OperationRow:
    """Bring an operation as far as it goes now: send it if nothing left the house, else find out what came of it."""
    if op.state == "PLANNED":
        op = await send(ctx, op)
    return op if op.settled else await recover(ctx, op)


async def recover(ctx: DeskContext, op: OperationRow) -> OperationRow:
    """Find out what came of an operation found SENT or UNKNOWN; leave it when its worker may live, or its supplier is not open here."""
    await ctx.look_at_the_clock()
    if op.supplier not in ctx.suppliers or op.state == "PLANNED" or op.settled or op.leased(ctx.now()):
        return op
    if op.state == "SENT":
        found = op
        doubt = Doubtful("found_sent", "the worker that sent it ended before the reply was stored")
        op = await ctx.write(op.trip_id, lambda tx: settle(ctx, tx, found, doubt))
        if op.state != "UNKNOWN":
            return op
    return await _by_kind(ctx, op)


async def _by_kind(ctx: DeskContext, op: OperationRow) -> OperationRow:
    kind = await _kind_now(ctx, op)
    if kind == "keyed":
        return await send(ctx, op)
    seen = await probe(ctx, op)
    if isinstance(seen, Doubtful):
        forgotten = op.action == "release" and seen.code == "not_found" and is_over(op, ctx.now())
        return await _store(ctx, op, DeskRefusal(seen.code, seen.message)) if forgotten else op
    if seen is not None:
        return await _store(ctx, op, seen)
    if kind == "guarded" and (op.order_id is not None or is_over(op, ctx.now())):
        return await send(ctx, op)
    return await _store(ctx, op, _never(ctx, op)) if kind == "unkeyed" and is_over(op, ctx.now()) else op


def _never(ctx: DeskContext, op: OperationRow) -> DeskRefusal:
    return NEVER if op.order_id is not None or ctx.capabilities(op.supplier).probe else UNSEEN


async def _kind_now(ctx: DeskContext, op: OperationRow) -> Idempotency:
    """Return the declared kind; an operation that may not leave any more is unkeyed: looked for and never repeated."""
    kind = recovery_kind(ctx, op)
    return kind if await ctx.ledger.read(lambda tx: may_leave(ctx, tx, op)) else "unkeyed"


def recovery_kind(ctx: DeskContext, op: OperationRow) -> Idempotency:
    """Return how a lost reply is recovered. Releasing and cancelling are guarded by the order's own state."""
    caps = ctx.capabilities(op.supplier)
    if op.action in ("hold", "book"):
        return caps.create
    return caps.pay if op.action == "pay" else "guarded"


async def _store(ctx: DeskContext, op: OperationRow, outcome: Outcome) -> OperationRow:
    return await ctx.write(op.trip_id, lambda tx: settle(ctx, tx, op, outcome))
