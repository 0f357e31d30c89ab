"""What was let go is held nowhere any more: not in the itinerary, not in the budget, by whichever door it went."""

from typing import Any

import pytest
from tests.acts import ANNA, called, choose, documents, hold, people, plan, release

BUDGET = {"trip": {"amount": 2000, "currency": "EUR"}}
WISH = plan("Munich", "Lisbon", "2027-03-04", "2027-03-08", budget=BUDGET)
PLACE = {"name": "Ramiro", "city": "Lisbon"}
DINNER = called("add_activity", name="Dinner at Ramiro", location=PLACE, startTime="2027-03-05T20:00")


async def held(client: Any) -> tuple[str, dict[str, Any]]:
    """A trip that is held, with a budget that counts it."""
    thread = await client.begin()
    done = await client.do(thread, WISH, documents("budget"), choose(1), hold(), people(ANNA))
    return thread, done.json()["pending"]


async def statuses(client: Any, thread: str) -> list[str]:
    segments = (await client.http.get(f"/api/threads/{thread}/itinerary")).json()["segments"]
    return [one["status"] for one in segments]


async def bases(client: Any, thread: str) -> set[str]:
    return {one["basis"] for one in (await client.view(thread))["documents"]["budget"]["categories"]}


async def let_go(client: Any, thread: str, pending: dict[str, Any], by: str) -> None:
    if by == "call":
        await client.do(thread, release())
    elif by == "button":
        await client.event(thread, "USER_RELEASES_HOLD")
    else:
        await client.decide(pending["approval_id"], "reject")


@pytest.mark.parametrize("by", ["call", "button", "no"])
async def test_the_budget_counts_no_hold_that_was_let_go(client: Any, by: str) -> None:
    """It follows at once, whatever the holds went by."""
    thread, pending = await held(client)
    assert "held" in await bases(client, thread)
    await let_go(client, thread, pending, by)
    assert "held" not in await bases(client, thread)


@pytest.mark.parametrize("by", ["call", "button", "no"])
async def test_the_itinerary_shows_no_hold_that_was_let_go(client: Any, by: str) -> None:
    """The stored plan was written while it was held; who reads it gets what is held now, and so does its checker and its page."""
    thread, pending = await client.waiting()
    await client.do(thread, DINNER)
    assert (await statuses(client, thread)).count("HELD") == 3
    await let_go(client, thread, pending, by)
    assert await statuses(client, thread) == ["TENTATIVE"]
    page = await client.http.get(f"/api/threads/{thread}/exports/itinerary.html")
    assert "Utopia" not in page.text
