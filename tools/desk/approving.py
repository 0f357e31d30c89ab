"""Issuing approvals: deterministic code, default deny, one open approval per trip."""

import secrets
from datetime import datetime

from sqlalchemy import Connection

from tripintent.state.new_terms import new_terms
from tripintent.tools.desk import holding
from tripintent.tools.desk.cart import cart_hash, cart_text, line, total
from tripintent.tools.desk.context import APPROVAL_LIFE, DeskContext, new_id
from tripintent.tools.desk.refusals import refuse
from tripintent.tools.ledger import approvals, holds, operations, purchases
from tripintent.tools.ledger.approvals import ApprovalRow, Party
from tripintent.tools.ledger.canonical import sha256
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ports.desk import ApprovalRequest, IssuedApproval, Refused


async def request_approval(ctx: DeskContext, request: ApprovalRequest) -> IssuedApproval | Refused:
    """Issue the approval of the live holds, or find it again when the cart is the same.

    Holds in doubt are looked after first: what can be known by now belongs on the card. Then what is held for other people
    than those on the card is held anew for these.
    """
    left = await ctx.ledger.read(lambda tx: operations.open_of_trip(tx, request.trip_id, "hold"))
    await holding.finish_all(ctx, [op for op in left if op.supplier in ctx.suppliers])
    if not await holding.hold_for(ctx, request):
        return refuse("other_people")
    issued = await ctx.write(request.trip_id, lambda tx: _issue(ctx, tx, request))
    ctx.faults.reach("approve.stored")
    return issued


def _issue(ctx: DeskContext, tx: Connection, request: ApprovalRequest) -> IssuedApproval | Refused:
    if purchases.live_of_trip(tx, request.trip_id) is not None:
        return refuse("busy")
    holding.expire(ctx, tx, request.trip_id)
    placed = holds.of_trip(tx, request.trip_id, "in_doubt", "held", "expired")
    if any(hold.status == "in_doubt" for hold in placed):
        return refuse("hold_in_doubt")
    live = [hold for hold in placed if hold.status == "held"]
    if not live:
        return refuse("hold_expired" if placed else "nothing_held")
    row, token = _new_row(ctx, request, live)
    row = _with_new_terms(tx, row)
    waiting = approvals.open_of_trip(tx, request.trip_id)
    if waiting is not None and _same(waiting, row):
        return IssuedApproval(approval=waiting.as_approval())
    _replace(ctx, tx, waiting, row)
    return IssuedApproval(approval=row.as_approval(), token=token)


def _new_row(ctx: DeskContext, request: ApprovalRequest, live: list[HoldRow]) -> tuple[ApprovalRow, str | None]:
    now, lines = ctx.now(), tuple(line(hold) for hold in live)
    text = cart_text(request.trip_id, live, request.travellers, request.contact)
    token = secrets.token_urlsafe(32) if request.token_required else None
    row = ApprovalRow(
        approval_id=new_id("apr"),
        trip_id=request.trip_id,
        org=request.org,
        thread_id=request.thread_id,
        cart=text,
        cart_hash=cart_hash(text),
        lines=lines,
        total=total(lines, request.total_currency, ctx.rates),
        payment_method_id=request.payment_method_id,
        approver=request.approver,
        token_required=request.token_required,
        token_hash=None if token is None else sha256(token),
        confirmations=request.confirmations,
        party=Party(travellers=request.travellers, contact=request.contact),
        expires_at=_expiry(live, now),
        created_at=now,
    )
    return row, token


def _with_new_terms(tx: Connection, row: ApprovalRow) -> ApprovalRow:
    """Let the new terms be confirmed by name where the trip's latest purchase stopped because this very cart got worse.

    So no earlier answer and no second click consents to them, and no policy stands in for a person. It ends with the next
    purchase of the trip, and with another cart: then what is held was never approved at a better price.
    """
    latest = purchases.latest(tx, row.trip_id)
    if latest is None or latest.state != "REAPPROVAL_NEEDED":
        return row
    before = approvals.get(tx, latest.approval_id)
    held = {line.hold_id for line in row.lines}
    if before is None or held.isdisjoint(line.hold_id for line in before.lines):
        return row
    asked = new_terms(row.cart_hash, row.total).confirmation_id
    return row.model_copy(update={"confirmations": (*row.confirmations, asked)})


def _expiry(live: list[HoldRow], now: datetime) -> datetime:
    """The earliest of hold and offer expiry, and half an hour."""
    return min([now + APPROVAL_LIFE, *(hold.expires_at for hold in live if hold.expires_at is not None)])


_BOUND = ("cart_hash", "total", "payment_method_id", "approver", "token_required", "confirmations", "thread_id")


def _same(waiting: ApprovalRow, row: ApprovalRow) -> bool:
    return all(getattr(waiting, name) == getattr(row, name) for name in _BOUND)


def _replace(ctx: DeskContext, tx: Connection, waiting: ApprovalRow | None, row: ApprovalRow) -> None:
    if waiting is not None:
        approvals.close(tx, waiting.approval_id, "void", ctx.now(), reason="the cart changed")
        ctx.say(tx, row.trip_id, "approval.void", approval_id=waiting.approval_id, reason="the cart changed")
    approvals.insert(tx, row)
    facts = {
        "approval_id": row.approval_id,
        "cart_hash": row.cart_hash,
        "total": str(row.total),
        "expires_at": row.expires_at.isoformat(),
    }
    ctx.say(tx, row.trip_id, "approval.issued", **facts)
    ctx.faults.reach("approve.storing")
