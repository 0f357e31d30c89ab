"""Checks of a supplier before it sells, made with a test key: the same steps for each adapter.

Orders are made and undone again; so it stops before the first one when an offer does not say that it is simulated.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from time import monotonic
from typing import NamedTuple, TypeVar
from uuid import uuid4

from tripintent.state.offers import Offer
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.orders import OrderRequest, Orders, SupplierOrder

T = TypeVar("T")
ANN = Traveller(given_name="Ann", family_name="Tester", date_of_birth="1985-03-04", gender="f", title="ms")
CONTACT = Contact(email="ann.tester@example.org", phone="+442071838750")


class CheckStep(NamedTuple):
    """One line of the checklist. ``ok`` None: not tried, and why."""

    name: str
    ok: bool | None
    said: str = ""


class _Stop(Exception):
    def __init__(self, step: CheckStep) -> None:
        self.step = step


async def checklist(
    search: Awaitable[Sequence[Offer]],
    price: Callable[[Offer], Awaitable[Offer]],
    orders: Orders,
    payment_method: str,
    asked: str,
) -> AsyncIterator[CheckStep]:
    """Yield each step as it was tried; one that fails is the last. ``asked`` says what is searched."""
    try:
        began = monotonic()
        offers = await _tried("search", search)
        yield CheckStep("search", bool(offers), f"{len(offers)} offers of {asked} in {monotonic() - began:.1f} s")
        if not offers:
            return
        real = [offer for offer in offers if not offer.simulated]
        if real:
            told = f"{len(real)} of {len(offers)} are real: nothing is ordered with a live key"
            yield CheckStep("order", None, told)
            return
        yield CheckStep("every offer says that it is simulated", ok=True)
        own = [offer for offer in offers if offer.supplier == orders.capabilities.supplier]
        offer = next((one for one in own if one.refundable), own[0] if own else offers[0])
        again = await _tried("price", price(offer))
        yield CheckStep("the price is read again", again.total_price == offer.total_price, str(again.total_price))
        async for step in _ordered(orders, again, payment_method):
            yield step
    except _Stop as stopped:
        yield stopped.step


async def _ordered(orders: Orders, offer: Offer, payment_method: str) -> AsyncIterator[CheckStep]:
    reference, caps = f"check-{uuid4().hex}", orders.capabilities
    if not caps.sells:
        yield CheckStep("order", None, f"it only shows offers; this one is booked at {offer.link}")
        return
    request = OrderRequest(client_ref=reference, offer=offer, travellers=(ANN,), contact=CONTACT)
    holds = caps.hold == "hard"

    async def order() -> SupplierOrder:
        return await (orders.hold(request) if holds else orders.book(request, payment_method))

    made = await _tried("order", order())
    yield CheckStep("order", made.status == ("held" if holds else "confirmed"), f"{made.order_id} is {made.status}")
    yield CheckStep("it costs what was shown", made.total == offer.total_price, str(made.total))
    if caps.probe:
        found = [one.order_id for one in await _tried("find", orders.find(reference))]
        yield CheckStep("it is found by our reference", found == [made.order_id], f"{len(found)} found at once")
    if caps.create == "unkeyed" or not caps.probe:
        yield CheckStep("the same order twice", None, "declared unkeyed, or not found again: a second would be made")
    else:
        yield await _twice(order(), made, orders, reference)
    if holds:
        paid = await _tried("pay", orders.pay(made.order_id, made.total, payment_method, f"{reference}-pay"))
        yield CheckStep("it is paid", paid.paid_at is not None, f"{len(paid.tickets)} tickets")
    if not caps.cancel:
        yield CheckStep("it is cancelled", None, f"declared without cancelling: {made.order_id} stays")
        return
    quote = await _tried("quote", orders.quote_cancellation(made.order_id))
    yield CheckStep(
        "cancelling is quoted", quote.fee + quote.refund == made.total, f"fee {quote.fee}, back {quote.refund}"
    )
    gone = await _tried("cancel", orders.cancel(quote, f"{reference}-cancel"))
    yield CheckStep("it is cancelled", gone.status == "cancelled", gone.status)


async def _twice(again: Awaitable[SupplierOrder], made: SupplierOrder, orders: Orders, reference: str) -> CheckStep:
    name = f"the same order twice ({orders.capabilities.create})"
    try:
        second = (await again).order_id
    except SupplierError as error:
        second = error.code
    count = len(await _tried(name, orders.find(reference)))
    return CheckStep(
        name, count == 1, f"answered {'with the first' if second == made.order_id else second}; {count} in the books"
    )


async def _tried(name: str, call: Awaitable[T]) -> T:
    try:
        return await call
    except SupplierError as error:
        raise _Stop(CheckStep(name, ok=False, said=f"{type(error).__name__} {error.code}: {error}")) from error
