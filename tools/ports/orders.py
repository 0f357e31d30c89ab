"""The orders port: everything that commits a supplier to something. Only the desk (the ledger's engine) calls it."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

from pydantic import AwareDatetime, Field

from tripintent.state.foreign import Line, Lines, Ref
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, Offer, PaidBack, Price, Terms
from tripintent.state.queries import FlightQuery
from tripintent.state.travellers import Contact, RequestOutcome, Traveller, TravellerRequest
from tripintent.tools.ports.suppliers import Capabilities

OrderStatus = Literal["held", "confirmed", "cancelled", "expired", "failed"]


class OrderRequest(Frozen):
    """A request for an order. ``client_ref`` is the operation's id, stored at the supplier so that a probe can find it."""

    client_ref: str
    offer: Offer = Field(discriminator="kind")
    travellers: tuple[Traveller, ...] = ()
    contact: Contact = Contact()
    requests: tuple[TravellerRequest, ...] = Field(
        default=(), description="wishes for this item, of kinds that it may not take"
    )
    metadata: Mapping[str, str] = Field(default_factory=dict)


class ScheduleChange(Frozen):
    """A change that the airline made by itself. ``open`` while the traveller has to accept it, or ask for something else."""

    change_id: Ref
    was: Lines = Field(default=(), description="the flights as they were: number, airports, local times")
    now: Lines = Field(default=(), description="the flights as they are to be")
    open: bool = True


class SupplierOrder(Frozen):
    """An order as the supplier's books show it. Paid means ``paid_at`` is set, nothing else does."""

    order_id: Ref = Field(min_length=1)
    client_ref: Ref
    supplier: Ref
    item_type: Literal["flight", "hotel"]
    status: OrderStatus
    locator: Line | None = Field(default=None, description="PNR or hotel confirmation number")
    tickets: Lines = ()
    total: Price
    brings_back: PaidBack | None = Field(default=None, description="what the airline pays back with a change")
    terms: Terms = Terms()
    expires_at: AwareDatetime | None = Field(default=None, description="when an unpaid hold lapses")
    paid_at: AwareDatetime | None = None
    created_at: AwareDatetime
    changes: tuple[ScheduleChange, ...] = Field(
        default=(), description="what the airline changed by itself, oldest first"
    )
    requests: tuple[RequestOutcome, ...] = Field(
        default=(), description="what became of requests, as far as it is not as declared"
    )


class CancelQuote(Frozen):
    """The price of cancelling now. ``fee + refund`` equals what was paid."""

    quote_id: Ref
    order_id: Ref
    fee: Price
    refund: Price
    expires_at: AwareDatetime


@runtime_checkable
class AcceptsChanges(Protocol):
    """The port of an adapter through which airlines' changes are accepted. It costs nothing, and twice is the same as once."""

    async def accept_change(self, order_id: str, change_id: str) -> SupplierOrder:
        """Accept what the airline changed. Raises Rejected, or Unknown."""
        ...


@runtime_checkable
class PaysFor(Protocol):
    """The port of an adapter that is told with a payment, too, how the party is reached."""

    async def pay_for(
        self, contact: Contact, order_id: str, amount: Money, payment_method_id: str, client_ref: str
    ) -> SupplierOrder:
        """Pay a held order, as ``pay`` does."""
        ...


@runtime_checkable
class ChangesOrders(Protocol):
    """The port of an adapter whose airlines change paid orders on request."""

    async def change_offers(self, order_id: str, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return other flights for a paid order, each at what the change costs; empty where it cannot be changed.

        The offers carry the name of the seller who keeps and confirms them. Raises SupplierError.
        """
        ...


class Orders(Protocol):
    """Commits at one supplier. Raises Rejected (certainly nothing happened), Unknown (it may have), or OfferGone."""

    @property
    def capabilities(self) -> Capabilities:
        """Return what this supplier promises; decides how a lost reply is recovered."""
        ...

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Reserve without paying (hold kinds hard and soft)."""
        ...

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Order and pay in one step (suppliers without holds, and instant offers)."""
        ...

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Pay a held order. ``amount`` must equal the order's total."""
        ...

    async def read(self, order_id: str) -> SupplierOrder:
        """Return the order as it is now; Rejected with code ``not_found`` when it is missing."""
        ...

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Probe: every order made under this reference. Empty within the settle window proves nothing."""
        ...

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        """Give an unpaid hold back; releasing twice is the same as once."""
        ...

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling a paid order would cost."""
        ...

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel under a quote; Rejected when the quote is stale, Rejected ``already_cancelled`` when done before."""
        ...
