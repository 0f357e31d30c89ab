"""Sending an operation: whether it may leave the house, then PLANNED → SENT, committed, the one call, and what came of it."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from traceback import format_tb
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.tools.desk import consequences, suppliers
from tripintent.tools.desk.consequences import of_another, turned_up
from tripintent.tools.desk.context import WATCH, DeskContext
from tripintent.tools.desk.outcomes import TWICE, DeskRefusal, Doubtful, Landed, Outcome, judge, verdict
from tripintent.tools.desk.planning import body_hash, give_back_once, without_people
from tripintent.tools.errors import CommitRejected, InvalidRequest, OfferGone, StoreError, SupplierError
from tripintent.tools.ledger import bookings, holds, operations, purchases
from tripintent.tools.ledger.locks import at_work, new_owner
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.orders import CancelQuote, SupplierOrder

_LOG = logging.getLogger(__name__)
NOT_SENT = DeskRefusal("not_sent", "it was not sent in time and is not wanted any more")
HOLD_PATIENCE = timedelta(minutes=10)
"""A hold that a crash left unplaced for longer is not placed any more: its traveller has gone on."""


def too_late(ctx: DeskContext, tx: Connection, op: OperationRow) -> DeskRefusal | None:
    """Return why an operation may not leave any more, None when it may: first what lapsed, then what no one wants now."""
    leg = op.hold_id if op.state == "PLANNED" and op.action in ("pay", "book") else None
    if leg is not None and holds.get(tx, leg).lapsed(ctx.now()):
        return DeskRefusal("hold_expired", "its time was over before it could be bought", "lapsed")
    if op.action == "cancel" and op.state == "PLANNED" and _quote_lapsed(ctx, op):
        return DeskRefusal("order_cancellation_stale", "its quote lapsed before it was sent")
    return None if may_leave(ctx, tx, op) else NOT_SENT


def _quote_lapsed(ctx: DeskContext, op: OperationRow) -> bool:
    return CancelQuote.model_validate(op.body["quote"]).expires_at <= ctx.now()


def may_leave(ctx: DeskContext, tx: Connection, op: OperationRow) -> bool:
    """A hold leaves while somebody waits for it, a payment while its purchase is being executed under a valid approval."""
    if op.action == "hold":
        return _is_awaited(ctx, tx, op)
    if op.action in ("pay", "book") and op.purchase_id is not None:
        return _is_approved(ctx, tx, op.purchase_id)
    return True


def _is_awaited(ctx: DeskContext, tx: Connection, op: OperationRow) -> bool:
    wanted = op.hold_id is not None and holds.get(tx, op.hold_id).status == "in_doubt"
    return wanted and ctx.now() < op.created_at + HOLD_PATIENCE


def _is_approved(ctx: DeskContext, tx: Connection, purchase_id: str) -> bool:
    """Within the approval's time; after it only to complete what was begun: a trip bought by half helps no one."""
    state, approved_until = purchases.state_of(tx, purchase_id)
    if state not in ("EXECUTING", "PAYMENT_REVIEW"):
        return False
    if approved_until is not None and approved_until > ctx.now():
        return True
    return any(one.status == "confirmed" for one in bookings.of_purchase(tx, purchase_id))


@dataclass(frozen=True)
class _Claim:
    """The right to send: the operation as it is now, SENT under our lease, and as it was before."""

    op: OperationRow
    before: OperationRow


async def send(ctx: DeskContext, op: OperationRow) -> OperationRow:
    """Send an operation that was planned, or one in doubt that may be repeated. Return it as it is afterwards.

    A planned one that may not leave any more is closed instead; one that another worker has is returned as it is.
    """
    return (await send_all(ctx, [op]))[0]


async def send_all(ctx: DeskContext, ops: Sequence[OperationRow]) -> list[OperationRow]:
    """Send operations of one trip side by side: all are SENT by one commit before the first leaves."""
    if not ops:
        return []
    claims = await ctx.write(ops[0].trip_id, lambda tx: _claims(ctx, tx, ops))
    with at_work(claim.op.lease_owner or "" for claim in claims if isinstance(claim, _Claim)):
        return await asyncio.gather(*(_carry_out(ctx, claim) for claim in claims))


async def _carry_out(ctx: DeskContext, claim: _Claim | OperationRow) -> OperationRow:
    if isinstance(claim, OperationRow):
        return claim
    op = claim.op
    ctx.faults.reach(f"{op.action}.sent")
    outcome = await _attempt(ctx, op, claim.before)
    ctx.faults.reach(f"{op.action}.replied")
    settled = await ctx.write(op.trip_id, lambda tx: settle(ctx, tx, op, outcome))
    ctx.faults.reach(f"{op.action}.stored")
    return settled


def _claims(ctx: DeskContext, tx: Connection, seen: Sequence[OperationRow]) -> list[_Claim | OperationRow]:
    found = operations.several(tx, [op.op_id for op in seen])
    return [_claim(ctx, tx, before, op) for before, op in zip(seen, found, strict=True)]


def _claim(ctx: DeskContext, tx: Connection, seen: OperationRow, op: OperationRow) -> _Claim | OperationRow:
    """Win the right to send, or return the operation as it is without.

    It must still be as its caller saw it: whoever meant to send it for the first time must not repeat what another worker
    sent meanwhile, and whoever looked at the books may repeat only the attempt that was looked for.
    """
    now = ctx.now()
    if op.state not in ("PLANNED", "UNKNOWN") or op.leased(now) or op.supplier not in ctx.suppliers:
        return op
    if (op.state, op.attempts) != (seen.state, seen.attempts):
        return op
    late = too_late(ctx, tx, op)
    if late is not None:
        return settle(ctx, tx, op, late) if op.state == "PLANNED" else op
    if not operations.has_body(tx, op, body_hash(op.body)):
        msg = f"operation {op.op_id} was changed after it was planned: it is not sent"
        raise StoreError(msg)
    caps = ctx.capabilities(op.supplier)
    send_by = now + ctx.send_window
    values = {"sent_at": now, "send_by": send_by, "settles_at": send_by + caps.timeout + caps.settle}
    lease = {"lease_owner": new_owner(), "lease_until": send_by + caps.timeout}
    sent = operations.move(tx, op, now, state="SENT", attempts=op.attempts + 1, **values, **lease)
    if sent is None:
        return operations.get(tx, op.op_id)
    facts: dict[str, JsonValue] = {
        "op_id": op.op_id,
        "supplier": op.supplier,
        "attempt": sent.attempts,
        "request": op.request_hash,
    }
    ctx.audit(tx, op.trip_id, f"{op.action}.sent", **facts)
    return _Claim(sent, op)


async def _attempt(ctx: DeskContext, op: OperationRow, before: OperationRow) -> Outcome:
    supplier = ctx.supplier(op.supplier)
    limit = supplier.capabilities.timeout.total_seconds()
    await ctx.look_at_the_clock()
    if op.send_by is not None and ctx.now() >= op.send_by:
        return _first_or_doubt(op, DeskRefusal("not_sent", "the request was not sent in time"))
    try:
        async with asyncio.timeout(limit):
            order = await suppliers.commit(supplier, op)
    except Exception as error:  # noqa: BLE001 - whatever breaks after SENT leaves the outcome open, and is judged below
        return await _after_error(ctx, op, before, error)
    return judge(op.action, order) or Doubtful(
        "unclear_reply", f"the supplier left order {order.order_id} {order.status}"
    )


def _first_or_doubt(op: OperationRow, refusal: DeskRefusal) -> Outcome:
    """Return the refusal of a call that was not sent: certain at the first attempt, else in doubt; undoing must be tried again."""
    final = op.attempts == 1 and op.action not in ("release", "cancel")
    return refusal if final else Doubtful(refusal.code, refusal.message)


async def _after_error(ctx: DeskContext, op: OperationRow, before: OperationRow, error: Exception) -> Outcome:
    code = error.code if isinstance(error, SupplierError) else type(error).__name__
    said, kind = str(error) or code, verdict(error, ctx.capabilities(op.supplier).codes)
    if kind == "unknown":
        _log(op, error, code)
        return Doubtful(code, said)
    if op.action == "release" and kind != "evidence":
        return Doubtful(code, said)  # a hold is given back until the supplier's books say that it is gone
    if kind != "evidence" and op.attempts == 1:
        return DeskRefusal(code, said, kind)
    found = await probe(ctx, op)
    if found is not None:
        return found
    of_its_own = kind == "evidence" and op.order_id is not None  # said of this very order: the books lag
    if op.attempts > 1 and is_over(before, ctx.now()) and op.action != "release" and not of_its_own:
        return DeskRefusal(code, said, "refused" if kind == "evidence" else kind)
    return Doubtful(code, said)


def _log(op: OperationRow, error: Exception, code: str) -> None:
    """Log which call is in doubt and where it broke. The error's words stay out: they may quote people and cards."""
    frames = "".join(format_tb((error.__cause__ or error).__traceback__))
    certain = isinstance(error, CommitRejected | InvalidRequest | OfferGone)
    unnamed = "; name it in Capabilities(codes=…)" if certain else ""
    ids = (op.action, op.supplier, code, op.op_id, op.trip_id, op.attempts, unnamed)
    _LOG.error("%s at %s is in doubt (%s): operation %s, trip %s, attempt %s%s\n%s", *ids, frames)


def is_over(op: OperationRow, now: datetime) -> bool:
    """Check whether nothing of the attempts can still appear in the supplier's books."""
    return op.settles_at is None or now >= op.settles_at


async def probe(ctx: DeskContext, op: OperationRow) -> Outcome | None:
    """Read the supplier's books. None: nothing there, or not done (yet); Doubtful: the books could not be read.

    An order that cannot be read is not an unpaid one: it may only be invisible yet. Where nothing can be looked up by its
    reference, an empty answer proves nothing about what was bought.
    """
    if op.action == "book" and not ctx.capabilities(op.supplier).probe:
        return Doubtful("no_probe", "its supplier cannot be asked whether it was bought")
    try:
        found = await suppliers.look(ctx.supplier(op.supplier), op)
    except SupplierError as error:
        return Doubtful(error.code, str(error))
    ctx.faults.reach("probe.read")
    if len(found) > 1:
        await ctx.write(op.trip_id, lambda tx: _several(ctx, tx, op, found))
    verdicts = [judge(op.action, order) for order in found]
    return next((v for v in verdicts if isinstance(v, Landed)), next((v for v in verdicts if v is not None), None))


def _several(ctx: DeskContext, tx: Connection, op: OperationRow, found: Sequence[SupplierOrder]) -> None:
    """Tell of orders under one reference; an unpaid one beside the one that counts is given back."""
    told = {"op_id": op.op_id, "orders": ", ".join(order.order_id for order in found)}
    ctx.audit(tx, op.trip_id, "alert.duplicate_orders", **told)
    counts = next((order for order in found if isinstance(judge(op.action, order), Landed)), found[0])
    for order in found:
        if order is not counts:
            _give_back_second(ctx, tx, op, order)


def _give_back_second(ctx: DeskContext, tx: Connection, op: OperationRow, order: SupplierOrder) -> None:
    """Give back an unpaid order beside the one that counts."""
    if op.hold_id and order.status == "held" and order.paid_at is None:
        give_back_once(ctx, tx, holds.get(tx, op.hold_id).model_copy(update={"order_id": order.order_id}))


def settle(ctx: DeskContext, tx: Connection, op: OperationRow, outcome: Outcome) -> OperationRow:
    """Store what came of an operation, with all that follows from it, in one transaction.

    Under its own lease an operation is as its worker has it; any other is read again first.
    """
    if isinstance(outcome, Landed) and op.action == "hold" and of_another(tx, op, outcome.order):
        ctx.audit(tx, op.trip_id, "alert.duplicate_orders", op_id=op.op_id, orders=outcome.order.order_id)
        outcome = TWICE
    if op.lease_owner is not None and isinstance(outcome, Landed):
        ours = _landed(ctx, tx, op, op, outcome)
        if ours is not None:
            return ours
    current = operations.get(tx, op.op_id)
    if current.settled:
        if isinstance(outcome, Landed) and current.state == "REJECTED":
            turned_up(ctx, tx, current, outcome)
        elif isinstance(outcome, Landed) and outcome.order.order_id != current.ref:
            both = f"{current.ref}, {outcome.order.order_id}"
            ctx.audit(tx, op.trip_id, "alert.duplicate_orders", op_id=op.op_id, orders=both)
            _give_back_second(ctx, tx, op, outcome.order)
        return operations.get(tx, op.op_id)
    if isinstance(outcome, Doubtful):
        return _doubt(ctx, tx, op, outcome)
    if isinstance(outcome, DeskRefusal) and current.attempts != op.attempts:
        return current  # another attempt left meanwhile: what is known of this one says nothing of that one
    if isinstance(outcome, DeskRefusal):
        return _refused(ctx, tx, current, op, outcome) or operations.get(tx, op.op_id)
    return _landed(ctx, tx, current, op, outcome) or operations.get(tx, op.op_id)


def _over(op: OperationRow) -> dict[str, Any]:
    return {"lease_owner": None, "lease_until": None, "body": without_people(op.body)}


def _landed(
    ctx: DeskContext, tx: Connection, current: OperationRow, op: OperationRow, outcome: Landed
) -> OperationRow | None:
    paid_twice = op.action in ("pay", "book") and of_another(tx, op, outcome.order)
    op = op.model_copy(update={"code": TWICE.code if paid_twice else ""})
    facts = {"state": "OK", "ref": outcome.order.order_id, "code": op.code, "error": ""}
    settled = operations.move(tx, current, ctx.now(), **_over(op), **facts)
    if settled is not None:
        consequences.landed(ctx, tx, op, outcome.order)
    return settled


def _refused(
    ctx: DeskContext, tx: Connection, current: OperationRow, op: OperationRow, outcome: DeskRefusal
) -> OperationRow | None:
    watch = ctx.now() + WATCH if outcome.watched else None
    facts = {"state": "REJECTED", "code": outcome.code, "error": outcome.message, "watch_until": watch}
    settled = operations.move(tx, current, ctx.now(), **_over(op), **facts)
    if settled is not None:
        consequences.refused(ctx, tx, op, outcome)
    return settled


def _doubt(ctx: DeskContext, tx: Connection, op: OperationRow, doubt: Doubtful) -> OperationRow:
    """No one knows: UNKNOWN, unless the lease of ``op`` was taken over meanwhile."""
    facts = {"state": "UNKNOWN", "code": doubt.code, "error": doubt.message, "lease_owner": None, "lease_until": None}
    if operations.move(tx, op, ctx.now(), **facts) is not None:
        told = {"op_id": op.op_id, "supplier": op.supplier, "code": doubt.code, "message": doubt.message}
        ctx.audit(tx, op.trip_id, f"{op.action}.unknown", **told)
    return operations.get(tx, op.op_id)
