"""Writes that count only for what was seen: by state, by lease, by status and by supplier."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from tests.tools.desk.conftest import LOST

from tripintent.tools.desk.purchasing import carry_on
from tripintent.tools.desk.sending import may_leave
from tripintent.tools.desk.states import LIVE, MOVES
from tripintent.tools.ledger import holds, operations, purchases
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.locks import new_owner
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ports.outcomes import InReview

Make = Callable[..., Any]
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
async def doubtful(make_counter: Make) -> Any:
    """One payment whose request was lost: its purchase is in review, under nobody's lease."""
    counter = make_counter(pay="keyed")
    await counter.hold()
    counter.orders.before["pay"] = [LOST, LOST]
    assert isinstance(await counter.buy(), InReview)
    return counter


def purchase(counter: Any) -> PurchaseRow:
    row = counter.ledger.read_now(partial(purchases.latest, trip_id="t"))
    assert row is not None
    return row


def operation(counter: Any) -> OperationRow:
    (row,) = counter.ledger.read_now(operations.all_open)
    return row


def moved(counter: Any, row: PurchaseRow, **values: object) -> bool:
    return counter.ledger.write_now(lambda tx: purchases.move(tx, row, counter.clock.now(), **values))


async def test_a_purchase_moves_only_from_the_state_that_was_seen(doubtful: Any) -> None:
    """Who saw it while it was being executed changes nothing of it in review, and leaves no seal."""
    real, lines = purchase(doubtful), len(await doubtful.desk.audit())
    stale = real.model_copy(update={"state": "EXECUTING"})
    assert not moved(doubtful, stale, state="PURCHASED", live=False, note="bought")
    assert purchase(doubtful) == real
    assert len(await doubtful.desk.audit()) == lines
    assert moved(doubtful, real, note="looked at")


@pytest.mark.parametrize("lease", [None, "another-worker"])
async def test_an_operation_moves_only_under_the_lease_that_was_seen(doubtful: Any, lease: str | None) -> None:
    """The state is the same; the worker that took it over in between is not."""
    now, seen = doubtful.clock.now(), operation(doubtful)
    ours = {"state": "SENT", "lease_owner": new_owner(), "lease_until": now + MINUTE}
    taken = doubtful.ledger.write_now(lambda tx: operations.move(tx, seen, now, **ours))
    stale = taken.model_copy(update={"lease_owner": lease})
    told = doubtful.ledger.write_now(lambda tx: operations.move(tx, stale, now, state="REJECTED"))
    assert told is None
    assert (operation(doubtful).state, operation(doubtful).lease_owner) == ("SENT", taken.lease_owner)


async def test_a_purchases_lease_is_given_back_by_who_has_it(doubtful: Any) -> None:
    """Another worker's is left alone, and is free for the own one only."""
    row, owner, now = purchase(doubtful), new_owner(), doubtful.clock.now()
    take = partial(purchases.take, purchase_id=row.purchase_id, now=now, lease=MINUTE)
    free = partial(purchases.free, purchase_id=row.purchase_id)
    assert doubtful.ledger.write_now(partial(take, owner=owner)) is not None
    doubtful.ledger.write_now(partial(free, owner=new_owner()))
    assert purchase(doubtful).lease_owner == owner
    assert doubtful.ledger.write_now(partial(take, owner=new_owner())) is None
    doubtful.ledger.write_now(partial(free, owner=owner))
    assert purchase(doubtful).lease_owner is None


@pytest.mark.parametrize("state", MOVES)
async def test_a_payment_leaves_only_while_its_purchase_is_executed(doubtful: Any, state: str) -> None:
    """In every other state of the purchase it stays here, within the approval's time, too."""
    op = operation(doubtful)
    assert moved(doubtful, purchase(doubtful), state=state, live=state in LIVE)
    leaves = doubtful.ledger.read_now(lambda tx: may_leave(doubtful.desk._ctx, tx, op))
    assert leaves == (state in ("EXECUTING", "PAYMENT_REVIEW"))


@pytest.mark.parametrize("state", ["COMPENSATING", "COMPENSATED", "MANUAL_REVIEW", "EXPIRED", "REJECTED"])
async def test_no_recovery_pays_for_a_purchase_that_stopped(doubtful: Any, state: str) -> None:
    """The supplier would take the repetition; it is not made."""
    before = doubtful.orders.count("pay")
    assert moved(doubtful, purchase(doubtful), state=state, live=state in LIVE)
    doubtful.orders.before.clear()
    await doubtful.later(MINUTE)
    assert doubtful.orders.count("pay") == before


async def test_a_hold_changes_only_from_a_status_that_was_meant(make_counter: Make) -> None:
    """Who means one in doubt does not change one that is held."""
    counter = make_counter()
    (shown,) = (await counter.hold()).holds
    change = partial(holds.change, hold_id=shown.hold_id, now=counter.clock.now(), status="failed")
    assert not counter.ledger.write_now(partial(change, only=("in_doubt", "released")))
    assert kept(counter, shown.hold_id).status == "held"
    assert counter.ledger.write_now(partial(change, only=("held",)))


def kept(counter: Any, hold_id: str) -> HoldRow:
    return counter.ledger.read_now(partial(holds.get, hold_id=hold_id))


async def test_what_was_sent_is_not_skipped(doubtful: Any) -> None:
    """Only what never left the house can be closed without asking its supplier."""
    row = purchase(doubtful)
    skip = partial(operations.skip_planned, purchase_id=row.purchase_id, now=doubtful.clock.now(), reason="over")
    doubtful.ledger.write_now(skip)
    assert operation(doubtful).state == "UNKNOWN"


async def test_a_suppliers_message_is_about_its_own_orders(doubtful: Any) -> None:
    """Order numbers and references are each supplier's own: another one's message finds nothing."""
    op = operation(doubtful)
    about = partial(operations.about, client_ref=op.op_id, order_id=op.order_id)
    assert op in doubtful.ledger.read_now(partial(about, supplier=op.supplier))
    assert doubtful.ledger.read_now(partial(about, supplier="another")) == []


async def test_a_hold_that_was_given_up_is_not_placed(make_counter: Make) -> None:
    """Its request was lost and nobody waits for it any more: recovery asks for nothing."""
    counter = make_counter(create="keyed")
    counter.orders.before["hold"] = [LOST, LOST]
    (shown,) = (await counter.hold()).holds
    op = operation(counter)
    wanted = [counter.ledger.read_now(lambda tx: may_leave(counter.desk._ctx, tx, op))]
    await counter.desk.release("t", [shown.hold_id], "another one was chosen")
    wanted.append(counter.ledger.read_now(lambda tx: may_leave(counter.desk._ctx, tx, op)))
    assert wanted == [True, False]


async def test_what_is_being_bought_neither_lapses_nor_goes_back(doubtful: Any) -> None:
    """The purchase judges its own holds: neither the clock nor a wish takes them away from it."""
    (hold,) = (await doubtful.desk.ledger_status("t")).holds
    await doubtful.desk.release("t", [hold.hold_id], "another one was chosen")
    assert kept(doubtful, hold.hold_id).status == "held"
    now = doubtful.clock.now()
    doubtful.ledger.write_now(partial(holds.change, hold_id=hold.hold_id, now=now, expires_at=now))
    doubtful.orders.before["read"] = [LOST] * 4
    doubtful.orders.before["pay"] = [LOST] * 4
    await doubtful.later(timedelta(seconds=1))
    assert kept(doubtful, hold.hold_id).status == "held"


async def test_a_hold_that_lapsed_is_not_paid(make_counter: Make) -> None:
    """Its time ends between the look at the prices and the payment: nothing is sent for it."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    (hold,) = (await counter.desk.ledger_status("t")).holds
    counter.desk._ctx.__dict__["faults"] = Shortened(counter, hold.hold_id)
    await counter.desk.purchase("t", answer)
    assert counter.orders.count("pay") == 0
    assert purchase(counter).state not in LIVE


class Shortened:
    """The hold's time is over as soon as the prices are stored."""

    def __init__(self, counter: Any, hold_id: str) -> None:
        self.counter, self.hold_id = counter, hold_id

    def reach(self, name: str) -> None:
        now = self.counter.clock.now()
        if name == "reprice.stored":
            change = partial(holds.change, hold_id=self.hold_id, now=now, expires_at=now)
            self.counter.ledger.write_now(change)


async def test_a_closed_purchase_takes_no_lease(make_counter: Make) -> None:
    """A second worker that means to carry it on has nothing to do."""
    counter = make_counter()
    await counter.hold()
    await counter.buy()
    row = purchase(counter)
    taken = partial(purchases.take, purchase_id=row.purchase_id, owner="o", now=counter.clock.now(), lease=HOUR)
    assert counter.ledger.write_now(taken) is None
    await carry_on(counter.desk._ctx, row.purchase_id)
    assert purchase(counter) == row
