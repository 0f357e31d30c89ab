"""Typed events: what a client may send instead of text, and what the text router makes of text."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class UserMessage(_Event):
    """Words to be understood."""

    type: Literal["USER_MESSAGE"] = "USER_MESSAGE"
    text: str


class UserSelectedBundle(_Event):
    """A choice among the options shown."""

    type: Literal["USER_SELECTED_BUNDLE"] = "USER_SELECTED_BUNDLE"
    bundle_id: str


class UserRequestHold(_Event):
    """Hold the chosen trip."""

    type: Literal["USER_REQUEST_HOLD"] = "USER_REQUEST_HOLD"


class UserApprovedPurchase(_Event):
    """Approval by token. ``approval_token`` is the SHA-256 (hex) of the token once the session has seen the event."""

    type: Literal["USER_APPROVED_PURCHASE"] = "USER_APPROVED_PURCHASE"
    approval_token: str
    payment_method_id: str
    confirmations: tuple[str, ...] = Field(default=(), description="ids of the risks that the approver confirms")


class IntentReady(_Event):
    """A whole document from elsewhere."""

    type: Literal["INTENT_READY"] = "INTENT_READY"
    trip_intent: dict[str, Any]


class UserWantsPurchase(_Event):
    """Words like 'buy it': starts hold and approval, never approves."""

    type: Literal["USER_WANTS_PURCHASE"] = "USER_WANTS_PURCHASE"


class UserRejects(_Event):
    """Words like 'I don't want this after all' while an approval waits."""

    type: Literal["USER_REJECTS"] = "USER_REJECTS"
    reason: str = ""


class UserRetries(_Event):
    """'Try again': repeat what failed."""

    type: Literal["USER_RETRIES"] = "USER_RETRIES"


class UserWantsOptions(_Event):
    """'Show me more', 'something cheaper', 'the options again'."""

    type: Literal["USER_WANTS_OPTIONS"] = "USER_WANTS_OPTIONS"
    order: Literal["best", "cheapest", "more"] = "more"


class UserCancelsBooking(_Event):
    """'Cancel the booking': ask what it costs, then cancel. ``item`` narrows it to the flight or the hotel."""

    type: Literal["USER_CANCELS_BOOKING"] = "USER_CANCELS_BOOKING"
    item: Literal["flight", "hotel", "all"] = "all"


class UserReleasesHold(_Event):
    """'Let the hold go'."""

    type: Literal["USER_RELEASES_HOLD"] = "USER_RELEASES_HOLD"


PublicEvent = Annotated[
    UserMessage
    | UserSelectedBundle
    | UserRequestHold
    | UserApprovedPurchase
    | IntentReady
    | UserWantsPurchase
    | UserRejects
    | UserRetries
    | UserWantsOptions
    | UserCancelsBooking
    | UserReleasesHold,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[PublicEvent] = TypeAdapter(PublicEvent)
