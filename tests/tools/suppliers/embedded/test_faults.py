"""Faults on demand: each does what it says, as often as planned, and nothing else."""

from decimal import Decimal

import pytest

from tripintent.tools.errors import (
    CommitRejected,
    OfferGone,
    RateLimited,
    SupplierTimeout,
    SupplierUnavailable,
    ToolError,
    Unknown,
)
from tripintent.tools.suppliers.embedded.faults import Fault, Faults


@pytest.fixture
async def offer(supplier, flight_query):
    return (await supplier.flights.search(flight_query))[0]


@pytest.mark.parametrize(
    ("fault", "error"),
    [("timeout", SupplierTimeout), ("unavailable", SupplierUnavailable), ("rate_limited", RateLimited)],
)
async def test_a_search_fails_as_often_as_planned_and_then_answers(supplier, flight_query, fault, error):
    """Two planned failures are two failures."""
    supplier.faults.add("flights.search", fault, times=2)
    for _ in range(2):
        with pytest.raises(error):
            await supplier.flights.search(flight_query)
    assert await supplier.flights.search(flight_query)


async def test_an_empty_answer_can_be_planned_for_good(supplier, hotel_query):
    """``times=None`` lasts until the plan is cleared."""
    supplier.faults.add("hotels.*", Fault.EMPTY, times=None)
    assert [await supplier.hotels.search(hotel_query) for _ in range(3)] == [(), (), ()]
    supplier.faults.clear()
    assert await supplier.hotels.search(hotel_query)


async def test_a_changed_price_is_told_and_then_holds(supplier, order, offer):
    """After a price change the offer is five per cent dearer, the old price is refused, the new one is sold."""
    supplier.faults.add("flights.price", "price_change")
    dearer = await supplier.flights.price(offer)
    assert dearer.option_id == offer.option_id
    assert abs(dearer.total_price.amount - offer.total_price.amount * 105 / 100) <= Decimal("0.01")
    with pytest.raises(CommitRejected) as refused:
        await supplier.orders.hold(order(offer))
    assert refused.value.code == "price_changed"
    assert (await supplier.orders.hold(order(dearer))).total == dearer.total_price


async def test_a_price_change_while_holding_is_refused(supplier, order, offer):
    """A price that moves at the very moment of the hold rejects it: nothing is held."""
    supplier.faults.add("hold", "price_change")
    with pytest.raises(CommitRejected) as refused:
        await supplier.orders.hold(order(offer))
    assert refused.value.code == "price_changed"
    assert supplier.book.totals()["orders"] == 0


async def test_a_held_order_can_get_dearer_before_it_is_paid(supplier, order, offer):
    """Read shows the new total, and the old amount does not pay it."""
    held = await supplier.orders.hold(order(offer))
    supplier.faults.add("read", "price_change")
    assert (await supplier.orders.read(held.order_id)).total.amount > held.total.amount
    with pytest.raises(CommitRejected) as refused:
        await supplier.orders.pay(held.order_id, held.total, "pm_x", "p")
    assert refused.value.code == "payment_amount_does_not_match_order_amount"


@pytest.mark.parametrize("fault", ["sold_out", "empty"])
async def test_a_hold_can_find_the_offer_sold_out(supplier, order, offer, fault):
    """The hold ends in OfferGone and leaves no order."""
    supplier.faults.add("hold", fault)
    with pytest.raises(OfferGone):
        await supplier.orders.hold(order(offer))
    assert supplier.book.totals()["orders"] == 0


@pytest.mark.parametrize(
    ("fault", "error", "orders"),
    [
        ("lost_request", Unknown, 0),
        ("timeout", Unknown, 0),
        ("lost_reply", Unknown, 1),
        ("duplicate", CommitRejected, 1),
        ("unavailable", CommitRejected, 0),
    ],
)
async def test_commits_fail_before_or_after_the_deed(supplier, order, offer, fault, error, orders):
    """A lost request did nothing, a lost reply did it, a duplicate says it was done before; unavailable is certain."""
    supplier.faults.add("hold", fault)
    with pytest.raises(error):
        await supplier.orders.hold(order(offer))
    assert supplier.book.totals()["orders"] == orders
    assert sum(supplier.book.orders_per_client_ref().values()) == orders


@pytest.mark.parametrize(("operation", "code"), [("pay", "already_paid"), ("cancel", "already_cancelled")])
async def test_a_duplicate_names_the_deed(supplier, order, offer, operation, code):
    """The refusal of a doubled payment or cancellation is the evidence that the first one landed."""
    held = await supplier.orders.hold(order(offer))
    supplier.faults.add(operation, "duplicate")

    async def pay_and_cancel():
        await supplier.orders.pay(held.order_id, held.total, "pm_x", "p")
        await supplier.orders.cancel(await supplier.orders.quote_cancellation(held.order_id), "c")

    with pytest.raises(CommitRejected) as refused:
        await pay_and_cancel()
    assert refused.value.code == code
    assert supplier.book.payments_per_order() == {held.order_id: 1}


async def test_calls_are_counted(supplier, flight_query):
    """A harness can read how often each operation was called."""
    await supplier.flights.search(flight_query)
    await supplier.orders.find("x")
    assert supplier.faults.calls == {"flights.search": 1, "find": 1}


def test_a_plan_is_read_from_json():
    """The plan of the settings lets one call pass and strikes the second."""
    faults = Faults.parse('[{"on": "pay", "fault": "lost_reply", "after": 1}]')
    assert [faults.strike("pay") for _ in range(3)] == [None, Fault.LOST_REPLY, None]


@pytest.mark.parametrize("text", ["{", '[{"on": "pay", "fault": "gremlins"}]', '[{"fault": "timeout"}]'])
def test_a_wrong_plan_is_refused_with_the_known_faults(text):
    """The message names the faults that exist."""
    with pytest.raises(ToolError, match="lost_reply"):
        Faults.parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", "this is no JSON"),
        ('[{"onn": "pay", "fault": "timeout"}]', "there is no name 'onn': did you mean on"),
        ('[{"on": "flights.serch", "fault": "timeout"}]', "did you mean flights.search"),
        ('[{"on": "pay", "fault": "timeot"}]', "found: 'timeot'"),
    ],
)
def test_a_wrong_name_is_refused_in_words(text, said):
    """Whoever mistypes reads what may have been meant."""
    with pytest.raises(ToolError, match=said):
        Faults.parse(text)


@pytest.mark.parametrize("on", ["buy", "flight.*", ""])
def test_an_operation_that_there_is_not_is_refused_with_the_known_ones(on):
    """A fault that can never strike rehearses nothing."""
    with pytest.raises(ToolError, match=r"no operation .*flights\.search"):
        Faults.parse(f'[{{"on": "{on}", "fault": "timeout"}}]')


async def test_a_new_order_can_be_invisible_for_a_while(make, order, clock, flight_query):
    """Under a visibility lag neither find nor read sees the order, the declared settle window says so, then both do."""
    supplier = make(visibility_lag=60)
    offer = (await supplier.flights.search(flight_query))[0]
    held = await supplier.orders.hold(order(offer))
    assert not await supplier.orders.find("op")
    with pytest.raises(CommitRejected):
        await supplier.orders.read(held.order_id)
    clock.advance(supplier.orders.capabilities.settle)
    assert list(await supplier.orders.find("op")) == [held]
    assert (await supplier.orders.read(held.order_id)) == held
