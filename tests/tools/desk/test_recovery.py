"""Recovery by what the supplier declares: keyed repeats, unkeyed never resends, guarded reads first."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.tools.desk.conftest import LOST
from tests.tools.desk.faults import EndsAt

from tripintent.tools.errors import CommitRejected, SupplierTimeout
from tripintent.tools.ports.desk import ApprovalRequest
from tripintent.tools.ports.outcomes import Bought, Failed, InReview, Refused

Make = Callable[..., Any]
SECOND = timedelta(seconds=1)


async def test_keyed_a_lost_reply_is_repeated_with_the_same_key(make_counter: Make) -> None:
    """The second call carries the first one's reference, and there is one order."""
    counter = make_counter(create="keyed")
    counter.orders.after["hold"] = [LOST]
    ledger_status = await counter.hold()
    assert [h.status for h in ledger_status.holds] == ["held"]
    (first, second) = counter.orders.calls
    assert first == second
    assert len(counter.orders.book) == 1


async def test_unkeyed_a_lost_reply_is_found_and_never_sent_again(make_counter: Make) -> None:
    """One call, one order, found by its reference."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"] = [LOST]
    ledger_status = await counter.hold()
    assert [h.status for h in ledger_status.holds] == ["held"]
    assert counter.orders.count("hold") == 1


async def test_unkeyed_a_hidden_order_is_waited_for_until_it_appears(make_counter: Make) -> None:
    """An empty probe within the settle window proves nothing."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"], counter.orders.hidden = [LOST], True
    ledger_status = await counter.hold()
    assert [h.status for h in ledger_status.holds] == ["in_doubt"]
    assert await counter.later(60 * SECOND)
    assert [h.status for h in (await counter.desk.ledger_status("t")).holds] == ["in_doubt"]
    counter.orders.hidden = False
    await counter.later(SECOND)
    assert [h.status for h in (await counter.desk.ledger_status("t")).holds] == ["held"]
    assert counter.orders.count("hold") == 1


async def test_unkeyed_what_never_appears_failed_after_the_window(make_counter: Make) -> None:
    """send_by + timeout + settle later nothing can appear: only then it failed."""
    counter = make_counter(create="unkeyed")
    counter.orders.before["hold"] = [LOST]
    await counter.hold()
    await counter.later(69 * SECOND)
    assert [h.status for h in (await counter.desk.ledger_status("t")).holds] == ["in_doubt"]
    await counter.later(SECOND)
    assert [h.status for h in (await counter.desk.ledger_status("t")).holds] == ["failed"]
    assert counter.orders.count("hold") == 1


async def test_an_order_that_turns_up_after_all_is_released_and_alarms(make_counter: Make) -> None:
    """For a day a lost hold is looked for; when it appears it is given back and a person is told."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"], counter.orders.hidden = [LOST], True
    await counter.hold()
    await counter.later(71 * SECOND)
    counter.orders.hidden = False
    notes = await counter.later(3600 * SECOND)
    assert any("turned up" in note for note in notes)
    await counter.later(SECOND)
    assert [order.status for order in counter.orders.book.values()] == ["cancelled"]
    assert "alert.late_order" in [event.type for event in await counter.desk.audit("t")]


@pytest.mark.parametrize(("lost", "sent"), [("after", 1), ("before", 2)])
async def test_guarded_pay_reads_first_and_pays_only_what_is_unpaid(make_counter: Make, lost: str, sent: int) -> None:
    """A payment whose reply was lost is not sent again; one whose request was lost is: the order says that it is unpaid."""
    counter = make_counter(pay="guarded")
    await counter.hold()
    getattr(counter.orders, lost)["pay"] = [LOST]
    assert isinstance(await counter.buy(), Bought)
    assert counter.orders.count("pay") == sent


async def test_guarded_create_waits_for_the_window_before_it_sends_again(make_counter: Make) -> None:
    """An order that cannot be seen yet is not made a second time."""
    counter = make_counter(create="guarded")
    counter.orders.before["hold"] = [LOST]
    await counter.hold()
    await counter.later(60 * SECOND)
    assert counter.orders.count("hold") == 1
    await counter.later(10 * SECOND)
    assert counter.orders.count("hold") == 2
    assert [h.status for h in (await counter.desk.ledger_status("t")).holds] == ["held"]


@pytest.mark.parametrize("kind", ["keyed", "unkeyed", "guarded"])
async def test_evidence_is_read_and_never_taken_for_a_refusal(make_counter: Make, kind: str) -> None:
    """``duplicate_booking`` and ``already_paid`` say that an earlier attempt landed."""
    counter = make_counter(create=kind, pay="guarded")
    counter.orders.after["hold"] = [CommitRejected("duplicate", code="duplicate_booking")]
    assert [h.status for h in (await counter.hold()).holds] == ["held"]
    counter.orders.after["pay"] = [CommitRejected("paid", code="already_paid")]
    assert isinstance(await counter.buy(), Bought)


@pytest.mark.parametrize(
    "error", [CommitRejected("?", code="brand_new_code"), SupplierTimeout("slow"), RuntimeError("bug in the adapter")]
)
async def test_an_unknown_answer_is_never_a_refusal(make_counter: Make, error: Exception) -> None:
    """A code that is not in the table, a time-out of a commit and a crash of the adapter all leave the outcome open."""
    counter = make_counter(pay="guarded", timeout=5 * SECOND)
    await counter.hold()
    counter.orders.after["pay"], counter.orders.hidden = [error], True
    answer = await _visible_until_paid(counter)
    assert isinstance(answer, InReview)
    assert answer.state == "PAYMENT_REVIEW"
    assert (await counter.desk.ledger_status("t")).purchase_state == "PAYMENT_REVIEW"
    counter.orders.hidden = False
    await counter.later(SECOND)
    assert (await counter.desk.ledger_status("t")).purchase_state == "PURCHASED"
    assert counter.orders.count("pay") == 1


async def _visible_until_paid(counter: Any) -> Any:
    """The order can be read for the repricing, and not any more once it was paid."""
    counter.orders.hidden = False
    real = counter.orders.pay

    async def pay(*arguments: Any) -> Any:
        counter.orders.hidden = True
        return await real(*arguments)

    counter.orders.pay = pay
    return await counter.buy()


async def test_a_lapsed_lease_lets_another_worker_continue_and_the_sleeper_sends_nothing(make_counter: Make) -> None:
    """``send_by`` is checked right before the call: a worker that slept through it sends nothing."""
    counter = make_counter()
    counter.desk._ctx.__dict__["faults"] = _Sleeper(counter.clock)
    ledger_status = await counter.hold()
    assert [h.status for h in ledger_status.holds] == ["failed"]
    assert counter.orders.calls == []


class _Sleeper:
    def __init__(self, clock: Any, at: str = "hold.sent") -> None:
        self._clock, self._at = clock, at

    def reach(self, name: str) -> None:
        if name == self._at:
            self._clock.advance(5 * SECOND)


async def test_a_failed_purchase_says_so_again(make_counter: Make) -> None:
    """A refused first leg ends the purchase; clicking again shows the same end and sends nothing."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    counter.orders.before["pay"] = [CommitRejected("no", code="payment_declined")]
    first = await counter.desk.purchase("t", answer)
    assert isinstance(first, Failed)
    assert await counter.desk.purchase("t", answer) == first
    assert counter.orders.count("pay") == 1


async def test_a_hold_given_up_while_in_doubt_is_released_once_it_is_found(make_counter: Make) -> None:
    """Nobody wants it any more: it is looked for, never repeated, and given back when it turns up."""
    counter = make_counter(create="keyed")
    counter.orders.after["hold"], counter.orders.before["hold"] = [LOST, LOST], [None, None]
    counter.orders.hidden = True
    (hold,) = (await counter.hold()).holds
    assert hold.status == "in_doubt"
    calls = counter.orders.count("hold")
    await counter.desk.release("t", [hold.hold_id], "the trip changed")
    counter.orders.hidden = False
    await counter.later(SECOND)
    await counter.later(SECOND)
    assert counter.orders.count("hold") == calls
    assert [order.status for order in counter.orders.book.values()] == ["cancelled"]


async def test_a_payment_is_not_repeated_after_its_approvals_time(make_counter: Make) -> None:
    """A lost payment found a day later is looked for and not sent again, even where the supplier would replay the key."""
    counter = make_counter(pay="keyed")
    await counter.hold()
    answer = await counter.answer()
    counter.orders.before["pay"] = [LOST, LOST]
    assert isinstance(await counter.desk.purchase("t", answer), InReview)
    sent = counter.orders.count("pay")
    await counter.later(timedelta(minutes=31))
    assert (await counter.desk.ledger_status("t")).purchase_state == "REJECTED"
    assert counter.orders.count("pay") == sent


async def test_a_payment_that_landed_is_found_after_its_approvals_time(make_counter: Make) -> None:
    """What was paid in time is booked, however late it is found."""
    counter = make_counter(pay="keyed")
    await counter.hold()
    answer = await counter.answer()
    counter.orders.after["pay"], counter.orders.before["pay"] = [LOST], [None, LOST]
    assert isinstance(await counter.desk.purchase("t", answer), InReview)
    await counter.later(timedelta(minutes=31))
    assert (await counter.desk.ledger_status("t")).purchase_state == "PURCHASED"


async def test_a_hold_that_a_crash_left_unplaced_is_not_placed_much_later(make_counter: Make) -> None:
    """Ten minutes later its traveller has gone on: nothing is held for nobody."""
    counter = make_counter()
    EndsAt(counter, "hold.planned")
    with pytest.raises(RuntimeError):
        await counter.hold()
    await counter.later(timedelta(minutes=11))
    assert counter.orders.calls == []
    assert [h.status for h in (await counter.desk.ledger_status("t")).holds] == ["failed"]


async def test_a_hold_in_doubt_is_looked_after_when_its_approval_is_asked_for(make_counter: Make) -> None:
    """Nobody has to restart anything: asking again finds out what can be known by now."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"], counter.orders.hidden = [LOST], True
    await counter.hold()
    refused = await counter.desk.request_approval(ApprovalRequest(trip_id="t"))
    assert isinstance(refused, Refused)
    assert refused.code == "hold_in_doubt"
    counter.orders.hidden = False
    assert isinstance(await counter.buy(), Bought)


async def test_a_release_is_tried_until_the_order_is_gone(make_counter: Make) -> None:
    """A supplier out of service keeps no hold for ever: the reconciler gives it back later."""
    counter = make_counter()
    (hold,) = (await counter.hold()).holds
    closed = CommitRejected("out of service", code="service_unavailable")
    counter.orders.before["release"] = [closed, closed]
    await counter.desk.release("t", [hold.hold_id], "the trip changed")
    assert [order.status for order in counter.orders.book.values()] == ["held"]
    await counter.later(SECOND)
    assert [order.status for order in counter.orders.book.values()] == ["cancelled"]


async def test_a_release_that_was_slept_through_is_not_forgotten(make_counter: Make) -> None:
    """A worker that wakes up too late to send does not drop what has to be given back."""
    counter = make_counter()
    (hold,) = (await counter.hold()).holds
    counter.desk._ctx.__dict__["faults"] = _Sleeper(counter.clock, at="release.sent")
    await counter.desk.release("t", [hold.hold_id], "the trip changed")
    counter.desk._ctx.__dict__["faults"] = _Sleeper(counter.clock, at="nowhere")
    await counter.later(SECOND)
    assert [order.status for order in counter.orders.book.values()] == ["cancelled"]


async def test_a_release_that_was_done_before_by_word_alone_is_tried_again(make_counter: Make) -> None:
    """A supplier that says "already released" and keeps the order held is not believed: its books count."""
    counter = make_counter()
    (hold,) = (await counter.hold()).holds
    counter.orders.before["release"] = [CommitRejected("done", code="already_released")] * 3
    await counter.desk.release("t", [hold.hold_id], "the trip changed")
    for _ in range(3):
        await counter.later(70 * SECOND)
    assert [order.status for order in counter.orders.book.values()] == ["cancelled"]
