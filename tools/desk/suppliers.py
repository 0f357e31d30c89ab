"""What the desk needs of a supplier: its orders, and its prices for what cannot be held."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from tripintent.state.offers import Offer
from tripintent.tools.ports.orders import Orders
from tripintent.tools.ports.suppliers import Capabilities, HoldKind


@dataclass(frozen=True)
class DeskSupplier:
    """One supplier.

    ``price`` returns an offer as it would be sold now; needed for hold kinds soft and none. ``kinds`` names the items
    (``flight``, ``hotel``) that it holds otherwise than ``orders.capabilities`` says.
    """

    orders: Orders
    price: Callable[[Offer], Awaitable[Offer]] | None = None
    kinds: Mapping[str, HoldKind] = field(default_factory=dict)

    def hold_kind(self, item_type: str) -> HoldKind:
        """How it holds flights or hotels."""
        return self.kinds.get(item_type, self.capabilities.hold)

    @property
    def capabilities(self) -> Capabilities:
        """What it declares."""
        return self.orders.capabilities
