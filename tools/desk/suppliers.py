"""What the desk needs of a supplier: its orders, and its prices for what cannot be held."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.tools.errors import OfferGone
from tripintent.tools.ports.orders import ChangesOrders, Orders
from tripintent.tools.ports.suppliers import Capabilities, FlightSupplier, HoldKind, HotelSupplier
from tripintent.tools.ports.webhooks import Webhooks

Price = Callable[[Offer], Awaitable[Offer]]


@dataclass(frozen=True)
class DeskSupplier:
    """One supplier.

    ``price`` returns an offer as it would be sold now; needed for hold kinds soft and none. ``kinds`` names the items
    (``flight``, ``hotel``) that it holds otherwise than ``orders.capabilities`` says. ``webhooks`` reads what it reports.
    ``flights`` and ``hotels`` are its searches, where it is searched; ``changes`` asks for changes of its paid orders.
    """

    orders: Orders
    price: Price | None = None
    kinds: Mapping[str, HoldKind] = field(default_factory=dict)
    webhooks: Webhooks | None = None
    flights: FlightSupplier | None = None
    hotels: HotelSupplier | None = None
    changes: ChangesOrders | None = None

    def hold_kind(self, item_type: str) -> HoldKind:
        """How it holds flights or hotels."""
        return self.kinds.get(item_type, self.capabilities.hold)

    @property
    def capabilities(self) -> Capabilities:
        """What it declares."""
        return self.orders.capabilities


def price_by(flights: FlightSupplier | None = None, hotels: HotelSupplier | None = None) -> Price:
    """Return the pricing of a seller's ports as one: what an offer is sold for now."""

    async def price(offer: Offer) -> Offer:
        if isinstance(offer, FlightOffer) and flights:
            return await flights.price(offer)
        if isinstance(offer, HotelOffer) and hotels:
            return await hotels.price(offer)
        raise OfferGone(f"{offer.supplier} sells no {offer.kind}s", supplier=offer.supplier, code="not_supported")

    return price
