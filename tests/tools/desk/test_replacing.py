"""A purchase that replaces an earlier booking: what became of the earlier one meanwhile counts, at each step."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.acts import agreed

from tripintent.state.booking import NOTHING_BACK
from tripintent.tools.ports.desk import ApprovalRequest, IssuedApproval
from tripintent.tools.ports.outcomes import Bought, ReapprovalNeeded

Make = Callable[..., Any]


@pytest.fixture
async def rebooking(make_counter: Make, offer: Make) -> Any:
    """A flight is bought; another one is held in its place, and approved: cancelling the first one costs ten."""
    counter = make_counter()
    await counter.hold(offer("old"))
    assert isinstance(await counter.buy(), Bought)
    counter.orders.fee = "10"
    await counter.hold(offer("old"), offer("new"))  # the first is bought already, and is not held again
    counter.card = await asked(counter)
    return counter


async def old(counter: Any) -> Any:
    return (await counter.desk.ledger_status("t")).bookings[0]


async def asked(counter: Any) -> Any:
    replaces = ((await old(counter)).booking_id,)
    issued = await counter.desk.request_approval(
        ApprovalRequest(trip_id="t", payment_method_id="pm", replaces=replaces)
    )
    assert isinstance(issued, IssuedApproval), issued
    return issued.approval


async def buy(counter: Any) -> Any:
    return await counter.desk.purchase("t", await counter.desk.seal(agreed(counter.card)))


async def test_it_is_cancelled_once_the_new_one_is_bought(rebooking: Any) -> None:
    """By its supplier, at the fee of the card."""
    assert isinstance(await buy(rebooking), Bought)
    assert ((await old(rebooking)).status, rebooking.orders.count("cancel")) == ("cancelled", 1)


async def test_a_fee_that_rose_since_the_approval_stops_the_purchase(rebooking: Any) -> None:
    """As a price that rose does: nothing is bought and nothing is cancelled."""
    rebooking.orders.fee = "20"
    outcome = await buy(rebooking)
    assert isinstance(outcome, ReapprovalNeeded)
    assert "20" in outcome.differences[0]
    assert (rebooking.orders.count("pay"), rebooking.orders.count("cancel")) == (1, 0)


async def test_a_fee_that_rises_while_the_new_one_is_paid_keeps_the_old_one(rebooking: Any) -> None:
    """Nobody approved that fee: the earlier booking stays, and the receipt says so."""
    real = rebooking.orders._pay

    def pay(order_id: str) -> Any:
        rebooking.orders.fee = "90"
        return real(order_id)

    rebooking.orders._pay = pay
    outcome = await buy(rebooking)
    assert [item.state for item in outcome.replaced] == ["kept"]
    assert ((await old(rebooking)).status, rebooking.orders.count("cancel")) == ("confirmed", 0)


async def test_a_card_whose_replaced_booking_is_gone_buys_nothing(rebooking: Any) -> None:
    """It was cancelled in another chat: the card promised a refund that comes only once."""
    plan = await rebooking.desk.quote_cancellation("t", (await old(rebooking)).booking_id)
    await rebooking.cancel(plan)
    assert (await buy(rebooking)).code == "wrong_cart"
    assert rebooking.orders.count("pay") == 1


async def test_what_is_cancelled_already_is_on_no_card(rebooking: Any) -> None:
    """A plan made before asks for it once more: it has no fee and no refund any longer."""
    plan = await rebooking.desk.quote_cancellation("t", (await old(rebooking)).booking_id)
    await rebooking.cancel(plan)
    assert (await asked(rebooking)).cancels == ()


async def test_each_booking_that_is_given_up_has_a_tick_that_buys_only_when_given(rebooking: Any) -> None:
    """Without it nothing is bought, and nothing cancelled."""
    tick = f"gives_up:{(await old(rebooking)).booking_id}"
    assert tick in rebooking.card.confirmations
    left = tuple(one for one in rebooking.card.confirmations if one != tick)
    rebooking.card = rebooking.card.model_copy(update={"confirmations": left})
    assert (await buy(rebooking)).code == "missing_confirmation"
    assert (rebooking.orders.count("pay"), rebooking.orders.count("cancel")) == (1, 0)


async def test_what_brings_nothing_back_is_told_and_stays_booked(rebooking: Any) -> None:
    """Nothing is cancelled to save nothing: the card has a line for it without a tick, and the purchase keeps it."""
    rebooking.orders.fee = str((await old(rebooking)).total.amount)
    rebooking.card = await asked(rebooking)
    (line,) = rebooking.card.cancels
    assert (line.problem, line.refund, rebooking.card.confirmations) == (NOTHING_BACK, None, ())
    outcome = await buy(rebooking)
    assert [item.state for item in outcome.replaced] == ["kept"]
    assert ((await old(rebooking)).status, rebooking.orders.count("cancel")) == ("confirmed", 0)
