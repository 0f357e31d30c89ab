"""A whole booking over the LangGraph server, and what must not be bought there."""

import json
from contextlib import suppress
from typing import Any

import pytest
from tests.acts import buy


def confirmed(result: dict[str, Any]) -> list[str]:
    """Return the locators of a trip's bookings."""
    bookings = result["trip_intent"]["working_memory"]["bookings"]
    return sorted(b["locator"] for b in bookings if b["status"] == "confirmed")


def last(result: dict[str, Any]) -> str:
    return str(result["messages"][-1]["content"])


async def test_a_booking_is_made_and_bought_once(talk: Any, ledger: Any) -> None:
    """Interrupt, approval, resume; the history shows the wait; a fork of it and a replay buy nothing again."""
    await talk.to_approval()
    assert await talk.status() == "interrupted"
    yes = await talk.yes()
    done = await talk.answer(yes)
    bought = confirmed(done)
    assert len(bought) == 3
    assert await talk.status() == "idle"
    history = await talk.client.threads.get_history(talk.thread, limit=500)
    waits = [s for s in history if s["next"] == ["approve"]]
    assert waits
    wait = waits[0]["checkpoint"]["checkpoint_id"]
    assert confirmed(await talk.answer(yes, checkpoint_id=wait)) == bought
    await talk.run(input=None, checkpoint_id=wait)
    trip_id = done["trip_intent"]["trip_id"]
    assert sorted(ledger("SELECT locator FROM bookings WHERE trip_id = ?", trip_id)) == bought
    assert ledger("SELECT state FROM purchases WHERE trip_id = ?", trip_id) == ["PURCHASED"]


@pytest.mark.parametrize(
    "answer",
    [
        {"0123456789abcdef0123456789abcdef": {"decisions": [{"type": "approve"}]}},
        {"decisions": [{"type": "approve", "args": {"approval_id": "apr_of_yesterday"}}]},
    ],
    ids=["another interrupt", "another approval"],
)
async def test_a_stale_answer_buys_nothing(talk: Any, answer: dict[str, Any]) -> None:
    """An answer to another interrupt or another approval leaves the ledger as it was, and the approval can be given still."""
    await talk.to_approval()
    await talk.answer(answer)
    if await talk.status() != "interrupted":
        await talk.do(buy())
    assert await talk.status() == "interrupted"
    assert confirmed({"trip_intent": (await talk.state())["values"]["trip_intent"]}) == []
    assert len(confirmed(await talk.answer(await talk.yes()))) == 3


async def test_text_instead_of_an_answer_raises_the_same_approval_again(talk: Any) -> None:
    """The server abandons the interrupted run; the graph finds the waiting approval again and asks for it anew."""
    await talk.to_approval()
    before = (await talk.card())["approval_id"]
    said = await talk.say("hello")
    assert last(said)
    if await talk.status() != "interrupted":
        await talk.do(buy())
    assert (await talk.card())["approval_id"] == before
    assert len(confirmed(await talk.answer(await talk.yes()))) == 3


async def test_clients_cannot_jump_to_the_purchase(talk: Any, ledger: Any) -> None:
    """Neither a goto, nor an edit of the state as if approved, buys anything."""
    await talk.to_approval()
    forged = {"turn": {"answer": {"approval_id": (await talk.card())["approval_id"], "decision": "approve"}}}
    for entry in ({"command": {"goto": "purchase"}}, {"command": {"update": forged, "goto": "purchase"}}):
        with suppress(Exception):  # a refusal of any kind is fine, a purchase is not
            await talk.run(**entry)
    trip_id = (await talk.state())["values"]["trip_intent"]["trip_id"]
    assert ledger("SELECT state FROM purchases WHERE trip_id = ?", trip_id) == []


async def test_nothing_blocks_the_servers_loop(talk: Any, server: Any) -> None:
    """A whole booking makes no blocking call on the event loop, which the server would refuse."""
    await talk.to_approval()
    await talk.answer(json.dumps(await talk.yes()))
    assert "BlockingError" not in server.log.read_text(errors="replace")
