"""What was let go is held nowhere any more: not in the itinerary, not in the budget, by whichever door it went."""

from typing import Any

import pytest

WISH = "Flights from Munich to Lisbon on 4 March 2027, back on 8 March 2027, one adult, hotel, budget 2000 euros"
PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"


async def held(client: Any) -> tuple[str, dict[str, Any]]:
    """A trip that is held, with a budget that counts it."""
    thread = await client.begin()
    for text in (WISH, "make a budget", "the first one, hold it", PEOPLE):
        pending = (await client.say(thread, text)).json()["pending"]
    return thread, pending


async def statuses(client: Any, thread: str) -> list[str]:
    segments = (await client.http.get(f"/api/threads/{thread}/itinerary")).json()["segments"]
    return [one["status"] for one in segments]


async def bases(client: Any, thread: str) -> set[str]:
    return {one["basis"] for one in (await client.view(thread))["documents"]["budget"]["categories"]}


async def let_go(client: Any, thread: str, pending: dict[str, Any], by: str) -> None:
    if by == "words":
        await client.say(thread, "let the hold go")
    elif by == "button":
        await client.event(thread, "USER_RELEASES_HOLD")
    else:
        await client.decide(pending["approval_id"], "reject")


@pytest.mark.parametrize("by", ["words", "button", "no"])
async def test_the_budget_counts_no_hold_that_was_let_go(client: Any, by: str) -> None:
    """It follows at once, whatever the holds went by."""
    thread, pending = await held(client)
    assert "held" in await bases(client, thread)
    await let_go(client, thread, pending, by)
    assert "held" not in await bases(client, thread)


@pytest.mark.parametrize("by", ["words", "button", "no"])
async def test_the_itinerary_shows_no_hold_that_was_let_go(client: Any, by: str) -> None:
    """The stored plan was written while it was held; who reads it gets what is held now, and so does its checker and its page."""
    thread, pending = await client.waiting()
    await client.say(thread, "add dinner at Ramiro on 5 March 2027 at 20:00")
    assert (await statuses(client, thread)).count("HELD") == 3
    await let_go(client, thread, pending, by)
    assert await statuses(client, thread) == ["TENTATIVE"]
    page = await client.http.get(f"/api/threads/{thread}/exports/itinerary.html")
    assert "Utopia" not in page.text
