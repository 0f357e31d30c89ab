"""Measures what safety costs: ``python -m benches.purchase``.

The same purchase (hold, pay) at the simulated supplier with the ledger and straight at its orders port, side by side in
one run, once with a supplier that answers at once and once with one that takes as long as real ones; then the recovery of
1,000 operations that a crash left without an answer.
"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tripintent.state.booking import ApprovalAnswer
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.errors import Unknown
from tripintent.tools.ledger.database import Database
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest, IssuedApproval, ReconcileReport
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.outcomes import Bought
from tripintent.tools.ports.suppliers import Capabilities

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
ANN = Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04")
CONTACT = Contact(email="ann@example.org")
PURCHASES = 40
REAL_LATENCY = 0.2
OPEN_OPERATIONS = 1000


class Books:
    """A supplier in memory: what is left to measure is ours. With ``deaf`` it does what it is asked and never answers."""

    def __init__(self, clock: FixedClock, latency: float = 0.0) -> None:
        self.capabilities = Capabilities(supplier="books", hold="hard", create="unkeyed", settle=timedelta(minutes=1))
        self.deaf = False
        self._clock, self._latency = clock, latency
        self._orders: dict[str, SupplierOrder] = {}
        self._refs: dict[str, str] = {}

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Reserve."""
        order = SupplierOrder(
            order_id=f"ord{len(self._orders)}",
            client_ref=request.client_ref,
            supplier="books",
            item_type=request.offer.kind,
            status="held",
            total=request.offer.total_price,
            expires_at=self._clock.now() + timedelta(days=1),
            created_at=self._clock.now(),
        )
        self._refs[request.client_ref] = order.order_id
        return await self._put(order)

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        """Reserve and pay."""
        order = await self.hold(request)
        return await self.pay(order.order_id, order.total, payment_method_id, request.client_ref)

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Pay."""
        del amount, payment_method_id, client_ref
        paid = {"status": "confirmed", "paid_at": self._clock.now(), "locator": "ABC123"}
        return await self._put(self._orders[order_id].model_copy(update=paid))

    async def read(self, order_id: str) -> SupplierOrder:
        """Return an order."""
        await asyncio.sleep(self._latency)
        return self._orders[order_id]

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Return the orders of a reference."""
        await asyncio.sleep(self._latency)
        return [self._orders[self._refs[client_ref]]] if client_ref in self._refs else []

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        """Give a hold back."""
        del client_ref
        return await self._put(self._orders[order_id].model_copy(update={"status": "cancelled"}))

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        """Say what cancelling costs: nothing."""
        total = self._orders[order_id].total
        return CancelQuote(
            quote_id="q",
            order_id=order_id,
            fee=total.times(0),
            refund=total,
            expires_at=self._clock.now() + timedelta(minutes=10),
        )

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        """Cancel."""
        return await self.release(quote.order_id, client_ref)

    async def _put(self, order: SupplierOrder) -> SupplierOrder:
        await asyncio.sleep(self._latency)
        self._orders[order.order_id] = order
        if self.deaf:
            raise Unknown("no reply", supplier="books", code="timeout")
        return order


def offer(number: int) -> FlightOffer:
    """Return an invented offer."""
    hop = FlightHop.model_validate(
        {"from": "JFK", "to": "SFO", "depart_at": NOW, "arrive_at": NOW + timedelta(hours=6), "airline": "Nowhere Air"}
    )
    return FlightOffer(
        option_id=f"opt{number}",
        supplier="books",
        segments=(hop,),
        total_price=Money(amount=Decimal("100.00")),
        expires_at=NOW + timedelta(hours=1),
    )


def hold_request(trip_id: str, number: int) -> HoldRequest:
    """Return the request to hold one offer."""
    item = HoldItem(offer=offer(number), key="k", requirement_key="f", title="JFK-SFO")
    return HoldRequest(trip_id=trip_id, bundle_id="b", items=(item,), travellers=(ANN,), contact=CONTACT)


async def with_ledger(desk: BookingDesk, number: int) -> None:
    """Hold, ask, approve and buy at the desk."""
    trip_id = f"trip{number}"
    await desk.hold(hold_request(trip_id, number))
    request = ApprovalRequest(trip_id=trip_id, travellers=(ANN,), contact=CONTACT, payment_method_id="pm_visa")
    issued = await desk.request_approval(request)
    if not isinstance(issued, IssuedApproval):
        raise TypeError(issued.message)
    named = ApprovalAnswer(approval_id=issued.approval.approval_id, trip_id=trip_id, decision="approve")
    answer = await desk.seal(named)
    outcome = await desk.purchase(trip_id, answer)
    if not isinstance(outcome, Bought):
        raise TypeError(str(outcome))


async def without_ledger(books: Books, number: int) -> None:
    """Hold, read again and pay, straight at the supplier: the same calls, nothing remembered."""
    order = await books.hold(
        OrderRequest(client_ref=f"ref{number}", offer=offer(number), travellers=(ANN,), contact=CONTACT)
    )
    fresh = await books.read(order.order_id)
    await books.pay(fresh.order_id, fresh.total, "pm_visa", f"pay{number}")


async def cost(folder: Path, latency: float, count: int) -> tuple[float, float]:
    """Return the median seconds of one purchase (with, without) the ledger, taken in turns."""
    clock = FixedClock(NOW)
    books = Books(clock, latency)
    ledger = Database.open(str(folder / f"cost{latency}.db"))
    desk = BookingDesk(ledger, {"books": DeskSupplier(books)}, clock)
    safe, bare = [], []
    for number in range(count):
        started = perf_counter()
        await with_ledger(desk, number)
        middle = perf_counter()
        await without_ledger(books, number)
        safe.append(middle - started)
        bare.append(perf_counter() - middle)
    ledger.close()
    return median(safe), median(bare)


async def recovery(folder: Path, count: int) -> tuple[float, ReconcileReport]:
    """Return the seconds that recovering ``count`` unanswered operations takes, and what came of them."""
    clock = FixedClock(NOW)
    books = Books(clock)
    ledger = Database.open(str(folder / "recovery.db"))
    desk = BookingDesk(ledger, {"books": DeskSupplier(_Blind(books))}, clock)
    books.deaf = True
    for number in range(count):
        await desk.hold(hold_request(f"trip{number}", number))
    desk = BookingDesk(ledger, {"books": DeskSupplier(books)}, clock)
    started = perf_counter()
    report = await desk.reconcile()
    took = perf_counter() - started
    ledger.close()
    return took, report


class _Blind(Books):
    """The same books, in which nothing can be found before the crash."""

    def __init__(self, books: Books) -> None:
        self.__dict__ = books.__dict__

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        """Find nothing (yet)."""
        del client_ref
        return []


async def measure() -> str:
    """Return the report."""
    with TemporaryDirectory(prefix="tripintent-bench-") as name:
        folder = Path(name)
        lines = ["purchase (hold, reprice, pay) with the ledger on SQLite, synchronous=FULL, against the same without:"]
        for latency in (0.0, REAL_LATENCY):
            safe, bare = await cost(folder, latency, PURCHASES if not latency else PURCHASES // 8)
            what = f"supplier of {latency * 1000:.0f} ms a call"
            lines.append(
                f"  {what}: {safe * 1000:.1f} ms against {bare * 1000:.1f} ms, +{(safe - bare) * 1000:.1f} ms, {safe / bare:.2f}x"
            )
        took, report = await recovery(folder, OPEN_OPERATIONS)
        lines.append(
            f"recovery of {OPEN_OPERATIONS} open operations: {took:.2f} s ({report.finished} found, {report.waiting} waiting)"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the report."""
    print(asyncio.run(measure()))


if __name__ == "__main__":
    main()
