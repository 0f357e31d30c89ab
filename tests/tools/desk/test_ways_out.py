"""Every state of a purchase has a way out, and nothing that one supplier does stops the recovery of the others."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.tools.desk.conftest import LOST
from tests.tools.desk.faults import EndsAt

from tripintent.state.money import Money
from tripintent.tools.desk.consequences import turned_up
from tripintent.tools.desk.outcomes import Landed
from tripintent.tools.desk.webhooks import SupplierEvent
from tripintent.tools.errors import CommitRejected
from tripintent.tools.ledger import operations
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.ports.outcomes import Cancelled, InReview, ReapprovalNeeded

Make = Callable[..., Any]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


async def test_a_purchase_never_begun_lapses_without_its_supplier(make_counter: Make) -> None:
    """Approved, killed, and its supplier is not configured any more: over with the approval's time."""
    counter = make_counter()
    await counter.hold()
    EndsAt(counter, "consume.stored", KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        await counter.buy()
    counter.desk._ctx.suppliers.clear()
    assert "not configured" in (await counter.later(MINUTE))[0]
    await counter.later(2 * DAY)
    assert await counter.state() == "EXPIRED"


async def test_a_leg_that_nobody_can_price_is_undone_by_a_person(make_counter: Make, offer: Make) -> None:
    """The supplier does not know the order that it sold: after a day a person decides about the whole of its price."""
    counter = make_counter()
    await counter.hold(offer("one"), offer("two"))
    counter.orders.before["pay"] = [None, CommitRejected("no", code="payment_declined")]
    counter.orders.before["quote"] = [CommitRejected("no such order", code="not_found")] * 99
    await counter.buy()
    assert await counter.state() == "COMPENSATING"
    await counter.later(DAY + HOUR)
    assert await counter.state() == "MANUAL_REVIEW"


@pytest.mark.parametrize(
    ("change", "loss", "said"),
    [
        ({"refund": Money(amount="0")}, Money(amount=100), "no"),
        ({"fee": Money(amount="10", currency="EUR")}, None, "10.00 EUR"),
    ],
)
async def test_undoing_that_loses_money_is_a_persons_case(
    make_counter: Make, offer: Make, change: Any, loss: Money | None, said: str
) -> None:
    """Without a fee and a refund the whole price is lost; a fee without an exchange rate is told in its own currency."""
    counter = make_counter()
    await counter.hold(offer("one"), offer("two"))
    counter.orders.before["pay"] = [None, CommitRejected("no", code="payment_declined")]
    counter.orders.changes("quote_cancellation", **change)
    outcome = await counter.buy()
    assert (outcome.state, outcome.loss) == ("MANUAL_REVIEW", loss)
    assert said in outcome.message


async def test_a_price_in_a_currency_without_a_rate_needs_a_new_approval(make_counter: Make) -> None:
    """The difference cannot be summed up; it is told all the same."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    counter.orders._set("ord0", total=Money(amount="90", currency="EUR"))
    outcome = await counter.desk.purchase("t", answer)
    assert isinstance(outcome, ReapprovalNeeded)
    assert (outcome.dearer_by, "EUR" in outcome.differences[0]) == (None, True)


async def test_nothing_is_paid_late_for_a_half_that_was_cancelled(make_counter: Make, offer: Make) -> None:
    """After the approval's time a trip bought by half is completed, but not one whose half the traveller took back."""
    counter = make_counter(pay="guarded")
    await counter.hold(offer("one"), offer("two"))
    counter.orders.before["pay"], counter.orders.before["read"] = [None, LOST], [None, None, LOST]
    assert isinstance(await counter.buy(), InReview)
    (booking,) = (await counter.desk.ledger_status("t")).bookings
    shown = await counter.desk.quote_cancellation("t", booking.booking_id)
    assert isinstance(await counter.cancel(shown), Cancelled)
    await counter.later(3 * HOUR)
    assert (counter.orders.count("pay"), await counter.state()) == (2, "COMPENSATED")


async def test_an_adapter_that_never_answers_stops_no_other(make_counter: Make) -> None:
    """Looking an order up has the time-out that the supplier declares."""
    counter = make_counter(create="unkeyed", timeout=timedelta(seconds=0.2))
    counter.orders.before["hold"] = [LOST]
    await counter.hold()

    async def never(_: str) -> Any:
        await asyncio.Event().wait()

    counter.orders.find = never
    counter.clock.advance(MINUTE)
    report = await asyncio.wait_for(counter.desk.reconcile(), 30)
    assert report.waiting == 1


async def test_a_webhook_of_a_supplier_that_is_gone_is_kept(make_counter: Make) -> None:
    """Its supplier is not configured: nothing can be looked into, nothing breaks."""
    counter = make_counter(create="unkeyed")
    counter.orders.before["hold"] = [LOST]
    await counter.hold()
    counter.desk._ctx.suppliers.clear()
    (op,) = counter.ledger.read_now(operations.all_open)
    event = SupplierEvent(supplier="scripted", event_id="e", type="order.created", client_ref=op.op_id)
    assert await counter.receive(event)
    assert (await counter.desk.reconcile()).waiting == 1


@pytest.mark.parametrize("code", ["failed", "declined", "rejected"])
async def test_a_hosts_certain_no_is_one(make_counter: Make, code: str) -> None:
    """The codes of a host's tools are known ones: its no ends the purchase at once."""
    counter = make_counter(pay="keyed", probe=False, reprice=False)
    await counter.hold()
    counter.orders.before["pay"] = [CommitRejected("the host says no", code=code)]
    assert (await counter.buy()).state == "REJECTED"


@pytest.mark.parametrize(
    ("change", "event"), [({"total": Money(amount="190")}, "approval.void"), ({"status": "expired"}, "hold.expired")]
)
async def test_what_repricing_ends_is_in_the_audit(make_counter: Make, change: dict[str, Any], event: str) -> None:
    """An approval voided by a worse price, a hold found gone."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    counter.orders._set("ord0", **change)
    await counter.desk.purchase("t", answer)
    assert event in [told.type for told in await counter.desk.audit("t")]


@pytest.mark.parametrize("by", ["release", "webhook", "reconcile"])
async def test_a_hold_that_turns_up_unwanted_goes_back_at_once(make_counter: Make, by: str) -> None:
    """Whoever finds it gives it back: it does not wait for the next recovery."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"], counter.orders.before["find"] = [LOST], [LOST] if by == "release" else [LOST] * 2
    (hold,) = (await counter.hold()).holds
    await counter.desk.release("t", [hold.hold_id], "let go")
    if by == "webhook":
        reference = counter.orders.book["ord0"].client_ref
        await counter.receive(SupplierEvent(supplier="scripted", event_id="e", type="x", client_ref=reference))
    if by == "reconcile":
        await counter.desk.reconcile()
    assert counter.orders.book["ord0"].status == "cancelled"


@pytest.mark.parametrize(("bought", "end"), [(0, "EXPIRED"), (1, "COMPENSATED")])
async def test_a_leg_that_may_not_be_sent_any_more_needs_no_supplier(
    make_counter: Make, offer: Make, bought: int, end: str
) -> None:
    """Planned, killed, and its supplier is not configured any more: it ends when its time is over, before or after another leg."""
    counter = make_counter()
    await counter.hold(offer("one"), offer("two"))
    EndsAt(counter, "pay.stored" if bought else "reprice.stored", SystemError)
    with pytest.raises(SystemError):
        await counter.buy()
    there = dict(counter.desk._ctx.suppliers)
    counter.desk._ctx.suppliers.clear()
    assert "not configured" in (await counter.later(MINUTE))[0]
    await counter.later(2 * DAY)
    counter.desk._ctx.suppliers.update(there if bought else {})
    await counter.later(MINUTE)
    assert await counter.state() == end
    assert counter.orders.count("pay") == bought


async def test_two_workers_that_see_a_late_hold_give_it_back_once(make_counter: Make, offer: Make) -> None:
    """Both look before either has stored it: one alert, one release."""
    counter = make_counter(create="unkeyed")
    counter.orders.before["hold"] = [LOST]
    await counter.hold()
    await counter.later(2 * MINUTE)
    ((_, reference),) = counter.orders.calls
    (op,) = counter.ledger.read_now(operations.watched)
    late = counter.orders._open(OrderRequest(client_ref=reference, offer=offer()), "held")
    ctx = counter.desk._ctx
    for _ in range(2):
        await ctx.write("t", lambda tx: turned_up(ctx, tx, op, Landed(late)))
    await counter.desk.reconcile()
    told = [event.type for event in await counter.desk.audit() if event.type.startswith("alert.")]
    assert (counter.orders.count("release"), told) == (1, ["alert.late_order"])
