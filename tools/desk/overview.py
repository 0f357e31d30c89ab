"""The list of purchases for an operator: state, meaning, what is open and what it would cost."""

from sqlalchemy import Connection

from tripintent.tools.desk.states import MEANING
from tripintent.tools.ledger import operations, purchases
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.operating import PurchaseSummary, Step


def overview(tx: Connection, limit: int) -> list[PurchaseSummary]:
    """Return the newest purchases, newest first."""
    return [_summary(tx, row) for row in purchases.newest(tx, limit)]


def _summary(tx: Connection, row: PurchaseRow) -> PurchaseSummary:
    steps = [
        Step.model_validate(op.model_dump() | {"order_id": op.ref or op.order_id})
        for op in operations.of_purchase(tx, row.purchase_id, "book", "pay", "cancel")
    ]
    return PurchaseSummary.model_validate(row.model_dump() | {"meaning": MEANING[row.state], "steps": steps})
