"""The list of purchases for an operator: state, meaning, what is open and what it would cost."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection

from tripintent.state.money import Money
from tripintent.tools.desk.states import MEANING
from tripintent.tools.ledger import operations, purchases
from tripintent.tools.ledger.purchases import PurchaseRow


class Step(BaseModel):
    """One operation of a purchase, as an operator sees it."""

    model_config = ConfigDict(frozen=True)

    action: str
    supplier: str
    state: str
    order_id: str | None = None
    code: str = ""


class PurchaseSummary(BaseModel):
    """One purchase, with its steps in the order of execution."""

    model_config = ConfigDict(frozen=True)

    purchase_id: str
    trip_id: str
    org: str = ""
    state: str
    meaning: str
    note: str = ""
    total: Money
    loss: Money | None = None
    approved_by: str = ""
    created_at: datetime
    updated_at: datetime
    steps: tuple[Step, ...] = ()


def overview(tx: Connection, limit: int) -> list[PurchaseSummary]:
    """Return the newest purchases, newest first."""
    return [_summary(tx, row) for row in purchases.newest(tx, limit)]


def _summary(tx: Connection, row: PurchaseRow) -> PurchaseSummary:
    steps = [
        Step(action=op.action, supplier=op.supplier, state=op.state, order_id=op.ref or op.order_id, code=op.code)
        for op in operations.of_purchase(tx, row.purchase_id, "book", "pay", "cancel")
    ]
    return PurchaseSummary.model_validate(row.model_dump() | {"meaning": MEANING[row.state], "steps": steps})
