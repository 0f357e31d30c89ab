"""How a purchase is, as its caller hears it."""

from sqlalchemy import Connection

from tripintent.tools.desk.refusals import refuse
from tripintent.tools.desk.replacing import replaced
from tripintent.tools.desk.states import MEANING
from tripintent.tools.ledger import bookings, purchases
from tripintent.tools.ports.desk import Bought, Failed, InReview, PurchaseOutcome, ReapprovalNeeded


def result(tx: Connection, purchase_id: str, *, busy: bool = False) -> PurchaseOutcome:
    """Return the outcome of a purchase as the ledger has it. ``busy``: another worker is carrying it out."""
    row = purchases.get(tx, purchase_id)
    bought = bookings.of_purchase(tx, purchase_id)
    words = row.note or MEANING[row.state]
    if row.state == "PURCHASED":
        before = replaced(tx, row)
        sums = {"total": row.total, "cheaper_by": row.cheaper_by, "dearer_by": row.dearer_by}
        return Bought(purchase_id=purchase_id, bookings=bought, replaced=before, **sums)
    if row.state == "REAPPROVAL_NEEDED":
        return ReapprovalNeeded(approval_id=row.approval_id, differences=row.differences, dearer_by=row.dearer_by)
    if row.live and busy:
        return refuse("busy")
    if row.live or row.state == "MANUAL_REVIEW":
        return InReview(purchase_id=purchase_id, state=row.state, message=words, loss=row.loss, bookings=bought)
    return Failed(purchase_id=purchase_id, state=row.state, message=words, declined=row.declined, bookings=bought)


def latest(tx: Connection, trip_id: str) -> PurchaseOutcome | None:
    """Return the outcome of a trip's latest purchase; None before there is one."""
    row = purchases.latest(tx, trip_id)
    return None if row is None else result(tx, row.purchase_id)
