"""What people outside the conversation are told of approvals waits here until it has arrived."""

import sqlalchemy as sa
from alembic import op

from tripintent.tools.ledger.columns import UtcMoment

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "outbox",
        sa.Column("notice_id", sa.String(), primary_key=True),
        sa.Column("channel", sa.String(), primary_key=True),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("next_at", UtcMoment()),
        sa.Column("created_at", UtcMoment(), nullable=False),
    )
    op.create_index("ix_outbox_trip_id", "outbox", ["trip_id"])
    op.create_index("ix_outbox_next_at", "outbox", ["next_at"])
