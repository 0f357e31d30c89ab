"""LiteAPI's replies as typed values: only what is read, everything else is left out. Amounts are JSON numbers there.

Source: LiteAPI's published OpenAPI description and its examples. What they show as null, empty or missing is optional.
"""

from datetime import date, datetime
from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, SkipValidation

from tripintent.state.money import Currency
from tripintent.tools.suppliers.shared.over_http import Amount

T = TypeVar("T")


def _several(value: object) -> object:
    """Read null as none of it, and a single thing as a list of one: both forms are published for the same field."""
    return () if value is None else (value,) if isinstance(value, dict) else value


Raw = SkipValidation[JsonValue]
"""JSON as it was read: it is checked when it is read as what it is."""
Many = Annotated[tuple[T, ...], BeforeValidator(_several)]
Maybe = Annotated[T | None, BeforeValidator(lambda value: None if value == "" else value)]
Words = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]


class LitePart(BaseModel):
    """A part of a reply."""

    model_config = ConfigDict(frozen=True)


class LiteReply(LitePart, Generic[T]):
    """The envelope of each reply."""

    data: T


class LiteSum(LitePart):
    """An amount with its currency."""

    amount: Amount
    currency: Currency


class Charge(LitePart):
    """A tax or fee. Unless it is said to be included, it is paid at the property."""

    included: bool | None = None
    amount: Maybe[Amount] = None
    currency: Maybe[Currency] = None


class Retail(LitePart):
    """The price of a room for the guest."""

    total: Many[LiteSum] = ()
    taxes_and_fees: Many[Charge] = Field(default=(), alias="taxesAndFees")


class Penalty(LitePart):
    """The price of cancelling from a moment on. The moment is in GMT, whether the zone is said or not."""

    from_: datetime = Field(alias="cancelTime")
    amount: Maybe[Amount] = None
    currency: Maybe[Currency] = None
    type: Words = ""
    timezone: Words = ""


class LitePolicies(LitePart):
    """``RFN`` is refundable as the penalties say; anything else is not refundable."""

    tag: Words = Field(default="", alias="refundableTag")
    penalties: Many[Penalty] = Field(default=(), alias="cancelPolicyInfos")


class LiteRate(LitePart):
    """One room of an offer."""

    name: Words = ""
    board: Words = Field(default="", alias="boardType")
    remarks: Words = ""
    retail: Retail = Field(default=Retail(), alias="retailRate")
    policies: LitePolicies = Field(default=LitePolicies(), alias="cancellationPolicies")


class LiteOffer(LitePart):
    """Rooms that are booked together, one for each occupancy."""

    offer_id: str = Field(alias="offerId", min_length=1)
    price: Many[LiteSum] = Field(default=(), alias="offerRetailRate")
    rates: tuple[LiteRate, ...] = Field(min_length=1)


class HotelRates(LitePart):
    """One hotel's offers; each is read for itself, so that a broken one costs itself only."""

    hotel_id: str = Field(alias="hotelId", min_length=1)
    offers: Many[Raw] = Field(default=(), alias="roomTypes")


class LiteFound(LitePart):
    """The answer to a search."""

    data: Many[HotelRates] = ()


class Hotel(LitePart):
    """The details of a hotel."""

    id: str
    name: str = Field(min_length=1)
    address: Words = ""
    stars: float | None = None
    latitude: float | None = None
    longitude: float | None = None
    facilities: Many[int] = Field(default=(), alias="facilityIds")


class Facility(LitePart):
    """A facility's number and English name."""

    id: int = Field(alias="facility_id")
    name: Words = Field(default="", alias="facility")


class LitePlace(LitePart):
    """A place of LiteAPI's own gazetteer."""

    id: str = Field(alias="placeId", min_length=1)


class PrebookRooms(LitePart):
    """The rooms as they would be booked now."""

    rates: tuple[LiteRate, ...] = Field(min_length=1)


class Prebook(LitePart):
    """An offer as it would be sold now; booking it needs the ``prebookId``. Several bookings may be made of one."""

    id: str = Field(alias="prebookId", min_length=1)
    currency: Currency
    price: Amount
    rooms: Many[PrebookRooms] = Field(default=(), alias="roomTypes", min_length=1)


class LiteBooking(LitePart):
    """A booking. ``price`` is what was paid."""

    id: str = Field(alias="bookingId", min_length=1)
    reference: Words = Field(default="", alias="clientReference")
    status: str
    confirmation: Maybe[str] = Field(default=None, alias="hotelConfirmationCode")
    check_in: date = Field(alias="checkin")
    price: Amount
    currency: Currency
    created_at: datetime = Field(alias="createdAt")
    policies: LitePolicies = Field(default=LitePolicies(), alias="cancellationPolicies")


class LiteListed(LitePart):
    """A booking in a list, which shows less: it is read by its id."""

    id: str = Field(alias="bookingId", min_length=1)


class LiteCancellation(LitePart):
    """The answer to a cancellation."""

    status: str
