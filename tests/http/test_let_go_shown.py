"""What was let go is held nowhere any more, whatever door it went by; what a change replaces is told to whoever decides."""

from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.acts import ANNA, called, choose, documents, hold, people, plan, release

from tripintent.app.http.localized import Localized
from tripintent.tools.suppliers.embedded import terms

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
    assert await statuses(client, thread) == ["TENTATIVE"] * 4  # dinner, and what is still chosen
    page = await client.http.get(f"/api/threads/{thread}/exports/itinerary.html")
    assert "Utopia" not in page.text


async def test_the_queue_and_the_link_tell_what_is_replaced(client, monkeypatch):
    """Each booking that is replaced with what its cancellation costs and brings back, and what the change comes to in all."""
    monkeypatch.setattr(terms, "fee_now", lambda total, *_: total.model_copy(update={"amount": Decimal(10)}))
    _, pending = await client.rebooking()
    args = pending["card"]["action_requests"][0]["args"]
    [line] = (await client.http.get("/api/approvals", headers={"accept-language": "de"})).json()
    one = (await client.http.get(f"/api/approvals/{pending['approval_id']}", headers={"accept-language": "de"})).json()
    page = await client.http.get(urlsplit(line["link"]).path, headers={"accept-language": "de"})
    assert line["change"] == one["change"]
    assert len(args["replaces"]) == len(line["change"]["replaces"]) == 1
    back, total = args["refund"], args["total"]
    assert back["currency"] == total["currency"] == line["change"]["difference"]["currency"]
    assert Decimal(line["change"]["difference"]["amount"]) == Decimal(total["amount"]) - Decimal(back["amount"])
    german = Localized("de")
    for shown, told in zip(line["change"]["replaces"], args["replaces"], strict=True):
        asked = {name: told[name] for name in ("paid", "fee", "refund", "refund_to", "problem")}
        assert {**asked, "title": shown["title"]} == shown
        assert shown["title"].startswith("Flug Lissabon – München")
        assert shown["title"] in page.text
        assert f"{german.money(told['refund'])} kommen zurück" in page.text
    assert "<b>Ersetzt</b>" in page.text
    assert "<b>Die Änderung insgesamt</b>" in page.text
    in_all = {**args["difference"], "amount": args["difference"]["amount"].lstrip("-")}
    assert german.money(in_all) in page.text


async def test_a_first_purchase_replaces_nothing(client):
    """Neither the queue nor the page behind the link speaks of a change where there is none."""
    await client.waiting()
    [line] = (await client.http.get("/api/approvals")).json()
    page = await client.http.get(urlsplit(line["link"]).path)
    assert line["change"] is None
    assert "Replaces" not in page.text
