"""Whose a conversation is, and what waits for people of the house, as rows of their own."""

import sqlalchemy as sa
from alembic import op

from tripintent.tools.ledger.columns import UtcMoment

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables. Conversations from before get their rows with their next turn."""
    op.create_table(
        "conversations",
        *(sa.Column(name, sa.String(), primary_key=True) for name in ("thread_id", "org", "subject", "traveller")),
        sa.Column("begun_at", UtcMoment(), nullable=False),
    )
    op.create_index("conversations_traveller", "conversations", ["org", "traveller"])
    op.create_index("conversations_subject", "conversations", ["org", "subject"])
    op.create_table(
        "staff_queue",
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("entry_id", sa.String(), nullable=False, unique=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.String(), nullable=False)
            for name in ("kind", "org", "thread_id", "subject", "traveller")
        ),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("opened_at", UtcMoment(), nullable=False),
        sa.Column("closed_at", UtcMoment()),
    )
    op.create_index("ix_staff_queue_thread_id", "staff_queue", ["thread_id"])
    still = sa.text("closed_at IS NULL")
    columns = ["org", "rank", "seq"]
    op.create_index("staff_queue_open", "staff_queue", columns, sqlite_where=still, postgresql_where=still)
