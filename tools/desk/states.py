"""States of a purchase, the moves between them, and refusals by name. docs/purchase.md shows the same tables, by test."""

from sqlalchemy import Connection

from tripintent.state.context import Identity, is_reserved
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.ledger import ownership, purchases
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.outcomes import Refused

LIVE = frozenset({"REPRICING", "EXECUTING", "PAYMENT_REVIEW", "COMPENSATING"})
COUNTS = LIVE | {"PURCHASED", "MANUAL_REVIEW"}

MOVES: dict[str, frozenset[str]] = {
    "REPRICING": frozenset({"EXECUTING", "REAPPROVAL_NEEDED", "EXPIRED", "REJECTED"}),
    "EXECUTING": frozenset(
        {"PAYMENT_REVIEW", "COMPENSATING", "PURCHASED", "EXPIRED", "REAPPROVAL_NEEDED", "MANUAL_REVIEW"}
    ),
    "PAYMENT_REVIEW": frozenset({"COMPENSATING", "PURCHASED", "REAPPROVAL_NEEDED", "MANUAL_REVIEW"}),
    "COMPENSATING": frozenset({"COMPENSATED", "MANUAL_REVIEW", "REJECTED"}),
    "PURCHASED": frozenset(),
    "REAPPROVAL_NEEDED": frozenset(),
    "COMPENSATED": frozenset(),
    "MANUAL_REVIEW": frozenset(),
    "EXPIRED": frozenset(),
    "REJECTED": frozenset(),
}

REOPENED: dict[str, frozenset[str]] = {
    "REJECTED": frozenset({"PURCHASED", "COMPENSATING"}),
    "EXPIRED": frozenset({"PURCHASED", "COMPENSATING"}),
    "MANUAL_REVIEW": frozenset({"PURCHASED", "COMPENSATING"}),
    "COMPENSATED": frozenset({"COMPENSATING"}),
}
"""Where a closed purchase goes when a paid order of it turns up after all, and never otherwise."""

MEANING: dict[str, str] = {
    "REPRICING": "approved; the prices and conditions are read once more; nothing was sent",
    "EXECUTING": "the legs are being bought, the easiest to undo first",
    "PAYMENT_REVIEW": "an answer is missing or unclear: whether a leg was bought is being found out; nothing is sent twice",
    "COMPENSATING": "a leg failed; what was bought and is free to cancel is being cancelled",
    "PURCHASED": "everything of the cart is bought",
    "REAPPROVAL_NEEDED": "the price rose or a condition got worse; nothing was bought; a new approval is needed",
    "COMPENSATED": "a leg failed and everything bought before it was cancelled at no cost",
    "MANUAL_REVIEW": "a leg failed and undoing the others would lose money, or a leg was charged above the approval: a person decides",
    "EXPIRED": "the approval, a hold or an offer lapsed before anything was bought",
    "REJECTED": "the supplier or the bank refused before anything was bought; repeatable under a new approval",
}

REFUSALS: dict[str, str] = {
    "no_approval": "nothing was approved: an approval has to be answered first",
    "unknown_approval": "there is no such approval",
    "forged_answer": "the answer did not come through the approval's own question",
    "stale_answer": "the answer belongs to an older card than the one that is open",
    "wrong_cart": "the cart changed since it was approved: a new approval is needed",
    "wrong_trip": "the approval belongs to another trip",
    "wrong_thread": "the approval was asked for in another conversation",
    "not_yours": "this trip belongs to somebody else",
    "owner_only": "only the owner of the trip may do this",
    "wrong_approver": "somebody else has to approve this",
    "already_consumed": "the approval was used before",
    "void": "the approval was withdrawn",
    "rejected": "the approval was rejected",
    "approval_expired": "the approval's time is over: ask for a new one",
    "hold_expired": "a hold of the cart lapsed: search and hold again",
    "hold_in_doubt": "it is not certain yet whether a hold was placed: it is being found out",
    "other_people": "the people changed, and not everything could be held for them: search and hold again",
    "people_changed": "who travels was changed after this card was made: look at the new one",
    "nothing_held": "nothing is held that could be bought",
    "missing_confirmation": "something on the card has to be confirmed first: tick what it lists, then approve",
    "unknown_currency": "there is no exchange rate for a currency of the cart: choose something else",
    "payment_method_missing": "there is no card on file to pay with: whoever runs this service adds one, then approve again",
    "token_required": "this approval can only be given with its token",
    "bad_token": "the token opens no approval",
    "busy": "the trip is being bought right now",
    "stale_quote": "the cost of cancelling changed: look at it again",
    "change_in_doubt": "whether the change is accepted is not certain yet: say it again",
    "change_refused": "the change was not accepted",
    "unknown_booking": "there is no such booking",
    "not_cancellable": "the booking cannot be cancelled",
    "cancelled_by_seller": "it cannot be cancelled here: please ask its seller, with the booking's code",
    "supplier_unavailable": "the supplier does not answer: try again later",
}


def move(ctx: DeskContext, tx: Connection, row: PurchaseRow, state: str, **values: object) -> PurchaseRow:
    """Move and return the purchase as it is then.

    When another worker closed it, or moved it there, meanwhile, it stays as that one left it.
    """
    current = purchases.get(tx, row.purchase_id)
    if state not in MOVES[current.state]:
        if current.state == state or not current.live:
            return current
        msg = f"a purchase does not go from {current.state} to {state}"
        raise ValueError(msg)
    flags: dict[str, object] = {"live": state in LIVE, "counts": state in COUNTS and current.counts}
    if state not in LIVE:
        flags |= {"lease_owner": None, "lease_until": None}
    moved = purchases.move(tx, current, ctx.now(), state=state, **flags, **values)
    facts = {"purchase_id": row.purchase_id, "approval_id": row.approval_id, "note": str(values.get("note", ""))}
    ctx.audit(tx, row.trip_id, f"purchase.{state.lower()}", **facts)
    return moved or purchases.get(tx, row.purchase_id)


def reopen(ctx: DeskContext, tx: Connection, row: PurchaseRow, state: str, *, note: str, counts: bool) -> None:
    """Move a closed purchase because a paid order of it turned up. ``counts``: no other purchase means its cart."""
    if state not in REOPENED.get(row.state, frozenset()):
        msg = f"a closed purchase does not go from {row.state} to {state}"
        raise ValueError(msg)
    purchases.move(tx, row, ctx.now(), state=state, live=state in LIVE, counts=counts, note=note, declined=False)
    facts = {"purchase_id": row.purchase_id, "approval_id": row.approval_id, "note": note, "was": row.state}
    ctx.audit(tx, row.trip_id, f"purchase.{state.lower()}", **facts)


def refuse(code: str, detail: str = "") -> Refused:
    """Return the refusal of a name in the table; an unknown name is a programming error."""
    words = REFUSALS[code]
    return Refused(code=code, message=f"{words}: {detail}" if detail else words)


def grant_ended(tx: Connection, row: ApprovalRow, grant_id: str) -> Refused | None:
    """Refuse an answer by a grant that counts no more at this moment, in the transaction that the answer would decide in."""
    if not grant_id or ownership.still_granted(tx, grant_id, row.trip_id, "approver"):
        return None
    return refuse("wrong_approver", "the owner took the right to decide this back")


def other_approver(row: ApprovalRow, organisation: str | None, by: str) -> Refused | None:
    """Refuse an answer of anybody but the approver who is asked: the same user name elsewhere is somebody else.

    Who is not named is no approver, whatever the one who is asked is called.
    """
    if row.asked is None or (row.asked == Identity(organisation or "", by) and not is_reserved(by)):
        return None
    answered = f"{by} of {organisation}" if by == row.approver and organisation else by
    return refuse("wrong_approver", f"{row.approver} is asked, {answered} answered")


def given_elsewhere(row: ApprovalRow, trip_id: str, thread_id: str) -> Refused | None:
    """Refuse an answer that was not given to this approval's own card: it names its trip and its thread."""
    if trip_id != row.trip_id:
        return refuse("wrong_trip")
    return None if thread_id == row.thread_id else refuse("wrong_thread")
