"""Personal data of before: carts lose the names in them, hashes of what was sent get the ledger's key."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from tripintent.tools.ledger.operations import keyed

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rewrite the rows. An approval that is open just now has to be asked for again: its cart names people otherwise."""
    tx = op.get_bind()
    tx.execute(sa.text("UPDATE approvals SET cart = ''"))
    change = sa.text("UPDATE operations SET request_hash = :new WHERE op_id = :id")
    for row in tx.execute(sa.text("SELECT op_id, request_hash FROM operations")).all():
        tx.execute(change, {"id": row.op_id, "new": keyed(tx, row.request_hash, datetime.now(UTC))})
