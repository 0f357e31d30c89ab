"""An operation in doubt, settled on a person's word: when it counts, what follows from it, and what it cannot do."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from tripintent.tools.errors import CommitRejected, NotByHand, Unknown
from tripintent.tools.ledger import operations
from tripintent.tools.ports.outcomes import InReview, Statement

Make = Callable[..., Any]
LOST, GONE = Unknown("no reply", code="timeout"), CommitRejected("no such order", code="not_found")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
YES = Statement(done=True, by="Olga", reason="they read the ticket to me", locator="PNR777", tickets=("220-1",))
NO = Statement(done=False, by="Olga", reason="they have nothing, says their desk")


def open_one(counter: Any) -> Any:
    (op,) = [op for op in counter.ledger.read_now(operations.all_open) if op.state != "PLANNED"]
    return op


async def settle(counter: Any, told: Statement) -> Any:
    return await counter.desk.settle_by_hand(open_one(counter).op_id, told)


@pytest.fixture
async def unread(make_counter: Make) -> Any:
    """A payment whose reply was lost, at a supplier whose books did not answer for a day."""
    counter = make_counter(create="keyed", pay="keyed")
    await counter.hold()
    counter.orders.after["pay"], counter.orders.before["read"] = [LOST], [None, *[LOST] * 99]
    outcome = await counter.buy()
    assert isinstance(outcome, InReview)
    notes = await counter.later(DAY)
    assert "PAYMENT_REVIEW" in notes[0], "the reconciler alone cannot close it"
    return counter


async def types(counter: Any) -> list[str]:
    return [event.type for event in await counter.desk.audit()]


async def test_a_person_who_learned_that_it_was_paid_closes_the_purchase(unread: Any) -> None:
    """The booking has what the person was told, and nothing was sent for it."""
    before = unread.orders.count("pay")
    settled = await settle(unread, YES)
    assert (settled.state, settled.by_books, settled.purchase_state) == ("OK", False, "PURCHASED")
    (booking,) = (await unread.desk.ledger_status("t")).bookings
    assert (booking.locator, booking.tickets, booking.total.amount) == ("PNR777", ("220-1",), 100)
    assert unread.orders.count("pay") == before
    assert await unread.desk.verify_audit() is None


async def test_a_person_who_learned_that_it_was_not_paid_ends_the_purchase(unread: Any) -> None:
    """Nothing was bought: the purchase is over, the trip can be bought under a new approval."""
    settled = await settle(unread, NO)
    assert (settled.state, settled.purchase_state) == ("REJECTED", "REJECTED")
    ledger_status = await unread.desk.ledger_status("t")
    assert (ledger_status.bookings, "Olga" in ledger_status.note) == ((), False)


async def test_who_said_what_is_in_the_audit_without_card_numbers(unread: Any) -> None:
    """The person answers with a name; a number on their note is masked as everywhere."""
    await settle(unread, NO.model_copy(update={"reason": "card 4111 1111 1111 1111 was not charged"}))
    (told,) = [e for e in await unread.desk.audit() if e.type == "pay.told_by_hand"]
    assert (told.data["by"], told.data["done"]) == ("Olga", False)
    assert told.data["reason"] == "card [card ending 1111] was not charged"


async def test_what_was_said_not_to_have_happened_is_looked_for(unread: Any) -> None:
    """The person was told wrong: the paid order turns up in the books within a day, and somebody is called."""
    await settle(unread, NO)
    unread.orders.before["read"].clear()
    assert any("ALERT" in note for note in await unread.later(HOUR))
    assert "alert.late_order" in await types(unread)


async def test_two_people_cannot_settle_it_twice(unread: Any) -> None:
    """One word counts, the other person hears that it is settled."""
    op_id = open_one(unread).op_id
    both = (unread.desk.settle_by_hand(op_id, told) for told in (YES, NO))
    said = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(type(one).__name__ for one in said) == ["NotByHand", "SettledByHand"]
    assert len((await unread.desk.ledger_status("t")).bookings) in (0, 1)
    with pytest.raises(NotByHand, match="is settled"):
        await unread.desk.settle_by_hand(op_id, YES)


async def test_the_books_count_for_more_than_a_word(unread: Any) -> None:
    """They can be read again and show it paid: the person's no is not needed and changes nothing."""
    unread.orders.before["read"].clear()
    settled = await settle(unread, NO)
    assert (settled.state, settled.by_books, settled.purchase_state) == ("OK", True, "PURCHASED")
    assert "pay.told_by_hand" not in await types(unread)


async def test_what_may_still_be_answered_waits(make_counter: Make) -> None:
    """Within time-out and settle window the supplier's own answer may come; until when is said."""
    counter = make_counter()
    await counter.hold()
    counter.orders.after["pay"], counter.orders.before["read"] = [LOST], [None, LOST, LOST]
    await counter.buy()
    with pytest.raises(NotByHand, match="until 2026-11-20 12:01"):
        await settle(counter, YES)
    assert (await counter.desk.ledger_status("t")).bookings == ()


async def test_an_unknown_or_unsent_operation_is_said(make_counter: Make) -> None:
    """A wrong id, and one that never left the house."""
    counter = make_counter()
    with pytest.raises(NotByHand, match="no operation 'op_nope'"):
        await counter.desk.settle_by_hand("op_nope", YES)
    await counter.hold()
    (held,) = counter.ledger.read_now(lambda tx: operations.about(tx, "scripted", None, "ord0"))
    planned = held.model_copy(update={"op_id": "op_planned", "state": "PLANNED"})
    counter.ledger.write_now(lambda tx: operations.insert(tx, planned))
    with pytest.raises(NotByHand, match="never sent"):
        await counter.desk.settle_by_hand("op_planned", YES)


async def test_an_order_that_nobody_has_the_number_of_needs_it(make_counter: Make) -> None:
    """Ordered and paid in one step without a reply: the person brings the order's number, and the booking has it."""
    counter = make_counter(hold="none", probe=False)
    await counter.hold()
    counter.orders.after["book"] = [LOST, LOST]
    await counter.buy()
    counter.clock.advance(HOUR)
    with pytest.raises(NotByHand, match="--order"):
        await settle(counter, YES)
    await settle(counter, YES.model_copy(update={"order_id": "H-1"}))
    (booking,) = (await counter.desk.ledger_status("t")).bookings
    assert (booking.order_id, booking.locator) == ("H-1", "PNR777")


async def test_the_leg_before_is_undone_when_the_person_says_no(make_counter: Make, offer: Make) -> None:
    """The first leg was bought and is free to cancel: it is cancelled, as after any refusal."""
    counter = make_counter()
    await counter.hold(offer("one"), offer("two"))
    counter.orders.after["pay"] = [None, LOST]
    counter.orders.before["read"] = [None, None, *[LOST] * 9]
    await counter.buy()
    counter.clock.advance(DAY)
    settled = await settle(counter, NO)
    assert (settled.state, settled.purchase_state) == ("REJECTED", "COMPENSATED")
    assert [b.status for b in (await counter.desk.ledger_status("t")).bookings] == ["cancelled"]


async def test_a_supplier_that_is_gone_can_be_settled_too(unread: Any) -> None:
    """Its adapter is not configured any more: the word counts, and the purchase of which nothing else is open is closed."""
    unread.desk._ctx.suppliers.clear()
    settled = await settle(unread, YES)
    assert (settled.state, settled.purchase_state) == ("OK", "PURCHASED")


async def test_a_purchase_says_for_whom_else_it_waits(make_counter: Make, offer: Make) -> None:
    """One leg is settled; the next one cannot be paid without its supplier, and is when that is there again."""
    counter = make_counter()
    await counter.hold(offer("one"), offer("two"))
    counter.orders.after["pay"] = [LOST]
    counter.orders.before["read"] = [None, None, *[LOST] * 9]
    await counter.buy()
    counter.clock.advance(timedelta(minutes=5))
    suppliers = dict(counter.desk._ctx.suppliers)
    counter.desk._ctx.suppliers.clear()
    settled = await settle(counter, YES)
    assert (settled.state, settled.purchase_state) == ("OK", "PAYMENT_REVIEW")
    assert "scripted, which is not configured" in settled.note
    counter.desk._ctx.suppliers.update(suppliers)
    counter.orders.before["read"].clear()
    await counter.desk.reconcile()
    assert (await counter.desk.ledger_status("t")).purchase_state == "PURCHASED"


async def test_books_that_are_only_down_for_a_moment_are_asked_again(make_counter: Make) -> None:
    """A word counts without them only after a day; once they show the order unpaid, nobody's word makes a booking of it."""
    counter = make_counter(pay="unkeyed")
    await counter.hold()
    counter.orders.before["pay"] = [LOST]
    await counter.buy()
    counter.clock.advance(HOUR)
    for error, told, said in ((LOST, YES, "at the moment"), (LOST, NO, "at the moment"), (GONE, YES, "can be read")):
        counter.orders.before["read"] = [error]
        with pytest.raises(NotByHand, match=said):
            await settle(counter, told)
    with pytest.raises(NotByHand, match="reconcile"):
        await settle(counter, YES)
    assert (await settle(counter, NO)).purchase_state == "REJECTED"


async def test_what_a_key_can_still_tell_is_no_word_s(make_counter: Make) -> None:
    """It was bought, and repeating it under its key would say so: a premature no would have it charged twice."""
    counter = make_counter(hold="none", create="keyed", probe=False)
    await counter.hold()
    counter.orders.after["book"] = [LOST, LOST]
    await counter.buy()
    counter.clock.advance(timedelta(minutes=2))
    with pytest.raises(NotByHand, match="under its key"):
        await settle(counter, NO)
    await counter.desk.reconcile()
    assert (await counter.desk.ledger_status("t")).purchase_state == "PURCHASED"


async def test_a_word_about_another_order_is_refused(unread: Any) -> None:
    """The order's number is known: another one is a mistake, and nothing is stored."""
    with pytest.raises(NotByHand, match="about order ord0, not H-9"):
        await settle(unread, YES.model_copy(update={"order_id": "H-9"}))
    assert open_one(unread).state == "UNKNOWN"


async def test_a_cancellation_is_settled_alike(make_counter: Make) -> None:
    """A booking whose cancellation nobody could see is cancelled, with the refund that was quoted."""
    counter = make_counter()
    quoted = await counter.bought()
    counter.orders.after["cancel"], counter.orders.before["read"] = [LOST], [LOST] * 9
    await counter.cancel(quoted)
    counter.clock.advance(DAY)
    assert (await settle(counter, YES)).state == "OK"
    (cancelled,) = (await counter.desk.ledger_status("t")).bookings
    assert (cancelled.status, cancelled.refund.amount) == ("cancelled", 100)


async def test_a_hold_is_settled_alike_and_a_release_goes_on(make_counter: Make) -> None:
    """A hold whose order nobody could find is held; giving it back is tried until it is gone, whatever somebody says."""
    counter = make_counter(create="unkeyed", probe=False)
    counter.orders.before["hold"] = [LOST]
    await counter.hold()
    counter.clock.advance(timedelta(minutes=5))
    told = YES.model_copy(update={"order_id": "H-2"})
    assert (await settle(counter, told)).state == "OK"
    (hold,) = (await counter.desk.ledger_status("t")).live_holds
    assert (hold.status, hold.order_id) == ("held", "H-2")
    counter.orders.before["release"] = [LOST] * 9
    await counter.desk.release("t", [hold.hold_id], "changed")
    counter.clock.advance(DAY)
    with pytest.raises(NotByHand, match="nothing to give up"):
        await settle(counter, NO)


def test_a_word_without_a_name_or_a_reason_is_none() -> None:
    """Somebody answers for it, and says how they know."""
    with pytest.raises(ValidationError):
        Statement(done=True, by=" ", reason="")


@pytest.fixture
async def unheard(make_counter: Make) -> Any:
    """A cancellation that nobody heard of for two days, and that a person said not to have happened."""
    counter = make_counter()
    offer = await counter.bought()
    counter.orders.before["cancel"], counter.orders.before["read"] = [LOST] * 9, [LOST] * 9
    await counter.cancel(offer)
    counter.clock.advance(2 * DAY)
    await settle(counter, NO)
    counter.orders.before.clear()
    return counter


async def test_a_cancellation_that_turns_up_after_all_is_one_here_too(unheard: Any) -> None:
    """The booking is gone at its supplier: it is not shown as good any longer, and a person is called."""
    unheard.orders._set("ord0", status="cancelled")
    assert "turned up" in (await unheard.later(HOUR))[0]
    (booking,) = (await unheard.desk.ledger_status("t")).bookings
    assert (booking.status, booking.refund.amount) == ("cancelled", 100)
    assert (await types(unheard))[-2:] == ["alert.late_order", "cancel.ok"]


async def test_a_cancellation_that_was_made_anew_is_no_late_one(unheard: Any) -> None:
    """The traveller cancelled again, at another fee: that is the one that counts, and nobody is called."""
    unheard.orders.fee = "0"
    (booking,) = (await unheard.desk.ledger_status("t")).bookings
    again = await unheard.desk.quote_cancellation("t", booking.booking_id)
    await unheard.cancel(again)
    await unheard.later(HOUR)
    assert "alert.late_order" not in await types(unheard)


async def test_a_leg_whose_supplier_is_gone_waits_to_be_undone(make_counter: Make, offer: Make) -> None:
    """The word about the other leg is stored; undoing this one goes on when its supplier is configured again."""
    counter = make_counter(pay="unkeyed")
    await counter.hold(offer("a"), offer("b"))
    counter.orders.before["pay"], counter.orders.before["read"] = [None, LOST], [None, None, *[LOST] * 9]
    await counter.buy()
    counter.clock.advance(2 * DAY)
    there = dict(counter.desk._ctx.suppliers)
    counter.desk._ctx.suppliers.clear()
    assert (await settle(counter, NO)).purchase_state == "COMPENSATING"
    counter.desk._ctx.suppliers.update(there)
    counter.orders.before.clear()
    await counter.later(HOUR)
    assert (await counter.desk.ledger_status("t")).purchase_state == "COMPENSATED"
