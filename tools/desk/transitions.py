"""Moving a purchase from one state to another: only along the table, by compare-and-set, with its audit line."""

from typing import Any

from sqlalchemy import Connection

from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.states import COUNTS, LIVE, MOVES
from tripintent.tools.ledger import purchases
from tripintent.tools.ledger.purchases import PurchaseRow


def move(ctx: DeskContext, tx: Connection, row: PurchaseRow, state: str, **values: Any) -> PurchaseRow:
    """Move and return the purchase as it is then; when another worker moved it first, as that one left it."""
    if state not in MOVES[row.state]:
        msg = f"a purchase does not go from {row.state} to {state}"
        raise ValueError(msg)
    flags = {"live": state in LIVE, "counts": state in COUNTS}
    if purchases.move(tx, row, ctx.now(), state=state, **flags, **values):
        ctx.say(
            tx, row.trip_id, f"purchase.{state.lower()}", purchase_id=row.purchase_id, note=str(values.get("note", ""))
        )
    return purchases.get(tx, row.purchase_id)
