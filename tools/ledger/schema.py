"""The ledger's tables, as they are at ``REVISION``. The migration makes them; a test compares the two.

Moments are sortable UTC text, readable by an auditor in either database.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeDecorator


class UtcMoment(TypeDecorator[datetime]):
    """An aware datetime, kept as 27 characters of ISO 8601 in UTC: text order is time order."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write UTC; a naive datetime is a programming error."""
        if value is None:
            return None
        if value.tzinfo is None:
            msg = f"the ledger takes no naive datetime: {value!r}"
            raise ValueError(msg)
        return f"{value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read it back as an aware datetime."""
        return None if value is None else datetime.fromisoformat(value)


REVISION = "0012"
VERSION_TABLE = "tripintent_ledger_version"

metadata = MetaData()


def _partial(holds: str, name: str, *columns: str, unique: bool = False) -> Index:
    """Return an index of the rows for which a condition holds, in either database."""
    return Index(name, *columns, unique=unique, sqlite_where=text(holds), postgresql_where=text(holds))


approvals = Table(
    "approvals",
    metadata,
    Column("approval_id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("trip_id", String, nullable=False, index=True),
    Column("org", String, nullable=False),
    Column("thread_id", String, nullable=False),
    Column("cart_hash", String(64), nullable=False),
    Column("cart", Text, nullable=False),
    Column("lines", JSON, nullable=False),
    Column("cancels", JSON, nullable=False),
    Column("total", JSON, nullable=False),
    Column("refund", JSON(none_as_null=True)),
    Column("payment_method_id", String),
    Column("approver", String),
    Column("token_required", Boolean, nullable=False),
    Column("token_hash", String(64), unique=True),
    Column("confirmations", JSON, nullable=False),
    Column("wording", JSON, nullable=False),
    Column("party", JSON(none_as_null=True)),
    Column("state", String, nullable=False),
    Column("expires_at", UtcMoment, nullable=False),
    Column("created_at", UtcMoment, nullable=False),
    Column("closed_at", UtcMoment),
    Column("closed_by", String),
    Column("reason", String),
    _partial("state = 'open'", "approvals_one_open", "trip_id", "kind", unique=True),
)

purchases = Table(
    "purchases",
    metadata,
    Column("purchase_id", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("approval_id", String, nullable=False, unique=True),
    Column("trip_id", String, nullable=False, index=True),
    Column("org", String, nullable=False),
    Column("thread_id", String, nullable=False),
    Column("cart_hash", String(64), nullable=False),
    Column("state", String, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("payment_method_id", String, nullable=False),
    Column("approved_by", String, nullable=False),
    Column("total", JSON, nullable=False),
    Column("cheaper_by", JSON(none_as_null=True)),
    Column("dearer_by", JSON(none_as_null=True)),
    Column("differences", JSON, nullable=False),
    Column("loss", JSON(none_as_null=True)),
    Column("declined", Boolean, nullable=False),
    Column("note", Text, nullable=False),
    Column("lease_owner", String),
    Column("lease_until", UtcMoment),
    Column("created_at", UtcMoment, nullable=False),
    Column("updated_at", UtcMoment, nullable=False),
    _partial("live", "purchases_one_live", "trip_id", unique=True),
    _partial("counts", "purchases_one_per_cart", "trip_id", "cart_hash", unique=True),
)

operations = Table(
    "operations",
    metadata,
    Column("op_id", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("trip_id", String, nullable=False, index=True),
    Column("purchase_id", String, index=True),
    Column("plan_id", String, index=True),
    Column("hold_id", String),
    Column("booking_id", String),
    Column("action", String, nullable=False),
    Column("supplier", String, nullable=False),
    Column("order_id", String),
    Column("body", JSON, nullable=False),
    Column("request_hash", String(64), nullable=False),
    Column("state", String, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("sent_at", UtcMoment),
    Column("send_by", UtcMoment),
    Column("settles_at", UtcMoment),
    Column("watch_until", UtcMoment),
    Column("lease_owner", String),
    Column("lease_until", UtcMoment),
    Column("ref", String),
    Column("code", String, nullable=False),
    Column("error", Text, nullable=False),
    Column("created_at", UtcMoment, nullable=False),
    Column("updated_at", UtcMoment, nullable=False),
    _partial("action IN ('pay','book')", "operations_one_per_leg", "purchase_id", "hold_id", unique=True),
    _partial("state IN ('PLANNED','SENT','UNKNOWN')", "operations_open", "state"),
    _partial("watch_until IS NOT NULL", "operations_watched", "watch_until"),
)

holds = Table(
    "holds",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("hold_id", String, nullable=False, unique=True),
    Column("trip_id", String, nullable=False, index=True),
    Column("org", String, nullable=False),
    Column("thread_id", String, nullable=False),
    Column("item_type", String, nullable=False),
    Column("key", String, nullable=False),
    Column("fit", String, key="requirement_key", nullable=False),
    Column("bundle_id", String, nullable=False),
    Column("option_id", String, nullable=False),
    Column("supplier", String, nullable=False),
    Column("order_id", String),
    Column("kind", String, nullable=False),
    Column("status", String, nullable=False),
    Column("total", JSON, nullable=False),
    Column("terms", JSON, nullable=False),
    Column("simulated", Boolean, nullable=False),
    Column("title", String, nullable=False),
    Column("offer", JSON, nullable=False),
    Column("expires_at", UtcMoment),
    Column("error", Text, nullable=False),
    Column("requests", JSON, nullable=False, server_default="[]"),
    Column("created_at", UtcMoment, nullable=False),
    Column("updated_at", UtcMoment, nullable=False),
    Column("part", JSON(none_as_null=True)),
    _partial(
        "status IN ('held','in_doubt')",
        "holds_one_per_item",
        "trip_id",
        "key",
        "requirement_key",
        "option_id",
        unique=True,
    ),
    _partial("status = 'held'", "holds_live", "expires_at"),
)

bookings = Table(
    "bookings",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("booking_id", String, nullable=False, unique=True),
    Column("trip_id", String, nullable=False, index=True),
    Column("purchase_id", String, nullable=False, index=True),
    Column("hold_id", String, nullable=False),
    Column("item_type", String, nullable=False),
    Column("key", String, nullable=False),
    Column("fit", String, key="requirement_key", nullable=False),
    Column("supplier", String, nullable=False),
    Column("order_id", String, nullable=False),
    Column("status", String, nullable=False),
    Column("locator", String),
    Column("tickets", JSON, nullable=False),
    Column("title", String, nullable=False),
    Column("total", JSON, nullable=False),
    Column("refund", JSON(none_as_null=True)),
    Column("terms", JSON, nullable=False),
    Column("simulated", Boolean, nullable=False),
    Column("booked_at", UtcMoment, nullable=False),
    Column("requests", JSON, nullable=False, server_default="[]"),
    Column("updated_at", UtcMoment, nullable=False),
    UniqueConstraint("supplier", "order_id", name="bookings_one_per_order"),
)

inbox = Table(
    "inbox",
    metadata,
    Column("supplier", String, primary_key=True),
    Column("event_id", String, primary_key=True),
    Column("type", String, nullable=False),
    Column("body", JSON, nullable=False),
    Column("received_at", UtcMoment, nullable=False),
    Column("handled_at", UtcMoment),
)

audit = Table(
    "audit",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("trip_id", String, nullable=False, index=True),
    Column("type", String, nullable=False),
    Column("at", UtcMoment, nullable=False),
    Column("data", Text, nullable=False),
    Column("prev_hash", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
)

audit_head = Table(
    "audit_head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)

ledger_clock = Table(
    "ledger_clock",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("boot", String, nullable=False),
    Column("running", BigInteger, nullable=False),
    Column("moment", UtcMoment, nullable=False),
    Column("doubt", BigInteger),
    Column("doubt_since", BigInteger),
)

keys = Table(
    "keys",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
    Column("created_at", UtcMoment, nullable=False),
)

locks = Table(
    "locks",
    metadata,
    Column("name", String, primary_key=True),
    Column("owner", String, nullable=False),
    Column("lease_until", UtcMoment, nullable=False),
)

documents = Table(
    "documents",
    metadata,
    Column("org", String, primary_key=True),
    Column("trip_id", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("phase", String, nullable=False),
    Column("state", String, nullable=False),
    Column("document", Text, nullable=False),
    Column("updated_at", UtcMoment, nullable=False),
)

trip_owners = Table(
    "trip_owners",
    metadata,
    Column("ledger_id", String, primary_key=True),
    Column("org", String, nullable=False),
    Column("trip_id", String, nullable=False, index=True),
    Column("subject", String, nullable=False),
    Column("traveller", String, nullable=False),
    Column("legacy", Boolean, nullable=False),
    Column("created_at", UtcMoment, nullable=False),
    Index("trip_owners_subject", "org", "subject"),
)

trip_threads = Table(
    "trip_threads",
    metadata,
    Column("ledger_id", String, primary_key=True),
    Column("thread_id", String, primary_key=True, index=True),
    Column("bound_at", UtcMoment, nullable=False),
)

trip_grants = Table(
    "trip_grants",
    metadata,
    Column("grant_id", String, primary_key=True),
    Column("ledger_id", String, nullable=False, index=True),
    Column("org", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("role", String, nullable=False),
    Column("granted_by", String, nullable=False),
    Column("created_at", UtcMoment, nullable=False),
    Column("revoked_at", UtcMoment),
    Column("revoked_by", String),
    Index("trip_grants_subject", "org", "subject"),
)

offers = Table(
    "offers",
    metadata,
    Column("trip_id", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("option_id", String, nullable=False),
    Column("offer", Text, nullable=False),
    Column("expires_at", UtcMoment, nullable=False),
    Column("stored_at", UtcMoment, nullable=False),
    Index("offers_option", "trip_id", "option_id"),
)

profiles = Table(
    "profiles",
    metadata,
    Column("profile_id", String, primary_key=True),
    Column("org", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("document", Text, nullable=False),
    Column("updated_at", UtcMoment, nullable=False),
)

policies = Table(
    "policies",
    metadata,
    Column("org", String, primary_key=True),
    Column("traveller", String, primary_key=True),
    Column("rules", Text, nullable=False),
    Column("updated_at", UtcMoment, nullable=False),
)

payment_methods = Table(
    "payment_methods",
    metadata,
    Column("traveller", String, primary_key=True),
    Column("payment_method_id", String, primary_key=True),
    Column("label", String, nullable=False),
    Column("last4", String(4), nullable=False),
    Column("is_default", Boolean, nullable=False),
    Column("simulated", Boolean, nullable=False),
)

model_use = Table(
    "model_use",
    metadata,
    Column("org", String, primary_key=True),
    Column("traveller", String, primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("requests", Integer, nullable=False),
    Column("tokens_in", Integer, nullable=False),
    Column("tokens_out", Integer, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("notice_id", String, primary_key=True),
    Column("channel", String, primary_key=True),
    Column("trip_id", String, nullable=False, index=True),
    Column("body", JSON, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", Text, nullable=False),
    Column("next_at", UtcMoment, index=True),
    Column("created_at", UtcMoment, nullable=False),
)

sealed_words = Table(
    "sealed_words",
    metadata,
    Column("name", String, primary_key=True),
    Column("thread_id", String, nullable=False, index=True),
    Column("sealed", Text, nullable=False),
    Column("stored_at", UtcMoment, nullable=False),
)

conversations = Table(
    "conversations",
    metadata,
    Column("thread_id", String, primary_key=True),
    Column("org", String, primary_key=True),
    Column("subject", String, primary_key=True),
    Column("traveller", String, primary_key=True),
    Column("begun_at", UtcMoment, nullable=False),
    Index("conversations_traveller", "org", "traveller"),
    Index("conversations_subject", "org", "subject"),
)

staff_queue = Table(
    "staff_queue",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("entry_id", String, nullable=False, unique=True),
    Column("rank", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("org", String, nullable=False),
    Column("thread_id", String, nullable=False, index=True),
    Column("subject", String, nullable=False),
    Column("traveller", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("opened_at", UtcMoment, nullable=False),
    Column("closed_at", UtcMoment),
    _partial("closed_at IS NULL", "staff_queue_open", "org", "rank", "seq"),
)
