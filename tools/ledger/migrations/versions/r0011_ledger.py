"""The first schema. Earlier ones were never released, and the number goes on from theirs.

A new ledger gets the tables as they are now (``tools.ledger.upgrade``): no migration makes them.
"""

revision = "0011"
down_revision = None


def upgrade() -> None:
    """Do nothing: a ledger of this number has its tables."""
