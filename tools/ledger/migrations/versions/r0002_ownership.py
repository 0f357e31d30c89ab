"""Whose a trip is, and every document of a trip in one table.

What was there before keeps its name and its owner as far as the ledger knows them: organisation and traveller from the
published trip, threads from holds, approvals and purchases. Such trips are marked: a thread of before is bound to its trip
when it goes on (``tools.ledger.ownership``).
"""

import sqlalchemy as sa
from alembic import op

from tripintent.tools.ledger.columns import UtcMoment

revision = "0002"
down_revision = "0001"

MOVED = (
    "INSERT INTO documents (org, trip_id, kind, version, phase, state, document, updated_at) "
    "SELECT org, trip_id, 'trip_intent', version, phase, state, document, updated_at FROM trips"
)
WITH_TRIPS = ("approvals", "holds", "purchases")
LONG_AGO = "2026-11-20T00:00:00.000000Z"


def upgrade() -> None:
    """Make the tables, move the trips, and bind them to whom they belong."""
    _make_tables()
    _bind_what_was_there(op.get_bind())
    op.execute(MOVED)
    op.drop_table("trips")


def _make_tables() -> None:
    op.create_table(
        "documents",
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("updated_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("org", "trip_id", "kind"),
    )
    op.create_table(
        "trip_owners",
        sa.Column("ledger_id", sa.String(), nullable=False),
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("traveller", sa.String(), nullable=False),
        sa.Column("legacy", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("ledger_id"),
    )
    op.create_index(op.f("ix_trip_owners_trip_id"), "trip_owners", ["trip_id"], unique=False)
    op.create_index("trip_owners_subject", "trip_owners", ["org", "subject"], unique=False)
    op.create_table(
        "trip_threads",
        sa.Column("ledger_id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("bound_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("ledger_id", "thread_id"),
    )
    op.create_index(op.f("ix_trip_threads_thread_id"), "trip_threads", ["thread_id"], unique=False)
    op.create_table(
        "trip_grants",
        sa.Column("grant_id", sa.String(), nullable=False),
        sa.Column("ledger_id", sa.String(), nullable=False),
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("granted_by", sa.String(), nullable=False),
        sa.Column("created_at", UtcMoment(), nullable=False),
        sa.Column("revoked_at", UtcMoment(), nullable=True),
        sa.Column("revoked_by", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("grant_id"),
    )
    op.create_index(op.f("ix_trip_grants_ledger_id"), "trip_grants", ["ledger_id"], unique=False)
    op.create_index("trip_grants_subject", "trip_grants", ["org", "subject"], unique=False)


def _bind_what_was_there(tx: sa.Connection) -> None:
    owners = {
        _ledger_id(row.org, row.trip_id): {"org": row.org, "trip_id": row.trip_id, "traveller": row.traveller}
        for row in tx.execute(sa.text("SELECT org, trip_id, traveller FROM trips"))
    }
    threads: set[tuple[str, str]] = set()
    for table in WITH_TRIPS:
        for row in tx.execute(sa.text(f"SELECT DISTINCT trip_id, org, thread_id FROM {table}")):  # noqa: S608 - our own names
            owners.setdefault(row.trip_id, {"org": row.org, "trip_id": _bare(row.trip_id, row.org), "traveller": ""})
            if row.thread_id:
                threads.add((row.trip_id, row.thread_id))
    add_owner = sa.text(
        "INSERT INTO trip_owners (ledger_id, org, trip_id, subject, traveller, legacy, created_at) "
        "VALUES (:ledger_id, :org, :trip_id, :traveller, :traveller, :legacy, :at)"
    )
    for ledger_id, owner in owners.items():
        tx.execute(add_owner, {**owner, "ledger_id": ledger_id, "legacy": True, "at": LONG_AGO})
    add_thread = sa.text("INSERT INTO trip_threads (ledger_id, thread_id, bound_at) VALUES (:ledger_id, :thread, :at)")
    for ledger_id, thread in sorted(threads):
        tx.execute(add_thread, {"ledger_id": ledger_id, "thread": thread, "at": LONG_AGO})


def _ledger_id(org: str, trip_id: str) -> str:
    return "/".join(_escaped(part) for part in (org, trip_id) if part)


def _bare(ledger_id: str, org: str) -> str:
    """Return the trip's own id: the ledger's without the organisation before it."""
    own = ledger_id.removeprefix(f"{_escaped(org)}/") if org else ledger_id
    return own.replace("%2F", "/").replace("%25", "%")


def _escaped(part: str) -> str:
    return part.replace("%", "%25").replace("/", "%2F")
