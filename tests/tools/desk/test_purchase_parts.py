"""Parts of a purchase that only a scripted supplier can play."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from tests.tools.desk.faults import EndsAt

from tripintent.state.money import Money
from tripintent.state.offers import Terms
from tripintent.state.travellers import Traveller
from tripintent.tools.desk.webhooks import SupplierEvent
from tripintent.tools.errors import CommitRejected, StoreError, SupplierTimeout
from tripintent.tools.ledger import operations
from tripintent.tools.ledger.schema import operations as table
from tripintent.tools.ports.desk import ApprovalRequest
from tripintent.tools.ports.outcomes import Bought, Failed, InReview

Make = Callable[..., Any]
FREE = Terms(refundable=True)
SECOND = timedelta(seconds=1)


async def test_legs_are_bought_in_the_order_easiest_to_undo(make_counter: Make, offer: Callable[..., Any]) -> None:
    """Free to cancel first, with a penalty next, non-refundable last, whatever the order of the trip."""
    counter = make_counter()
    penalty = Terms(refundable=True, refund_penalty=Money(amount="20"))
    await counter.hold(offer("hard"), offer("penalty", terms=penalty), offer("free", terms=FREE))
    assert isinstance(await counter.buy(), Bought)
    paid = counter.ledger.read_now(lambda tx: [op.body["order_id"] for op in _of_trip(tx)])
    assert [counter.orders.book[str(order_id)].terms for order_id in paid] == [FREE, penalty, Terms()]


def _of_trip(tx: Any) -> list[operations.OperationRow]:
    rows = tx.execute(table.select().where(table.c.action == "pay").order_by(table.c.seq)).mappings()
    return [operations.OperationRow.model_validate(dict(row)) for row in rows]


async def test_an_unreadable_order_is_not_bought(make_counter: Make) -> None:
    """Without a fresh price nothing is paid; the hold stays for another try."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    counter.orders.before["read"] = [SupplierTimeout("slow")] * 3
    outcome = await counter.desk.purchase("t", answer)
    assert isinstance(outcome, Failed)
    assert (outcome.state, counter.orders.count("pay")) == ("REJECTED", 0)
    assert isinstance(await counter.buy(), Bought)


async def test_a_hold_that_lapsed_at_the_supplier_is_not_bought(make_counter: Make) -> None:
    """The supplier's word on its own hold counts."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    counter.orders._set("ord0", status="expired")
    outcome = await counter.desk.purchase("t", answer)
    assert isinstance(outcome, Failed)
    assert (outcome.state, counter.orders.count("pay")) == ("EXPIRED", 0)
    assert [h.status for h in (await counter.desk.ledger_status("t")).holds] == ["expired"]


async def test_compensation_waits_for_a_supplier_that_does_not_answer(
    make_counter: Make, offer: Callable[..., Any]
) -> None:
    """No answer to the question what cancelling costs is no reason to give up: the reconciler asks again."""
    counter = make_counter()
    await counter.hold(offer("free", terms=FREE), offer("hard"))
    answer = await counter.answer()
    counter.orders.before["pay"] = [None, CommitRejected("no", code="payment_declined")]
    counter.orders.before["quote"] = [SupplierTimeout("slow")]
    outcome = await counter.desk.purchase("t", answer)
    assert isinstance(outcome, InReview)
    assert outcome.state == "COMPENSATING"
    await counter.later(SECOND)
    ledger_status = await counter.desk.ledger_status("t")
    assert ledger_status.purchase_state == "COMPENSATED"
    assert [b.status for b in ledger_status.bookings] == ["cancelled"]


async def test_a_stale_quote_is_asked_for_again(make_counter: Make, offer: Callable[..., Any]) -> None:
    """A cancellation under an outdated quote is refused by the supplier and done under a new one."""
    counter = make_counter()
    await counter.hold(offer("free", terms=FREE), offer("hard"))
    answer = await counter.answer()
    counter.orders.before["pay"] = [None, CommitRejected("no", code="payment_declined")]
    counter.orders.before["cancel"] = [CommitRejected("stale", code="order_cancellation_stale")]
    outcome = await counter.desk.purchase("t", answer)
    assert isinstance(outcome, Failed)
    assert (outcome.state, outcome.declined, counter.orders.count("cancel")) == ("COMPENSATED", True, 2)


async def test_an_approved_purchase_is_not_begun_after_the_approvals_time(make_counter: Make) -> None:
    """A crash between approval and execution, found a day later, buys nothing."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    EndsAt(counter, "consume.stored")
    with pytest.raises(RuntimeError):
        await counter.desk.purchase("t", answer)
    await counter.later(timedelta(minutes=31))
    assert (await counter.desk.ledger_status("t")).purchase_state == "EXPIRED"
    assert counter.orders.count("pay") == 0


async def test_what_is_bought_is_not_held_again(make_counter: Make) -> None:
    """A fork that places the same hold after the purchase places none."""
    counter = make_counter()
    await counter.hold()
    await counter.buy()
    ledger_status = await counter.hold()
    assert ledger_status.live_holds == ()
    assert counter.orders.count("hold") == 1
    assert "hold.already_bought" in [event.type for event in await counter.desk.audit("t")]


async def test_a_changed_operation_is_not_sent(make_counter: Make) -> None:
    """The body that was planned is the body that is sent, or nothing is."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    EndsAt(counter, "reprice.stored")
    with pytest.raises(RuntimeError):
        await counter.desk.purchase("t", answer)
    thief = {"order_id": "ord0", "amount": {"amount": "1", "currency": "USD"}, "payment_method_id": "pm_thief"}
    counter.ledger.write_now(lambda tx: tx.execute(update(table).where(table.c.action == "pay").values(body=thief)))
    with pytest.raises(StoreError, match="was changed after it was planned"):
        await counter.desk.purchase("t", answer)
    assert counter.orders.count("pay") == 0


async def test_the_database_itself_refuses_a_second_payment_of_a_leg(make_counter: Make) -> None:
    """Even code that forgot every rule could not plan the same leg of a purchase twice."""
    counter = make_counter()
    await counter.hold()
    await counter.buy()

    def twice(tx: Any) -> None:
        (op,) = _of_trip(tx)
        operations.insert(tx, op.model_copy(update={"op_id": "op_again"}))

    with pytest.raises((IntegrityError, StoreError)):
        counter.ledger.write_now(twice)


async def test_a_webhook_about_nothing_of_ours_alarms(make_counter: Make) -> None:
    """An order that we never made is a person's case."""
    counter = make_counter()
    await counter.receive(SupplierEvent(supplier="scripted", event_id="e1", type="order.created", order_id="ord_alien"))
    assert "alert.webhook_unmatched" in [event.type for event in await counter.desk.audit()]


async def test_of_a_supplier_that_is_not_open_nothing_is_held_and_it_is_named(make_counter: Make, offer: Make) -> None:
    """The hold has failed and says why before anything is sent; of the seller its name is all that is known."""
    counter = make_counter()
    await counter.hold(offer().model_copy(update={"supplier": "nobody"}))
    (hold,) = (await counter.desk.ledger_status("t")).holds
    assert (hold.status, counter.orders.count("hold")) == ("failed", 0)
    assert hold.error.startswith("the seller nobody is no longer set up here")
    assert counter.desk.capabilities("nobody").supplier == "nobody"


async def test_a_token_is_made_only_where_one_is_demanded(make_counter: Make) -> None:
    """Where a policy names an approver and no token, nobody gets round that approver by asking for one."""
    counter = make_counter()
    await counter.hold()
    who = (Traveller(given_name="Ann", family_name="Smith"),)
    request = ApprovalRequest(trip_id="t", travellers=who, payment_method_id="pm", approver="boss")
    issued = await counter.desk.request_approval(request)
    refused = await counter.desk.new_token(issued.approval.approval_id, "traveller")
    assert (refused.code, "demands none" in refused.message) == ("bad_token", True)
