"""Moving a purchase from one state to another: only along the table, by compare-and-set, with its audit line."""

from sqlalchemy import Connection

from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.states import COUNTS, LIVE, MOVES, REOPENED
from tripintent.tools.ledger import purchases
from tripintent.tools.ledger.purchases import PurchaseRow


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
    purchases.move(tx, current, ctx.now(), state=state, **flags, **values)
    note = str(values.get("note", ""))
    ctx.audit(tx, row.trip_id, f"purchase.{state.lower()}", purchase_id=row.purchase_id, note=note)
    return purchases.get(tx, row.purchase_id)


def reopen(ctx: DeskContext, tx: Connection, row: PurchaseRow, state: str, *, note: str, counts: bool) -> None:
    """Move a closed purchase because a paid order of it turned up. ``counts``: no other purchase means its cart."""
    if state not in REOPENED.get(row.state, frozenset()):
        msg = f"a closed purchase does not go from {row.state} to {state}"
        raise ValueError(msg)
    purchases.move(tx, row, ctx.now(), state=state, live=state in LIVE, counts=counts, note=note, declined=False)
    ctx.audit(tx, row.trip_id, f"purchase.{state.lower()}", purchase_id=row.purchase_id, note=note, was=row.state)
