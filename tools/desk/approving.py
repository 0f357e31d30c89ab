"""Approvals: issuing them, tokens for approvers, and closing them without buying. Deterministic, default deny, one open per trip.

A token is made when an approver asks for one, told once, and kept only as a hash. The graph never carries it: state, messages and
checkpoints must not hold it. Whoever runs the approvers' tool hands it on.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from tripintent.state.booking import CancelLine, ticks
from tripintent.state.bundles import new_terms
from tripintent.tools.desk import changes, holding
from tripintent.tools.desk.cart import cart_text, line, mark_of, total, total_in
from tripintent.tools.desk.context import APPROVAL_LIFE, DeskContext
from tripintent.tools.desk.states import grant_ended, refuse
from tripintent.tools.formats import formats_of
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import approvals, holds, operations, purchases
from tripintent.tools.ledger.approvals import ApprovalRow, CartPeople
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.seals import sha256
from tripintent.tools.ports.clock import UnknownCurrency
from tripintent.tools.ports.desk import ApprovalRequest, IssuedApproval
from tripintent.tools.ports.outcomes import Refused

ENGLISH = formats_of("en")


async def request_approval(ctx: DeskContext, request: ApprovalRequest) -> IssuedApproval | Refused:
    """Issue the approval of the live holds, or find it again when the cart is the same.

    Holds in doubt are looked after first: what can be known by now belongs on the card. Then what is held for other people
    than those on the card is held again for these.
    """
    left, others = await ctx.ledger.read(lambda tx: _in_the_way(tx, request))
    await holding.finish_all(ctx, left)
    if (left or others) and not await holding.hold_for(ctx, request):
        return refuse("other_people")
    cancels = await changes.quoted(ctx, request)
    issued = await ctx.write(request.trip_id, lambda tx: _issue(ctx, tx, request, cancels))
    ctx.faults.reach("approve.stored")
    return issued


def _in_the_way(tx: Connection, request: ApprovalRequest) -> tuple[list[OperationRow], frozenset[str]]:
    """Return the holds that are in doubt, and those for other people than the ones on the card."""
    return operations.open_of_trip(tx, request.trip_id, "hold"), holding.held_for_others(tx, request)[1]


def _issue(
    ctx: DeskContext, tx: Connection, request: ApprovalRequest, cancels: Sequence[CancelLine]
) -> IssuedApproval | Refused:
    if purchases.live_of_trip(tx, request.trip_id) is not None:
        return refuse("busy")
    placed = holds.of_trip(tx, request.trip_id, "in_doubt", "held", "expired")
    placed = holding.expire(ctx, tx, request.trip_id, placed)
    asked = holding.expire_approvals(ctx, tx, request.trip_id)
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
    waiting = next((one for one in asked if one.kind == "purchase"), None)
    if waiting is not None and all(getattr(waiting, name) == getattr(row, name) for name in _BOUND):
        return IssuedApproval(approval=waiting.as_approval())
    _replace(ctx, tx, waiting, row)
    return IssuedApproval(approval=row.as_approval(), token=token)


def _new_row(
    ctx: DeskContext, tx: Connection, request: ApprovalRequest, live: list[HoldRow], cancels: Sequence[CancelLine]
) -> tuple[ApprovalRow, str | None]:
    now, lines = ctx.now(), tuple(line(hold) for hold in live)
    whole = total(lines, request.total_currency, ctx.rates)  # what comes back is told in the same currency
    people = CartPeople.of(request)
    text = cart_text(request.trip_id, live, mark_of(tx, people, now), cancels)
    token = secrets.token_urlsafe(32) if request.token_required else None
    row = ApprovalRow(
        approval_id=new_id("apr"),
        trip_id=request.trip_id,
        org=request.org,
        thread_id=request.thread_id,
        cart=text,
        cart_hash=sha256(text),
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
        confirmations=(*request.confirmations, *ticks(cancels, ENGLISH.money)),
        wording={**request.wording, **ticks(cancels, ENGLISH.money)},
        party=people,
        expires_at=_expiry([*live, *cancels], request.approver or ("traveller" if request.while_held else None), now),
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


def _expiry(shown: Sequence[HoldRow | CancelLine], approver: str | None, now: datetime) -> datetime:
    """The earliest expiry of hold, offer and quote; half an hour where none is known, and for a traveller who is not given that long.

    Somebody else who is asked reads it later, and has as long as everything is kept.
    """
    ends = [one.expires_at for one in shown if one.expires_at is not None]
    return min(ends if approver and ends else [now + APPROVAL_LIFE, *ends])


_BOUND = ("cart_hash", "total", "payment_method_id", "approver", "token_required", "confirmations", "thread_id")


def _replace(ctx: DeskContext, tx: Connection, waiting: ApprovalRow | None, row: ApprovalRow) -> None:
    if waiting is not None:
        holding.withdraw(ctx, tx, waiting, "the cart changed")
    approvals.insert(tx, row)
    facts = {
        "approval_id": row.approval_id,
        "cart_hash": row.cart_hash,
        "total": str(row.total),
        "expires_at": row.expires_at.isoformat(),
    }
    ctx.audit(tx, row.trip_id, "approval.issued", **facts)
    ctx.faults.reach("approve.storing")


TOKEN_BYTES = 32  # 256 bits


async def new_token(ctx: DeskContext, approval_id: str, by: str) -> str | Refused:
    """Return a fresh token for an open approval that demands one; a token given earlier is worth nothing from now on."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    row = await ctx.ledger.read(lambda tx: approvals.get(tx, approval_id))
    if row is None:
        return refuse("unknown_approval")
    refused = await ctx.write(row.trip_id, lambda tx: _store(ctx, tx, approval_id, sha256(token), by))
    return refused or token


def _store(ctx: DeskContext, tx: Connection, approval_id: str, token_hash: str, by: str) -> Refused | None:
    row = approvals.get(tx, approval_id)
    if row is None:
        return refuse("unknown_approval")
    if row.state != "open" or row.expires_at <= ctx.now():
        return refuse("approval_expired" if row.state in ("open", "expired") else row.state)
    if not row.token_required:
        return refuse("bad_token", "this approval demands none")
    approvals.set_token(tx, approval_id, token_hash)
    ctx.audit(tx, row.trip_id, "approval.token_issued", approval_id=approval_id, by=by)
    return None


class No(NamedTuple):
    """A person's no: whose it is, why, and the grant by which it was given in the owner's place."""

    by: str
    reason: str
    grant_id: str = ""


async def reject(ctx: DeskContext, trip_id: str, approval_id: str, no: No) -> Refused | None:
    """Close the approval and release the holds of its cart. Refused for an approval that the trip has not."""
    row = await ctx.ledger.read(lambda tx: approvals.get(tx, approval_id))
    if row is None:
        return refuse("unknown_approval")
    if row.trip_id != trip_id:
        return refuse("wrong_trip")
    todo = await ctx.write(trip_id, lambda tx: _reject(ctx, tx, row, no))
    if isinstance(todo, Refused):
        return todo
    ctx.faults.reach("release.planned")
    await holding.finish_all(ctx, todo)
    await holding.send_back(ctx, trip_id)
    return None


def _reject(ctx: DeskContext, tx: Connection, row: ApprovalRow, no: No) -> list[OperationRow] | Refused:
    if (ended := grant_ended(tx, row, no.grant_id)) is not None:
        return ended
    if approvals.close(tx, row.approval_id, "rejected", ctx.now(), by=no.by, reason=no.reason):
        ctx.audit(tx, row.trip_id, "approval.rejected", approval_id=row.approval_id, by=no.by)
    elif not _lapsed(tx, row):
        return []
    if row.kind != "purchase":
        return []
    return holding.give_up(ctx, tx, row.trip_id, [line.hold_id for line in row.lines], f"rejected by {no.by}")


def _lapsed(tx: Connection, row: ApprovalRow) -> bool:
    """Check whether its time was over and nothing else is asked since: its holds may live on, and a no still gives them back."""
    now = approvals.get(tx, row.approval_id)
    return now is not None and now.state == "expired" and approvals.open_of_trip(tx, row.trip_id) is None


async def void(ctx: DeskContext, trip_id: str, reason: str) -> None:
    """Withdraw the open approvals of a trip; the holds stay."""

    def work(tx: Connection) -> None:
        for row in (approvals.open_of_trip(tx, trip_id, "purchase"), approvals.open_of_trip(tx, trip_id, "cancel")):
            if row is not None:
                holding.withdraw(ctx, tx, row, reason)

    await ctx.begin(trip_id, work)
