"""Orders of a supplier that holds nothing: what is ordered is paid, so there is nothing to hold, to pay or to give back."""

from collections.abc import Sequence

from tripintent.state.money import Money
from tripintent.state.travellers import Need, NeedName, Traveller
from tripintent.tools.errors import CommitRejected
from tripintent.tools.ports.orders import OrderRequest, SupplierOrder
from tripintent.tools.ports.suppliers import Capabilities


def missing(request: OrderRequest, needs: Sequence[Need]) -> list[str]:
    """Return the needed details that a request lacks, by their names."""
    lacking: list[str] = []
    there: object
    for need in needs:
        if need.of == "buyer":
            there = {"email": request.contact.email, "phone": request.contact.phone}.get(need.what, "given")
        else:
            people = request.travellers if need.of == "each_traveller" else request.travellers[:1]
            there = bool(people) and all(_has(person, need.what) for person in people)
        if not there:
            lacking.append(need.what)
    return lacking


def _has(person: Traveller, what: NeedName) -> bool:
    if what == "name":
        return bool(person.given_name.strip() and person.family_name.strip())
    return bool(getattr(person, what, True))


class PaidAtOnce:
    """The part of the port ``Orders`` that such a supplier refuses by name."""

    capabilities: Capabilities

    async def read(self, order_id: str) -> SupplierOrder:
        """Return the order as it is now; the supplier's own."""
        raise NotImplementedError

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Refuse: nothing is held."""
        raise self._rejected("nothing is held here; it is paid at once", "hold_not_supported")

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Refuse: an order is paid when it is made."""
        await self.read(order_id)
        raise self._rejected(f"order {order_id} was paid when it was made", "already_paid")

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        """Refuse: there is nothing unpaid to give back."""
        order = await self.read(order_id)
        if order.status == "cancelled":
            return order
        raise self._rejected(f"order {order_id} is paid; cancel it instead", "already_paid")

    def _rejected(self, message: str, code: str) -> CommitRejected:
        """Return the error of a commit that is refused for certain, before anything was sent."""
        return CommitRejected(message, supplier=self.capabilities.supplier, code=code)
