"""Any order of holds, questions, answers good and bad, waiting, faults, crashes and restarts keeps the books right.

A Hypothesis state machine on the desk with the embedded supplier. TRIPINTENT_EXAMPLES sets how many runs are tried.
"""

import asyncio
import os
import shutil
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.acts import agreed
from tests.crash.world import Nowhere

from tripintent.state.booking import ApprovalAnswer
from tripintent.state.queries import FlightQuery
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.context import BOUNDARIES
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger.database import Database
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest, IssuedApproval
from tripintent.tools.ports.outcomes import Bought, Refused
from tripintent.tools.suppliers.embedded.faults import Fault, Faults
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
ANN = Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04")
CONTACT = Contact(email="ann@example.org")
FAULTS = (Fault.LOST_REQUEST, Fault.LOST_REPLY, Fault.DUPLICATE, Fault.UNAVAILABLE, Fault.SOLD_OUT)
MAYBE = st.none() | st.sampled_from(FAULTS)
BAD = ({"seal": "0" * 64}, {"by": "thief"}, {"payment_method_id": "pm_thief"}, {"approval_id": "apr_none"})


class Crash(BaseException):
    """The process ends here, as far as the desk can tell."""


class Bomb:
    """Ends the process at one boundary, once."""

    def __init__(self) -> None:
        self.at: str | None = None

    def reach(self, name: str) -> None:
        if name == self.at:
            self.at = None
            raise Crash(name)


class DeskMachine(RuleBasedStateMachine):
    """One trip, one supplier, one ledger, and everything that may happen to them."""

    @initialize(kind=st.sampled_from(["keyed", "unkeyed", "guarded"]), lag=st.sampled_from([0, 40]))
    def open(self, kind: str, lag: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        self.clock, self.faults, self.bomb = FixedClock(NOW), Faults(), Bomb()
        options: dict[str, Any] = {"kind": kind, "visibility_lag": lag, "faults": self.faults}
        self.supplier = EmbeddedSupplier(self.folder / "s.db", clock=self.clock, places=Nowhere(), **options)
        self.loop = asyncio.new_event_loop()
        self.ledger: Database | None = None
        self.answers: list[ApprovalAnswer] = []
        self.restart()
        self.offers: list[Any] = []

    def shop(self) -> list[Any]:
        """Three offers that can still be bought."""
        if not self.offers or self.offers[0].expires_at <= self.clock.now():
            query = FlightQuery(origin="JFK", destination="SFO", depart_date="2027-03-11", adults=1)
            self.offers = list(self.loop.run_until_complete(self.supplier.flights.search(query)))[:3]
        return self.offers

    def run(self, work: Any) -> Any:
        """Run to the end, or to the crash: then the next process takes over."""
        try:
            return self.loop.run_until_complete(work)
        except Crash:
            self.restart()
            return None

    @rule()
    def restart(self) -> None:
        if self.ledger is not None:
            self.ledger.close()
        self.ledger = Database.open(str(self.folder / "l.db"))
        price = self.supplier.flights.price
        self.desk = BookingDesk(
            self.ledger, {"embedded": DeskSupplier(self.supplier.orders, price)}, self.clock, faults=self.bomb
        )

    @rule(places=st.sampled_from([[0], [0, 1], [1, 2]]), fault=MAYBE)
    def hold(self, places: list[int], fault: Fault | None) -> None:
        self.spoil("hold", fault)
        items = tuple(
            HoldItem(offer=self.shop()[n], key=f"k{n}", requirement_key="f", title=f"leg {n}") for n in places
        )
        request = HoldRequest(trip_id="t", bundle_id=str(places), items=items, travellers=(ANN,), contact=CONTACT)
        self.run(self.desk.hold(request))

    @rule(confirmation=st.sampled_from([(), ("red_eye",)]))
    def ask(self, confirmation: tuple[str, ...]) -> None:
        request = ApprovalRequest(
            trip_id="t", travellers=(ANN,), contact=CONTACT, payment_method_id="pm_visa", confirmations=confirmation
        )
        issued = self.run(self.desk.request_approval(request))
        if isinstance(issued, IssuedApproval):
            answer = agreed(issued.approval, shown_cart_hash=issued.approval.cart_hash)
            self.answers.append(self.run(self.desk.seal(answer)))

    @precondition(lambda self: self.answers)
    @rule(which=st.sampled_from([0, 0, 0, 1, 2]), fault=MAYBE, boundary=st.none() | st.sampled_from(sorted(BOUNDARIES)))
    def say_yes(self, which: int, fault: Fault | None, boundary: str | None) -> None:
        """Any answer ever given, the newest or an old one, with or without bad luck."""
        self.spoil("pay", fault)
        self.bomb.at = boundary
        answer = self.answers[-1 - which % len(self.answers)]
        outcome = self.run(self.desk.purchase("t", answer))
        if isinstance(outcome, Bought):
            assert {b.status for b in outcome.bookings} <= {"confirmed", "cancelled"}

    @precondition(lambda self: self.answers)
    @rule(change=st.sampled_from(BAD), trip=st.sampled_from(["t", "other"]))
    def forge(self, change: dict[str, str], trip: str) -> None:
        """A changed or borrowed answer buys nothing, ever."""
        before = self.paid()
        outcome = self.run(self.desk.purchase(trip, self.answers[-1].model_copy(update=change)))
        assert isinstance(outcome, Refused)
        assert self.paid() == before

    @precondition(lambda self: self.answers)
    @rule()
    def say_no(self) -> None:
        self.run(self.desk.reject("t", self.answers[-1].approval_id, "ann", "no"))

    @rule(fault=MAYBE)
    def release_all(self, fault: Fault | None) -> None:
        self.spoil("release", fault)
        ledger_status = self.run(self.desk.ledger_status("t"))
        self.run(self.desk.release("t", [h.hold_id for h in ledger_status.live_holds], "the trip changed"))

    @rule(fault=MAYBE)
    def cancel_a_booking(self, fault: Fault | None) -> None:
        self.spoil("cancel", fault)
        ledger_status = self.run(self.desk.ledger_status("t"))
        for booking in [b for b in ledger_status.bookings if b.status == "confirmed"][:1]:
            offer = self.run(self.desk.quote_cancellation("t", booking.booking_id))
            if offer is None or isinstance(offer, Refused):
                continue
            issued = self.run(self.desk.request_cancel_approval("t", offer, "thread"))
            if issued is not None:
                yes = self.run(self.desk.seal(agreed(issued.approval)))
                self.run(self.desk.cancel("t", offer, yes))

    @rule(seconds=st.sampled_from([1, 12, 70, 70, 400, 1900, 90_000]))
    def wait(self, seconds: int) -> None:
        self.clock.advance(timedelta(seconds=seconds))

    @rule()
    def reconcile(self) -> None:
        self.run(self.desk.reconcile())

    def spoil(self, commit: str, fault: Fault | None) -> None:
        """The next call of this kind goes wrong."""
        if fault is not None:
            self.faults.clear()
            self.faults.add(commit, fault)

    @rule(boundary=st.sampled_from(sorted(BOUNDARIES)))
    def crash_at(self, boundary: str) -> None:
        self.bomb.at = boundary

    def paid(self) -> int:
        return self.supplier.book.totals()["payments"]

    @invariant()
    def never_bought_twice(self) -> None:
        if not hasattr(self, "supplier"):
            return
        assert max(self.supplier.book.payments_per_order().values(), default=0) <= 1
        assert max(self.supplier.book.orders_per_client_ref().values(), default=0) <= 1
        bookings = self.loop.run_until_complete(self.desk.ledger_status("t")).bookings
        live = Counter(b.key for b in bookings if b.status == "confirmed")
        assert max(live.values(), default=0) <= 1
        assert len(bookings) <= self.paid()

    def teardown(self) -> None:
        if not hasattr(self, "supplier"):
            return
        try:
            self.at_rest()
        finally:
            if self.ledger is not None:
                self.ledger.close()
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()
            shutil.rmtree(self.folder)

    def at_rest(self) -> None:
        """When nothing goes wrong any more and time passes, ledger and supplier agree in everything."""
        self.faults.clear()
        self.bomb.at = None
        for seconds in (0, 70, 70, 1):
            self.clock.advance(timedelta(seconds=seconds))
            self.run(self.desk.reconcile())
        ledger_status = self.run(self.desk.ledger_status("t"))
        orders = self.supplier.book.totals()
        assert len(ledger_status.bookings) == orders["payments"]
        assert len([b for b in ledger_status.bookings if b.status == "confirmed"]) == orders.get("confirmed", 0)
        assert not [h for h in ledger_status.holds if h.status == "in_doubt"]
        assert ledger_status.purchase_state not in ("REPRICING", "EXECUTING", "PAYMENT_REVIEW", "COMPENSATING")
        assert self.run(self.desk.verify_audit()) is None


TestDeskMachine = DeskMachine.TestCase
TestDeskMachine.settings = settings(
    max_examples=int(os.environ.get("TRIPINTENT_EXAMPLES", "20")),
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
