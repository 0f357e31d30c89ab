"""A payment that is refused because the price moved: what changed, by how much, what now; and "try again" works."""

from decimal import Decimal
from typing import Any

import pytest
from tests.acts import again

from tripintent.tools.suppliers.embedded.faults import Fault


@pytest.fixture
async def moved(booking: Any) -> dict[str, Any]:
    """A card that was approved; the first payment meets another price. Returns the old card."""
    await booking.to_approval()
    orders = booking.ports.desk._ctx.supplier("embedded").orders._orders
    orders._counter.faults.add("pay", Fault.PRICE_CHANGE)
    card = await booking.card()
    booking.said = await booking.approve()
    return card


async def test_the_next_card_shows_the_new_total(booking: Any, moved: dict[str, Any]) -> None:
    """Nothing is bought; the words say by how much it is dearer, and the card that waits adds up to it."""
    assert await booking.bookings() == []
    card = await booking.card()
    dearer = Decimal(card["total"]["amount"]) - Decimal(moved["total"]["amount"])
    assert dearer > 0
    assert f"it is now ${dearer:,.2f} dearer" in booking.said[0]
    assert "Please look at the new card" in booking.said[0]
    assert sum(Decimal(line["total"]["amount"]) for line in card["cart"]) == Decimal(card["total"]["amount"])


async def test_trying_again_leads_to_the_same_card(booking: Any, moved: dict[str, Any]) -> None:
    """And never says that nothing failed; the yes to that card buys."""
    shown = await booking.card()
    said = await booking.do(again())
    assert not any("Nothing failed" in text for text in said)
    assert (await booking.card())["approval_id"] == shown["approval_id"]
    await booking.approve()
    assert len(await booking.bookings()) == 3


async def test_what_was_refused_is_asked_about_again(booking: Any) -> None:
    """A supplier's no leaves the holds: trying again asks anew."""
    await booking.to_approval()
    orders = booking.ports.desk._ctx.supplier("embedded").orders._orders
    orders._counter.faults.add("pay", Fault.UNAVAILABLE)
    await booking.approve()
    assert not await booking.waits()
    await booking.do(again())
    assert (await booking.card())["cart"]
