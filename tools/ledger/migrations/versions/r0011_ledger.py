"""The first schema: approvals, purchases, operations, holds, bookings, audit, locks, documents, and the stores beside them.

Earlier ones were never released. The number goes on from theirs, so that a ledger of the last of them opens as it is.
"""

import sqlalchemy as sa
from alembic import op

from tripintent.tools.ledger.schema import UtcMoment

revision = "0011"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    _make_what_is_bought()
    _make_what_is_kept_beside()


def _make_what_is_bought() -> None:
    op.create_table(
        "approvals",
        sa.Column("approval_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("cart_hash", sa.String(length=64), nullable=False),
        sa.Column("cart", sa.Text(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("cancels", sa.JSON(), nullable=False),
        sa.Column("total", sa.JSON(), nullable=False),
        sa.Column("refund", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("payment_method_id", sa.String(), nullable=True),
        sa.Column("approver", sa.String(), nullable=True),
        sa.Column("token_required", sa.Boolean(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=True),
        sa.Column("confirmations", sa.JSON(), nullable=False),
        sa.Column("wording", sa.JSON(), nullable=False),
        sa.Column("party", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("expires_at", UtcMoment(), nullable=False),
        sa.Column("created_at", UtcMoment(), nullable=False),
        sa.Column("closed_at", UtcMoment(), nullable=True),
        sa.Column("closed_by", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("approval_id"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_index(
        "approvals_one_open",
        "approvals",
        ["trip_id", "kind"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index(op.f("ix_approvals_trip_id"), "approvals", ["trip_id"], unique=False)
    op.create_table(
        "audit",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("at", UtcMoment(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("prev_hash", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index(op.f("ix_audit_trip_id"), "audit", ["trip_id"], unique=False)
    op.create_table(
        "audit_head",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "bookings",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("booking_id", sa.String(), nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("purchase_id", sa.String(), nullable=False),
        sa.Column("hold_id", sa.String(), nullable=False),
        sa.Column("item_type", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("fit", sa.String(), nullable=False),
        sa.Column("supplier", sa.String(), nullable=False),
        sa.Column("order_id", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("locator", sa.String(), nullable=True),
        sa.Column("tickets", sa.JSON(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("total", sa.JSON(), nullable=False),
        sa.Column("refund", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("simulated", sa.Boolean(), nullable=False),
        sa.Column("booked_at", UtcMoment(), nullable=False),
        sa.Column("requests", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("updated_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("booking_id"),
        sa.UniqueConstraint("supplier", "order_id", name="bookings_one_per_order"),
    )
    op.create_index(op.f("ix_bookings_purchase_id"), "bookings", ["purchase_id"], unique=False)
    op.create_index(op.f("ix_bookings_trip_id"), "bookings", ["trip_id"], unique=False)
    op.create_table(
        "holds",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("hold_id", sa.String(), nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("item_type", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("fit", sa.String(), nullable=False),
        sa.Column("bundle_id", sa.String(), nullable=False),
        sa.Column("option_id", sa.String(), nullable=False),
        sa.Column("supplier", sa.String(), nullable=False),
        sa.Column("order_id", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("total", sa.JSON(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("simulated", sa.Boolean(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("offer", sa.JSON(), nullable=False),
        sa.Column("expires_at", UtcMoment(), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("requests", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("created_at", UtcMoment(), nullable=False),
        sa.Column("updated_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("hold_id"),
    )
    op.create_index(
        "holds_live",
        "holds",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("status = 'held'"),
        postgresql_where=sa.text("status = 'held'"),
    )
    op.create_index(
        "holds_one_per_item",
        "holds",
        ["trip_id", "key", "fit", "option_id"],
        unique=True,
        sqlite_where=sa.text("status IN ('held','in_doubt')"),
        postgresql_where=sa.text("status IN ('held','in_doubt')"),
    )
    op.create_index(op.f("ix_holds_trip_id"), "holds", ["trip_id"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("supplier", sa.String(), nullable=False),
        sa.Column("event_id", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("received_at", UtcMoment(), nullable=False),
        sa.Column("handled_at", UtcMoment(), nullable=True),
        sa.PrimaryKeyConstraint("supplier", "event_id"),
    )
    op.create_table(
        "operations",
        sa.Column("op_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("purchase_id", sa.String(), nullable=True),
        sa.Column("plan_id", sa.String(), nullable=True),
        sa.Column("hold_id", sa.String(), nullable=True),
        sa.Column("booking_id", sa.String(), nullable=True),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("supplier", sa.String(), nullable=False),
        sa.Column("order_id", sa.String(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", UtcMoment(), nullable=True),
        sa.Column("send_by", UtcMoment(), nullable=True),
        sa.Column("settles_at", UtcMoment(), nullable=True),
        sa.Column("watch_until", UtcMoment(), nullable=True),
        sa.Column("lease_owner", sa.String(), nullable=True),
        sa.Column("lease_until", UtcMoment(), nullable=True),
        sa.Column("ref", sa.String(), nullable=True),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("created_at", UtcMoment(), nullable=False),
        sa.Column("updated_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("op_id"),
    )
    op.create_index(op.f("ix_operations_plan_id"), "operations", ["plan_id"], unique=False)
    op.create_index(op.f("ix_operations_purchase_id"), "operations", ["purchase_id"], unique=False)
    op.create_index(op.f("ix_operations_trip_id"), "operations", ["trip_id"], unique=False)
    op.create_index(
        "operations_one_per_leg",
        "operations",
        ["purchase_id", "hold_id"],
        unique=True,
        sqlite_where=sa.text("action IN ('pay','book')"),
        postgresql_where=sa.text("action IN ('pay','book')"),
    )
    op.create_index(
        "operations_open",
        "operations",
        ["state"],
        unique=False,
        sqlite_where=sa.text("state IN ('PLANNED','SENT','UNKNOWN')"),
        postgresql_where=sa.text("state IN ('PLANNED','SENT','UNKNOWN')"),
    )
    op.create_index(
        "operations_watched",
        "operations",
        ["watch_until"],
        unique=False,
        sqlite_where=sa.text("watch_until IS NOT NULL"),
        postgresql_where=sa.text("watch_until IS NOT NULL"),
    )
    op.create_table(
        "outbox",
        sa.Column("notice_id", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("next_at", UtcMoment(), nullable=True),
        sa.Column("created_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("notice_id", "channel"),
    )
    op.create_index(op.f("ix_outbox_next_at"), "outbox", ["next_at"], unique=False)
    op.create_index(op.f("ix_outbox_trip_id"), "outbox", ["trip_id"], unique=False)
    op.create_table(
        "payment_methods",
        sa.Column("traveller", sa.String(), nullable=False),
        sa.Column("payment_method_id", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("last4", sa.String(length=4), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.Column("simulated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("traveller", "payment_method_id"),
    )
    op.create_table(
        "purchases",
        sa.Column("purchase_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("approval_id", sa.String(), nullable=False),
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("cart_hash", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("payment_method_id", sa.String(), nullable=False),
        sa.Column("approved_by", sa.String(), nullable=False),
        sa.Column("total", sa.JSON(), nullable=False),
        sa.Column("cheaper_by", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("dearer_by", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("differences", sa.JSON(), nullable=False),
        sa.Column("loss", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("declined", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("lease_owner", sa.String(), nullable=True),
        sa.Column("lease_until", UtcMoment(), nullable=True),
        sa.Column("created_at", UtcMoment(), nullable=False),
        sa.Column("updated_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("purchase_id"),
        sa.UniqueConstraint("approval_id"),
    )
    op.create_index(op.f("ix_purchases_trip_id"), "purchases", ["trip_id"], unique=False)
    op.create_index(
        "purchases_one_live",
        "purchases",
        ["trip_id"],
        unique=True,
        sqlite_where=sa.text("live"),
        postgresql_where=sa.text("live"),
    )
    op.create_index(
        "purchases_one_per_cart",
        "purchases",
        ["trip_id", "cart_hash"],
        unique=True,
        sqlite_where=sa.text("counts"),
        postgresql_where=sa.text("counts"),
    )
    op.execute(
        "INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000')"
    )


def _make_what_is_kept_beside() -> None:
    op.create_table(
        "conversations",
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("traveller", sa.String(), nullable=False),
        sa.Column("begun_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("thread_id", "org", "subject", "traveller"),
    )
    op.create_index("conversations_subject", "conversations", ["org", "subject"], unique=False)
    op.create_index("conversations_traveller", "conversations", ["org", "traveller"], unique=False)
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
        "keys",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("created_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "ledger_clock",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("boot", sa.String(), nullable=False),
        sa.Column("running", sa.BigInteger(), nullable=False),
        sa.Column("moment", UtcMoment(), nullable=False),
        sa.Column("doubt", sa.BigInteger(), nullable=True),
        sa.Column("doubt_since", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "locks",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("lease_until", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "model_use",
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("traveller", sa.String(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.Column("tokens_in", sa.Integer(), nullable=False),
        sa.Column("tokens_out", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("org", "traveller", "day"),
    )
    op.create_table(
        "offers",
        sa.Column("trip_id", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("option_id", sa.String(), nullable=False),
        sa.Column("offer", sa.Text(), nullable=False),
        sa.Column("expires_at", UtcMoment(), nullable=False),
        sa.Column("stored_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("trip_id", "key", "position"),
    )
    op.create_index("offers_option", "offers", ["trip_id", "option_id"], unique=False)
    op.create_table(
        "policies",
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("traveller", sa.String(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("updated_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("org", "traveller"),
    )
    op.create_table(
        "profiles",
        sa.Column("profile_id", sa.String(), nullable=False),
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("updated_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("profile_id"),
    )
    op.create_index(op.f("ix_profiles_org"), "profiles", ["org"], unique=False)
    op.create_table(
        "sealed_words",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("stored_at", UtcMoment(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_index(op.f("ix_sealed_words_thread_id"), "sealed_words", ["thread_id"], unique=False)
    op.create_table(
        "staff_queue",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("entry_id", sa.String(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("org", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("traveller", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("opened_at", UtcMoment(), nullable=False),
        sa.Column("closed_at", UtcMoment(), nullable=True),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("entry_id"),
    )
    op.create_index(op.f("ix_staff_queue_thread_id"), "staff_queue", ["thread_id"], unique=False)
    op.create_index(
        "staff_queue_open",
        "staff_queue",
        ["org", "rank", "seq"],
        unique=False,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
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
