"""A worker that was suspended while another one went on: what it learns late closes nothing that it did not begin.

The two are on different machines: neither can see whether the other one's process lives.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.tools.desk.conftest import LOST
from tests.tools.desk.faults import Meanwhile, a_later_worker

from tripintent.tools.desk.sending import send
from tripintent.tools.errors import CommitRejected
from tripintent.tools.ledger import operations
from tripintent.tools.ports.outcomes import Bought, InReview

Make = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("elsewhere")
MINUTE = timedelta(minutes=1)


def paid(counter: Any) -> int:
    return len([order for order in counter.orders.book.values() if order.paid_at])


@pytest.mark.parametrize("kind", ["keyed", "guarded"])
async def test_what_it_did_not_send_is_no_refusal_of_what_another_one_sent(make_counter: Make, kind: str) -> None:
    """It wakes up too late to send; the other worker's attempt landed, and its reply was lost: nobody may say "not bought"."""
    counter = make_counter(hold="none" if kind == "keyed" else "hard", create=kind, pay=kind)
    await counter.hold()
    act = "book" if kind == "keyed" else "pay"
    counter.orders.after[act], counter.orders.before["read"] = [LOST], [None, None, LOST]
    Meanwhile(counter, f"{act}.sent", a_later_worker(counter))
    outcome = await counter.buy()
    assert (paid(counter), isinstance(outcome, InReview | Bought)) == (1, True), outcome
    await counter.later(MINUTE)
    assert ((await counter.desk.ledger_status("t")).purchase_state, paid(counter)) == ("PURCHASED", 1)


async def test_an_old_decline_is_none_of_a_later_attempt(make_counter: Make) -> None:
    """Its own attempt was declined, it slept before that was stored, and another worker's attempt was paid."""
    counter = make_counter()
    await counter.hold()
    counter.orders.before["pay"] = [CommitRejected("no", code="payment_declined")]
    counter.orders.after["pay"], counter.orders.before["read"] = [LOST], [None, None, LOST]
    Meanwhile(counter, "pay.replied", a_later_worker(counter))
    outcome = await counter.buy()
    assert (paid(counter), isinstance(outcome, InReview | Bought)) == (1, True), outcome


async def test_what_it_planned_is_not_sent_after_another_worker_sent_it(make_counter: Make) -> None:
    """It slept before it could send; the other worker's request landed unheard: an unkeyed one is never sent again."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"], counter.orders.before["find"] = [LOST], [LOST]
    Meanwhile(counter, "hold.planned", a_later_worker(counter))
    ledger_status = await counter.hold()
    assert (counter.orders.count("hold"), len(counter.orders.book)) == (1, 1)
    await counter.later(MINUTE)
    assert [hold.status for hold in (await counter.desk.ledger_status("t")).holds] == ["held"], ledger_status


async def test_only_the_attempt_that_was_looked_for_is_repeated(make_counter: Make) -> None:
    """Between its look at the books and its repetition another worker tried again: what came of that is looked for first."""
    counter = make_counter(pay="guarded")
    await counter.hold()
    counter.orders.before["pay"] = [LOST]
    counter.orders.before["read"] = [None, LOST]
    await counter.buy()
    (seen,) = counter.ledger.read_now(operations.all_open)
    ctx = counter.desk._ctx
    again = await ctx.write("t", lambda tx: operations.move(tx, seen, ctx.now(), attempts=seen.attempts + 1))
    assert (await send(ctx, seen)).attempts == again.attempts
    assert counter.orders.count("pay") == 1
