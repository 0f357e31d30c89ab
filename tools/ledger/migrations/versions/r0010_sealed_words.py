"""What guests say for their check-in is kept sealed, outside the conversation."""

import sqlalchemy as sa
from alembic import op

from tripintent.tools.ledger.columns import UtcMoment

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "sealed_words",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("thread_id", sa.String(), nullable=False, index=True),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("stored_at", UtcMoment, nullable=False),
    )
