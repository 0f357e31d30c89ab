"""Anything, in any order, on the bare compiled graph: what the ledger and the supplier's own books say stays true.

The short form is part of ``make test-all``; ``TRIPINTENT_LONG=1`` runs a thousand examples (``TRIPINTENT_EXAMPLES`` of them) in
parts, other ones each time; ``-n`` says how many parts run at once.
"""

import os
import runpy
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import stamina
from hypothesis import HealthCheck, Phase, settings
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

from tripintent.app.checkpoints import serializer
from tripintent.state.booking import ApprovalAnswer
from tripintent.state.derived import current_ranking
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ledger import schema
from tripintent.tools.suppliers.embedded.faults import Fault

HERE = Path(__file__).parent
WORDS = runpy.run_path(str(HERE / "machine_words.py"))
House = runpy.run_path(str(HERE / "machine_house.py"))["House"]
Watch = runpy.run_path(str(HERE / "machine_watch.py"))["Watch"]
OfWhatIsBooked = runpy.run_path(str(HERE / "machine_rules.py"))["OfWhatIsBooked"]
THREADS = WORDS["THREADS"]

LONG = os.environ.get("TRIPINTENT_LONG") == "1"
EXAMPLES = int(os.environ.get("TRIPINTENT_EXAMPLES", "1000")) if LONG else 10
PARTS = 8 if LONG else 1
OPEN = ("PLANNED", "SENT", "UNKNOWN")


class BookingMachine(OfWhatIsBooked, RuleBasedStateMachine):  # type: ignore[misc]
    """One house, two threads; every rule is something that a client, a supplier, time or an operator may do."""

    @initialize(
        kind=st.sampled_from(("keyed", "unkeyed", "guarded")), hotel_hold=st.sampled_from(("hard", "soft", "none"))
    )
    def open_the_house(self, kind: Any, hotel_hold: Any) -> None:
        self.cards: list[dict[str, Any]] = []
        self.approved: set[str] = set()
        self.seen: dict[str, set[str]] = {"t1": set(), "t2": set()}
        self.stored: dict[str, TripIntent] = {}
        self.house = House(kind, hotel_hold)
        self.watch = Watch(self.house, {"releasing": WORDS["RELEASING"], "agreeing": WORDS["AGREEING"]})

    # what happens

    @rule(thread=THREADS, text=WORDS["TALK"])
    def says(self, thread: str, text: str) -> None:
        if text == "cancel the flights":
            self.names(thread, "flight")
        self.turn(thread, {"messages": [HumanMessage(text)]})

    @rule(thread=THREADS, text=WORDS["GARBAGE"])
    def says_garbage(self, thread: str, text: str) -> None:
        self.turn(thread, {"messages": [HumanMessage(text)]})

    @rule(thread=THREADS, number=st.integers(0, 11))
    def chooses(self, thread: str, number: int) -> None:
        ranking = current_ranking(self.house.trip(thread))
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
        self.names(thread, item)
        self.event(thread, type="USER_CANCELS_BOOKING", item=item)

    @rule(thread=THREADS, document=WORDS["DOCUMENTS"])
    def imports(self, thread: str, document: dict[str, Any]) -> None:
        self.event(thread, type="INTENT_READY", trip_intent=document)

    @precondition(lambda self: self.waiting())
    @rule(data=st.data())
    def approves(self, data: st.DataObject) -> None:
        thread = data.draw(st.sampled_from(self.waiting()))
        self.turn(thread, self.yes(self.house.card(thread)))

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), clicks=st.integers(2, 3))
    def approves_in_several_tabs(self, data: st.DataObject, clicks: int) -> None:
        thread = data.draw(st.sampled_from(self.waiting()))
        answer = self.yes(self.house.card(thread))
        self.house.run_at_once(thread, [answer] * clicks)

    @precondition(lambda self: self.waiting() and self.cards)
    @rule(data=st.data(), answer=WORDS["UNCLEAR"])
    def approves_badly(self, data: st.DataObject, answer: Any) -> None:
        """Another card's id, an invented id, nothing confirmed by an unknown card's answer, no clear answer."""
        thread = data.draw(st.sampled_from(self.waiting()))
        card = self.house.card(thread)
        stale = [c["approval_id"] for c in self.cards if c["approval_id"] != card["approval_id"]]
        wrong = data.draw(st.sampled_from(("apr_invented", *stale)))
        args = {"approval_id": wrong, "confirmations": [c["id"] for c in card["confirmations"]]}
        value = data.draw(st.sampled_from(({"decisions": [{"type": "approve", "args": args}]}, answer)))
        self.turn(thread, Command(resume=value))

    @precondition(lambda self: any(self.house.card(t)["confirmations"] for t in self.waiting()))
    @rule()
    def approves_without_what_must_be_confirmed(self) -> None:
        thread = next(t for t in self.waiting() if self.house.card(t)["confirmations"])
        self.turn(thread, Command(resume={"decisions": [{"type": "approve"}]}))

    @precondition(lambda self: self.waiting())
    @rule(data=st.data(), decision=st.sampled_from(("reject", "declined card")))
    def turns_down(self, data: st.DataObject, decision: str) -> None:
        """A person says no, or a bank does."""
        thread = data.draw(st.sampled_from(self.waiting()))
        if decision == "reject":
            self.turn(thread, Command(resume={"decisions": [{"type": "reject", "message": "too dear"}]}))
        else:
            self.turn(thread, self.yes(self.house.card(thread), payment_method_id="pm_declined_1"))

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
            self.house.edit(thread, {"turn": turn}, as_node="approve")
            self.house.run(thread, None)
        else:
            self.turn(thread, Command(goto="purchase", **({"update": {"turn": turn}} if way != "goto" else {})))

    @rule(thread=THREADS, step=st.sampled_from(("approve", "purchase", "hold", "cancel")))
    def replays(self, thread: str, step: str) -> None:
        """Run again from a checkpoint before a step. Such a fork looks like its past until the next turn reads the ledger."""
        self.seen[thread] = set()
        self.house.replay(thread, step)

    @rule(by=WORDS["PASSING"])
    def time_passes(self, by: timedelta) -> None:
        self.house.clock.advance(by)

    @rule(
        on=WORDS["OPERATIONS"],
        fault=st.sampled_from(Fault),
        times=st.sampled_from((1, 2, None)),
        after=st.integers(0, 1),
    )
    def supplier_breaks(self, on: str, fault: Fault, times: int | None, after: int) -> None:
        self.house.faults.add(on, fault, times=times, after=after)

    @rule()
    def supplier_recovers(self) -> None:
        self.house.faults.clear()

    @rule()
    def restarts(self) -> None:
        self.house.restart()

    @rule()
    def operator_reconciles(self) -> None:
        self.desk(self.house.ports.desk.reconcile())

    # what stays true

    @invariant()
    def nothing_is_ordered_or_paid_twice(self) -> None:
        paid = self.house.books()
        assert all(count == 1 for count in paid.payments.values()), paid.payments
        assert all(count == 1 for count in paid.orders_per_reference.values()), paid.orders_per_reference
        carts = Counter((p.trip_id, p.cart_hash) for p in self.house.rows(schema.purchases) if p.counts)
        assert all(count == 1 for count in carts.values()), carts
        legs = Counter(b.hold_id for b in self.house.rows(schema.bookings))
        assert all(count == 1 for count in legs.values()), legs

    @invariant()
    def what_is_paid_is_booked_or_being_found_out(self) -> None:
        paid, booked = self.house.books(), {b.order_id for b in self.house.rows(schema.bookings)}
        assert booked <= paid.payments.keys(), "a booking without a payment"
        doubtful = [o for o in self.house.rows(schema.operations) if o.state in OPEN]
        known = booked | {o.order_id for o in doubtful}
        references = {o.op_id for o in doubtful}
        lost = [o for o in paid.payments if o not in known and paid.references[o] not in references]
        assert not lost, f"paid without a booking: {lost}"

    @invariant()
    def nothing_is_bought_that_nobody_approved(self) -> None:
        assert {p.approval_id for p in self.house.rows(schema.purchases)} <= self.approved

    @invariant()
    def bookings_never_disappear_from_the_trip(self) -> None:
        for thread in self.seen:
            shown = {b.booking_id for b in self.house.trip(thread).working_memory.bookings}
            assert self.seen[thread] <= shown
            self.seen[thread] |= shown

    @invariant()
    def the_state_survives_being_stored(self) -> None:
        for thread in self.seen:
            trip, stored = self.house.trip(thread), serializer()
            if trip is self.stored.get(thread):
                continue
            self.stored[thread] = trip
            assert stored.loads_typed(stored.dumps_typed(trip)) == trip
            assert TripIntent.model_validate_json(trip.model_dump_json()) == trip

    @invariant()
    def the_audit_is_unbroken(self) -> None:
        assert self.desk(self.house.ports.desk.verify_audit()) is None

    def teardown(self) -> None:
        """When the supplier works again everything is found out, and the strict form of the invariants holds."""
        if not hasattr(self, "house"):
            return
        try:
            self.house.faults.clear()
            for _ in range(3):
                self.house.clock.advance(timedelta(minutes=10))
                self.desk(self.house.ports.desk.reconcile())
            self.nothing_is_in_doubt_any_more()
        finally:
            self.house.close()

    def nothing_is_in_doubt_any_more(self) -> None:
        assert [o for o in self.house.rows(schema.operations) if o.state in OPEN] == []
        assert [p for p in self.house.rows(schema.purchases) if p.live] == []
        assert self.house.books().payments.keys() == {b.order_id for b in self.house.rows(schema.bookings)}
        kept = {h.order_id for h in self.house.rows(schema.holds) if h.status == "held"}
        assert set(self.house.supplier_holds()) <= kept, "a hold at the supplier that nobody knows of"

    @invariant()
    def what_is_booked_ends_by_card_and_tick_and_what_is_held_by_an_order(self) -> None:
        self.watch.look(frozenset())

    # how it is done

    def turn(self, thread: str, entry: Any) -> None:
        """Run once; a turn ends with words or a waiting approval, and shows every booking of the ledger.

        Words are new by their ids: a fork shows what its own unfinished steps said before, and the next turn does not.
        """
        ordered = self.watch.orders(entry, thread)
        before = {m.id for m in self.house.state(thread).values.get("messages", ())}
        self.house.run(thread, entry)
        self.watch.look(ordered)
        state = self.house.state(thread)
        spoken = any(m.type == "ai" and m.id not in before for m in state.values["messages"])
        assert spoken or state.interrupts, "the turn ended without a word"
        assert not state.next or state.interrupts, f"the turn stopped before {state.next}"
        trip: TripIntent = state.values["trip_intent"]
        bought = {b.booking_id for b in self.desk(self.house.ports.desk.ledger_status(trip.ledger_id)).bookings}
        assert bought <= {b.booking_id for b in trip.working_memory.bookings}
        if state.interrupts:
            self.cards.append(self.house.card(thread))

    def event(self, thread: str, **event: Any) -> None:
        self.turn(thread, {"event": event})

    def desk(self, work: Any) -> Any:
        return self.house.do(work)

    def yes(self, card: dict[str, Any], **args: Any) -> Command[Any]:
        self.approved.add(card["approval_id"])
        args = {"confirmations": [c["id"] for c in card["confirmations"]], **args}
        self.watch.ticks(card, args["confirmations"])
        return Command(resume={"decisions": [{"type": "approve", "args": args}]})

    def names(self, thread: str, item: str) -> None:
        """Tell the watch which bookings are named by a kind of thing."""
        self.watch.names(*(b.booking_id for b in self.bookings(thread) if item in ("all", b.item_type)))

    def waiting(self) -> list[str]:
        return [t for t in self.seen if self.house.state(t).interrupts]


@pytest.mark.release
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_bought_twice_or_lost_whatever_happens_in_whatever_order(part: int) -> None:
    """Messages, choices, approvals good and bad, forgeries, time, faults and restarts in any order break no invariant."""
    chosen = settings(
        max_examples=EXAMPLES // PARTS + (part < EXAMPLES % PARTS),
        stateful_step_count=30 if LONG else 16,
        deadline=None,
        derandomize=not LONG,
        database=None,
        print_blob=True,
        phases=(Phase.generate, Phase.shrink) if LONG else (Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    with stamina.set_testing(testing=True, attempts=2, cap=True):
        run_state_machine_as_test(BookingMachine, settings=chosen)
