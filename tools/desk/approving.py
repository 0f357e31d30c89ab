"""Issuing approvals: deterministic code, default deny, one open approval per trip."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from tripintent.state.booking import CancelLine
from tripintent.state.new_terms import new_terms
from tripintent.tools.desk import holding, replacing
from tripintent.tools.desk.cart import cart_hash, cart_text, line, total, total_in
from tripintent.tools.desk.context import APPROVAL_LIFE, DeskContext
from tripintent.tools.desk.held_for import mark_of
from tripintent.tools.desk.planning import People
from tripintent.tools.desk.refusals import refuse
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import approvals, holds, operations, purchases
from tripintent.tools.ledger.approvals import ApprovalRow, Party
from tripintent.tools.ledger.canonical import sha256
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ports.desk import ApprovalRequest, IssuedApproval, Refused
from tripintent.tools.ports.rates import UnknownCurrency


async def request_approval(ctx: DeskContext, request: ApprovalRequest) -> IssuedApproval | Refused:
    """Issue the approval of the live holds, or find it again when the cart is the same.

    Holds in doubt are looked after first: what can be known by now belongs on the card. Then what is held for other people
    than those on the card is held again for these.
    """
    left = await ctx.ledger.read(lambda tx: operations.open_of_trip(tx, request.trip_id, "hold"))
    await holding.finish_all(ctx, [op for op in left if op.supplier in ctx.suppliers])
    if not await holding.hold_for(ctx, request):
        return refuse("other_people")
    cancels = await replacing.quoted(ctx, request)
    issued = await ctx.write(request.trip_id, lambda tx: _issue(ctx, tx, request, cancels))
    ctx.faults.reach("approve.stored")
    return issued


def _issue(
    ctx: DeskContext, tx: Connection, request: ApprovalRequest, cancels: Sequence[CancelLine]
) -> IssuedApproval | Refused:
    if purchases.live_of_trip(tx, request.trip_id) is not None:
        return refuse("busy")
    holding.expire(ctx, tx, request.trip_id)
    placed = holds.of_trip(tx, request.trip_id, "in_doubt", "held", "expired")
    if any(hold.status == "in_doubt" for hold in placed):
        return refuse("hold_in_doubt")
    live = [hold for hold in placed if hold.status == "held"]
    if not live:
        return refuse("hold_expired" if placed else "nothing_held")
    try:
        row, token = _new_row(ctx, tx, request, live, cancels)
    except UnknownCurrency as error:
        return refuse("unknown_currency", str(error))
    row = _with_new_terms(tx, row)
    waiting = approvals.open_of_trip(tx, request.trip_id)
    if waiting is not None and _same(waiting, row):
        return IssuedApproval(approval=waiting.as_approval())
    _replace(ctx, tx, waiting, row)
    return IssuedApproval(approval=row.as_approval(), token=token)


def _new_row(
    ctx: DeskContext, tx: Connection, request: ApprovalRequest, live: list[HoldRow], cancels: Sequence[CancelLine]
) -> tuple[ApprovalRow, str | None]:
    now, lines = ctx.now(), tuple(line(hold) for hold in live)
    whole = total(lines, request.total_currency, ctx.rates)  # what comes back is told in the same currency
    people = People(request.travellers, request.contact, request.requests)
    text = cart_text(request.trip_id, live, mark_of(tx, people, now), cancels)
    token = secrets.token_urlsafe(32) if request.token_required else None
    row = ApprovalRow(
        approval_id=new_id("apr"),
        trip_id=request.trip_id,
        org=request.org,
        thread_id=request.thread_id,
        cart=text,
        cart_hash=cart_hash(text),
        lines=lines,
        cancels=tuple(cancels),
        total=whole,
        refund=total_in((one.money_back for one in cancels if one.money_back), whole.currency, ctx.rates)
        if cancels
        else None,
        payment_method_id=request.payment_method_id,
        approver=request.approver,
        token_required=request.token_required,
        token_hash=None if token is None else sha256(token),
        confirmations=request.confirmations,
        wording=request.wording,
        party=Party(**people._asdict()),
        expires_at=_expiry([*live, *cancels], now),
        created_at=now,
    )
    return row, token


def _with_new_terms(tx: Connection, row: ApprovalRow) -> ApprovalRow:
    """Let the new terms be confirmed by name where the trip's latest purchase stopped because this very cart got worse.

    So no earlier answer and no second click consents to them, and no policy is in for a person. It ends with the next
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


def _expiry(shown: Sequence[HoldRow | CancelLine], now: datetime) -> datetime:
    """The earliest expiry of hold, offer and quote, and half an hour."""
    return min([now + APPROVAL_LIFE, *(one.expires_at for one in shown if one.expires_at is not None)])


_BOUND = ("cart_hash", "total", "payment_method_id", "approver", "token_required", "confirmations", "thread_id")


def _same(waiting: ApprovalRow, row: ApprovalRow) -> bool:
    return all(getattr(waiting, name) == getattr(row, name) for name in _BOUND)


def _replace(ctx: DeskContext, tx: Connection, waiting: ApprovalRow | None, row: ApprovalRow) -> None:
    if waiting is not None:
        approvals.close(tx, waiting.approval_id, "void", ctx.now(), reason="the cart changed")
        ctx.audit(tx, row.trip_id, "approval.void", approval_id=waiting.approval_id, reason="the cart changed")
    approvals.insert(tx, row)
    facts = {
        "approval_id": row.approval_id,
        "cart_hash": row.cart_hash,
        "total": str(row.total),
        "expires_at": row.expires_at.isoformat(),
    }
    ctx.audit(tx, row.trip_id, "approval.issued", **facts)
    ctx.faults.reach("approve.storing")
