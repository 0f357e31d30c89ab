"""Placing and giving back holds. What is held beside the chosen bundle stays until an order lets it go."""

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from tripintent.tools.desk.cart import for_others
from tripintent.tools.desk.context import DeskContext, not_open
from tripintent.tools.desk.planning import give_back, plan_hold, predicted
from tripintent.tools.desk.recovering import finish
from tripintent.tools.desk.sending import send_all
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import approvals, bookings, holds, operations, purchases
from tripintent.tools.ledger.approvals import ApprovalRow, CartPeople
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest

Wanted = list[OperationRow]


async def hold(ctx: DeskContext, request: HoldRequest) -> None:
    """Place what is not held yet, after giving back what is for other people, or not wanted and not certain: it may have the last seats."""
    todo = await ctx.begin(request.trip_id, lambda tx: _plan(ctx, tx, request))
    ctx.faults.reach("hold.planned")
    await finish_all(ctx, [op for op in todo if op.action == "release"])
    await finish_all(ctx, [op for op in todo if op.action != "release"])
    await send_back(ctx, request.trip_id)


async def release(ctx: DeskContext, trip_id: str, hold_ids: Collection[str], reason: str) -> None:
    """Give holds back at the supplier; an open approval that contains one of them is void."""
    todo = await ctx.begin(trip_id, lambda tx: give_up(ctx, tx, trip_id, hold_ids, reason))
    ctx.faults.reach("release.planned")
    await finish_all(ctx, todo)
    await send_back(ctx, trip_id)


async def send_back(ctx: DeskContext, trip_id: str) -> None:
    """Give back at once what turned up unwanted while something else was found out: its release is planned, and not sent yet."""
    left = await ctx.ledger.read(lambda tx: operations.open_of_trip(tx, trip_id, "release"))
    await finish_all(ctx, [op for op in left if op.state == "PLANNED"])


async def finish_all(ctx: DeskContext, ops: Sequence[OperationRow]) -> None:
    """Carry out independent operations of one trip side by side."""
    planned = [op for op in ops if op.state == "PLANNED"]
    sent = await send_all(ctx, planned)
    await asyncio.gather(*(finish(ctx, op) for op in (*sent, *(op for op in ops if op not in planned))))


def _plan(ctx: DeskContext, tx: Connection, request: HoldRequest) -> Wanted:
    now = ctx.now()
    placed = expire(ctx, tx, request.trip_id, holds.of_trip(tx, request.trip_id, "held", "in_doubt"))
    rows = [row for row in placed if row.status != "expired"]
    expire_approvals(ctx, tx, request.trip_id)
    others = _for_others(tx, rows, request)
    present = {_identity(row): row for row in rows if row.hold_id not in others}
    wanted = {(item.key, item.requirement_key, item.offer.option_id): item for item in _unbought(ctx, tx, request)}
    doubtful = [row.hold_id for i, row in present.items() if i not in wanted and row.status == "in_doubt"]
    todo = give_up(ctx, tx, request.trip_id, doubtful, "another bundle was chosen")
    todo += give_up(ctx, tx, request.trip_id, others, "it was held for other people")
    for row in (present[identity] for identity in wanted if identity in present):
        todo += _keep(ctx, tx, row, request)
    return todo + _place(ctx, tx, request, [item for identity, item in wanted.items() if identity not in present], now)


def _for_others(tx: Connection, rows: Sequence[HoldRow], request: HoldRequest | ApprovalRequest) -> frozenset[str]:
    """Return the holds whose order at the supplier names other people; what is being bought stays as it is.

    A request that names no one is for whoever is named already.
    """
    if not request.travellers:
        return frozenset()
    others = for_others(tx, rows, CartPeople.of(request))
    return others - in_purchase(tx, request.trip_id) if others else others


def held_for_others(tx: Connection, request: ApprovalRequest) -> tuple[list[HoldRow], frozenset[str]]:
    """Return what is held, and which of it for other people than those of an approval."""
    live = holds.of_trip(tx, request.trip_id, "held")
    return live, _for_others(tx, live, request) if live else frozenset()


async def hold_for(ctx: DeskContext, request: ApprovalRequest) -> bool:
    """Hold again, for the people of an approval, what is held for others. False when not everything could be."""
    live, others = await ctx.ledger.read(lambda tx: held_for_others(tx, request))
    if not others:
        return True
    items = tuple(
        HoldItem(offer=row.offer, key=row.key, requirement_key=row.requirement_key, title=row.title, part=row.part)
        for row in live
    )
    people = request.model_dump(include={"trip_id", "org", "thread_id", "travellers", "only", "contact", "requests"})
    await hold(ctx, HoldRequest.model_validate({**people, "bundle_id": live[0].bundle_id, "items": items}))
    kept = await ctx.ledger.read(lambda tx: holds.of_trip(tx, request.trip_id, "held", "in_doubt"))
    return {_identity(row) for row in live} <= {_identity(row) for row in kept}


def _unbought(ctx: DeskContext, tx: Connection, request: HoldRequest) -> list[HoldItem]:
    """Leave out what is bought already: a fork, a replay or an edited bundle must not order it a second time."""
    bought = {
        (one.key, one.requirement_key) for one in bookings.of_trip(tx, request.trip_id) if one.status == "confirmed"
    }
    again = [item for item in request.items if item.key and (item.key, item.requirement_key) in bought]
    for item in again:
        ctx.audit(tx, request.trip_id, "hold.already_bought", option_id=item.offer.option_id, key=item.key)
    return [item for item in request.items if item not in again]


def _identity(row: HoldRow) -> tuple[str, str, str]:
    return row.key, row.requirement_key, row.option_id


def _keep(ctx: DeskContext, tx: Connection, row: HoldRow, request: HoldRequest) -> Wanted:
    """An item held before is not held twice; one in doubt is looked after again. What is kept here alone was asked for nowhere yet."""
    known: dict[str, Any] = {}
    if row.order_id is None:
        outcomes = predicted(CartPeople.of(request), row, ctx.capabilities(row.supplier))
        known = {"requests": [one.model_dump(mode="json") for one in outcomes]}
    holds.change(tx, row.hold_id, ctx.now(), bundle_id=request.bundle_id, **known)
    op = operations.of_hold(tx, row.hold_id, "hold")
    return [op] if row.status == "in_doubt" and op is not None and not op.settled else []


def _place(ctx: DeskContext, tx: Connection, request: HoldRequest, items: Sequence[HoldItem], now: datetime) -> Wanted:
    rows = [_new_row(ctx, request, item, now) for item in items]
    holds.insert(tx, rows, now)
    for row in rows:
        facts = {"hold_id": row.hold_id, "option_id": row.option_id, "kind": row.kind, "status": row.status}
        ctx.audit(tx, row.trip_id, "hold.planned", **facts)
    todo = [plan_hold(row, CartPeople.of(request), now) for row in rows if row.status == "in_doubt"]
    operations.insert(tx, *todo)
    return todo


def _new_row(ctx: DeskContext, request: HoldRequest, item: HoldItem, now: datetime) -> HoldRow:
    """Hard holds start in doubt and are settled by their operation; soft ones and none are kept here alone, until the offer lapses."""
    offer = item.offer
    caps = ctx.capabilities(offer.supplier)
    seller = ctx.suppliers.get(offer.supplier)
    kind = seller.hold_kind(offer.kind) if seller and request.supplier_hold else "none"
    gone = "the offer had lapsed before it could be held" if offer.expires_at <= now else ""
    if not seller:
        gone = not_open(offer.supplier)
    elif not caps.sells:
        gone = f"it is not sold here; book it yourself: {offer.link}"
    return HoldRow(
        hold_id=new_id("hld"),
        trip_id=request.trip_id,
        org=request.org,
        thread_id=request.thread_id,
        item_type=offer.kind,
        key=item.key,
        requirement_key=item.requirement_key,
        bundle_id=request.bundle_id,
        option_id=offer.option_id,
        supplier=offer.supplier,
        order_id=None,
        kind=kind,
        status="failed" if gone else "in_doubt" if kind == "hard" else "held",
        total=offer.total_price,
        terms=offer.terms,
        simulated=offer.simulated,
        title=item.title,
        part=item.part,
        offer=offer,
        expires_at=offer.expires_at,
        error=gone,
        requests=predicted(CartPeople.of(request), item, caps),
    )


def give_up(ctx: DeskContext, tx: Connection, trip_id: str, hold_ids: Collection[str], reason: str) -> Wanted:
    """Mark holds released and plan their release; those of a purchase being carried out stay as they are."""
    if not hold_ids:
        return []
    now, busy = ctx.now(), in_purchase(tx, trip_id)
    wanted = [row for row in holds.of_trip(tx, trip_id, "held", "in_doubt") if row.hold_id in hold_ids]
    rows = [row for row in wanted if row.hold_id not in busy]
    if rows:
        void_if_contains(ctx, tx, trip_id, {row.hold_id for row in rows}, reason)
    todo: Wanted = []
    for row in rows:
        holds.change(tx, row.hold_id, now, status="released", error="")
        ctx.audit(tx, trip_id, "hold.released", hold_id=row.hold_id, reason=reason)
        todo += _release_operations(ctx, tx, row)
    return todo


def _release_operations(ctx: DeskContext, tx: Connection, row: HoldRow) -> Wanted:
    if row.order_id is not None:
        return give_back(ctx, tx, row)
    placing = operations.of_hold(tx, row.hold_id, "hold")
    if placing is None or placing.settled:
        return []
    if placing.state == "PLANNED":
        operations.move(tx, placing, ctx.now(), state="REJECTED", code="skipped", error="given up before it was sent")
        return []
    return [placing]  # in doubt: once it is found, it is released at once (consequences)


def in_purchase(tx: Connection, trip_id: str) -> frozenset[str]:
    """Return the holds that a purchase is working on."""
    live = purchases.live_of_trip(tx, trip_id)
    approval = None if live is None else approvals.get(tx, live.approval_id)
    return frozenset() if approval is None else frozenset(line.hold_id for line in approval.lines)


def void_if_contains(ctx: DeskContext, tx: Connection, trip_id: str, hold_ids: Collection[str], reason: str) -> None:
    """Withdraw the open approval whose cart contains one of these holds."""
    row = approvals.open_of_trip(tx, trip_id)
    if row is not None and any(line.hold_id in hold_ids for line in row.lines):
        withdraw(ctx, tx, row, reason)


def withdraw(ctx: DeskContext, tx: Connection, row: ApprovalRow, reason: str) -> None:
    """Close an open approval that must not be given any more."""
    approvals.close(tx, row.approval_id, "void", ctx.now(), reason=reason)
    ctx.audit(tx, row.trip_id, "approval.void", approval_id=row.approval_id, reason=reason)


def close_lapsed(ctx: DeskContext, tx: Connection, trip_id: str) -> int:
    """Mark the holds and approvals of a trip whose time is over. Return how many there were."""
    held, open_ = holds.of_trip(tx, trip_id, "held"), approvals.all_open_of_trip(tx, trip_id)
    lapsed = [row for row in expire(ctx, tx, trip_id, held) if row.status == "expired"]
    return len(lapsed) + len(open_) - len(expire_approvals(ctx, tx, trip_id))


def expire(ctx: DeskContext, tx: Connection, trip_id: str, rows: Sequence[HoldRow]) -> list[HoldRow]:
    """Mark which of a trip's holds lapsed, and return all as they are then; those of a purchase being carried out are judged by it."""
    now = ctx.now()
    lapsed = [row for row in rows if row.status == "held" and row.lapsed(now)]
    busy = in_purchase(tx, trip_id) if lapsed else frozenset()
    over = {row.hold_id for row in lapsed if row.hold_id not in busy}
    for hold_id in over:
        holds.change(tx, hold_id, now, only=("held",), status="expired", error="its time is over")
        ctx.audit(tx, trip_id, "hold.expired", hold_id=hold_id)
    return [row.model_copy(update={"status": "expired"}) if row.hold_id in over else row for row in rows]


def expire_approvals(ctx: DeskContext, tx: Connection, trip_id: str) -> list[ApprovalRow]:
    """Close the open approvals whose time is over, and return the others."""
    rows = approvals.all_open_of_trip(tx, trip_id)
    over = [row for row in rows if row.expires_at <= ctx.now()]
    for row in over:
        approvals.close(tx, row.approval_id, "expired", ctx.now())
        ctx.audit(tx, trip_id, "approval.expired", approval_id=row.approval_id)
    return [row for row in rows if row not in over]
