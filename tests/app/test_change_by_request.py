"""A change by request through the chat: offered at the airline's price, approved on a card, confirmed once, and nothing else moved."""

from decimal import Decimal

import pytest
from tests.acts import again, cheapest, do, hold

from .test_two_suppliers import RETURN_LATER, approved, boxes, opened


@pytest.fixture
async def session(tmp_path, duffel, liteapi):
    duffel.changes.penalty, duffel.changes.dearer = Decimal("5.00"), Decimal("1.20")
    async with opened(tmp_path, "embedded, duffel", duffel, liteapi) as made:
        await approved(made)
        yield made


async def card(session):
    assert "a change of your booking" in str((await do(session, "t", RETURN_LATER)).messages)
    said = await do(session, "t", cheapest, hold())
    assert said.interrupt, words(said)
    return said.interrupt


async def test_money_that_comes_back_is_told_from_the_options_to_the_receipt(session, duffel):
    """Nothing is bought and nothing cancelled but by the airline; how much comes back and where to is in words and in the total."""
    duffel.changes.dearer, duffel.changes.refund_to = Decimal("-9.00"), "balance"
    back = "$4.00 comes back to the account that paid"
    assert back in words(await do(session, "t", RETURN_LATER))
    said = await do(session, "t", cheapest, hold())
    assert f"the airline changes it; nothing is cancelled; {back}" in str(said.interrupt.args["card"])
    assert [one["refund_to"] for one in said.interrupt.args["replaces"] if one["refund_to"]] == ["balance"]
    done = words(await session.approve("t", boxes(said.interrupt)))
    assert "Booked and paid" in done
    assert back in done


def words(result):
    """What was said in one turn."""
    return "\n".join(map(str, result.messages))


def confirmations(duffel):
    return [path for method, path in duffel.faults.calls if "order_changes" in path and path.endswith("confirm")]


async def test_the_return_is_changed_at_its_airline(session, duffel):
    """One card names the change and its price; only the confirmation after the yes changes the order; no order is made or cancelled."""
    before = {name: order["total_amount"] for name, order in duffel.orders.items()}
    waiting = await card(session)
    (line,) = [one for one in waiting.args["cart"] if one["item_type"] == "flight"]
    assert line["total"]["amount"] == "6.20"
    assert [one["problem"] for one in waiting.args["replaces"] if one["item_type"] == "flight"] == ["changed"]
    assert not confirmations(duffel)
    done = await session.approve("t", boxes(waiting))
    assert len(confirmations(duffel)) == 1
    assert set(duffel.orders) == set(before)
    assert not any(order["cancelled_at"] for order in duffel.orders.values())
    changed = [order for name, order in duffel.orders.items() if order["total_amount"] != before[name]]
    assert [order["slices"][0]["segments"][0]["departing_at"][:10] for order in changed] == ["2027-03-15"]
    states = sorted((b.supplier, b.status) for b in done.trip.working_memory.bookings if b.item_type == "flight")
    assert states == [("duffel", "changed"), ("duffel", "confirmed"), ("duffel_change", "confirmed")]


async def test_a_lost_confirmation_is_found_out_and_never_repeated(session, duffel):
    """The purchase looks at the change itself, and finds it confirmed."""
    waiting = await card(session)
    duffel.fault("/air/order_changes/oce_", "lost_after")
    done = await session.approve("t", boxes(waiting))
    assert len(confirmations(duffel)) == 1
    assert ("duffel_change", "confirmed") in {(b.supplier, b.status) for b in done.trip.working_memory.bookings}


async def test_a_change_that_may_have_been_lost_is_looked_for_and_not_sent_again(session, duffel):
    """Nothing was confirmed and nothing is known: the purchase waits, and says so."""
    waiting = await card(session)
    duffel.fault("/air/order_changes/oce_", "lost_before")
    done = await session.approve("t", boxes(waiting))
    assert done.trip.working_memory.purchase_state == "PAYMENT_REVIEW"
    await do(session, "t", again())
    assert len(confirmations(duffel)) == 1
    assert all(b.status == "confirmed" for b in done.trip.working_memory.bookings)


async def test_a_refused_change_leaves_the_trip_as_it_was(session, duffel):
    """Where the change is refused, flights and room stay as they were."""
    before = [order["slices"] for order in duffel.orders.values()]
    waiting = await card(session)
    assert {one["item_type"] for one in waiting.args["cart"]} == {"flight"}
    duffel.fault("/air/order_changes/oce_", "503")
    done = await session.approve("t", boxes(waiting))
    assert [order["slices"] for order in duffel.orders.values()] == before
    flights = [(b.supplier, b.status) for b in done.trip.working_memory.bookings if b.item_type == "flight"]
    assert flights == [("duffel", "confirmed")] * 2
    assert [b.status for b in done.trip.working_memory.bookings if b.item_type == "hotel"] == ["confirmed"]
