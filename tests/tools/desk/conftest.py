"""A desk on SQLite with a supplier whose answers are scripted, to play what no embedded supplier would."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.acts import agreed
from tests.offers import flight_at
from tests.postgres_server import database

from tripintent.state.booking import ApprovalAnswer
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, Terms
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk import webhooks
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.desk.webhooks import SupplierEvent
from tripintent.tools.errors import CommitRejected, Unknown
from tripintent.tools.ledger import operations
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.ledger_time import LedgerTime
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest, IssuedApproval, LedgerStatus
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.outcomes import CancellationPlan, CancelOutcome, PurchaseOutcome, Refused
from tripintent.tools.ports.suppliers import Capabilities

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
LOST = Unknown("no reply", code="timeout")


def flight(option_id: str = "opt", *, price: str = "100.00", terms: Terms = Terms(), title: str = "") -> FlightOffer:  # noqa: B008
    return flight_at(
        NOW + DAY, option_id, price, supplier="scripted", terms=terms, hop={"airline": title or "Nowhere Air"}
    )


@dataclass
class ScriptedOrders:
    """An order book in memory. ``answers`` holds, per call, what happens: an exception to raise before or after the deed."""

    capabilities: Capabilities
    clock: FixedClock
    book: dict[str, SupplierOrder] = field(default_factory=dict)
    calls: list[tuple[str, str]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    before: dict[str, list[Exception | None]] = field(default_factory=dict)
    after: dict[str, list[Exception | None]] = field(default_factory=dict)
    fee: str = "0"
    hidden: bool = False

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        return self._do("hold", request.client_ref, lambda: self._open(request, "held"))

    async def book_now(self, request: OrderRequest) -> SupplierOrder:
        return self._do("book", request.client_ref, lambda: self._bought(request))

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        return self._do("pay", client_ref, lambda: self._pay(order_id))

    async def read(self, order_id: str) -> SupplierOrder:
        self._strike(self.before, "read")
        if order_id not in self.book or self.hidden:
            raise CommitRejected("no such order", code="not_found")
        return self.book[order_id]

    async def find(self, client_ref: str) -> Sequence[SupplierOrder]:
        self._strike(self.before, "find")
        return [] if self.hidden else [order for order in self.book.values() if order.client_ref == client_ref]

    async def release(self, order_id: str, client_ref: str) -> SupplierOrder:
        return self._do("release", client_ref, lambda: self._set(order_id, status="cancelled"))

    async def quote_cancellation(self, order_id: str) -> CancelQuote:
        self._strike(self.before, "quote")
        total = self.book[order_id].total
        fee = Money(amount=self.fee)
        refund = Money(amount=total.amount - fee.amount)
        return CancelQuote(quote_id="q", order_id=order_id, fee=fee, refund=refund, expires_at=self.clock.now() + DAY)

    async def cancel(self, quote: CancelQuote, client_ref: str) -> SupplierOrder:
        return self._do("cancel", client_ref, lambda: self._set(quote.order_id, status="cancelled"))

    def answers(self, call: str, order: Any) -> None:
        """Give one answer to every call of a name, whatever is asked."""

        async def same(*_: Any) -> Any:
            return order

        self.__dict__[call] = same

    def changes(self, call: str, **values: Any) -> None:
        """Change the answers of a call."""
        real = getattr(self, call)

        async def changed(*asked: Any) -> Any:
            return (await real(*asked)).model_copy(update=values)

        self.__dict__[call] = changed

    def hides_second(self) -> None:
        """Lose the reply of the second of two bookings, and hide its order."""
        self.after["book"] = [None, LOST]
        book, count = self.book_now, iter(range(9))

        async def second_hidden(*arguments: Any) -> Any:
            self.hidden = next(count) == 1
            return await book(*arguments)

        self.__dict__["book_now"] = second_hidden

    def count(self, name: str) -> int:
        return len([call for call in self.calls if call[0] == name])

    def _do(self, name: str, client_ref: str, work: Callable[[], SupplierOrder]) -> SupplierOrder:
        self.calls.append((name, client_ref))
        self._strike(self.before, name)
        order = work()
        self._strike(self.after, name)
        return order

    @staticmethod
    def _strike(plan: dict[str, list[Exception | None]], name: str) -> None:
        error = plan[name].pop(0) if plan.get(name) else None
        if error is not None:
            raise error

    def _open(self, request: OrderRequest, status: str) -> SupplierOrder:
        same = [order for order in self.book.values() if order.client_ref == request.client_ref]
        if same and self.capabilities.create == "keyed":
            return same[0]
        order = SupplierOrder(
            order_id=f"ord{len(self.book)}",
            client_ref=request.client_ref,
            supplier="scripted",
            item_type=request.offer.kind,
            status=status,
            total=request.offer.total_price,
            terms=request.offer.terms,
            expires_at=self.clock.now() + DAY,
            created_at=self.clock.now(),
        )
        self.book[order.order_id] = order
        self.names[order.order_id] = " ".join(person.given_name for person in request.travellers)
        return order

    def _bought(self, request: OrderRequest) -> SupplierOrder:
        order = self._open(request, "held")
        return order if order.paid_at is not None else self._pay(order.order_id)

    def _pay(self, order_id: str) -> SupplierOrder:
        if self.book[order_id].paid_at is not None:
            raise CommitRejected("paid before", code="already_paid")
        return self._set(order_id, status="confirmed", paid_at=self.clock.now(), locator="ABC123", expires_at=None)

    def _set(self, order_id: str, **values: Any) -> SupplierOrder:
        self.book[order_id] = self.book[order_id].model_copy(update=values)
        return self.book[order_id]


CODES = {
    "declined": "declined",
    "expired_access_token": "refused",
    "payment_amount_does_not_match_order_amount": "refused",
}
"""What this supplier declares, beside the words of the port."""


class _Port:
    """The scripted orders as the port wants them: there, ``book`` is the call and not the order book."""

    def __init__(self, orders: ScriptedOrders) -> None:
        self._orders = orders

    def __getattr__(self, name: str) -> Any:
        """Hand everything else on."""
        return getattr(self._orders, name)

    async def book(self, request: OrderRequest, payment_method_id: str) -> SupplierOrder:
        return await self._orders.book_now(request)


@dataclass
class Counter:
    """A desk and its scripted supplier."""

    desk: BookingDesk
    orders: ScriptedOrders
    clock: FixedClock
    ledger: Database

    async def hold(self, *offers: FlightOffer, title: str = "leg", name: str = "Ann") -> LedgerStatus:
        offers = offers or (flight(),)
        items = tuple(
            HoldItem(offer=one, key=f"k{n}", requirement_key=f"f{n}", title=f"{title} {n}")
            for n, one in enumerate(offers)
        )
        who = (Traveller(given_name=name, family_name="Smith"),)
        return await self.desk.hold(
            HoldRequest(trip_id="t", bundle_id="b", items=items, travellers=who, contact=Contact())
        )

    async def ask(self, name: str = "Ann") -> IssuedApproval | Refused:
        who = (Traveller(given_name=name, family_name="Smith"),)
        return await self.desk.request_approval(ApprovalRequest(trip_id="t", travellers=who, payment_method_id="pm"))

    async def answer(self, name: str = "Ann") -> ApprovalAnswer:
        issued = await self.ask(name)
        assert isinstance(issued, IssuedApproval), issued
        return await self.desk.seal(agreed(issued.approval))

    async def buy(self) -> PurchaseOutcome:
        return await self.desk.purchase("t", await self.answer())

    async def yes(self, plan: CancellationPlan) -> ApprovalAnswer:
        """Return a person's yes to a cancellation."""
        issued = await self.desk.request_cancel_approval("t", plan, "thread")
        assert isinstance(issued, IssuedApproval), issued
        return await self.desk.seal(agreed(issued.approval))

    async def cancel(self, plan: CancellationPlan) -> CancelOutcome:
        """Cancel under an approval of the plan."""
        return await self.desk.cancel("t", plan, await self.yes(plan))

    async def bought(self) -> CancellationPlan:
        """Buy one leg, and return what cancelling it costs."""
        await self.hold()
        await self.buy()
        (booking,) = (await self.desk.ledger_status("t")).bookings
        plan = await self.desk.quote_cancellation("t", booking.booking_id)
        assert isinstance(plan, CancellationPlan), plan
        return plan

    async def state(self) -> str | None:
        return (await self.desk.ledger_status("t")).purchase_state

    async def booked(self) -> list[str]:
        """Return the states of the bookings."""
        return [booking.status for booking in (await self.desk.ledger_status("t")).bookings]

    async def receive(self, event: SupplierEvent) -> bool:
        """Keep an event and look into it, as a supplier's report is."""
        fresh = await webhooks.keep(self.desk._ctx, event)
        if fresh:
            await webhooks.look_into(self.desk._ctx, event)
        return fresh

    async def later(self, by: timedelta) -> list[str]:
        self.clock.advance(by)
        return list((await self.desk.reconcile()).notes)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers are on different machines: only time tells whether one is gone."""
    monkeypatch.setattr(operations, "is_alive", lambda owner: False)


@pytest.fixture
def ledger_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A file, or a database of its own on Postgres where a test asks for that one."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield str(tmp_path / "ledger.db")
        return
    with database(request.getfixturevalue("postgres_url")) as url:
        yield url


@pytest.fixture
def make_counter(ledger_url: str, clock: FixedClock) -> Iterator[Callable[..., Counter]]:
    """Makes a desk whose supplier promises what is asked for; ``wrap`` stands between the desk and its orders.

    Time is played by the clock, or told by the ledger where its ``time`` is given.
    """
    ledgers: list[Database] = []

    def make(
        wrap: Callable[[Any], Any] = lambda port: port, time: LedgerTime | None = None, **promises: Any
    ) -> Counter:
        promises = {
            "hold": "hard",
            "create": "keyed",
            "timeout": timedelta(seconds=5),
            "settle": timedelta(seconds=60),
        } | promises
        orders = ScriptedOrders(Capabilities(supplier="scripted", codes=CODES, **promises), clock)
        ledgers.append(Database.open(ledger_url, time=time))

        async def price(offer: Any) -> Any:
            return offer

        sold, now = {"scripted": DeskSupplier(wrap(_Port(orders)), price)}, None if time else clock
        desk = BookingDesk(ledgers[-1], sold, now, channels=("webhook",))
        return Counter(desk, orders, clock, ledgers[-1])

    yield make
    for ledger in ledgers:
        ledger.close()


@pytest.fixture
def offer() -> Callable[..., FlightOffer]:
    return flight
