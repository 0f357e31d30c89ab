"""The note that a file's time is counted from (``ledger_time.py``)."""

import sqlalchemy as sa
from alembic import op

from tripintent.tools.ledger.columns import UtcMoment

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; its row is made by the first write."""
    op.create_table(
        "ledger_clock",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("boot", sa.String(), nullable=False),
        sa.Column("running", sa.BigInteger(), nullable=False),
        sa.Column("moment", UtcMoment(), nullable=False),
        sa.Column("doubt", sa.BigInteger(), nullable=True),
        sa.Column("doubt_since", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
