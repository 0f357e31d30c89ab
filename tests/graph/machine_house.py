"""A house with a life of its own for the state machine: restarts on its files, a clock, a supplier of any kind with faults."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from sqlalchemy import select

from tripintent.app.checkpoints import open_checkpointer
from tripintent.app.compose import compose
from tripintent.app.settings import Settings
from tripintent.app.storage import Storage, storage_of
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.state.context import TripContext
from tripintent.state.offers import Offer
from tripintent.state.trip import TripIntent
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger.owning import SqlOwnership
from tripintent.tools.ledger.stores import SqlDocuments, SqlOffers
from tripintent.tools.ports.ports import Ports
from tripintent.tools.suppliers.embedded.faults import Faults
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier
from tripintent.tools.suppliers.retrying import RetryBudget, Retrying

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)


class Paid(NamedTuple):
    """What the supplier's own books say."""

    payments: dict[str, int]
    orders_per_reference: dict[str, int]
    references: dict[str, str]


class House:
    """The bare compiled graph on real parts, driven from plain functions through one event loop."""

    def __init__(self, kind: Any, hotel_hold: Any) -> None:
        self.kind, self.hotel_hold = kind, hotel_hold
        self.clock, self.faults = FixedClock(NOW), Faults()
        self.folder = TemporaryDirectory()
        self.states: dict[str, Any] = {}
        self.stack = AsyncExitStack()
        self.runner = asyncio.Runner()
        self.do(self._start())

    def do(self, work: Any) -> Any:
        return self.runner.run(_awaited(work))

    def restart(self) -> None:
        """Close everything, and open it again on the same files."""
        self.do(self.stack.aclose())
        self.do(self._start())

    def close(self) -> None:
        self.do(self.stack.aclose())
        self.runner.close()
        self.folder.cleanup()

    # the graph

    def run(self, thread: str, entry: Any, config: Any = None) -> None:
        self.do(self._run(thread, entry, config))

    def run_at_once(self, thread: str, entries: list[Any]) -> None:
        self.do(self._at_once(thread, entries))

    def edit(self, thread: str, values: Any, as_node: str) -> None:
        self.do(self.graph.aupdate_state(self.config(thread), values, as_node=as_node))

    def replay(self, thread: str, step: str) -> None:
        """Run again from the newest checkpoint before a step, if there is one."""
        past = self.do(self._before(thread, step))
        if past is not None:
            self.run(thread, None, past)

    def config(self, thread: str) -> dict[str, Any]:
        return {"configurable": {"thread_id": thread}, "recursion_limit": 80}

    def state(self, thread: str) -> Any:
        if thread not in self.states:
            self.states[thread] = self.do(self.graph.aget_state(self.config(thread)))
        return self.states[thread]

    def trip(self, thread: str) -> TripIntent:
        return self.state(thread).values.get("trip_intent") or TripIntent()

    def card(self, thread: str) -> dict[str, Any]:
        """Return the arguments of the approval that waits."""
        return self.state(thread).interrupts[0].value["action_requests"][0]["args"]

    # the ledger and the supplier's books

    def rows(self, table: Any) -> Any:
        return self.parts.ledger.read_now(lambda tx: tx.execute(select(table)).all())

    def books(self) -> Paid:
        book = self.supplier.book
        with book.reading() as pages:
            references = dict(pages.rows("SELECT order_id, client_ref FROM orders"))
        return Paid(dict(book.payments_per_order()), dict(book.orders_per_client_ref()), references)

    def supplier_holds(self) -> list[str]:
        """Return the orders that the supplier keeps unpaid now."""
        now = int(self.clock.now().timestamp() * 1000)
        with self.supplier.book.reading() as pages:
            rows = pages.rows("SELECT order_id, expires_ms FROM orders WHERE status = 'held'")
        return [order_id for order_id, expires in rows if expires is None or expires > now]

    async def _run(self, thread: str, entry: Any, config: Any = None) -> None:
        self.states.pop(thread, None)
        config = {**self.config(thread), **(config or {})}
        await self.graph.ainvoke(entry, config, context=TripContext(), durability="sync")

    async def _at_once(self, thread: str, entries: list[Any]) -> None:
        await asyncio.gather(*(self._run(thread, e) for e in entries))

    async def _before(self, thread: str, step: str) -> Any:
        async for past in self.graph.aget_state_history(self.config(thread), limit=20):
            if past.next == (step,):
                return past.config
        return None

    async def _start(self) -> None:
        chosen = Settings(data_dir=Path(self.folder.name), language="offline", now=NOW, supplier_attempts=2)
        storage = storage_of(chosen)
        self.stack = AsyncExitStack()
        self.parts = compose(chosen, storage)
        self.stack.callback(self.parts.close)
        saver = await self.stack.enter_async_context(open_checkpointer(storage.threads))
        self.ports = self._ports(storage)
        self.graph = build_booking_graph(self.ports, checkpointer=saver)

    def _ports(self, storage: Storage) -> Ports:
        """The composed ports, with a clock that lives on and a supplier of the kind that this example drew."""
        ports = replace(self.parts.ports, clock=self.clock)
        supplier = self.supplier = EmbeddedSupplier(
            storage.supplier,
            clock=self.clock,
            places=ports.places,
            rates=ports.rates,
            kind=self.kind,
            hotel_hold=self.hotel_hold,
            faults=self.faults,
        )

        async def price(offer: Offer) -> Offer:
            return await (supplier.flights.price(offer) if offer.kind == "flight" else supplier.hotels.price(offer))

        orders = DeskSupplier(supplier.orders, price, {"hotel": self.hotel_hold})
        ledger = self.parts.ledger
        return replace(
            ports,
            flights=Retrying(supplier.flights, RetryBudget(attempts=2)),
            hotels=Retrying(supplier.hotels, RetryBudget(attempts=2)),
            offers=SqlOffers(ledger, self.clock),
            desk=BookingDesk(ledger, {"embedded": orders}, self.clock, ports.rates),
            documents=SqlDocuments(ledger, self.clock),
            ownership=SqlOwnership(ledger, self.clock),
        )


async def _awaited(work: Any) -> Any:
    return await work
