"""Duffel's orders as typed values: what was bought, paid, changed and cancelled. Only what is read, as in ``wire``."""

from datetime import date, datetime
from typing import Literal

from pydantic import AliasChoices, Field

from tripintent.state.money import Currency
from tripintent.tools.suppliers.duffel.wire import (
    Airline,
    Conditions,
    DuffelAirport,
    DuffelPart,
    DuffelSegment,
    DuffelService,
    Passenger,
)
from tripintent.tools.suppliers.shared.over_http import Amount


class ChangedSegment(DuffelPart):
    """A flight of a change; older replies name its times otherwise."""

    origin: DuffelAirport
    destination: DuffelAirport
    departing_at: datetime | None = Field(
        default=None, validation_alias=AliasChoices("departing_at", "departure_datetime")
    )
    arriving_at: datetime | None = Field(default=None, validation_alias=AliasChoices("arriving_at", "arrival_datetime"))
    marketing_carrier: Airline | None = None
    marketing_carrier_flight_number: str | None = None


class ChangedSlice(DuffelPart):
    """One way of a change."""

    segments: tuple[ChangedSegment, ...] = ()


class AirlineChange(DuffelPart):
    """A change that the airline made by itself; it is not answered yet while ``action_taken`` is null."""

    id: str = Field(min_length=1)
    action_taken: str | None = None
    added: tuple[ChangedSlice, ...] = ()
    removed: tuple[ChangedSlice, ...] = ()


class PaymentStatus(DuffelPart):
    """A lapsed hold is not awaiting payment either: only ``paid_at`` says that it was paid."""

    awaiting_payment: bool = False
    payment_required_by: datetime | None = None
    paid_at: datetime | None = None


class DuffelTicket(DuffelPart):
    """A ticket."""

    unique_identifier: str
    type: str | None = None


class Flown(DuffelPart):
    """One way of an order, as far as a change names it."""

    id: str = ""
    segments: tuple[DuffelSegment, ...] = Field(min_length=1)


class DuffelOrder(DuffelPart):
    """An order."""

    id: str = Field(min_length=1)
    booking_reference: str | None = None
    created_at: datetime
    cancelled_at: datetime | None = None
    total_amount: Amount
    total_currency: Currency
    payment_status: PaymentStatus = PaymentStatus()
    documents: tuple[DuffelTicket, ...] = ()
    conditions: Conditions | None = None
    metadata: dict[str, str | None] | None = None
    services: tuple[DuffelService, ...] | None = None
    live_mode: bool = False
    available_actions: tuple[str, ...] = ()
    passengers: tuple[Passenger, ...] = ()
    slices: tuple[Flown, ...] = ()
    airline_initiated_changes: tuple[AirlineChange, ...] | None = None


class DuffelPayment(DuffelPart):
    """A payment; ``status`` is missing in older replies, which came only for payments that were made."""

    id: str
    status: Literal["pending", "succeeded", "failed", "cancelled"] = "succeeded"
    failure_reason: str | None = None


class DuffelCancellation(DuffelPart):
    """A quote, and the same object once it is confirmed. A null refund is not known in money."""

    id: str
    order_id: str
    expires_at: datetime | None = None
    confirmed_at: datetime | None = None
    refund_amount: Amount | None = None
    refund_currency: str | None = None
    refund_to: str | None = None


class IdentityDocument(DuffelPart):
    """A passport."""

    unique_identifier: str
    issuing_country_code: str
    expires_on: date
    type: Literal["passport"] = "passport"


class LoyaltyAccount(DuffelPart):
    """A number in an airline's programme."""

    airline_iata_code: str
    account_number: str


class DuffelPassenger(DuffelPart):
    """A passenger as an order carries them."""

    id: str
    title: str
    gender: Literal["m", "f"]
    given_name: str
    family_name: str
    born_on: date
    email: str
    phone_number: str
    infant_passenger_id: str | None = None
    identity_documents: tuple[IdentityDocument, ...] | None = None
    loyalty_programme_accounts: tuple[LoyaltyAccount, ...] | None = None
