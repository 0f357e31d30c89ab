"""The total of a purchase, where other sums than the approved ones are asked or were charged."""

from collections.abc import Sequence

from sqlalchemy import Connection

from tripintent.state.money import Money
from tripintent.tools.desk.cart import total_in
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.legs import cart_holds
from tripintent.tools.ledger import approvals, bookings
from tripintent.tools.ledger.purchases import PurchaseRow

Change = tuple[Money, Money]
"""A sum as it was, and as it is now."""


def difference(ctx: DeskContext, purchase: PurchaseRow, changes: Sequence[Change]) -> dict[str, object]:
    """Return the new total and what it differs by, in the approval's currency: both prices converted on the same day.

    Nothing where there is no rate for a new currency: the change itself is a difference, and told as one.
    """
    total = _total(ctx, purchase, changes)
    if total is None:
        return {}
    change = total.amount - purchase.total.amount
    name = "cheaper_by" if change < 0 else "dearer_by"
    by = Money(amount=abs(change), currency=total.currency)
    return {"total": total.model_dump(mode="json"), name: by.model_dump(mode="json")}


def charged(ctx: DeskContext, tx: Connection, purchase: PurchaseRow) -> dict[str, object]:
    """Return the total that was really paid, where a supplier charged another sum than the one it was asked for."""
    asked = {hold.hold_id: hold.total for hold in cart_holds(tx, purchase)}
    paid = bookings.paid_by_hold(tx, purchase.purchase_id)
    total = _total(ctx, purchase, [(asked[hold_id], sum_) for hold_id, sum_ in paid.items() if hold_id in asked])
    approval = approvals.get(tx, purchase.approval_id)
    if total is None or approval is None:
        return {}
    change = total.amount - approval.total.amount
    by = Money(amount=abs(change), currency=total.currency).model_dump(mode="json") if change else None
    sums = {"cheaper_by": by if change < 0 else None, "dearer_by": by if change > 0 else None}
    return {"total": total.model_dump(mode="json"), **sums}


def _total(ctx: DeskContext, purchase: PurchaseRow, changes: Sequence[Change]) -> Money | None:
    """Return the purchase's total after the changes; None where nothing changed, or a currency has no rate."""
    currency = purchase.total.currency
    before = total_in((was for was, _ in changes), currency, ctx.rates)
    after = total_in((now for _, now in changes), currency, ctx.rates)
    if before is None or after is None or before == after:
        return None
    return Money(amount=purchase.total.amount + after.amount - before.amount, currency=currency)
