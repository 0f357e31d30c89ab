"""States of a purchase, the moves between them, and refusals by name. docs/purchase.md shows the same tables, by test."""

from sqlalchemy import Connection

from tripintent.state.context import Identity, is_reserved
from tripintent.tools.desk.context import DeskContext, table
from tripintent.tools.ledger import ownership, purchases
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.outcomes import Refused

LIVE = frozenset({"REPRICING", "EXECUTING", "PAYMENT_REVIEW", "COMPENSATING"})
COUNTS = LIVE | {"PURCHASED", "MANUAL_REVIEW"}

MOVES = {state: frozenset(after.split()) for state, after in table("moves").items()}
REOPENED = {state: frozenset(after.split()) for state, after in table("reopened").items()}
"""Where a closed purchase goes when a paid order of it turns up after all, and never otherwise."""
MEANING, REFUSALS = table("states"), table("refusals")


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
