"""Duffel's replies as typed values: only what is read, everything else is left out. Amounts are decimal strings there.

Source: the recorded replies of Duffel's own client libraries. A field that they show as null, or not at all, is optional.
"""

from datetime import date, datetime
from typing import Generic, Literal, TypeVar

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, JsonValue, SkipValidation

from tripintent.state.money import Currency
from tripintent.tools.supplier_http import Amount

CabinClass = Literal["economy", "premium_economy", "business", "first"]
T = TypeVar("T")


Raw = SkipValidation[JsonValue]
"""JSON as it was read: it is checked when it is read as what it is."""


class Wire(BaseModel):
    """A part of a reply."""

    model_config = ConfigDict(frozen=True)


class Data(Wire, Generic[T]):
    """The envelope of each reply."""

    data: T


class PageMark(Wire):
    """Where the next page begins."""

    after: str | None = None


class Page(Wire, Generic[T]):
    """One page of a list; ``after`` is null at the end."""

    data: tuple[T, ...]
    meta: PageMark | None = None


class Airline(Wire):
    """A carrier; some have no designator."""

    name: str
    iata_code: str | None = None


class Airport(Wire):
    """An airport of a segment."""

    iata_code: str
    iata_country_code: str | None = None
    time_zone: str | None = None


class Bags(Wire):
    """Pieces that a passenger may take."""

    type: str
    quantity: int


class SeatIn(Wire):
    """A passenger on one segment."""

    cabin_class: CabinClass | None = None
    baggages: tuple[Bags, ...] = ()


class Segment(Wire):
    """One flight. Its times are local and have no offset."""

    origin: Airport
    destination: Airport
    departing_at: datetime
    arriving_at: datetime
    origin_terminal: str | None = None
    destination_terminal: str | None = None
    marketing_carrier: Airline
    marketing_carrier_flight_number: str | None = None
    passengers: tuple[SeatIn, ...] = ()


class Slice(Wire):
    """One way, of one or more flights."""

    segments: tuple[Segment, ...] = Field(min_length=1)
    fare_brand_name: str | None = None


class Condition(Wire):
    """What a change or a refund costs. A null amount says nothing about it."""

    allowed: bool
    penalty_amount: Amount | None = None
    penalty_currency: Currency | None = None


class Conditions(Wire):
    """Null says that the airline said nothing."""

    refund_before_departure: Condition | None = None
    change_before_departure: Condition | None = None


class PaymentRequirements(Wire):
    """Whether the offer can be held."""

    requires_instant_payment: bool = True
    payment_required_by: datetime | None = None


class Passenger(Wire):
    """A passenger of an offer or an order."""

    id: str
    type: str | None = None
    age: int | None = None


class Offer(Wire):
    """What an airline offers."""

    id: str = Field(min_length=1)
    live_mode: bool = False
    expires_at: datetime
    total_amount: Amount
    total_currency: Currency
    payment_requirements: PaymentRequirements | None = None
    passenger_identity_documents_required: bool = False
    conditions: Conditions | None = None
    passengers: tuple[Passenger, ...] = ()
    slices: tuple[Slice, ...] = Field(min_length=1)
    total_emissions_kg: Amount | None = None


class OfferRequest(Wire):
    """The answer to a search. Each offer is read for itself, so that a broken one costs itself only."""

    offers: tuple[Raw, ...] = ()


class ChangedSegment(Wire):
    """A flight of a change; older replies name its times otherwise."""

    origin: Airport
    destination: Airport
    departing_at: datetime | None = Field(
        default=None, validation_alias=AliasChoices("departing_at", "departure_datetime")
    )
    arriving_at: datetime | None = Field(default=None, validation_alias=AliasChoices("arriving_at", "arrival_datetime"))
    marketing_carrier: Airline | None = None
    marketing_carrier_flight_number: str | None = None


class ChangedSlice(Wire):
    """One way of a change."""

    segments: tuple[ChangedSegment, ...] = ()


class AirlineChange(Wire):
    """What the airline changed by itself; no one has answered it while ``action_taken`` is null."""

    id: str = Field(min_length=1)
    action_taken: str | None = None
    added: tuple[ChangedSlice, ...] = ()
    removed: tuple[ChangedSlice, ...] = ()


class PaymentStatus(Wire):
    """A lapsed hold is not awaiting payment either: only ``paid_at`` says that it was paid."""

    awaiting_payment: bool = False
    payment_required_by: datetime | None = None
    paid_at: datetime | None = None


class Document(Wire):
    """A ticket."""

    unique_identifier: str
    type: str | None = None


class Order(Wire):
    """An order."""

    id: str = Field(min_length=1)
    booking_reference: str | None = None
    created_at: datetime
    cancelled_at: datetime | None = None
    total_amount: Amount
    total_currency: Currency
    payment_status: PaymentStatus = PaymentStatus()
    documents: tuple[Document, ...] = ()
    conditions: Conditions | None = None
    metadata: dict[str, str | None] | None = None
    airline_initiated_changes: tuple[AirlineChange, ...] | None = None


class Payment(Wire):
    """A payment; ``status`` is missing in older replies, which came only for payments that were made."""

    id: str
    status: Literal["pending", "succeeded", "failed", "cancelled"] = "succeeded"
    failure_reason: str | None = None


class Cancellation(Wire):
    """A quote, and the same object once it is confirmed. A null refund is not known in money."""

    id: str
    order_id: str
    expires_at: datetime | None = None
    confirmed_at: datetime | None = None
    refund_amount: Amount | None = None
    refund_currency: str | None = None
    refund_to: str | None = None


class Traveller(Wire):
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
