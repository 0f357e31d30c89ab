"""The people of a hold: all that the ticket needs is there before it is placed, and what is corrected later reaches the supplier."""

import json
from typing import Any


def births(booking: Any) -> list[set[str]]:
    """The birth dates on each order that the supplier keeps or sold, as its own book has them."""
    with booking.ports.desk._ctx.supplier("embedded").orders._orders._counter.book.reading() as pages:
        rows = pages.rows("SELECT travellers FROM orders WHERE status IN ('held', 'confirmed')")
    return [{person["date_of_birth"] for person in json.loads(row[0])} for row in rows]


async def test_nothing_is_held_before_everybody_has_a_birth_date(booking: Any, wish: str) -> None:
    """Paying for a hold carries nobody: a ticket's birth dates are asked for before the hold, not after it."""
    await booking.say(wish)
    await booking.say("the cheapest, hold it")
    asked = await booking.say("Ann Smith and Bob Smith, ann@example.org")
    assert "date of birth" in asked[-1]
    assert (await booking.trip()).working_memory.holds == ()
    await booking.say("Ann Smith 4 March 1985 and Bob Smith 1983-07-09")
    assert await booking.waits()
    assert births(booking) == [{"1985-03-04", "1983-07-09"}] * 3


async def test_a_birth_date_corrected_after_the_hold_is_on_the_ticket(booking: Any, people: str) -> None:
    """The card that waited is void; the new one is for holds with the right date, and buys these."""
    first = await booking.to_approval()
    await booking.say(people.replace("4 March", "5 March"))
    second = await booking.card()
    assert second["approval_id"] != first["approval_id"]
    await booking.approve()
    assert len(await booking.bookings()) == 3
    assert births(booking) == [{"1985-03-05", "1983-07-09"}] * 3
