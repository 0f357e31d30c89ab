"""A leg that is moved after the purchase: one card buys the new and cancels what it replaces, in this order, and nothing else."""

from decimal import Decimal
from typing import Any

import pytest
from tests.acts import cheapest, hold, move

from tripintent.state.money import Money
from tripintent.tools.suppliers.embedded import terms
from tripintent.tools.suppliers.embedded.faults import Fault

pytestmark = pytest.mark.usefixtures("ten_a_cancellation")


def amount(facts: dict[str, Any]) -> Decimal:
    return Decimal(facts["amount"])


async def changed(booking: Any) -> dict[str, Any]:
    """Buy a trip, change its return, and come to the new approval."""
    await booking.to_approval()
    await booking.approve()
    await booking.do(move("flight", which="return", date="2027-06-23"))
    booking.said = await booking.do(cheapest, hold())
    return await booking.card()


async def test_the_new_trip_is_bought_and_the_old_one_cancelled_under_one_approval(booking: Any) -> None:
    """One card, one yes: what is new is bought first, then what it replaces is cancelled, and the receipt says both."""
    card = await changed(booking)
    replaced = {one["title"] for one in card["replaces"]}
    said = await booking.approve()
    kept = await booking.bookings()
    assert len(kept) == 3
    assert not replaced & {b.title for b in kept}
    (receipt,) = said
    assert receipt.count("Cancelled: ") == 1
    assert "Kept: " in receipt, "the hotel, whose nights end before the new flight"
    assert (await booking.trip()).status.state == "completed"


async def test_a_purchase_that_fails_cancels_nothing(booking: Any) -> None:
    """The old trip stays as long as there is no new one."""
    await changed(booking)
    before = {b.booking_id for b in await booking.bookings()}
    orders = booking.ports.desk._ctx.supplier("embedded").orders._orders
    orders._counter.faults.add("pay", Fault.SOLD_OUT, times=None)
    await booking.approve()
    assert {b.booking_id for b in await booking.bookings()} == before


async def test_a_trip_that_is_cancelled_whole_takes_its_change_with_it(booking: Any) -> None:
    """Nothing is left that could be replaced: what is held is let go, and nothing waits or is looked for any more."""
    await changed(booking)
    await booking.event(type="USER_CANCELS_BOOKING")
    told, *more = await booking.approve()
    assert ("No longer held: " in told, more) == (True, []), "the card says it, and it alone"
    memory = (await booking.trip()).working_memory
    assert (await booking.held(), memory.approval, memory.selected.bundle_id) == (set(), None, None)


async def silent(_: str) -> Any:
    raise TimeoutError


async def test_what_cannot_be_quoted_stays_booked_and_is_cancelled_on_a_word(booking: Any, monkeypatch: Any) -> None:
    """A supplier that does not say what cancelling costs leaves the difference open; nothing is guessed, nothing cancelled."""
    orders = booking.ports.desk._ctx.supplier("embedded").orders._orders
    await booking.to_approval()
    await booking.approve()
    with monkeypatch.context() as patch:
        patch.setattr(orders, "quote_cancellation", silent)
        await booking.do(move("flight", which="return", date="2027-06-23"))
        said = await booking.do(cheapest, hold())
        card = await booking.card()
        assert [one["refund"] for one in card["replaces"]] == [None]
        assert card["difference"] is None
        assert "be cancelled here" in " ".join(said)
        await booking.approve()
    assert len(await booking.bookings()) == 4
    replaced = {one["title"] for one in card["replaces"]}
    old = [b.booking_id for b in await booking.bookings() if b.title in replaced]
    await booking.event(type="USER_CANCELS_BOOKING", booking_ids=old)
    assert {line["title"] for line in (await booking.card())["cart"]} == replaced
    await booking.approve()
    assert len(await booking.bookings()) == 3


async def test_a_cancellation_that_got_dearer_after_the_approval_is_asked_about_first(
    booking: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is bought under a card that no longer says what the change costs."""
    await changed(booking)
    monkeypatch.setattr(terms, "fee_now", lambda *_: Money(amount=20))
    said = await booking.approve()
    assert said[0].startswith("The price or a condition changed, so nothing was bought")
    assert len(await booking.bookings()) == 3
    card = await booking.card()
    assert [amount(one["fee"]) for one in card["replaces"]] == [20]
    await booking.approve()
    assert len(await booking.bookings()) == 3
