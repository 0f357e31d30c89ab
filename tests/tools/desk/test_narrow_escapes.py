"""Rules that every other test passed without, found by ``make mutants``: each of them alone keeps an order from being lost or doubled."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from tests.tools.desk.conftest import LOST
from tests.tools.desk.faults import Meanwhile, a_later_worker

from tripintent.tools.desk.consequences import turned_up
from tripintent.tools.desk.outcomes import Landed
from tripintent.tools.errors import CommitRejected
from tripintent.tools.ledger import operations
from tripintent.tools.ports.outcomes import Bought, InReview

Make = Callable[..., Any]
MINUTE = timedelta(minutes=1)


async def test_an_operation_moves_only_from_the_state_that_was_seen(make_counter: Make) -> None:
    """Neither state is under a lease: the state alone tells a worker that another one was there."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"], counter.orders.hidden = [LOST], True
    await counter.hold()
    (unknown,) = counter.ledger.read_now(operations.all_open)
    stale = unknown.model_copy(update={"state": "PLANNED"})
    moved = counter.ledger.write_now(partial(operations.move, row=stale, now=counter.clock.now(), state="SENT"))
    assert moved is None
    assert counter.ledger.read_now(operations.all_open)[0].state == "UNKNOWN"


async def test_a_refused_repetition_counts_for_nothing_while_the_first_attempt_may_appear(make_counter: Make) -> None:
    """Booked unheard and not visible yet; the repetition is turned away at the door: that says nothing of the first."""
    counter = make_counter(hold="none", create="keyed")
    await counter.hold()
    counter.orders.after["book"], counter.orders.hidden = [LOST], True
    counter.orders.before["book"] = [None, CommitRejected("log in again", code="expired_access_token")]
    assert isinstance(await counter.buy(), InReview)
    counter.orders.hidden = False
    await counter.later(MINUTE)
    assert (await counter.state(), await counter.booked()) == ("PURCHASED", ["confirmed"])


async def test_what_cannot_be_looked_up_is_never_said_not_to_be_bought(make_counter: Make) -> None:
    """A supplier without a look-up answers every question with nothing: a person has to ask it."""
    counter = make_counter(hold="none", create="unkeyed", probe=False)
    await counter.hold()
    counter.orders.after["book"], counter.orders.hidden = [LOST], True
    await counter.buy()
    await counter.later(10 * MINUTE)
    assert await counter.state() == "PAYMENT_REVIEW"


@pytest.mark.usefixtures("elsewhere")
async def test_a_success_that_its_own_worker_learned_late_is_adopted(make_counter: Make) -> None:
    """Another machine gave it up meanwhile; the worker that wakes up has the reply in its hands."""
    counter = make_counter(hold="none", create="unkeyed")
    await counter.hold()
    counter.orders.hidden = True
    Meanwhile(counter, "book.replied", a_later_worker(counter))
    assert isinstance(await counter.buy(), Bought)
    assert await counter.booked() == ["confirmed"]
    assert "book.adopted" in [event.type for event in await counter.desk.audit("t")]


async def test_a_trip_bought_by_half_is_completed_after_its_approval(make_counter: Make, offer: Make) -> None:
    """The second leg's request was lost, and the machine was down for longer than the approval lives."""
    counter = make_counter(hold="none", create="keyed")
    await counter.hold(offer("a"), offer("b"))
    counter.orders.before["book"] = [None, LOST, LOST]
    assert isinstance(await counter.buy(), InReview)
    await counter.later(31 * MINUTE)
    assert (await counter.state(), await counter.booked()) == ("PURCHASED", ["confirmed", "confirmed"])


async def test_a_late_order_is_not_settled_beside_a_purchase_that_is_being_carried_out(make_counter: Make) -> None:
    """One at a time: it is remembered, and settled when the other one is over."""
    counter = make_counter(hold="none", create="unkeyed")
    await counter.hold()
    counter.orders.after["book"], counter.orders.hidden = [LOST], True
    await counter.buy()
    await counter.later(2 * MINUTE)
    (op,) = counter.ledger.read_now(operations.watched)
    (order,) = counter.orders.book.values()
    counter.orders.after["book"] = [LOST]
    assert isinstance(await counter.buy(), InReview)
    ctx = counter.desk._ctx
    await ctx.write("t", partial(turned_up, ctx, op=op, outcome=Landed(order)))
    kept = counter.ledger.read_now(lambda tx: operations.get(tx, op.op_id))
    assert (kept.state, kept.watch_until is not None, await counter.booked()) == ("REJECTED", True, [])
    counter.orders.hidden = False
    await counter.later(MINUTE)
    assert sorted(await counter.booked()) == ["cancelled", "confirmed"]


async def test_what_turns_up_while_its_purchase_is_undone_is_undone_too(make_counter: Make, offer: Make) -> None:
    """The second leg was given up and the first is just being cancelled: the purchase does not close over the late one."""
    counter = make_counter(hold="none", create="unkeyed")
    await counter.hold(offer("a"), offer("b"))
    counter.orders.hides_second()
    assert isinstance(await counter.buy(), InReview)
    ctx = counter.desk._ctx
    (op,) = counter.ledger.read_now(operations.all_open)
    late = next(order for order in counter.orders.book.values() if order.client_ref == op.op_id)

    async def appears() -> None:
        await ctx.write("t", partial(turned_up, ctx, op=op, outcome=Landed(late)))

    Meanwhile(counter, "compensate.quoted", appears)
    await counter.later(2 * MINUTE)
    await counter.later(MINUTE)
    assert (await counter.state(), await counter.booked()) == ("COMPENSATED", ["cancelled", "cancelled"])


@pytest.mark.usefixtures("elsewhere")
async def test_prices_that_a_worker_read_before_it_slept_are_decided_by_no_more(make_counter: Make) -> None:
    """Another one bought everything meanwhile: what the sleeper read is old, and changes nothing."""
    counter = make_counter(pay="guarded")
    await counter.hold()
    Meanwhile(counter, "reprice.read", a_later_worker(counter))
    assert isinstance(await counter.buy(), Bought)
    assert (counter.orders.count("pay"), await counter.state()) == (1, "PURCHASED")
