"""Holds say which part of the trip they are for: a booking takes that part, whatever the plan says later."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the part to holds."""
    op.add_column("holds", sa.Column("part", sa.JSON(none_as_null=True), nullable=True))
