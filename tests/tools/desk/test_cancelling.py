"""Cancelling after the purchase, where only a scripted supplier can play what goes wrong."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.acts import agreed
from tests.tools.desk.conftest import LOST
from tests.tools.desk.faults import EndsAt

from tripintent.state.money import Money
from tripintent.tools.errors import CommitRejected, SupplierTimeout, SupplierUnavailable, Unknown
from tripintent.tools.ledger import post
from tripintent.tools.ports.outcomes import Cancelled, Refused

Make = Callable[..., Any]


def states(outcome: Any) -> list[str]:
    """Return what became of each item of a plan."""
    assert isinstance(outcome, Cancelled), outcome
    return [item.state for item in outcome.items]


async def bought(counter: Any) -> Any:
    """Buy, and return what cancelling costs: ten of a hundred."""
    counter.orders.fee = "10"
    return await counter.bought()


@pytest.mark.parametrize(
    "error", [SupplierTimeout("slow"), SupplierUnavailable("down"), Unknown("?"), ValueError("bug")]
)
async def test_a_supplier_that_does_not_answer_is_no_refusal_of_the_cancellation(
    make_counter: Make, error: Any
) -> None:
    """Whether it can be cancelled is not known then: the traveller is told to try again, and can."""
    counter = make_counter()
    offer = await bought(counter)
    counter.orders.before["quote"] = [error]
    refused = await counter.desk.quote_cancellation("t", offer.items[0].booking_id)
    assert isinstance(refused, Refused)
    assert refused.code == "supplier_unavailable"
    assert await counter.desk.quote_cancellation("t", offer.items[0].booking_id) == offer


async def test_a_fee_that_rose_after_the_approval_is_asked_about_again(make_counter: Make) -> None:
    """The yes was to ten: at twenty nothing is cancelled, nor under the old yes to the new fee."""
    counter = make_counter()
    offer = await bought(counter)
    answer = await counter.yes(offer)
    counter.orders.fee = "20"
    assert (await counter.desk.cancel("t", offer, answer)).code == "stale_quote"
    dearer = await counter.desk.quote_cancellation("t", offer.items[0].booking_id)
    assert (await counter.desk.cancel("t", dearer, answer)).code == "wrong_cart"
    assert counter.orders.count("cancel") == 0
    assert isinstance(await counter.desk.cancel("t", dearer, await counter.yes(dearer)), Cancelled)


async def test_a_used_approval_cancels_nothing_a_second_time(make_counter: Make) -> None:
    """A cancellation that the supplier refused after all needs another approval."""
    counter = make_counter()
    offer = await bought(counter)
    answer = await counter.yes(offer)
    counter.orders.before["cancel"] = [CommitRejected("too late today", code="not_cancellable")]
    assert (await counter.desk.cancel("t", offer, answer)).code == "not_cancellable"
    assert (await counter.desk.cancel("t", offer, answer)).code == "already_consumed"
    assert counter.orders.count("cancel") == 1


async def test_whom_a_policy_names_decides_about_the_loss_too(make_counter: Make) -> None:
    """The traveller's own yes cancels nothing where somebody else has to approve; that one's does."""
    counter = make_counter()
    offer = await bought(counter)
    anybodys = await counter.yes(offer)
    issued = await counter.desk.request_cancel_approval("t", offer, "thread", "boss")
    assert issued.approval.approver == "boss"
    assert (await counter.desk.cancel("t", offer, anybodys)).code == "void"
    own = agreed(issued.approval)
    assert (await counter.desk.cancel("t", offer, await counter.desk.seal(own))).code == "wrong_approver"
    theirs = await counter.desk.seal(own.model_copy(update={"by": "boss"}))
    assert isinstance(await counter.desk.cancel("t", offer, theirs), Cancelled)


async def test_an_expired_approval_cancels_nothing(make_counter: Make) -> None:
    """Half an hour later the yes is worth nothing."""
    counter = make_counter()
    offer = await bought(counter)
    answer = await counter.yes(offer)
    counter.clock.advance(timedelta(minutes=31))
    assert (await counter.desk.cancel("t", offer, answer)).code == "approval_expired"
    assert counter.orders.count("cancel") == 0


async def test_a_lost_cancellation_is_found_out_and_not_charged_twice(make_counter: Make) -> None:
    """The reply is lost and the books cannot be read: in review; then they can, and it is cancelled, by one call."""
    counter = make_counter()
    offer = await bought(counter)
    answer = await counter.yes(offer)
    counter.orders.after["cancel"] = [Unknown("no reply", code="timeout")]
    counter.orders.before["read"] = [SupplierTimeout("slow")]
    assert states(await counter.desk.cancel("t", offer, answer)) == ["in_doubt"]
    await counter.later(timedelta(seconds=1))
    (booking,) = (await counter.desk.ledger_status("t")).bookings
    assert (booking.status, counter.orders.count("cancel")) == ("cancelled", 1)
    due = await counter.ledger.read(lambda tx: post.take(tx, counter.clock.now(), timedelta(), 99))
    told = [(one.notice.titles, one.notice.refund) for one in due if one.notice.event == "cancellation.done"]
    assert told == [(tuple(one.title for one in offer.items), offer.refund)]


@pytest.mark.parametrize("change", [{"refund": Money(amount="0")}, {"refund": Money(amount="1")}])
async def test_a_refund_lower_than_shown_is_asked_about_again(make_counter: Make, change: dict[str, Any]) -> None:
    """Without any fee money can be lost all the same: it needs another look, and another yes."""
    counter = make_counter()
    shown = await counter.bought()
    answer = await counter.yes(shown)
    counter.orders.changes("quote_cancellation", **change)
    assert (await counter.desk.cancel("t", shown, answer)).code == "stale_quote"
    assert counter.orders.count("cancel") == 0


async def test_a_quote_of_another_order_cancels_nothing(make_counter: Make, offer: Make) -> None:
    """The supplier answers about the other leg: nothing is cancelled under it."""
    counter = make_counter()
    await counter.hold(offer("one"), offer("two"))
    await counter.buy()
    one, two = (await counter.desk.ledger_status("t")).bookings
    shown = await counter.desk.quote_cancellation("t", one.booking_id)
    counter.orders.answers("quote_cancellation", await counter.orders.quote_cancellation(two.order_id))
    assert (await counter.desk.cancel("t", shown, None)).code == "not_cancellable"
    assert counter.orders.count("cancel") == 0


async def test_a_cancellation_whose_quote_lapsed_is_not_sent(make_counter: Make) -> None:
    """Planned, killed, and found days later: the quote is over, the traveller is asked again."""
    counter = make_counter()
    offer = await bought(counter)
    answer = await counter.yes(offer)

    EndsAt(counter, "cancel.planned", KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        await counter.desk.cancel("t", offer, answer)
    await counter.later(timedelta(days=3))
    assert counter.orders.count("cancel") == 0
    assert [b.status for b in (await counter.desk.ledger_status("t")).bookings] == ["confirmed"]


async def test_what_costs_nothing_is_cancelled_on_a_yes_only(make_counter: Make) -> None:
    """A booking is a person's to give up, whatever comes back for it: without an answer nothing is sent."""
    counter = make_counter()
    free = await counter.bought()
    assert (free.fee.amount, free.needs_approval) == (0, True)
    assert (await counter.desk.cancel("t", free, None)).code == "no_approval"
    assert counter.orders.count("cancel") == 0
    assert isinstance(await counter.cancel(free), Cancelled)


async def test_a_fee_that_fell_is_covered_by_the_yes_to_the_higher_one(make_counter: Make) -> None:
    """The fee fell away after the card was drawn: the yes to ten lets it be cancelled, and the card waits no longer."""
    counter = make_counter()
    offer = await bought(counter)
    answer = await counter.yes(offer)
    counter.orders.fee = "0"
    outcome = await counter.desk.cancel("t", offer, answer)
    assert isinstance(outcome, Cancelled)
    assert (outcome.fee.amount, (await counter.desk.ledger_status("t")).approval) == (0, None)


async def test_a_cancellation_in_doubt_can_be_asked_for_again(make_counter: Make) -> None:
    """It landed unheard: the same wish finds that out, asks for no second approval and hears no "cannot be cancelled"."""
    counter = make_counter()
    offer = await bought(counter)
    counter.orders.after["cancel"], counter.orders.before["read"] = [LOST], [LOST]
    assert states(await counter.desk.cancel("t", offer, await counter.yes(offer))) == ["in_doubt"]
    counter.orders.before["quote"] = [CommitRejected("it is cancelled", code="already_cancelled")]
    again = await counter.desk.quote_cancellation("t", offer.items[0].booking_id)
    assert (again.fee, again.needs_approval) == (offer.fee, False)
    assert isinstance(await counter.desk.cancel("t", again, None), Cancelled)
    assert counter.orders.count("cancel") == 1


async def test_nothing_is_given_up_without_its_own_tick(make_counter: Make) -> None:
    """Also where it costs nothing: a yes to the card alone cancels nothing, and the card waits on."""
    counter = make_counter()
    offer = await bought(counter)
    answer = await counter.yes(offer)
    assert answer.confirmations == (f"gives_up:{offer.items[0].booking_id}",)
    bare = await counter.desk.seal(answer.model_copy(update={"confirmations": ()}))
    assert (await counter.desk.cancel("t", offer, bare)).code == "missing_confirmation"
    assert counter.orders.count("cancel") == 0
    assert isinstance(await counter.desk.cancel("t", offer, answer), Cancelled)
