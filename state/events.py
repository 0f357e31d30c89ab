"""Typed events: what a client may send instead of text, and what the text router makes of text."""

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, TypeAdapter, model_validator

from tripintent.state.frame import TimeWindow
from tripintent.state.frozen import Exact, Frozen
from tripintent.state.travellers import PassengerType


def flat(event: Any) -> Any:
    """Return an event with what its envelope ``{type, data}`` holds beside its type; a flat one, and anything else, as it came."""
    if not isinstance(event, Mapping) or not isinstance(event.get("data"), Mapping):
        return event
    return {**event["data"], **{name: value for name, value in event.items() if name != "data"}}


class _Event(Frozen, Exact):
    @model_validator(mode="before")
    @classmethod
    def _opened(cls, event: object) -> object:
        return flat(event)

    said: str = Field(
        default="",
        max_length=200,
        exclude=True,
        description="what the pressed control says: it is kept in the conversation as the traveller's own line. With it a "
        "TOOL_CALL is a press; without it no question comes and nothing is held by itself, as of `…/calls`",
    )


class UserMessage(_Event):
    """Words to be understood."""

    type: Literal["USER_MESSAGE"] = "USER_MESSAGE"
    text: str


class UserSelectedBundle(_Event):
    """A choice among the options shown."""

    type: Literal["USER_SELECTED_BUNDLE"] = "USER_SELECTED_BUNDLE"
    bundle_id: str
    qualities: tuple[str, ...] = Field(
        default=(),
        description="what named it ('cheapest', 'nonstop'): said beside a change, it is about what is found then",
    )


class UserRequestHold(_Event):
    """Hold the chosen trip."""

    type: Literal["USER_REQUEST_HOLD"] = "USER_REQUEST_HOLD"


class UserApprovedPurchase(_Event):
    """Approval by token. ``approval_token`` is the SHA-256 (hex) of the token once the session has seen the event."""

    type: Literal["USER_APPROVED_PURCHASE"] = "USER_APPROVED_PURCHASE"
    approval_token: str
    payment_method_id: str
    confirmations: tuple[str, ...] = Field(default=(), description="ids of the risks that the approver confirms")


class UserSelectedOffers(_Event):
    """A choice that was made elsewhere: the option whose offers are these, and no others."""

    type: Literal["USER_SELECTED_OFFERS"] = "USER_SELECTED_OFFERS"
    option_ids: tuple[str, ...] = Field(min_length=1, max_length=50)


class IntentReady(_Event):
    """A whole document from elsewhere, else the thread's own trip, is ready; ``option_ids`` are to be held for approval."""

    type: Literal["INTENT_READY"] = "INTENT_READY"
    trip_intent: dict[str, object] | None = None
    option_ids: tuple[str, ...] = Field(default=(), max_length=50)


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


class BookedPart(Frozen, extra="forbid"):
    """A part of what was bought, as people name it. What is None does not narrow it: ``BookedPart()`` is everything."""

    item: Literal["flight", "hotel", "all"] = "all"
    which: Literal["outbound", "return", "replaced"] | None = Field(
        default=None, description="the way there, the way home, or what the present trip replaced"
    )
    place: str | None = Field(default=None, description="IATA code or name: where one sleeps, or where a flight goes")


class UserCancelsBooking(_Event):
    """'Cancel the hotel only': ``booking_ids`` and ``parts`` together, as one plan with one card.

    Without either, ``item`` is meant: what the present trip replaced, where there is such a thing, else all of that kind.
    """

    type: Literal["USER_CANCELS_BOOKING"] = "USER_CANCELS_BOOKING"
    item: Literal["flight", "hotel", "all"] = "all"
    parts: tuple[BookedPart, ...] = ()
    booking_ids: tuple[str, ...] = ()


class UserChangesBooking(_Event):
    """'Move the flight home to June 23': one card buys the new one and cancels the old one, which stays for who flies on."""

    type: Literal["USER_CHANGES_BOOKING"] = "USER_CHANGES_BOOKING"
    part: BookedPart = BookedPart()
    booking_ids: tuple[str, ...] = Field(default=(), description="the bookings that are meant, in place of ``part``")
    date: dt.date | None = Field(default=None, description="the new day of the flight, or the new check-in")
    until: dt.date | None = Field(default=None, description="the new check-out")
    leaves: TimeWindow | None = Field(default=None, description="hours of departure of the new flight, local")
    lands: TimeWindow | None = Field(default=None, description="hours of landing of the new flight, local")
    travellers: tuple[str, ...] = Field(
        default=(), description="ids of those whose flight is meant; empty: of all on it"
    )


class AddedTraveller(Frozen, extra="forbid"):
    """Somebody who comes along. Names and birth date may be missing: they are asked for before anything is held."""

    given_name: str = ""
    family_name: str = ""
    date_of_birth: dt.date | None = None
    passenger_type: PassengerType = "adult"
    age: int | None = Field(default=None, ge=0, description="years at the time of travel, for a child or infant")


class UserAddsTravellers(_Event):
    """'We are three now, add Carl Smith': what is booked stays, and only what the new ones need is quoted."""

    type: Literal["USER_ADDS_TRAVELLERS"] = "USER_ADDS_TRAVELLERS"
    travellers: tuple[AddedTraveller, ...] = Field(min_length=1, max_length=9)


class UserReleasesHold(_Event):
    """'Let the hold go'."""

    type: Literal["USER_RELEASES_HOLD"] = "USER_RELEASES_HOLD"


class UserAcceptsChange(_Event):
    """'I accept the new times': what the airline changed by itself. Without an id it is what was told last."""

    type: Literal["USER_ACCEPTS_CHANGE"] = "USER_ACCEPTS_CHANGE"
    change_id: str = ""


class UserDecidesChange(_Event):
    """'1' or '2' where a change would let a hold go: do it, or keep what is held."""

    type: Literal["USER_DECIDES_CHANGE"] = "USER_DECIDES_CHANGE"
    let_hold_go: bool


class ToolCall(_Event):
    """A call of the toolbox without a model: a button, a form, a command, a host's own agent."""

    type: Literal["TOOL_CALL"] = "TOOL_CALL"
    name: str = Field(max_length=80)
    arguments: dict[str, object] = Field(default_factory=dict)
    call_id: str = Field(default="", max_length=80)


PublicEvent = Annotated[
    UserMessage
    | UserSelectedBundle
    | UserSelectedOffers
    | UserRequestHold
    | UserApprovedPurchase
    | IntentReady
    | UserWantsPurchase
    | UserRejects
    | UserRetries
    | UserWantsOptions
    | UserCancelsBooking
    | UserChangesBooking
    | UserAddsTravellers
    | UserReleasesHold
    | UserAcceptsChange
    | UserDecidesChange
    | ToolCall,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[PublicEvent] = TypeAdapter(PublicEvent)
TYPES: tuple[str, ...] = tuple(one.model_fields["type"].default for one in get_args(get_args(PublicEvent)[0]))
NO_TYPE = f"an event says its type: one of {', '.join(TYPES)}"
