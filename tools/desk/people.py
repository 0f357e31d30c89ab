"""For whom a hold was placed: the names at the supplier are those of the hold, and paying for it changes none of them."""

from sqlalchemy import Connection

from tripintent.tools.desk.planning import People, body_hash, with_people
from tripintent.tools.ledger import operations
from tripintent.tools.ledger.holds import HoldRow


def is_for(tx: Connection, hold: HoldRow, people: People) -> bool:
    """Whether a hold was placed for exactly these people and this contact, told by the hash of what was sent.

    One that is kept here alone names nobody at a supplier yet: it is for anybody.
    """
    op = operations.of_hold(tx, hold.hold_id, "hold")
    return op is None or body_hash(with_people(op.body, people)) == op.request_hash
