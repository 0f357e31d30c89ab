"""Duffel's replies as typed values: only what is read, everything else is left out. Amounts are decimal strings there.

Offers, seat maps and changes by request; orders are in ``order_wire``. A negative amount of a change is paid back.
"""

from datetime import datetime
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SkipValidation

from tripintent.state.money import Currency
from tripintent.tools.suppliers.shared.over_http import Amount

CabinClass = Literal["economy", "premium_economy", "business", "first"]
T = TypeVar("T")
INFANT_UNDER = 2


Raw = SkipValidation[JsonValue]
"""JSON as it was read: it is checked when it is read as what it is."""


class DuffelPart(BaseModel):
    """A part of a reply."""

    model_config = ConfigDict(frozen=True)


class DuffelReply(DuffelPart, Generic[T]):
    """The envelope of each reply."""

    data: T


class PageMark(DuffelPart):
    """Where the next page begins."""

    after: str | None = None


class DuffelPage(DuffelPart, Generic[T]):
    """One page of a list; ``after`` is null at the end."""

    data: tuple[T, ...]
    meta: PageMark | None = None


class Airline(DuffelPart):
    """A carrier; some have no designator."""

    name: str
    iata_code: str | None = None


class DuffelAirport(DuffelPart):
    """An airport of a segment."""

    iata_code: str
    iata_country_code: str | None = None
    time_zone: str | None = None


class Bags(DuffelPart):
    """Pieces that a passenger may take."""

    type: str
    quantity: int


class SeatIn(DuffelPart):
    """A passenger on one segment."""

    cabin_class: CabinClass | None = None
    baggages: tuple[Bags, ...] = ()


class DuffelSegment(DuffelPart):
    """One flight. Its times are local and have no offset."""

    id: str = ""
    origin: DuffelAirport
    destination: DuffelAirport
    departing_at: datetime
    arriving_at: datetime
    origin_terminal: str | None = None
    destination_terminal: str | None = None
    marketing_carrier: Airline
    marketing_carrier_flight_number: str | None = None
    passengers: tuple[SeatIn, ...] = ()


class Slice(DuffelPart):
    """One way, of one or more flights."""

    segments: tuple[DuffelSegment, ...] = Field(min_length=1)
    fare_brand_name: str | None = None


class Condition(DuffelPart):
    """The cost of a change or a refund. A null amount says nothing about it."""

    allowed: bool
    penalty_amount: Amount | None = None
    penalty_currency: Currency | None = None


class Conditions(DuffelPart):
    """Null says that the airline said nothing."""

    refund_before_departure: Condition | None = None
    change_before_departure: Condition | None = None


class PaymentRequirements(DuffelPart):
    """Whether the offer can be held."""

    requires_instant_payment: bool = True
    payment_required_by: datetime | None = None


class Passenger(DuffelPart):
    """A passenger of an offer or an order."""

    id: str
    type: str | None = None
    age: int | None = None

    @property
    def is_infant(self) -> bool:
        """Check whether they sit on a lap."""
        return self.age < INFANT_UNDER if self.age is not None else (self.type or "").startswith("infant")


class About(DuffelPart):
    """The description of a service: a seat's number, or the kind of a bag."""

    designator: str | None = None
    type: str | None = None


class DuffelService(DuffelPart):
    """A service sold beside an offer, or with an order (then with its quantity): a seat, a bag."""

    id: str = Field(min_length=1)
    type: str
    total_amount: Amount
    total_currency: Currency
    passenger_ids: tuple[str, ...] = ()
    segment_ids: tuple[str, ...] = ()
    maximum_quantity: int = 1
    quantity: int = 1
    metadata: About | None = None


class DuffelOffer(DuffelPart):
    """An airline's offer."""

    id: str = Field(min_length=1)
    live_mode: bool = False
    expires_at: datetime
    total_amount: Amount
    total_currency: Currency
    payment_requirements: PaymentRequirements | None = None
    passenger_identity_documents_required: bool = False
    supported_passenger_identity_document_types: tuple[str, ...] = ()
    supported_loyalty_programmes: tuple[str, ...] = ()
    conditions: Conditions | None = None
    passengers: tuple[Passenger, ...] = ()
    slices: tuple[Slice, ...] = Field(min_length=1)
    total_emissions_kg: Amount | None = None
    available_services: tuple[DuffelService, ...] | None = None


class OfferRequest(DuffelPart):
    """The answer to a search. Each offer is read for itself, so that a broken one costs itself only."""

    offers: tuple[Raw, ...] = ()


class SeatService(DuffelPart):
    """A seat at its price, for one passenger."""

    id: str = Field(min_length=1)
    passenger_id: str
    total_amount: Amount
    total_currency: Currency


class Element(DuffelPart):
    """A place in a row: a seat, or something else. Without services it cannot be had."""

    type: str
    designator: str | None = None
    available_services: tuple[SeatService, ...] | None = None


class SeatSection(DuffelPart):
    """Places without an aisle between them."""

    elements: tuple[Element, ...] = ()


class SeatRow(DuffelPart):
    """One row, from window to window; there is an aisle between its sections."""

    sections: tuple[SeatSection, ...] = ()


class Cabin(DuffelPart):
    """The rows of one class on one deck."""

    rows: tuple[SeatRow, ...] = ()


class SeatMap(DuffelPart):
    """The seats of one flight."""

    segment_id: str
    cabins: tuple[Cabin, ...] = ()


class ChangedSlices(DuffelPart):
    """The ways that are flown instead, and those that are given up."""

    add: tuple[Slice, ...] = Field(min_length=1)


class ChangeOffer(DuffelPart):
    """An airline's price for a change."""

    id: str = Field(min_length=1)
    live_mode: bool = False
    expires_at: datetime
    change_total_amount: Amount
    change_total_currency: Currency
    refund_to: str | None = None
    slices: ChangedSlices


class ChangeRequest(DuffelPart):
    """The request for a change, with what the airline offers."""

    id: str = Field(min_length=1)
    order_id: str
    order_change_offers: tuple[ChangeOffer, ...] = ()


class OrderChange(ChangeOffer):
    """A change that waits for its confirmation, or was confirmed."""

    order_id: str = Field(min_length=1)
    created_at: datetime
    confirmed_at: datetime | None = None
