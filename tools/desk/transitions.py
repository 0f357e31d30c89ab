"""Moving a purchase from one state to another: only along the table, by compare-and-set, with its audit line."""

from typing import Any

from sqlalchemy import Connection

from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.states import COUNTS, LIVE, MOVES
from tripintent.tools.ledger import purchases
from tripintent.tools.ledger.purchases import PurchaseRow


def move(ctx: DeskContext, tx: Connection, row: PurchaseRow, state: str, **values: Any) -> PurchaseRow:
    """Move and return the purchase as it is then.

    When another worker closed it, or moved it there, meanwhile, it stays as that one left it.
    """
    current = purchases.get(tx, row.purchase_id)
    if state not in MOVES[current.state]:
        if current.state == state or not current.live:
            return current
        msg = f"a purchase does not go from {current.state} to {state}"
        raise ValueError(msg)
    flags: dict[str, Any] = {"live": state in LIVE, "counts": state in COUNTS}
    if state not in LIVE:
        flags |= {"lease_owner": None, "lease_until": None}
    purchases.move(tx, current, ctx.now(), state=state, **flags, **values)
    note = str(values.get("note", ""))
    ctx.say(tx, row.trip_id, f"purchase.{state.lower()}", purchase_id=row.purchase_id, note=note)
    return purchases.get(tx, row.purchase_id)
