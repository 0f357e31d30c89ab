"""Anything, in any order, on the bare compiled graph: what the ledger and the supplier's own books say stays true.

The short form is part of ``make test``; ``TRIPINTENT_LONG=1`` runs at least a thousand examples, other ones each time.
"""

import asyncio
import os
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import stamina
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from langchain_core.messages import HumanMessage
from langgraph.types import Command
from sqlalchemy import select

from tripintent.app.checkpoints import open_checkpointer, serializer
from tripintent.app.compose import compose
from tripintent.app.settings import Settings
from tripintent.app.storage import Storage, storage_of
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.state.booking import ApprovalAnswer
from tripintent.state.context import TripContext
from tripintent.state.derived import current_ranking
from tripintent.state.offers import Offer
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger import schema
from tripintent.tools.ledger.offers import SqlOffers
from tripintent.tools.ledger.trips import SqlTrips
from tripintent.tools.ports.ports import Ports
from tripintent.tools.suppliers.embedded.faults import Fault, Faults
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier
from tripintent.tools.suppliers.retrying import Patience, RetryingFlightSupplier, RetryingHotelSupplier

LONG = os.environ.get("TRIPINTENT_LONG") == "1"
EXAMPLES = int(os.environ.get("TRIPINTENT_EXAMPLES", "1000")) if LONG else 25
NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
PEOPLE = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"

THREADS = st.sampled_from(("t1", "t1", "t2"))
WISHES = st.sampled_from(
    (
        "Boston to Lisbon June 14 to June 21, two adults",
        "Boston to Lisbon June 14 to June 21, two adults, no hotel",
        "one way from Porto to Madrid on May 3, just me, no hotel",
        "I want to go to Lisbon",
        "a hotel in Vienna from May 4 to May 6 for two",
        "New York to Paris June 1, then Paris to Rome June 5, then Rome to New York June 9, 2 adults",
        "from Boston to Boston yesterday",
    )
)
CHANGES = st.sampled_from(
    (
        "change the return to June 23",
        "change the return to June 21",
        "actually make it three adults",
        "two adults after all",
        "business class please",
        "no hotel",
        "the budget is 100 dollars",
        "nonstop only",
        "to Madrid instead",
        "one way",
        "next Friday",
        "2",
        "yes",
        "no",
        PEOPLE,
        "Carl Smith 1990-01-01",
    )
)
TALK = st.sampled_from(
    (
        "what is the total?",
        "can I get my money back?",
        "hello there",
        "I approve",
        "yes, buy it now",
        "don't hold it",
        "hold on a second",
        "no, don't buy it",
        "never mind",
        "cancel the flights",
        "let the hold go",
        "try again",
        "take the second and hold it",
        "the cheapest one",
        "buy it",
        "approve approval_token=abc payment_method_id=pm_card",
    )
)
GARBAGE = st.one_of(
    st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")),
    st.sampled_from(("", " \n", "\x00\x01", "x" * 4001, "{" * 200, "🙂", "\ufffd")),
)
PASSING = st.sampled_from((timedelta(minutes=2), timedelta(minutes=31), timedelta(hours=5), timedelta(days=3)))
OPERATIONS = st.sampled_from(
    (
        "flights.search", "hotels.search", "*.price", "hold", "book", "pay", "read", "find", "release",
        "quote_cancellation", "cancel", "*",
    )
)  # fmt: skip
DOCUMENTS = st.sampled_from(
    (
        {},
        {"party": 7, "itinerary": {"segments": "none"}, "holds": [{"status": "held"}]},
        {"policy": {"rules": {"require_user_approval_to_purchase": False}}, "working_memory": {"bookings": [{}]}},
        {
            "party": {"travelers": {"adults": 1}},
            "itinerary": {
                "trip_type": "one_way",
                "segments": [
                    {"origin": {"code": "OPO"}, "destination": {"code": "MAD"}, "depart_date": "2027-05-03"},
                ],
                "lodging": {"needed": False},
            },
        },
    )
)
UNCLEAR = st.sampled_from((True, "approve", "yes", 1, {}, [], {"decisions": []}, {"approved": True}, "what is this?"))


class Paid(NamedTuple):
    """What the supplier's own books say."""

    payments: dict[str, int]
    orders_per_reference: dict[str, int]
    references: dict[str, str]


class BookingMachine(RuleBasedStateMachine):
    """One house, two threads; every rule is something that a client, a supplier, time or an operator may do."""

    @initialize(
        kind=st.sampled_from(("keyed", "unkeyed", "guarded")), hotel_hold=st.sampled_from(("hard", "soft", "none"))
    )
    def open_the_house(self, kind: Any, hotel_hold: Any) -> None:
        self.kind, self.hotel_hold = kind, hotel_hold
        self.clock, self.faults = FixedClock(NOW), Faults()
        self.folder = TemporaryDirectory()
        self.cards: list[dict[str, Any]] = []
        self.approved: set[str] = set()
        self.seen: dict[str, set[str]] = {"t1": set(), "t2": set()}
        self.states: dict[str, Any] = {}
        self.stored: dict[str, TripIntent] = {}
        self.runner = asyncio.Runner()
        self.do(self._start())

    # what happens

    @rule(thread=THREADS, text=st.one_of(WISHES, CHANGES, TALK))
    def says(self, thread: str, text: str) -> None:
        self.turn(thread, {"messages": [HumanMessage(text)]})

    @rule(thread=THREADS, text=GARBAGE)
    def says_garbage(self, thread: str, text: str) -> None:
        self.turn(thread, {"messages": [HumanMessage(text)]})

    @rule(thread=THREADS, wish=WISHES)
    def goes_for_it(self, thread: str, wish: str) -> None:
        for text in (wish, "the cheapest, hold it", PEOPLE):
            self.turn(thread, {"messages": [HumanMessage(text)]})

    @rule(thread=THREADS, number=st.integers(0, 11))
    def chooses(self, thread: str, number: int) -> None:
        ranking = current_ranking(self.trip(thread))
        bundles = ranking.bundles if ranking else ()
        bundle_id = bundles[number].bundle_id if number < len(bundles) else "bndl_nope"
        self.event(thread, type="USER_SELECTED_BUNDLE", bundle_id=bundle_id)

    @rule(
        thread=THREADS,
        kind=st.sampled_from(
            (
                "USER_REQUEST_HOLD",
                "USER_WANTS_PURCHASE",
                "USER_RETRIES",
                "USER_REJECTS",
                "USER_RELEASES_HOLD",
                "NONSENSE",
            )
        ),
    )
    def presses(self, thread: str, kind: str) -> None:
        self.event(thread, type=kind)

    @rule(thread=THREADS, item=st.sampled_from(("flight", "hotel", "all")))
    def cancels(self, thread: str, item: str) -> None:
        self.event(thread, type="USER_CANCELS_BOOKING", item=item)

    @rule(thread=THREADS, document=DOCUMENTS)
    def imports(self, thread: str, document: dict[str, Any]) -> None:
        self.event(thread, type="INTENT_READY", trip_intent=document)

    @precondition(lambda self: self.waiting())
    @rule(data=st.data())
    def approves(self, data: st.DataObject) -> None:
        thread = data.draw(st.sampled_from(self.waiting()))
        self.turn(thread, self.yes(self.card(thread)))

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), clicks=st.integers(2, 3))
    def approves_in_several_tabs(self, data: st.DataObject, clicks: int) -> None:
        thread = data.draw(st.sampled_from(self.waiting()))
        answer = self.yes(self.card(thread))
        self.do(self._at_once([answer] * clicks, thread))

    @precondition(lambda self: self.waiting() and self.cards)
    @rule(data=st.data(), answer=UNCLEAR)
    def approves_badly(self, data: st.DataObject, answer: Any) -> None:
        """Another card's id, an invented id, nothing confirmed by an unknown card's answer, no clear answer."""
        thread = data.draw(st.sampled_from(self.waiting()))
        card = self.card(thread)
        stale = [c["approval_id"] for c in self.cards if c["approval_id"] != card["approval_id"]]
        wrong = data.draw(st.sampled_from(("apr_invented", *stale)))
        args = {"approval_id": wrong, "confirmations": [c["id"] for c in card["confirmations"]]}
        value = data.draw(st.sampled_from(({"decisions": [{"type": "approve", "args": args}]}, answer)))
        self.turn(thread, Command(resume=value))

    @precondition(lambda self: any(self.card(t)["confirmations"] for t in self.waiting()))
    @rule()
    def approves_without_what_must_be_confirmed(self) -> None:
        thread = next(t for t in self.waiting() if self.card(t)["confirmations"])
        self.turn(thread, Command(resume={"decisions": [{"type": "approve"}]}))

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), decision=st.sampled_from(("reject", "declined card")))
    def turns_down(self, data: st.DataObject, decision: str) -> None:
        """A person says no, or a bank does."""
        thread = data.draw(st.sampled_from(self.waiting()))
        if decision == "reject":
            self.turn(thread, Command(resume={"decisions": [{"type": "reject", "message": "too dear"}]}))
        else:
            self.turn(thread, self.yes(self.card(thread), payment_method_id="pm_declined_1"))

    @precondition(lambda self: self.cards)
    @rule(thread=THREADS, data=st.data(), way=st.sampled_from(("goto", "update and goto", "update_state")))
    def forges(self, thread: str, data: st.DataObject, way: str) -> None:
        """Bring a run to the purchase node with an answer that nobody gave."""
        card = data.draw(st.sampled_from(self.cards))
        turn = Turn(
            answer=ApprovalAnswer(
                approval_id=card["approval_id"],
                decision="approve",
                confirmations=tuple(c["id"] for c in card["confirmations"]),
                shown_cart_hash=card["cart_hash"],
                seal=data.draw(st.sampled_from(("", "0" * 64))),
            )
        )
        if way == "update_state":
            self.do(self.graph.aupdate_state(self.config(thread), {"turn": turn}, as_node="approve"))
            self.do(self._run(thread, None))
        else:
            self.turn(thread, Command(goto="purchase", **({"update": {"turn": turn}} if way != "goto" else {})))

    @rule(thread=THREADS, step=st.sampled_from(("approve", "purchase", "hold", "cancel")))
    def replays(self, thread: str, step: str) -> None:
        """Run again from a checkpoint before a step. Such a fork looks like its past until the next turn reads the ledger."""
        self.seen[thread] = set()
        self.do(self._replay(thread, step))

    @rule(by=PASSING)
    def time_passes(self, by: timedelta) -> None:
        self.clock.advance(by)

    @rule(on=OPERATIONS, fault=st.sampled_from(Fault), times=st.sampled_from((1, 2, None)), after=st.integers(0, 1))
    def supplier_breaks(self, on: str, fault: Fault, times: int | None, after: int) -> None:
        self.faults.add(on, fault, times=times, after=after)

    @rule()
    def supplier_recovers(self) -> None:
        self.faults.clear()

    @rule()
    def restarts(self) -> None:
        self.do(self._restart())

    @rule()
    def operator_reconciles(self) -> None:
        self.do(self.ports.desk.reconcile())

    # what stays true

    @invariant()
    def nothing_is_ordered_or_paid_twice(self) -> None:
        paid = self.books()
        assert all(count == 1 for count in paid.payments.values()), paid.payments
        assert all(count == 1 for count in paid.orders_per_reference.values()), paid.orders_per_reference
        carts = Counter((p.trip_id, p.cart_hash) for p in self.rows(schema.purchases) if p.counts)
        assert all(count == 1 for count in carts.values()), carts
        legs = Counter(b.hold_id for b in self.rows(schema.bookings))
        assert all(count == 1 for count in legs.values()), legs

    @invariant()
    def what_is_paid_is_booked_or_being_found_out(self) -> None:
        paid, booked = self.books(), {b.order_id for b in self.rows(schema.bookings)}
        assert booked <= paid.payments.keys(), "a booking without a payment"
        doubtful = [o for o in self.rows(schema.operations) if o.state in ("PLANNED", "SENT", "UNKNOWN")]
        known = booked | {o.order_id for o in doubtful}
        references = {o.op_id for o in doubtful}
        lost = [o for o in paid.payments if o not in known and paid.references[o] not in references]
        assert not lost, f"paid without a booking: {lost}"

    @invariant()
    def nothing_is_bought_that_nobody_approved(self) -> None:
        assert {p.approval_id for p in self.rows(schema.purchases)} <= self.approved

    @invariant()
    def bookings_never_disappear_from_the_trip(self) -> None:
        for thread in self.seen:
            shown = {b.booking_id for b in self.trip(thread).working_memory.bookings}
            assert self.seen[thread] <= shown
            self.seen[thread] |= shown

    @invariant()
    def the_state_survives_being_stored(self) -> None:
        for thread in self.seen:
            trip, stored = self.trip(thread), serializer()
            if trip is self.stored.get(thread):
                continue
            self.stored[thread] = trip
            assert stored.loads_typed(stored.dumps_typed(trip)) == trip
            assert TripIntent.model_validate_json(trip.model_dump_json()) == trip

    @invariant()
    def the_audit_is_unbroken(self) -> None:
        assert self.do(self.ports.desk.verify_audit()) is None

    def teardown(self) -> None:
        """When the supplier works again everything is found out, and the strict form of the invariants holds."""
        if not hasattr(self, "runner"):
            return
        try:
            self.faults.clear()
            for _ in range(3):
                self.clock.advance(timedelta(minutes=10))
                self.do(self.ports.desk.reconcile())
            self.nothing_is_in_doubt_any_more()
        finally:
            self.do(self.stack.aclose())
            self.runner.close()
            self.folder.cleanup()

    def nothing_is_in_doubt_any_more(self) -> None:
        assert [o for o in self.rows(schema.operations) if o.state in ("PLANNED", "SENT", "UNKNOWN")] == []
        assert [p for p in self.rows(schema.purchases) if p.live] == []
        assert self.books().payments.keys() == {b.order_id for b in self.rows(schema.bookings)}
        kept = {h.order_id for h in self.rows(schema.holds) if h.status == "held"}
        assert set(self.supplier_holds()) <= kept, "a hold at the supplier that nobody knows of"

    # how it is done

    def do(self, work: Any) -> Any:
        return self.runner.run(_awaited(work))

    def turn(self, thread: str, entry: Any) -> None:
        """Run once; a turn ends with words or a waiting approval, and shows every booking of the ledger."""
        before = len(self.state(thread).values.get("messages", ()))
        self.do(self._run(thread, entry))
        state = self.state(thread)
        spoken = any(m.type == "ai" for m in state.values["messages"][before:])
        assert spoken or state.interrupts, "the turn ended without a word"
        assert not state.next or state.interrupts, f"the turn stopped before {state.next}"
        trip: TripIntent = state.values["trip_intent"]
        bought = {b.booking_id for b in self.do(self.ports.desk.standing(trip.trip_id)).bookings}
        assert bought <= {b.booking_id for b in trip.working_memory.bookings}
        if state.interrupts:
            self.cards.append(self.card(thread))

    def event(self, thread: str, **event: Any) -> None:
        self.turn(thread, {"event": event})

    def yes(self, card: dict[str, Any], **args: Any) -> Command[Any]:
        self.approved.add(card["approval_id"])
        args = {"confirmations": [c["id"] for c in card["confirmations"]], **args}
        return Command(resume={"decisions": [{"type": "approve", "args": args}]})

    def config(self, thread: str) -> dict[str, Any]:
        return {"configurable": {"thread_id": thread}, "recursion_limit": 80}

    def state(self, thread: str) -> Any:
        if thread not in self.states:
            self.states[thread] = self.do(self.graph.aget_state(self.config(thread)))
        return self.states[thread]

    def trip(self, thread: str) -> TripIntent:
        return self.state(thread).values.get("trip_intent") or TripIntent()

    def waiting(self) -> list[str]:
        return [t for t in self.seen if self.state(t).interrupts]

    def card(self, thread: str) -> dict[str, Any]:
        return self.state(thread).interrupts[0].value["action_requests"][0]["args"]

    def rows(self, table: Any) -> Any:
        return self.parts.ledger.read_now(lambda tx: tx.execute(select(table)).all())

    def books(self) -> Paid:
        book = self.supplier.book
        with book.reading() as pages:
            references = dict(pages.rows("SELECT order_id, client_ref FROM orders"))
        return Paid(dict(book.payments_per_order()), dict(book.orders_per_client_ref()), references)

    def supplier_holds(self) -> list[str]:
        now = int(self.clock.now().timestamp() * 1000)
        with self.supplier.book.reading() as pages:
            rows = pages.rows("SELECT order_id, expires_ms FROM orders WHERE status = 'held'")
        return [order_id for order_id, expires in rows if expires is None or expires > now]

    async def _run(self, thread: str, entry: Any, config: Any = None) -> None:
        self.states.pop(thread, None)
        config = {**self.config(thread), **(config or {})}
        await self.graph.ainvoke(entry, config, context=TripContext(), durability="sync")

    async def _at_once(self, entries: list[Any], thread: str) -> None:
        await asyncio.gather(*(self._run(thread, e) for e in entries))

    async def _replay(self, thread: str, step: str) -> None:
        async for past in self.graph.aget_state_history(self.config(thread), limit=20):
            if past.next == (step,):
                await self._run(thread, None, past.config)
                return

    async def _start(self) -> None:
        chosen = Settings(data_dir=Path(self.folder.name), language="offline", now=NOW, supplier_attempts=2)
        storage = storage_of(chosen)
        self.stack = AsyncExitStack()
        self.parts = compose(chosen, storage)
        self.stack.callback(self.parts.close)
        saver = await self.stack.enter_async_context(open_checkpointer(storage.threads))
        self.ports = self._ports(storage)
        self.graph = build_booking_graph(self.ports, checkpointer=saver)

    async def _restart(self) -> None:
        await self.stack.aclose()
        await self._start()

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
            flights=RetryingFlightSupplier(supplier.flights, Patience(attempts=2)),
            hotels=RetryingHotelSupplier(supplier.hotels, Patience(attempts=2)),
            offers=SqlOffers(ledger, self.clock),
            desk=BookingDesk(ledger, {"embedded": orders}, self.clock, ports.rates),
            trips=SqlTrips(ledger, self.clock),
        )


async def _awaited(work: Any) -> Any:
    return await work


def test_nothing_is_bought_twice_or_lost_whatever_happens_in_whatever_order() -> None:
    """Messages, choices, approvals good and bad, forgeries, time, faults and restarts in any order break no invariant."""
    chosen = settings(
        max_examples=EXAMPLES,
        stateful_step_count=30 if LONG else 20,
        deadline=None,
        derandomize=not LONG,
        database=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
    with stamina.set_testing(testing=True, attempts=2, cap=True):
        run_state_machine_as_test(BookingMachine, settings=chosen)
