"""Holds, approvals and bookings as the trip shows them; the truth of all three is the ledger's."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.money import Money
from tripintent.state.offers import Terms

UNDER_WAY = frozenset({"REPRICING", "EXECUTING", "PAYMENT_REVIEW", "COMPENSATING"})
"""States of a purchase that is being carried out (docs/purchase.md): it ends with or without the conversation."""
HoldStatus = Literal["held", "failed", "released", "expired", "used", "in_doubt"]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True)


class Hold(_Row):
    """One item kept for the traveller. ``kind`` none or soft: the price is not guaranteed until the purchase."""

    hold_id: str
    item_type: Literal["flight", "hotel"]
    key: str = Field(default="", description="fingerprint of the query its offer answered")
    fit: str = Field(default="", description="fingerprint of the plan it was placed for")
    bundle_id: str = ""
    option_id: str = ""
    supplier: str = ""
    order_id: str | None = None
    kind: Literal["hard", "soft", "none"] = "hard"
    status: HoldStatus = "held"
    total: Money | None = None
    title: str = ""
    simulated: bool = False
    expires_at: datetime | None = None
    error: str = ""


class CartLine(_Row):
    """One line of the approval card and of the purchase."""

    hold_id: str
    item_type: Literal["flight", "hotel"]
    title: str
    total: Money
    terms: Terms = Terms()
    simulated: bool = False
    expires_at: datetime | None = None


class Approval(_Row):
    """A waiting request for a person's yes or no, bound to one cart."""

    approval_id: str
    kind: Literal["purchase", "cancel"] = "purchase"
    trip_id: str
    thread_id: str = ""
    cart_hash: str
    lines: tuple[CartLine, ...] = ()
    total: Money
    payment_method_id: str | None = None
    approver: str | None = None
    token_required: bool = False
    confirmations: tuple[str, ...] = Field(default=(), description="ids that must be confirmed in the answer")
    state: Literal["open", "consumed", "rejected", "void", "expired"] = "open"
    expires_at: datetime
    created_at: datetime


class Booking(_Row):
    """A bought item. It is never erased: an edit of the trip marks it stale with the reason."""

    booking_id: str
    item_type: Literal["flight", "hotel"]
    key: str = ""
    fit: str = ""
    option_id: str = Field(default="", description="the offer that was bought; the offer store keeps it, lapsed or not")
    purchase_id: str = ""
    supplier: str = ""
    order_id: str = ""
    status: Literal["confirmed", "cancelled", "failed", "in_doubt"] = "confirmed"
    locator: str | None = Field(default=None, description="PNR or hotel confirmation number")
    tickets: tuple[str, ...] = ()
    title: str = ""
    total: Money | None = None
    refund: Money | None = None
    terms: Terms = Terms()
    simulated: bool = False
    booked_at: datetime | None = None
    stale: bool = False
    stale_reason: str = ""


class ApprovalAnswer(BaseModel):
    """A person's answer to an approval, in one form for every client.

    ``seal`` is put on by the approve node with the ledger's key: it proves that the answer came through the interrupt,
    and not through an edit of the graph's state. ``shown_cart_hash`` is the cart that the answered card showed.
    """

    model_config = ConfigDict(frozen=True)

    approval_id: str
    decision: Literal["approve", "reject"]
    payment_method_id: str | None = None
    confirmations: tuple[str, ...] = ()
    reason: str = ""
    by: str = "traveller"
    shown_cart_hash: str = ""
    seal: str = ""
