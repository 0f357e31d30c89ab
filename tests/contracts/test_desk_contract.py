"""The contract of the desk port, on SQLite and on Postgres, against the embedded supplier's own books."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tripintent.state.booking import ApprovalAnswer
from tripintent.state.bundles import new_terms
from tripintent.state.money import Money
from tripintent.tools.ledger.database import Database
from tripintent.tools.ports.desk import AuditEvent, IssuedApproval
from tripintent.tools.ports.outcomes import Bought, Cancelled, Failed, InReview, ReapprovalNeeded, Refused
from tripintent.tools.suppliers.embedded.faults import Fault

Bureau = Any


async def test_hold_approve_buy(bureau: Bureau) -> None:
    """The plain way: one order, one payment, a booking with its locator, nothing left held."""
    (offer, *_) = await bureau.flights()
    bought = await bureau.desk.purchase("t1", await bureau.approved(offer))
    assert isinstance(bought, Bought)
    assert (bought.total, bought.already, bought.cheaper_by) == (offer.total_price, False, None)
    (booking,) = bought.bookings
    assert booking.locator
    assert booking.simulated
    assert bureau.orders() == {"orders": 1, "confirmed": 1, "payments": 1}
    ledger_status = await bureau.desk.ledger_status("t1")
    assert (ledger_status.holds, ledger_status.approval, ledger_status.purchase_state) == ((), None, "PURCHASED")


async def test_a_second_click_gets_the_existing_purchase(bureau: Bureau) -> None:
    """The same answer again, also from another desk on the same ledger, buys nothing and shows what was bought."""
    answer = await bureau.approved((await bureau.flights())[0])
    first = await bureau.desk.purchase("t1", answer)
    again = await bureau.desk.purchase("t1", answer)
    assert isinstance(again, Bought)
    assert again.already
    assert again.bookings == first.bookings
    assert bureau.orders()["payments"] == 1


async def test_an_item_already_held_is_not_held_twice(bureau: Bureau) -> None:
    """Asking for the same hold again, under another bundle's name, keeps the one order."""
    (offer, *_) = await bureau.flights()
    first = await bureau.hold(offer)
    second = await bureau.hold(offer, bundle="b2")
    assert [h.hold_id for h in first.live_holds] == [h.hold_id for h in second.live_holds]
    assert second.live_holds[0].bundle_id == "b2"
    assert bureau.orders() == {"orders": 1, "held": 1, "payments": 0}


async def test_what_is_held_goes_by_a_release_alone(bureau: Bureau) -> None:
    """Holding another bundle is no order to let the first one's holds go."""
    a, b, *_ = await bureau.flights()
    (first,) = (await bureau.hold(a)).live_holds
    ledger_status = await bureau.hold(b, bundle="b2")
    assert [(h.option_id, h.status) for h in ledger_status.holds] == [(a.option_id, "held"), (b.option_id, "held")]
    ledger_status = await bureau.desk.release("t1", [first.hold_id], "let go")
    assert [(h.option_id, h.status) for h in ledger_status.holds] == [(a.option_id, "released"), (b.option_id, "held")]
    assert bureau.orders() == {"orders": 2, "held": 1, "cancelled": 1, "payments": 0}


async def test_a_partial_hold_is_shown_as_it_is(bureau: Bureau) -> None:
    """One item sold out: the other one is held, the failed one says why, and the cart has only what is held."""
    a = (await bureau.flights())[0]
    b = (await bureau.flights("SFO", "JFK", "2027-03-16"))[0]
    bureau.supplier.faults.add("hold", Fault.SOLD_OUT, after=1)
    ledger_status = await bureau.hold(a, b)
    assert sorted(h.status for h in ledger_status.holds) == ["failed", "held"]
    assert all(h.error for h in ledger_status.holds if h.status == "failed")
    issued = await bureau.ask()
    assert [line.hold_id for line in issued.approval.lines] == [h.hold_id for h in ledger_status.live_holds]


async def test_released_holds_are_given_back_and_void_the_approval(bureau: Bureau) -> None:
    """A released hold is released at the supplier, and the approval that contained it cannot be used."""
    answer = await bureau.approved((await bureau.flights())[0])
    (hold,) = (await bureau.desk.ledger_status("t1")).live_holds
    ledger_status = await bureau.desk.release("t1", [hold.hold_id], "the trip changed")
    assert (ledger_status.live_holds, ledger_status.approval) == ((), None)
    assert bureau.orders() == {"orders": 1, "cancelled": 1, "payments": 0}
    assert refusal(await bureau.desk.purchase("t1", answer)) == "void"


async def test_a_rejected_approval_is_closed_and_its_holds_go_back(bureau: Bureau) -> None:
    """A no is final for that approval and keeps nothing at the supplier."""
    answer = await bureau.approved((await bureau.flights())[0])
    ledger_status = await bureau.desk.reject("t1", answer.approval_id, "ann", "too dear")
    assert (ledger_status.live_holds, ledger_status.approval) == ((), None)
    assert refusal(await bureau.desk.purchase("t1", answer)) == "rejected"
    assert bureau.orders() == {"orders": 1, "cancelled": 1, "payments": 0}


async def test_a_no_after_the_approvals_time_gives_the_holds_back(bureau: Bureau) -> None:
    """The hold outlives the half hour of its approval: a late no ends it too, and the approval stays expired."""
    answer = await bureau.approved((await bureau.flights())[0])
    bureau.clock.advance(timedelta(minutes=31))
    await bureau.desk.reconcile()
    assert len((await bureau.desk.ledger_status("t1")).live_holds) == 1
    ledger_status = await bureau.desk.reject("t1", answer.approval_id, "ann", "too dear")
    assert ledger_status.live_holds == ()
    assert (await bureau.desk.approval(answer.approval_id)).state == "expired"
    assert bureau.orders() == {"orders": 1, "cancelled": 1, "payments": 0}


async def test_a_late_no_leaves_what_is_asked_anew_or_bought(bureau: Bureau) -> None:
    """The same holds under a newer question wait for its answer; what was bought under it stays bought."""
    first = await bureau.approved((await bureau.flights())[0])
    bureau.clock.advance(timedelta(minutes=31))
    second = (await bureau.ask()).approval
    assert second.approval_id != first.approval_id
    asked = await bureau.desk.reject("t1", first.approval_id, "ann", "no")
    assert (asked.approval, len(asked.live_holds)) == (second, 1)
    assert isinstance(await bureau.desk.purchase("t1", await bureau.yes(second)), Bought)
    for late in (first.approval_id, second.approval_id):
        after = await bureau.desk.reject("t1", late, "ann", "no")
        assert [booking.status for booking in after.bookings] == ["confirmed"]


async def test_the_outcome_of_a_purchase_can_be_looked_up(bureau: Bureau) -> None:
    """Nothing before there is a purchase; afterwards what its caller heard."""
    answer = await bureau.approved((await bureau.flights())[0])
    assert await bureau.desk.outcome("t1") is None
    bought = await bureau.desk.purchase("t1", answer)
    assert await bureau.desk.outcome("t1") == bought


async def test_a_no_reaches_only_the_approvals_of_its_own_trip(bureau: Bureau) -> None:
    """Who names another trip's approval, or one that never was, is refused by name and closes nothing."""
    answer = await bureau.approved((await bureau.flights())[0])
    assert refusal(await bureau.desk.reject("t2", answer.approval_id, "ben", "no")) == "wrong_trip"
    assert refusal(await bureau.desk.reject("t1", "apr_none", "ann", "no")) == "unknown_approval"
    assert len((await bureau.desk.ledger_status("t1")).live_holds) == 1
    assert isinstance(await bureau.desk.purchase("t1", answer), Bought)


async def test_void_closes_the_approval_and_keeps_the_holds(bureau: Bureau) -> None:
    """After a void the same cart can be asked for again, under a new approval."""
    answer = await bureau.approved((await bureau.flights())[0])
    ledger_status = await bureau.desk.void("t1", "a question came first")
    assert len(ledger_status.live_holds) == 1
    assert refusal(await bureau.desk.purchase("t1", answer)) == "void"
    assert isinstance(await bureau.ask(), IssuedApproval)


async def test_the_same_cart_gets_the_same_approval_and_another_cart_a_new_one(bureau: Bureau) -> None:
    """A question in between raises the same approval again; a changed cart voids it."""
    a, b, *_ = await bureau.flights()
    await bureau.hold(a)
    first, again = await bureau.ask(), await bureau.ask()
    assert first.approval == again.approval
    await bureau.hold(b, bundle="b2")
    other = await bureau.ask()
    assert other.approval.cart_hash != first.approval.cart_hash
    assert (await bureau.desk.approval(first.approval.approval_id)).state == "void"
    assert [a.approval_id for a in await bureau.desk.pending()] == [other.approval.approval_id]


async def test_an_approval_expires_with_its_hold_or_after_half_an_hour(bureau: Bureau) -> None:
    """Of a traveller, the earliest of hold expiry and thirty minutes counts, and the expired approval buys nothing."""
    answer = await bureau.approved((await bureau.flights())[0])
    approval = await bureau.desk.approval(answer.approval_id)
    assert approval.expires_at == bureau.clock.now() + timedelta(minutes=30)
    bureau.clock.advance(timedelta(minutes=30))
    assert refusal(await bureau.desk.purchase("t1", answer)) == "approval_expired"
    assert await bureau.desk.pending() == []
    bureau.clock.advance(timedelta(days=2))
    ledger_status = await bureau.desk.ledger_status("t1")
    assert (ledger_status.approval, [h.status for h in ledger_status.holds]) == (None, ["expired"])
    assert refusal(await bureau.ask()) == "hold_expired"
    assert bureau.orders()["payments"] == 0


async def test_an_approver_who_is_named_has_as_long_as_the_hold(bureau: Bureau) -> None:
    """Somebody who reads a mail later is not bound to the half hour of a traveller who sits before the card."""
    await bureau.hold((await bureau.flights())[0])
    (hold,) = (await bureau.desk.ledger_status("t1")).live_holds
    asked = (await bureau.ask(approver="boss")).approval
    assert asked.expires_at == hold.expires_at
    assert asked.expires_at > bureau.clock.now() + timedelta(minutes=30)


async def test_there_is_no_approval_of_nothing(bureau: Bureau) -> None:
    """Without live holds there is nothing to ask about."""
    assert refusal(await bureau.ask()) == "nothing_held"


REFUSED: dict[str, Callable[[ApprovalAnswer], dict[str, Any]]] = {
    "unknown_approval": lambda a: {"approval_id": "apr_other"},
    "stale_answer": lambda a: {"shown_cart_hash": "0" * 64},
    "missing_confirmation": lambda a: {"confirmations": ()},
    "wrong_approver": lambda a: {"by": "somebody"},
    "rejected": lambda a: {"decision": "reject"},
}


@pytest.mark.parametrize("code", REFUSED)
async def test_an_answer_that_does_not_fit_is_refused_by_name(bureau: Bureau, code: str) -> None:
    """Each defect of a sealed answer has its own name, nothing is consumed, and the right answer still buys."""
    await bureau.hold((await bureau.flights())[0])
    issued = await bureau.ask(confirmations=("red_eye",), approver="boss")
    right = ApprovalAnswer(
        approval_id=issued.approval.approval_id,
        trip_id=issued.approval.trip_id,
        thread_id=issued.approval.thread_id,
        decision="approve",
        confirmations=("red_eye",),
        by="boss",
    )
    wrong = await bureau.desk.seal(right.model_copy(update=REFUSED[code](right)))
    assert refusal(await bureau.desk.purchase("t1", wrong)) == code
    assert bureau.orders()["payments"] == 0
    assert isinstance(await bureau.desk.purchase("t1", await bureau.desk.seal(right)), Bought)


async def test_no_answer_and_a_forged_answer_buy_nothing(bureau: Bureau) -> None:
    """An answer that was written into the state, or changed there after it was sealed, is no answer."""
    answer = await bureau.approved((await bureau.flights())[0])
    assert refusal(await bureau.desk.purchase("t1", None)) == "no_approval"
    forged = [
        answer.model_copy(update=change)
        for change in ({"seal": ""}, {"seal": "f" * 64}, {"payment_method_id": "pm_thief"}, {"by": "boss"})
    ]
    assert {refusal(await bureau.desk.purchase("t1", one)) for one in forged} == {"forged_answer"}
    assert bureau.orders()["payments"] == 0


async def test_another_trips_approval_is_refused(bureau: Bureau) -> None:
    """An approval buys for its own trip only."""
    a, b, *_ = await bureau.flights()
    answer = await bureau.approved(a)
    await bureau.hold(b, trip="t2")
    assert refusal(await bureau.desk.purchase("t2", answer)) == "wrong_trip"


async def test_a_cart_that_grew_after_the_question_is_refused(bureau: Bureau) -> None:
    """What was not on the card is not bought, and neither is the rest."""
    a = (await bureau.flights())[0]
    b = (await bureau.flights("SFO", "JFK", "2027-03-16"))[0]
    answer = await bureau.approved(a)
    await bureau.hold(a, b)
    assert refusal(await bureau.desk.purchase("t1", answer)) == "wrong_cart"
    assert bureau.orders()["payments"] == 0


async def test_a_payment_method_is_needed_and_the_answers_own_counts(bureau: Bureau) -> None:
    """Without any means of payment nothing is bought; the one named in the answer outranks the card's."""
    await bureau.hold((await bureau.flights())[0])
    issued = await bureau.ask(payment_method_id=None)
    bare = await bureau.yes(issued.approval)
    assert refusal(await bureau.desk.purchase("t1", bare)) == "payment_method_missing"
    declined = await bureau.desk.purchase("t1", await bureau.yes(issued.approval, payment_method_id="pm_declined_1"))
    assert isinstance(declined, Failed)
    assert declined.declined


async def test_a_declined_payment_can_be_repeated_under_a_new_approval(bureau: Bureau) -> None:
    """The hold survives a declined card, and another card buys it."""
    answer = await bureau.approved((await bureau.flights())[0], payment_method_id="pm_declined_1")
    declined = await bureau.desk.purchase("t1", answer)
    assert isinstance(declined, Failed)
    assert (declined.state, declined.declined, declined.bookings) == ("REJECTED", True, ())
    assert isinstance(await bureau.desk.purchase("t1", answer), Failed)
    issued = await bureau.ask(payment_method_id="pm_visa")
    assert isinstance(await bureau.desk.purchase("t1", await bureau.yes(issued.approval)), Bought)
    assert bureau.orders() == {"orders": 1, "confirmed": 1, "payments": 1}


async def test_the_token_path_gives_the_same_result(bureau: Bureau) -> None:
    """The token opens exactly its approval; the sealed answer alone does not; a wrong token opens nothing."""
    await bureau.hold((await bureau.flights())[0])
    issued = await bureau.ask(token_required=True, confirmations=("c",))
    digest = hashlib.sha256(issued.token.encode()).hexdigest()
    assert (await bureau.ask(token_required=True, confirmations=("c",))).token is None
    assert (
        refusal(await bureau.desk.purchase("t1", await bureau.yes(issued.approval, confirmations=("c",))))
        == "token_required"
    )
    assert refusal(await bureau.desk.purchase_with_token("t1", "0" * 64, "pm_visa", ("c",))) == "bad_token"
    assert refusal(await bureau.desk.purchase_with_token("t2", digest, "pm_visa", ("c",))) == "wrong_trip"
    assert refusal(await bureau.desk.purchase_with_token("t1", digest, "pm_visa")) == "missing_confirmation"
    assert isinstance(await bureau.desk.purchase_with_token("t1", digest, "pm_visa", ("c",)), Bought)
    again = await bureau.desk.purchase_with_token("t1", digest, "pm_visa", ("c",))
    assert again.already


async def test_dearer_needs_a_new_approval(bureau: Bureau) -> None:
    """A price that rose after the approval buys nothing and shows the difference; the new card has the new price."""
    (offer, *_) = await bureau.flights()
    answer = await bureau.approved(offer)
    bureau.supplier.faults.add("read", Fault.PRICE_CHANGE)
    outcome = await bureau.desk.purchase("t1", answer)
    assert isinstance(outcome, ReapprovalNeeded)
    assert outcome.dearer_by is not None
    assert outcome.dearer_by.amount > 0
    assert outcome.differences
    assert bureau.orders()["payments"] == 0
    assert isinstance(await bureau.desk.purchase("t1", answer), ReapprovalNeeded)
    issued = await bureau.ask()
    assert issued.approval.total == offer.total_price + outcome.dearer_by
    assert (await bureau.ask()).approval == issued.approval
    assert refusal(await bureau.desk.purchase("t1", await bureau.yes(issued.approval))) == "missing_confirmation"
    assert isinstance(await bureau.desk.purchase("t1", await bureau.agreed(issued.approval)), Bought)


async def test_new_terms_are_confirmed_by_name(bureau: Bureau) -> None:
    """What got dearer twice is confirmed for the newest cart alone; beside it stands what the risks want confirmed."""
    first = await bureau.approved((await bureau.flights())[0])
    bureau.supplier.faults.add("read", Fault.PRICE_CHANGE, times=2)
    assert isinstance(await bureau.desk.purchase("t1", first), ReapprovalNeeded)
    dearer = (await bureau.ask(confirmations=("c",))).approval
    assert dearer.confirmations == ("c", new_terms(dearer.cart_hash, dearer.total).confirmation_id)
    assert isinstance(await bureau.desk.purchase("t1", await bureau.agreed(dearer)), ReapprovalNeeded)
    dearest = (await bureau.ask(confirmations=("c",))).approval
    assert dearest.total.amount > dearer.total.amount
    late = await bureau.yes(dearest, confirmations=dearer.confirmations)
    assert refusal(await bureau.desk.purchase("t1", late)) == "missing_confirmation"
    assert isinstance(await bureau.desk.purchase("t1", await bureau.agreed(dearest)), Bought)


async def test_new_terms_end_with_their_cart(bureau: Bureau) -> None:
    """Another choice after a rise, and the same trip after a refusal under the new terms, are plain approvals again."""
    one, other, *_ = await bureau.flights()
    bureau.supplier.faults.add("read", Fault.PRICE_CHANGE)
    assert isinstance(await bureau.desk.purchase("t1", await bureau.approved(one)), ReapprovalNeeded)
    await bureau.desk.release("t1", [(await bureau.desk.ledger_status("t1")).live_holds[0].hold_id], "let go")
    await bureau.hold(other, bundle="b2")
    assert (await bureau.ask()).approval.confirmations == ()
    await bureau.hold(one, trip="t2")
    bureau.supplier.faults.add("read", Fault.PRICE_CHANGE)
    assert isinstance(
        await bureau.desk.purchase("t2", await bureau.yes((await bureau.ask("t2")).approval)), ReapprovalNeeded
    )
    agreed = await bureau.agreed((await bureau.ask("t2", payment_method_id="pm_declined_1")).approval)
    assert isinstance(await bureau.desk.purchase("t2", agreed), Failed)
    assert (await bureau.ask("t2")).approval.confirmations == ()


async def test_an_offer_without_hold_is_bought_at_once(make_bureau: Callable[..., Bureau]) -> None:
    """Where nothing can be held the hold is only a note, and ordering and paying is one step."""
    bureau = make_bureau(hotel_hold="none")
    flight, hotel = (await bureau.flights())[0], (await bureau.hotels())[0]
    ledger_status = await bureau.hold(flight, hotel)
    assert sorted((h.kind, h.order_id is None) for h in ledger_status.live_holds) == [("hard", False), ("none", True)]
    issued = await bureau.ask()
    bought = await bureau.desk.purchase("t1", await bureau.yes(issued.approval))
    assert isinstance(bought, Bought)
    assert {b.item_type for b in bought.bookings} == {"flight", "hotel"}
    assert bureau.orders() == {"orders": 2, "confirmed": 2, "payments": 2}


async def test_totals_of_several_currencies_are_converted(bureau: Bureau) -> None:
    """The card's total is in the currency asked for."""
    (offer, *_) = await bureau.flights()
    await bureau.hold(offer)
    issued = await bureau.ask(total_currency="EUR")
    assert issued.approval.total.currency == "EUR"
    assert issued.approval.lines[0].total == offer.total_price


@pytest.mark.parametrize("kind", ["keyed", "unkeyed", "guarded"])
@pytest.mark.parametrize("fault", [Fault.LOST_REPLY, Fault.LOST_REQUEST, Fault.DUPLICATE])
@pytest.mark.parametrize("step", ["hold", "pay"])
async def test_a_lost_message_never_buys_twice(
    make_bureau: Callable[..., Bureau], kind: str, fault: Fault, step: str
) -> None:
    """Whatever the supplier promises, a lost request or reply ends in one paid order or in none, and the ledger agrees."""
    bureau = make_bureau(kind=kind)
    bureau.supplier.faults.add(step, fault)
    await bureau.hold((await bureau.flights())[0])
    await _later(bureau)
    issued = await bureau.ask()
    if isinstance(issued, IssuedApproval):
        await bureau.desk.purchase("t1", await bureau.yes(issued.approval))
        await _later(bureau)
    assert await _agrees(bureau)
    if step == "pay" or fault is not Fault.LOST_REQUEST:
        assert bureau.orders() == {"orders": 1, "confirmed": 1, "payments": 1}


async def _later(bureau: Bureau) -> None:
    bureau.clock.advance(timedelta(seconds=30))
    await bureau.desk.reconcile()


async def _agrees(bureau: Bureau) -> bool:
    """The ledger's bookings are the supplier's paid orders, and the audit is whole."""
    bookings = (await bureau.desk.ledger_status("t1")).bookings
    assert max(bureau.supplier.book.payments_per_order().values(), default=0) <= 1
    assert bureau.orders().get("confirmed", 0) == len([b for b in bookings if b.status == "confirmed"])
    return await bureau.desk.verify_audit() is None


async def test_a_failed_leg_cancels_what_is_free_to_cancel(bureau: Bureau) -> None:
    """The refundable hotel is cancelled when the flight fails: nothing bought, nothing lost."""
    hotel = next(
        h for h in await bureau.hotels() if h.terms.free_until is not None and h.terms.free_until > bureau.clock.now()
    )
    answer = await bureau.approved((await bureau.flights())[0], hotel)
    bureau.supplier.faults.add("pay", Fault.SOLD_OUT, after=1)
    outcome = await bureau.desk.purchase("t1", answer)
    assert isinstance(outcome, Failed)
    assert outcome.state == "COMPENSATED"
    assert [b.status for b in outcome.bookings] == ["cancelled"]
    assert bureau.orders().get("confirmed", 0) == 0


async def test_a_failed_leg_after_a_non_refundable_one_is_a_persons_case(bureau: Bureau) -> None:
    """Nothing that costs money is undone silently: the loss is quoted and the booking stays."""
    flights = [f for f in await bureau.flights() if not f.terms.refundable]
    back = [f for f in await bureau.flights("SFO", "JFK", "2027-03-16") if not f.terms.refundable]
    answer = await bureau.approved(flights[0], back[0])
    bureau.supplier.faults.add("pay", Fault.SOLD_OUT, after=1)
    outcome = await bureau.desk.purchase("t1", answer)
    assert isinstance(outcome, InReview)
    assert outcome.state == "MANUAL_REVIEW"
    assert outcome.loss in (flights[0].total_price, back[0].total_price)
    assert (await bureau.desk.ledger_status("t1")).note
    assert [b.status for b in outcome.bookings] == ["confirmed"]


async def test_a_free_cancellation_is_approved_like_any_other(bureau: Bureau) -> None:
    """What costs nothing is cancelled on a yes to its refund, and only once."""
    hotel = next(
        h for h in await bureau.hotels() if h.terms.free_until is not None and h.terms.free_until > bureau.clock.now()
    )
    bought = await bureau.desk.purchase("t1", await bureau.approved(hotel))
    offer = await bureau.desk.quote_cancellation("t1", bought.bookings[0].booking_id)
    assert (offer.needs_approval, offer.refund) == (True, hotel.total_price)
    assert refusal(await bureau.desk.cancel("t1", offer, None)) == "no_approval"
    issued = await bureau.desk.request_cancel_approval("t1", offer, "thread")
    cancelled = await bureau.desk.cancel("t1", offer, await bureau.agreed(issued.approval))
    assert isinstance(cancelled, Cancelled)
    (item,) = cancelled.items
    assert (item.booking.status, item.booking.refund) == ("cancelled", hotel.total_price)
    assert refusal(await bureau.desk.cancel("t1", offer, None)) == "not_cancellable"


async def test_a_cancellation_that_loses_money_needs_its_own_approval(bureau: Bureau) -> None:
    """Neither no answer, nor a claim that it is free, nor the purchase's answer cancels; the right one does."""
    flight = next(f for f in await bureau.flights() if not f.terms.refundable)
    answer = await bureau.approved(flight)
    bought = await bureau.desk.purchase("t1", answer)
    offer = await bureau.desk.quote_cancellation("t1", bought.bookings[0].booking_id)
    assert offer.needs_approval
    assert refusal(await bureau.desk.cancel("t1", offer, None)) == "no_approval"
    nothing = Money(amount="0", currency=offer.fee.currency)
    item = offer.items[0].model_copy(update={"fee": nothing})
    free = offer.model_copy(update={"items": (item,), "fee": nothing, "needs_approval": False})
    assert refusal(await bureau.desk.cancel("t1", free, None)) == "stale_quote"
    assert refusal(await bureau.desk.cancel("t1", offer, answer)) == "unknown_approval"
    issued = await bureau.desk.request_cancel_approval("t1", offer, "thread")
    assert (await bureau.desk.request_cancel_approval("t1", offer, "thread")).approval == issued.approval
    outcome = await bureau.desk.cancel("t1", offer, await bureau.agreed(issued.approval))
    assert isinstance(outcome, Cancelled)
    assert outcome.fee == offer.fee


async def test_a_booking_is_cancelled_only_from_its_own_trip(bureau: Bureau) -> None:
    """Another trip's booking has no price, no approval and no cancellation, not even where one is under way or done."""
    flight = next(f for f in await bureau.flights() if not f.terms.refundable)
    (booking,) = (await bureau.desk.purchase("t1", await bureau.approved(flight))).bookings
    offer = await bureau.desk.quote_cancellation("t1", booking.booking_id)
    answer = await bureau.agreed((await bureau.desk.request_cancel_approval("t1", offer, "thread")).approval)
    assert refusal(await bureau.desk.quote_cancellation("t2", booking.booking_id)) == "unknown_booking"
    assert refusal(await bureau.desk.cancel("t2", offer, answer)) == "unknown_booking"
    assert refusal(await bureau.desk.request_cancel_approval("t2", offer, "thread")) == "unknown_booking"
    assert isinstance(await bureau.desk.cancel("t1", offer, answer), Cancelled)
    assert refusal(await bureau.desk.cancel("t2", offer, answer)) == "unknown_booking"


async def test_any_set_of_bookings_is_cancelled_under_one_approval(bureau: Bureau) -> None:
    """Two of three, each with its own fee and refund and one sum; a second click hears the same and sends nothing."""
    there, back = (await bureau.flights())[0], (await bureau.flights("SFO", "JFK", "2027-03-16"))[0]
    bought = await bureau.desk.purchase("t1", await bureau.approved(there, back, (await bureau.hotels())[0]))
    flights = [b.booking_id for b in bought.bookings if b.item_type == "flight"]
    plan = await bureau.desk.quote_cancellation("t1", *flights)
    assert sum((line.fee.amount for line in plan.items), plan.fee.amount * 0) == plan.fee.amount
    assert all(line.fee.amount + line.refund.amount == line.paid.amount for line in plan.items)
    issued = await bureau.desk.request_cancel_approval("t1", plan, "thread")
    assert (issued.approval.total, issued.approval.refund) == (plan.fee, plan.refund)
    answer = await bureau.agreed(issued.approval)
    part = await bureau.desk.quote_cancellation("t1", flights[0])
    assert refusal(await bureau.desk.cancel("t1", part, answer)) == "wrong_cart"
    first = await bureau.desk.cancel("t1", plan, answer)
    assert [item.state for item in first.items] == ["cancelled", "cancelled"]
    assert (first.fee, first.refund) == (plan.fee, plan.refund)
    again = await bureau.desk.cancel("t1", plan, answer)
    assert again == first.model_copy(update={"already": True})
    left = [b.item_type for b in (await bureau.desk.ledger_status("t1")).bookings if b.status == "confirmed"]
    assert left == ["hotel"]


async def test_a_purchase_cancels_what_it_replaces_once_it_is_bought(bureau: Bureau) -> None:
    """One approval, bound to both: what is bought, and what is cancelled at which fee."""
    old = next(f for f in await bureau.flights() if f.terms.refundable)
    new = (await bureau.flights("SFO", "JFK", "2027-03-16"))[0]
    (before,) = (await bureau.desk.purchase("t1", await bureau.approved(old))).bookings
    await bureau.hold(new, first=1)
    alone = (await bureau.ask()).approval
    issued = await bureau.ask(replaces=(before.booking_id,))
    assert issued.approval.approval_id != alone.approval_id
    (line,) = issued.approval.cancels
    assert (line.booking_id, line.paid, line.refund) == (before.booking_id, before.total, issued.approval.refund)
    bought = await bureau.desk.purchase("t1", await bureau.agreed(issued.approval))
    assert [(item.booking.booking_id, item.state) for item in bought.replaced] == [(before.booking_id, "cancelled")]
    assert bureau.orders() == {"orders": 2, "confirmed": 1, "cancelled": 1, "payments": 2}


async def test_another_trips_booking_is_not_replaced(bureau: Bureau) -> None:
    """Whoever names one cancels nothing by it."""
    old, new = (await bureau.flights())[0], (await bureau.flights("SFO", "JFK", "2027-03-16"))[0]
    (theirs,) = (await bureau.desk.purchase("t1", await bureau.approved(old))).bookings
    await bureau.hold(new, trip="t2")
    assert (await bureau.ask(trip="t2", replaces=(theirs.booking_id, "bok_none"))).approval.cancels == ()


async def test_unknown_bookings_are_refused(bureau: Bureau) -> None:
    """There is no price for cancelling what was never bought."""
    assert refusal(await bureau.desk.quote_cancellation("t1", "bok_none")) == "unknown_booking"


async def test_the_audit_tells_the_whole_story_in_order(bureau: Bureau) -> None:
    """Every step of a purchase is in the audit, and a decision of a node is kept beside it."""
    await bureau.desk.record([AuditEvent(trip_id="t1", type="decision", data={"node": "hold", "why": "asked"})])
    await bureau.desk.purchase("t1", await bureau.approved((await bureau.flights())[0]))
    types = [event.type for event in await bureau.desk.audit("t1")]
    steps = [
        "decision", "hold.sent", "hold.ok", "approval.issued", "approval.consumed", "pay.sent", "pay.ok",
        "purchase.purchased",
    ]  # fmt: skip
    assert [t for t in types if t in steps] == steps
    assert await bureau.desk.verify_audit() is None


async def test_a_changed_audit_row_is_named(bureau: Bureau, ledger: Database) -> None:
    """An edited row, and a cut-off tail, are found."""
    await bureau.desk.record([AuditEvent(trip_id="t1", type="decision", data={"n": n}) for n in range(3)])
    ledger.write_now(lambda tx: tx.exec_driver_sql("UPDATE audit SET data = '{\"n\":9}' WHERE seq = 2"))
    assert "row 2" in await bureau.desk.verify_audit()
    ledger.write_now(lambda tx: tx.exec_driver_sql("UPDATE audit SET data = '{\"n\":1}' WHERE seq = 2"))
    assert await bureau.desk.verify_audit() is None
    ledger.write_now(lambda tx: tx.exec_driver_sql("DELETE FROM audit WHERE seq = 3"))
    assert "cut off" in await bureau.desk.verify_audit()


async def test_nothing_secret_is_stored(bureau: Bureau, ledger: Database) -> None:
    """After the purchase neither the token nor a passport number is anywhere in the ledger."""
    await bureau.hold((await bureau.flights())[0])
    issued = await bureau.ask(token_required=True)
    await bureau.desk.purchase_with_token("t1", hashlib.sha256(issued.token.encode()).hexdigest(), "pm_visa")
    tables = ("approvals", "purchases", "operations", "holds", "bookings", "audit")
    rows = ledger.read_now(lambda tx: [str(row) for t in tables for row in tx.exec_driver_sql(f"SELECT * FROM {t}")])  # noqa: S608
    assert rows
    assert not [row for row in rows if issued.token in row or "X1234567" in row]


def refusal(outcome: object) -> str:
    """The name of a refusal; anything else is shown as it is."""
    return outcome.code if isinstance(outcome, Refused) else f"not refused: {outcome}"
