"""What became of travellers' requests is kept with the hold and the booking."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns. What was held or booked before had no requests."""
    for table in ("holds", "bookings"):
        op.add_column(table, sa.Column("requests", sa.JSON(), nullable=False, server_default="[]"))
