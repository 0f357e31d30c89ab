"""A paid order that turns up after it was given up for lost: it becomes a booking, and is kept, cancelled, or a person's case."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from tests.tools.desk.conftest import LOST

from tripintent.state.offers import Terms
from tripintent.tools.ports.outcomes import Bought, InReview

Make = Callable[..., Any]
MINUTE = timedelta(minutes=1)


async def given_up(make_counter: Make, *offers: Any, **promises: Any) -> Any:
    """A purchase whose first payment landed unheard, and was hidden until it was given up: REJECTED, and paid."""
    counter = make_counter(**({"hold": "none", "create": "unkeyed"} | promises))
    await counter.hold(*offers)
    counter.orders.after["book"], counter.orders.hidden = [LOST], True
    assert isinstance(await counter.buy(), InReview)
    await counter.later(2 * MINUTE)
    assert await counter.state() == "REJECTED"
    return counter


async def events(counter: Any) -> list[str]:
    return [event.type for event in await counter.desk.audit("t")]


async def test_a_late_success_makes_its_purchase_bought(make_counter: Make) -> None:
    """Nobody bought it again: the traveller has what was paid for, and the trip says so."""
    counter = await given_up(make_counter)
    counter.orders.hidden = False
    await counter.later(MINUTE)
    assert (await counter.state(), await counter.booked()) == ("PURCHASED", ["confirmed"])
    assert {"alert.late_order", "book.adopted", "purchase.purchased"} <= set(await events(counter))
    assert isinstance(await counter.desk.outcome("t"), Bought)
    assert await counter.desk.verify_audit() is None


async def test_it_is_adopted_once(make_counter: Make) -> None:
    """Every recovery after it finds nothing to do."""
    counter = await given_up(make_counter)
    counter.orders.hidden = False
    for _ in range(3):
        await counter.later(MINUTE)
    assert (await counter.booked(), (await events(counter)).count("alert.late_order")) == (["confirmed"], 1)


@pytest.mark.parametrize("ledger_url", ["sqlite", "postgres"], indirect=True)
async def test_what_was_bought_again_meanwhile_is_cancelled_where_that_is_free(make_counter: Make) -> None:
    """Two paid orders for one leg: the late one goes back, the second one stays, and the trip shows it as bought."""
    counter = await given_up(make_counter)
    assert isinstance(await counter.buy(), Bought)
    counter.orders.hidden = False
    await counter.later(MINUTE)
    assert sorted(await counter.booked()) == ["cancelled", "confirmed"]
    assert sorted(order.status for order in counter.orders.book.values()) == ["cancelled", "confirmed"]
    assert await counter.state() == "PURCHASED"


async def test_what_was_bought_again_and_costs_to_cancel_is_a_persons_case(make_counter: Make) -> None:
    """Undoing it would lose money: both are in the ledger, with the loss of undoing the late one."""
    counter = await given_up(make_counter)
    counter.orders.fee = "30"
    assert isinstance(await counter.buy(), Bought)
    counter.orders.hidden = False
    await counter.later(MINUTE)
    assert await counter.booked() == ["confirmed", "confirmed"]
    (late, second) = sorted(await counter.desk.purchases(), key=lambda one: one.created_at)
    assert (late.state, second.state) == ("MANUAL_REVIEW", "PURCHASED")
    assert late.loss


async def test_half_a_trip_that_turns_up_is_undone(make_counter: Make, offer: Make) -> None:
    """The first leg was never made, as far as anybody knew, and the second was not begun: half of it is wanted by nobody."""
    counter = await given_up(make_counter, offer("a"), offer("b"))
    counter.orders.hidden = False
    await counter.later(MINUTE)
    assert (await counter.state(), await counter.booked()) == ("COMPENSATED", ["cancelled"])


async def test_the_missing_leg_makes_a_trip_whole_that_a_person_had_to_decide_about(
    make_counter: Make, offer: Make
) -> None:
    """One leg is bought and costs to cancel, the other was given up: it turns up, and there is nothing left to decide."""
    counter = make_counter(hold="none", create="unkeyed")
    counter.orders.fee = "30"
    await counter.hold(offer("a", terms=Terms(refundable=False)), offer("b", terms=Terms(refundable=False)))
    counter.orders.hides_second()
    assert isinstance(await counter.buy(), InReview)
    await counter.later(2 * MINUTE)
    assert await counter.state() == "MANUAL_REVIEW"
    counter.orders.hidden = False
    await counter.later(MINUTE)
    assert (await counter.state(), await counter.booked()) == ("PURCHASED", ["confirmed", "confirmed"])


async def test_a_hold_paid_late_is_adopted_after_the_next_purchase_found_it_paid(make_counter: Make) -> None:
    """The order of a hold was paid unheard; a second purchase finds it paid and pays nothing: it ends as the booking it is."""
    counter = make_counter(pay="unkeyed")
    await counter.hold()
    books = counter.orders.read
    counter.orders.after["pay"] = [LOST]
    counter.orders.changes("read", paid_at=None, status="held")
    await counter.buy()
    await counter.later(2 * MINUTE)
    counter.orders.read = books
    assert (await counter.buy()).state == "REJECTED"
    await counter.later(MINUTE)
    assert (await counter.state(), await counter.booked()) == ("PURCHASED", ["confirmed"])
    assert counter.orders.count("pay") == 1
