"""A change of dates after the purchase: the new trip is bought beside the old one, whose cancellation is shown before and done after."""

from decimal import Decimal
from typing import Any

import pytest

from tripintent.state.money import Money
from tripintent.tools.suppliers.embedded import cancellation


def amount(facts: dict[str, Any]) -> Decimal:
    return Decimal(facts["amount"])


async def changed(booking: Any) -> dict[str, Any]:
    """Buy a trip, change its return, and come to the new approval."""
    await booking.to_approval()
    await booking.approve()
    await booking.say("please change the return to June 23")
    booking.said = await booking.say("the cheapest, hold it")
    return await booking.card()


async def test_the_difference_is_shown_before_the_approval(booking: Any) -> None:
    """In words and on the card: what is replaced, what cancelling it costs and brings back, and what the change comes to."""
    card = await changed(booking)
    old = [b for b in await booking.bookings() if b.title in {one["title"] for one in card["replaces"]}]
    assert len(old) == len(card["replaces"]) == 2
    assert all(amount(one["fee"]) + amount(one["refund"]) == amount(one["paid"]) for one in card["replaces"])
    back = sum(amount(one["refund"]) for one in card["replaces"])
    assert amount(card["difference"]) == amount(card["total"]) - back
    words = " ".join(booking.said)
    assert "would replace what you booked before" in words
    assert all(booking_.title.split(",")[0] in words for booking_ in old)
    (interrupt,) = (await booking.state()).interrupts
    described = interrupt.value["action_requests"][0]["description"]
    assert f"All in all the change comes to **{amount(card['difference']):,.2f} USD**." in described


async def test_the_new_trip_is_bought_first_and_the_old_one_cancelled_on_a_word(booking: Any) -> None:
    """Nothing old is cancelled by the purchase; each cancellation that loses money has an approval of its own."""
    card = await changed(booking)
    replaced = {one["title"] for one in card["replaces"]}
    await booking.approve()
    assert len(await booking.bookings()) == 5
    for _ in replaced:
        await booking.say("cancel my booking")
        if await booking.waits():
            asked = await booking.card()
            assert asked["replaces"] == []
            await booking.approve()
    kept = await booking.bookings()
    assert len(kept) == 3
    assert not replaced & {b.title for b in kept}


async def test_what_cannot_be_quoted_is_said_to_be_unknown(booking: Any) -> None:
    """A supplier that does not say what cancelling costs leaves the difference open; nothing is guessed."""
    supplier = booking.ports.desk._ctx.supplier("embedded")

    async def silent(_: str) -> Any:
        raise TimeoutError

    await booking.to_approval()
    await booking.approve()
    supplier.orders._orders.quote_cancellation = silent
    await booking.say("please change the return to June 23")
    said = await booking.say("the cheapest, hold it")
    card = await booking.card()
    assert [one["refund"] for one in card["replaces"]] == [None, None]
    assert card["difference"] is None
    assert "nobody can say now" in " ".join(said)


@pytest.mark.parametrize(("words", "left"), [("cancel my booking", 3), ("cancel my flight", 4)])
async def test_words_that_cancel_what_was_replaced_leave_what_replaced_it(
    booking: Any, monkeypatch: pytest.MonkeyPatch, words: str, left: int
) -> None:
    """Where cancelling costs nothing, nobody is asked: only what is stale may go by the same words."""
    card = await changed(booking)
    replaced = {one["title"] for one in card["replaces"]}
    await booking.approve()
    free = Money(amount=0)
    monkeypatch.setattr(cancellation, "fee_now", lambda *_: free)
    before = {b.title for b in await booking.bookings()}
    await booking.say(words)
    kept = {b.title for b in await booking.bookings()}
    assert before - kept <= replaced
    assert len(kept) == left
