"""Supplier ports: search, price, and the signed reports that a supplier sends on its own; and amenities of hotels by our names.

Each supplier declares what it can do, and the purchase protocol follows that.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, Protocol, TypeVar

from pydantic import Field, JsonValue, ValidationInfo, field_validator

from tripintent.state.foreign import Line, Ref
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import FlightQuery, HotelQuery
from tripintent.state.travellers import KnownKind, Need
from tripintent.tools.errors import ToolError
from tripintent.tools.shipped import table

AMENITIES: Mapping[str, Sequence[str]] = table("tools/ports/amenities.yaml")


def amenity_meant(said: str) -> str:
    """Return our name of an amenity; one that is unknown stays as said."""
    text = said.casefold().replace("_", " ").strip()
    for name, words in AMENITIES.items():
        if text == name.replace("_", " ") or any(word == text or (len(word) > 2 and word in text) for word in words):
            return name
    return text


def amenities_needed(said: Iterable[str]) -> set[str]:
    """Return our names of the amenities that a hotel must have: an unknown one leaves no hotel out."""
    return {meant for meant in map(amenity_meant, said) if meant in AMENITIES}


Q = TypeVar("Q", bound=FlightQuery | HotelQuery)
O = TypeVar("O", bound=FlightOffer | HotelOffer)  # noqa: E741 - an offer
Q_contra = TypeVar("Q_contra", contravariant=True)
HoldKind = Literal["hard", "soft", "none"]
Idempotency = Literal["keyed", "unkeyed", "guarded"]
Verdict = Literal["refused", "declined", "lapsed", "evidence", "unknown"]
"""The meaning of a refusal for money: ``refused`` certainly nothing happened; ``declined`` also, because of the means of payment;
``lapsed`` also, because the offer or hold is over; ``evidence`` an earlier attempt landed: read; ``unknown`` it may have happened."""


class ListPrice(Frozen):
    """The price of a request for one traveller, on each flight of a way or on the way as a whole."""

    each: Money
    per: Literal["flight", "way"]


class Capabilities(Frozen, extra="forbid"):
    """The promises of a supplier. ``create`` and ``pay`` say how a lost reply is recovered.

    keyed (the same key is replayed), unkeyed (never resend, only probe), guarded (read the state first, act only if undone).
    ``settle`` is how long a commit may stay invisible to a probe; ``timeout`` is the longest time one request may take.
    ``dated``: an offer's id belongs to its dates, so that a stay may be asked for from several first nights at once.
    What a supplier has no call for is False: ``probe`` (looking an order up), ``reprice`` (reading a price again), ``release``
    (an unpaid hold then lapses by itself) and ``cancel``.

    A ``needs`` entry for people by the purchase is one by the hold where orders are held: the hold carries the people, and
    paying for it carries none (Duffel, Expedia). Only what is ordered and paid in one step may leave them until then.
    ``takes`` and ``prices`` are the requests that reach it; every other one the traveller has to tell the seller.
    ``codes`` says what each code of the supplier's own means for money; one that it leaves out is in doubt. Without any, the class of
    an error tells: ``CommitRejected`` is a refusal, whatever its code.
    An order is paid by one of its ``tokens`` where the approval names one, otherwise from the ``account`` that we have there.
    """

    supplier: str
    simulated: bool = False
    hold: HoldKind = "none"
    create: Idempotency = "unkeyed"
    pay: Idempotency = "guarded"
    probe: bool = True
    dated: bool = True
    settle: timedelta = timedelta(0)
    timeout: timedelta = timedelta(seconds=30)
    reprice: bool = True
    release: bool = True
    cancel: bool = True
    sells: bool = Field(default=True, description="False: it only shows offers, each with a link to where it is booked")
    needs: tuple[Need, ...] = Field(default=())
    takes: tuple[KnownKind, ...] = Field(default=(), description="requests of travellers that go with an order")
    prices: tuple[KnownKind, ...] = Field(default=(), description="requests that it sells beside the offer")
    price_list: Mapping[KnownKind, ListPrice] = Field(
        default_factory=dict, description="what these cost, where that is known before anything is held"
    )
    codes: Mapping[str, Verdict] = Field(default_factory=dict, description="the supplier's own codes of refusals")
    account: str = Field(
        default="", description="whose account with the seller pays: its name for people; empty: a card"
    )
    contact: str = Field(default="", description="whom people ask about an order where it has no call: name and number")
    tokens: tuple[str, ...] = Field(default=(), description="how payment tokens of its own component begin")

    @field_validator("needs", mode="after")
    @classmethod
    def _with_the_hold(cls, needs: tuple[Need, ...], info: ValidationInfo) -> tuple[Need, ...]:
        if info.data.get("hold") != "hard":
            return needs
        early = (need if need.what == "payment_method" else need.model_copy(update={"when": "hold"}) for need in needs)
        return tuple(early)


class Seller(Protocol[Q_contra, O]):
    """Searches and prices offers of one kind, by their types of question and offer."""

    @property
    def capabilities(self) -> Capabilities:
        """Return what this supplier promises."""
        ...

    async def search(self, query: Q_contra) -> Sequence[O]:
        """Return offers, cheapest first; empty when nothing fits. Raises SupplierError."""
        ...

    async def price(self, offer: O) -> O:
        """Return the offer as it would be sold now. Raises OfferGone or another SupplierError."""
        ...


FlightSupplier = Seller[FlightQuery, FlightOffer]
HotelSupplier = Seller[HotelQuery, HotelOffer]


class UnsignedReport(ToolError):
    """A webhook that its supplier did not sign, or signed too long ago. Nothing of it is kept."""


class Report(Frozen):
    """One event of a supplier. ``event_id`` is the supplier's own: the same one counts once, however often it comes."""

    event_id: Ref = Field(min_length=1)
    type: Line
    client_ref: Ref | None = Field(default=None, description="our reference, which is the id of an operation")
    order_id: Ref | None = None
    body: dict[str, JsonValue] = Field(default_factory=dict)


class Webhooks(Protocol):
    """Reads what comes in for one supplier."""

    def opened(self, headers: Mapping[str, str], body: bytes, now: datetime) -> Report:
        """Return the event, once its signature is found to be the supplier's own and fresh.

        ``headers`` have lower-case names; ``body`` is as it came, byte for byte. Raises UnsignedReport, or InvalidRequest
        for a body of the supplier's that is not an event.
        """
        ...
