"""The orders port over a host's ``reservation_hold_create`` and ``booking_confirm_and_purchase``.

Hosts have no tool to look a hold up, and any process may have to buy it, so an order id carries what the host said of its holds.
The operation's id is the idempotency key of both tools: that is how a lost reply is recovered.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, NoReturn
from urllib.parse import parse_qsl, urlencode

from pydantic import ValidationError

from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import Terms
from tripintent.state.travellers import Contact, Need, Traveller
from tripintent.tools.errors import CommitRejected, Unknown
from tripintent.tools.host.calling import CODES, SUPPLIER, HostCaller, aware
from tripintent.tools.host.shapes import MARK, Holds, HostHold, Purchase
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.suppliers import Capabilities, HoldKind
from tripintent.tools.registry.arguments import HoldArguments, HoldItemArguments, PurchaseArguments, TravelerArguments

ItemType = Literal["flight", "hotel"]


class HeldOrder(Frozen):
    """One order of ours: the host's holds, their price and when they lapse."""

    kind: ItemType
    holds: tuple[str, ...]
    total: Money
    refundable: bool
    expires_at: datetime | None = None
    created_at: datetime
    client_ref: str

    @property
    def order_id(self) -> str:
        """Return everything as one text, such as ``kind=flight&holds=H1&amount=300.00&currency=USD&…``."""
        fields = {
            "kind": self.kind,
            "holds": MARK.join(self.holds),
            "amount": str(self.total.amount),
            "currency": self.total.currency,
            "refundable": str(int(self.refundable)),
            "expires_at": self.expires_at.isoformat() if self.expires_at else "",
            "created_at": self.created_at.isoformat(),
            "client_ref": self.client_ref,
        }
        return urlencode(fields)

    def as_order(self, now: datetime) -> SupplierOrder:
        """Return the order as the host last said it: held, or expired by the clock."""
        lapsed = self.expires_at is not None and self.expires_at <= now
        return SupplierOrder(
            order_id=self.order_id,
            client_ref=self.client_ref,
            supplier=SUPPLIER,
            item_type=self.kind,
            status="expired" if lapsed else "held",
            total=self.total,
            terms=Terms(refundable=self.refundable),
            expires_at=self.expires_at,
            created_at=self.created_at,
        )


def held_order(order_id: str) -> HeldOrder:
    """Return what an order id tells. Raises Rejected ``not_found`` for another's."""
    fields = dict(parse_qsl(order_id, keep_blank_values=True))
    try:
        return HeldOrder.model_validate(
            {
                **fields,
                "holds": fields["holds"].split(MARK),
                "total": {"amount": fields["amount"], "currency": fields["currency"]},
                "expires_at": fields["expires_at"] or None,
            }
        )
    except (KeyError, ValidationError) as error:
        raise CommitRejected(f"{order_id!r} is no order of the host", supplier=SUPPLIER, code="not_found") from error


HOLD, PURCHASE = "reservation_hold_create", "booking_confirm_and_purchase"


def host_capabilities(
    timeout: float, *, hold: HoldKind = "hard", needs: tuple[Need, ...] = (), contact: str = "", account: str = ""
) -> Capabilities:
    """Return what the two tools promise: both take an idempotency key; none looks up, prices again, releases or cancels.

    A host makes its own ids, maybe the same for other nights. ``contact`` says whom travellers ask to cancel, ``account`` whose
    account with the host pays; without one a card on file does.
    """
    return Capabilities(
        supplier=SUPPLIER,
        hold=hold,
        create="keyed",
        pay="keyed",
        probe=False,
        dated=False,
        timeout=timedelta(seconds=timeout),
        reprice=False,
        release=False,
        cancel=False,
        needs=needs,
        codes=CODES,
        contact=contact,
        account=account,
    )


class HostOrders:
    """Holds and buys through the host. What it has no tool for is Rejected ``not_supported``: nothing happened."""

    def __init__(self, caller: HostCaller, clock: Clock, capabilities: Capabilities) -> None:
        self._caller = caller
        self._clock = clock
        self.capabilities = capabilities

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Hold every room or seat of one offer. Rejected when the host says that a part failed and none was held.

        Unknown when some parts are held and some are not: the same key is asked again, the desk decides.
        """
        kind, contact = request.offer.kind, request.contact
        items = tuple(HoldItemArguments(item_type=kind, option_id=one) for one in request.offer.option_id.split(MARK))
        arguments = HoldArguments(
            idempotency_key=request.client_ref,
            items=items,
            travelers=tuple(map(_person, request.travellers)),
            contact_email=contact.email,
            contact_phone=contact.phone,
        )
        holds = (await self._caller.call(HOLD, arguments, Holds)).holds
        held = _all_held(holds, kind, len(items))
        now = self._clock.now()
        order = HeldOrder(
            kind=kind,
            holds=tuple(hold.hold_id for hold in held),
            total=request.offer.total_price,
            refundable=request.offer.refundable,
            expires_at=min((aware(h.expires_at) for h in held if h.expires_at), default=None),
            created_at=now,
            client_ref=request.client_ref,
        )
        return order.as_order(now)

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Hold and buy at once, both under keys made of the same reference."""
        held = await self.hold(request.model_copy(update={"client_ref": f"{request.client_ref}:hold"}))
        return await self.pay_for(request.contact, held.order_id, held.total, payment_method_id, request.client_ref)

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Buy a hold for people who said no address."""
        return await self.pay_for(Contact(), order_id, amount, payment_method_id, client_ref)

    async def pay_for(
        self, contact: Contact, order_id: str, amount: Money, payment_method_id: str, client_ref: str
    ) -> SupplierOrder:
        """Buy a hold. The approval was consumed in the ledger: the operation's id is the token that the host is shown."""
        order = held_order(order_id)
        if amount != order.total:
            raise CommitRejected(f"the hold costs {order.total}, not {amount}", supplier=SUPPLIER, code="wrong_amount")
        arguments = PurchaseArguments(
            idempotency_key=client_ref,
            approval_token=client_ref,
            hold_ids=order.holds,
            payment_method_id=payment_method_id,
            contact_email=contact.email,
        )
        bought = (await self._caller.call(PURCHASE, arguments, Purchase)).confirmation
        if bought.status == "failed":
            raise CommitRejected("the host says that the purchase failed", supplier=SUPPLIER, code="failed")
        paid = {"status": "confirmed", "locator": bought.record_locator, "tickets": bought.tickets}
        now = self._clock.now()
        return order.as_order(now).model_copy(update={**paid, "client_ref": client_ref, "paid_at": now})

    async def read(self, order_id: str) -> SupplierOrder:
        """Hosts have no tool for it. The id tells of the hold, and cannot tell whether it was paid."""
        _unsupported("look an order up")

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Hosts have no tool for it; ``capabilities.probe`` says so."""
        return ()

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        """Hosts have no tool for it: the hold lapses at its expiry."""
        _unsupported("release a hold")

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Hosts have no tool for it."""
        _unsupported("cancel an order")

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Hosts have no tool for it."""
        _unsupported("cancel an order")


def _person(one: Traveller) -> TravelerArguments:
    same = one.model_dump(include={"given_name", "family_name", "date_of_birth", "title", "gender", "document"})
    return TravelerArguments(type=one.passenger_type, **same)


def _all_held(holds: Sequence[HostHold], kind: ItemType, wanted: int) -> Sequence[HostHold]:
    """Return the holds when each item has one."""
    held = [hold for hold in holds if hold.status == "held" and hold.item_type == kind and hold.hold_id]
    if len(held) == wanted == len(holds):
        return held
    if not held and holds and all(hold.status == "failed" for hold in holds):
        raise CommitRejected("the host could not hold it", supplier=SUPPLIER, code="failed")
    raise Unknown(f"{len(held)} of {wanted} holds came back", supplier=SUPPLIER, code="partial")


def _unsupported(what: str) -> NoReturn:
    raise CommitRejected(f"hosts have no tool to {what}", supplier=SUPPLIER, code="not_supported")
