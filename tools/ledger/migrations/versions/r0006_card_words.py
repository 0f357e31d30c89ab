"""The words of what has to be confirmed are kept with the approval: the card is drawn from its row alone."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column. An approval of before shows the ids of what has to be confirmed."""
    op.add_column("approvals", sa.Column("wording", sa.JSON(), nullable=False, server_default="{}"))
