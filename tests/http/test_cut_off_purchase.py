"""A server that was killed in a purchase: the page shows no card of a trip that is bought, and the receipt comes by itself."""

import asyncio
from typing import Any

import pytest
from tests.acts import agreed


async def unheard(client: Any, decision: str = "approve") -> tuple[str, dict[str, Any]]:
    """The ledger knows what was decided, the conversation still asks: what a kill between the two leaves."""
    thread, pending = await client.waiting()
    desk = client.app.state.web.session.ports.desk
    row = await desk.approval(pending["approval_id"])
    if decision == "reject":
        await desk.reject(row.trip_id, row.approval_id, "traveller", "no")
        return thread, pending
    assert (await desk.purchase(row.trip_id, await desk.seal(agreed(row)))).kind == "bought"
    return thread, pending


async def settled(client: Any, thread: str) -> dict[str, Any]:
    """Read the thread as the page does, time and again, until nothing is worked on."""
    for _ in range(100):
        view = await client.view(thread)
        assert view["pending"] is None  # never, not even once
        if not view["working"] and not view["cut_off"]:
            return view
        await asyncio.sleep(0.1)
    pytest.fail("the receipt never came")


async def test_the_receipt_comes_by_itself(client: Any) -> None:
    """Looking is enough; once it is told, it is told once."""
    thread, _ = await unheard(client)
    view = await settled(client, thread)
    assert view["messages"][-1]["kind"] == "bought"
    assert [one["status"] for one in view["trip"]["bookings"]] == ["confirmed"] * 3
    await client.say(thread, "hello")
    kinds = [one["kind"] for one in (await client.view(thread))["messages"]]
    assert kinds.count("bought") == 1


async def test_buy_on_a_page_that_was_left_open_answers_with_the_receipt(client: Any) -> None:
    """It was 409 for ever; the second time there is nothing left to hear."""
    thread, pending = await unheard(client)
    fields = {"confirmations": client.confirmations(pending)}
    done = await client.decide(pending["approval_id"], "approve", **fields)
    assert (done.status_code, done.json()["messages"][-1]["kind"]) == (200, "bought")
    assert (await client.decide(pending["approval_id"], "approve", **fields)).status_code == 409
    assert len((await settled(client, thread))["trip"]["bookings"]) == 3


async def test_no_on_a_page_that_was_left_open_is_told_that_it_is_too_late(client: Any) -> None:
    """The booking stays, and the conversation has its receipt."""
    thread, pending = await unheard(client)
    late = await client.decide(pending["approval_id"], "reject")
    assert (late.status_code, late.json()["title"]) == (409, "approval_consumed")
    view = await settled(client, thread)
    assert (view["messages"][-1]["kind"], len(view["trip"]["bookings"])) == ("bought", 3)


async def test_going_on_tells_the_receipt(client: Any) -> None:
    """For clients that go on by themselves."""
    thread, _ = await unheard(client)
    done = await client.http.post(f"/api/threads/{thread}/continue")
    assert (done.status_code, done.json()["messages"][-1]["kind"], done.json()["pending"]) == (200, "bought", None)
    assert (await client.http.post(f"/api/threads/{thread}/continue")).status_code == 409


async def test_a_no_that_was_cut_off_is_told_and_holds_nothing(client: Any) -> None:
    """The holds are back, and nothing is held or asked anew."""
    thread, pending = await unheard(client, "reject")
    view = await settled(client, thread)
    assert view["messages"][-1]["kind"] == "declined"
    assert [one["status"] for one in view["trip"]["holds"] if one["status"] == "held"] == []
    assert (await client.decide(pending["approval_id"], "approve")).status_code == 409


async def test_a_card_that_waits_cannot_be_gone_on_with(client: Any) -> None:
    """Its question is open: looking and going on change nothing."""
    thread, pending = await client.waiting()
    assert (await client.http.post(f"/api/threads/{thread}/continue")).status_code == 409
    assert (await client.view(thread))["pending"] == pending
