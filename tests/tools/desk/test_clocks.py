"""Workers whose clocks are wrong: none ends another one's window, lease or approval, and none takes over what a living one is at."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from tests.tools.desk.conftest import LOST
from tests.tools.desk.faults import EndsAt, Meanwhile

from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.recovering import recover
from tripintent.tools.errors import NotByHand
from tripintent.tools.ledger import operations
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.ledger_time import FileTime, LedgerTime
from tripintent.tools.ports.outcomes import Bought, InReview, PurchaseOutcome, Refused, Statement

Make = Callable[..., Any]
SECOND = timedelta(seconds=1)
SKEWS = [sign * timedelta(seconds=s) for s in (30, 90, 300, 3600) for sign in (1, -1)]


@dataclass
class Machine:
    """One machine: ``clock`` is the true time, and how long it runs; the workers' wall clocks are what each believes."""

    clock: FixedClock

    def time(self, ahead: timedelta = timedelta()) -> LedgerTime:
        began = self.clock.now()

        def running() -> timedelta:
            return self.clock.now() - began.replace(hour=0)

        return LedgerTime(FileTime(lambda: self.clock.now() + ahead, running, lambda: "boot"), running)


@pytest.fixture
def machine(clock: FixedClock) -> Machine:
    return Machine(clock)


@pytest.fixture
def other(ledger_url: str, machine: Machine) -> Iterator[Callable[..., BookingDesk]]:
    """Makes a second worker with a clock of its own on the same ledger and supplier."""
    opened: list[Database] = []

    def make(counter: Any, ahead: timedelta = timedelta()) -> BookingDesk:
        opened.append(Database.open(ledger_url, time=machine.time(ahead)))
        return BookingDesk(opened[-1], counter.desk._ctx.suppliers)

    yield make
    for ledger in opened:
        ledger.close()


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("ahead", SKEWS, ids=str)
@pytest.mark.parametrize(
    "first", [timedelta(), timedelta(hours=1), -timedelta(hours=1)], ids=["right", "ahead", "behind"]
)
async def test_a_skewed_worker_does_not_settle_what_is_in_flight(
    make_counter: Make, other: Make, machine: Machine, ahead: timedelta, first: timedelta
) -> None:
    """The first worker's call is on its way, the order cannot be seen yet: nobody says that it was never made."""
    counter = make_counter(create="unkeyed", time=machine.time())
    counter.ledger.write_now(counter.ledger.time.read)
    counter.desk._ctx.__dict__["ledger"] = other(counter, first)._ctx.ledger
    counter.orders.hidden = True
    second = other(counter, ahead)
    Meanwhile(counter, "hold.sent", second.reconcile)
    assert [hold.status for hold in (await counter.hold()).holds] == ["held"]
    assert "alert.late_order" not in [event.type for event in await counter.desk.audit("t")]
    assert counter.orders.count("hold") == 1


@pytest.mark.parametrize("ahead", SKEWS, ids=str)
async def test_a_skewed_worker_waits_for_the_settle_window(
    make_counter: Make, other: Make, machine: Machine, ahead: timedelta
) -> None:
    """The reply was lost and the supplier's books lag: it is too early by the ledger's time, whatever the worker's says."""
    counter = make_counter(create="unkeyed", time=machine.time())
    counter.orders.after["hold"], counter.orders.hidden = [LOST], True
    await counter.hold()
    second = other(counter, ahead)
    machine.clock.advance(69 * SECOND)
    await second.reconcile()
    assert [hold.status for hold in (await second.ledger_status("t")).holds] == ["in_doubt"]
    machine.clock.advance(SECOND)
    await second.reconcile()
    assert [hold.status for hold in (await second.ledger_status("t")).holds] == ["failed"]


@pytest.mark.parametrize("ahead", SKEWS, ids=str)
async def test_no_approval_lapses_by_a_skewed_clock_while_it_is_being_bought(
    make_counter: Make, other: Make, machine: Machine, ahead: timedelta
) -> None:
    """The supplier's lost reply is found by a worker whose clock says that the approval is long over, or not yet given."""
    counter = make_counter(pay="guarded", time=machine.time())
    await counter.hold()
    counter.orders.before["pay"] = [LOST]
    counter.orders.before["read"] = [None, LOST]
    assert isinstance(await counter.buy(), InReview)
    second = other(counter, ahead)
    await second.reconcile()
    assert (await second.ledger_status("t")).purchase_state == "PURCHASED"
    assert len([order for order in counter.orders.book.values() if order.paid_at]) == 1


async def test_what_a_living_worker_sent_is_not_taken_from_it(
    make_counter: Make, other: Make, machine: Machine
) -> None:
    """Its lease ran out and the settle window too; its process lives and waits for the reply: it is not closed over its head."""
    counter = make_counter(create="unkeyed", time=machine.time())
    counter.orders.hidden = True
    second = other(counter)

    async def much_later() -> None:
        machine.clock.advance(timedelta(minutes=10))
        await second.reconcile()

    Meanwhile(counter, "hold.replied", much_later)
    assert [hold.status for hold in (await counter.hold()).holds] == ["held"]
    assert "alert.late_order" not in [event.type for event in await counter.desk.audit("t")]


async def test_what_a_worker_here_gave_up_is_taken_over_while_its_process_lives(
    make_counter: Make, other: Make, machine: Machine
) -> None:
    """A work that broke off in a process that goes on is over: it does not wait for the end of that process."""
    counter = make_counter(create="keyed", time=machine.time())
    EndsAt(counter, "hold.replied", ConnectionAbortedError)
    with pytest.raises(ConnectionAbortedError):
        await counter.hold()
    second = other(counter)
    machine.clock.advance(timedelta(minutes=2))
    await second.reconcile()
    assert [hold.status for hold in (await second.ledger_status("t")).holds] == ["held"]


async def test_a_payment_on_its_way_is_not_paid_beside_it(make_counter: Make, other: Make, machine: Machine) -> None:
    """The order can still be read as unpaid: the lease alone keeps a second worker from paying it again."""
    counter = make_counter(pay="guarded", time=machine.time())
    await counter.hold()
    second = other(counter)

    async def recovered() -> str:
        (op,) = counter.ledger.read_now(operations.all_open)
        return (await recover(second._ctx, op)).state

    meanwhile = Meanwhile(counter, "pay.sent", recovered)
    assert isinstance(await counter.buy(), Bought)
    assert (meanwhile.result, counter.orders.count("pay")) == ("SENT", 1)


async def test_a_purchase_that_one_worker_carries_out_is_left_to_it(
    make_counter: Make, other: Make, machine: Machine
) -> None:
    """A second click, and a reconciler, hear that it is being bought: they ask the supplier nothing and take no lease."""
    counter = make_counter(pay="guarded", time=machine.time())
    await counter.hold()
    answer = await counter.answer()
    second, seen = other(counter), []

    async def click() -> PurchaseOutcome:
        reads = len(counter.orders.calls)
        await second.reconcile()
        outcome = await second.purchase("t", answer)
        seen.append(len(counter.orders.calls) - reads)
        return outcome

    meanwhile = Meanwhile(counter, "reprice.stored", click)
    assert isinstance(await counter.desk.purchase("t", answer), Bought)
    told = meanwhile.result
    assert isinstance(told, Refused)
    assert told.code == "busy"
    assert (seen, counter.orders.count("pay")) == ([0], 1)


async def test_nobody_settles_by_hand_what_a_living_worker_is_at(
    make_counter: Make, other: Make, machine: Machine
) -> None:
    """A person's word waits for the process: it may still hear the reply, however late."""
    counter = make_counter(create="unkeyed", time=machine.time())
    second, said = other(counter), []

    async def told() -> None:
        machine.clock.advance(timedelta(hours=2))
        (op,) = counter.ledger.read_now(operations.all_open)
        with pytest.raises(NotByHand, match="still being sent by a running worker") as refused:
            await second.settle_by_hand(op.op_id, Statement(done=False, by="Olga", reason="asked"))
        said.append(refused)

    Meanwhile(counter, "hold.replied", told)
    assert [hold.status for hold in (await counter.hold()).holds] == ["held"]
    assert len(said) == 1
