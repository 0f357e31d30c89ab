"""Cancellations of a set of bookings as one plan: what an approval cancels and brings back, and which operations belong together."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns. A cancellation that was asked about before is asked about again: its cart was made of other words."""
    op.add_column("approvals", sa.Column("cancels", sa.JSON(), nullable=False, server_default="[]"))
    op.add_column("approvals", sa.Column("refund", sa.JSON(none_as_null=True), nullable=True))
    op.execute("UPDATE approvals SET state = 'void', reason = 'asked again' WHERE kind = 'cancel' AND state = 'open'")
    op.drop_column("approvals", "booking_id")
    op.add_column("operations", sa.Column("plan_id", sa.String(), nullable=True))
    op.create_index(op.f("ix_operations_plan_id"), "operations", ["plan_id"], unique=False)
