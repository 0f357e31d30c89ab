"""Consuming an approval and inserting the purchase, in one transaction, after every check. Whatever is missing is refused by name."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tripintent.state.booking import ApprovalAnswer
from tripintent.state.travellers import Traveller
from tripintent.tools.desk import changes
from tripintent.tools.desk.cart import cart_text, former_cart_text, mark_of
from tripintent.tools.desk.context import LEASE, DeskContext
from tripintent.tools.desk.states import given_elsewhere, grant_ended, other_approver, refuse
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import approvals, holds, purchases
from tripintent.tools.ledger.approvals import ApprovalRow, CartPeople
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ledger.seals import sha256
from tripintent.tools.ports.outcomes import Refused


@dataclass(frozen=True)
class Consent:
    """An authentic yes: by a sealed answer, or by the approval's token."""

    approval_id: str
    by: str
    payment_method_id: str | None
    confirmations: Collection[str]
    shown_cart_hash: str = ""
    by_token: bool = False
    trip_id: str = ""
    thread_id: str = ""
    grant_id: str = ""
    organisation: str | None = None
    travellers: Sequence[Traveller] = ()
    """Those of the trip as it is when it is bought."""

    @classmethod
    def of(cls, answer: ApprovalAnswer, travellers: Sequence[Traveller]) -> "Consent":
        """Read a sealed answer."""
        return cls(
            answer.approval_id,
            answer.by,
            answer.payment_method_id,
            answer.confirmations,
            answer.shown_cart_hash,
            trip_id=answer.trip_id,
            thread_id=answer.thread_id,
            grant_id=answer.grant_id,
            organisation=answer.organisation,
            travellers=travellers,
        )


@dataclass(frozen=True)
class Consumed:
    """The purchase to carry out. ``made`` is None if this approval was used already: ``purchase_id`` is then the earlier purchase."""

    purchase_id: str
    made: PurchaseRow | None = None


def consume(ctx: DeskContext, tx: Connection, trip_id: str, consent: Consent, owner: str) -> Consumed | Refused:
    """Check everything, then consume. Runs inside one write transaction; a refusal changes nothing.

    ``owner`` gets the lease of the new purchase.
    """
    row = approvals.get(tx, consent.approval_id, lock=True)
    if row is None or row.kind != "purchase":
        return refuse("unknown_approval")
    if row.trip_id != trip_id:
        return refuse("wrong_trip")
    misplaced = None if consent.by_token else given_elsewhere(row, consent.trip_id, consent.thread_id)
    refusal = misplaced or grant_ended(tx, row, consent.grant_id) or _not_authorised(row, consent)
    used = None if refusal else _used_before(tx, row)
    return refusal or used or _not_open(ctx, row) or _incomplete(row, consent) or _buy(ctx, tx, row, consent, owner)


def _not_authorised(row: ApprovalRow, consent: Consent) -> Refused | None:
    if row.token_required and not consent.by_token:
        return refuse("token_required")
    return None if consent.by_token else other_approver(row, consent.organisation, consent.by)


def _used_before(tx: Connection, row: ApprovalRow) -> Consumed | None:
    """A second click, another tab, a replay: they all get the one purchase of this approval."""
    purchase = purchases.of_approval(tx, row.approval_id)
    return None if purchase is None else Consumed(purchase.purchase_id)


def _not_open(ctx: DeskContext, row: ApprovalRow) -> Refused | None:
    if row.state in ("void", "rejected"):
        return refuse(row.state, row.reason or "")
    if row.state == "expired" or row.expires_at <= ctx.now():
        lapsed = any(line.expires_at is not None and line.expires_at <= ctx.now() for line in row.lines)
        return refuse("hold_expired" if lapsed else "approval_expired")
    return None


def _incomplete(row: ApprovalRow, consent: Consent) -> Refused | None:
    if consent.shown_cart_hash and consent.shown_cart_hash != row.cart_hash:
        return refuse("stale_answer")
    if _names(consent.travellers) != _names((row.party or CartPeople()).travellers) and consent.travellers:
        return refuse("people_changed")
    if not {*row.confirmations} <= {*consent.confirmations}:
        return refuse("missing_confirmation")
    return None if consent.payment_method_id or row.payment_method_id else refuse("payment_method_missing")


def _names(people: Sequence[Traveller]) -> list[tuple[str, str, str | None]]:
    return [(one.given_name, one.family_name, one.date_of_birth) for one in people]


def _buy(ctx: DeskContext, tx: Connection, row: ApprovalRow, consent: Consent, owner: str) -> Consumed | Refused:
    refusal = _cart_refusal(ctx, tx, row)
    if refusal is not None:
        return refusal
    purchase = _purchase(ctx, row, consent, owner)
    try:
        with tx.begin_nested():
            approvals.close(tx, row.approval_id, "consumed", ctx.now(), by=consent.by)
            purchases.insert(tx, purchase)
    except IntegrityError:
        return refuse("busy")
    facts = {
        "approval_id": row.approval_id,
        "purchase_id": purchase.purchase_id,
        "cart_hash": row.cart_hash,
        "by": consent.by,
    }
    ctx.audit(tx, row.trip_id, "approval.consumed", **facts)
    ctx.faults.reach("consume.storing")
    return Consumed(purchase.purchase_id, purchase)


def _cart_refusal(ctx: DeskContext, tx: Connection, row: ApprovalRow) -> Refused | None:
    """Rebuild the cart from the ledger's live holds: it must be the one that was approved."""
    wanted = {line.hold_id for line in row.lines}
    placed = holds.of_trip(tx, row.trip_id, "held", "expired")
    if any(hold.status == "expired" or hold.lapsed(ctx.now()) for hold in placed if hold.hold_id in wanted):
        return refuse("hold_expired")
    live = [hold for hold in placed if hold.status == "held"]
    if not live:
        return refuse("nothing_held")
    same = row.cart_hash == sha256(_cart_now(ctx, tx, row, live))
    return None if same and changes.all_booked(tx, row) else refuse("wrong_cart")


def _cart_now(ctx: DeskContext, tx: Connection, row: ApprovalRow, live: list[HoldRow]) -> str:
    """Return the cart of the live holds, in the form in which the approval's was written (its text went at an upgrade)."""
    party = row.party or CartPeople()
    if not row.cart:
        return former_cart_text(row.trip_id, live, party.travellers, party.contact)
    return cart_text(row.trip_id, live, mark_of(tx, party, ctx.now()), row.cancels)


def _purchase(ctx: DeskContext, row: ApprovalRow, consent: Consent, owner: str) -> PurchaseRow:
    now = ctx.now()
    return PurchaseRow(
        purchase_id=new_id("pur"),
        approval_id=row.approval_id,
        trip_id=row.trip_id,
        org=row.org,
        thread_id=row.thread_id,
        cart_hash=row.cart_hash,
        state="REPRICING",
        live=True,
        counts=True,
        payment_method_id=consent.payment_method_id or row.payment_method_id or "",
        approved_by=consent.by,
        total=row.total,
        lease_owner=owner,
        lease_until=now + LEASE,
        created_at=now,
        updated_at=now,
    )
