"""A card number reaches no checkpoint, no trip, no model and no log, and the traveller is told."""

import sqlite3
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from tripintent.app.checkpoints import serializer
from tripintent.app.guard import MaskingSerializer, masked
from tripintent.graph.booking.wiring import build_booking_graph

CARD = "4111 1111 1111 1111"
WORDS = f"pay with {CARD}, Boston to Lisbon June 14 to June 21, two adults"


def ledger(folder: Path) -> bytes:
    return b"".join(p.read_bytes() for p in folder.glob("*ledger*"))


async def test_intake_masks_before_anything_else_sees_the_words(booking):
    """Even on the bare graph the trip, the words and the reader get the masked text."""
    said = await booking.say(WORDS)
    state = await booking.state()
    assert "card" in " ".join(said).casefold()
    kept = (
        state.values["messages"][0].content,
        state.values["trip_intent"].model_dump_json(),
        state.values["turn"].model_dump_json(),
    )
    assert not any("41111111" in text.replace(" ", "") for text in kept)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "USER_REJECTS", "reason": f"take {CARD}"},
        {"type": "INTENT_READY", "trip_intent": {"pan": 4111111111111111, CARD: {"notes": [CARD]}}},
        {"type": "USER_SELECTED_BUNDLE", "bundle_id": CARD},
        {"type": "TOOL_CALL", "name": "update_trip", "arguments": {"wishes": {"add": [f"pay with {CARD}"]}}},
    ],
    ids=lambda event: event["type"],
)
async def test_no_event_brings_one_further_than_itself(booking, tmp_path: Path, event):
    """Of a typed event on the bare graph no string, key or number gets into the ledger, the trip or the turn."""
    await booking.to_approval()
    await booking.event(**event)
    values = (await booking.state()).values
    kept = values["trip_intent"].model_dump_json() + values["turn"].model_dump_json()
    stored = ledger(tmp_path)
    assert stored
    for number in (CARD, CARD.replace(" ", "")):
        assert number not in kept + str(values["messages"])
        assert number.encode() not in stored


@pytest.mark.parametrize(
    "answer",
    [
        {"decisions": [{"type": "reject", "message": f"take {CARD}"}]},
        {"type": "approve", "args": {"confirmations": [CARD], "payment_method_id": CARD, "by": CARD}},
        f"take {CARD}",
    ],
    ids=["reason", "fields", "words"],
)
async def test_no_answer_brings_one_further_than_itself(booking, tmp_path: Path, answer):
    """Of an answer to the interrupt of the bare graph no string gets into the ledger, the messages or the turn."""
    await booking.to_approval()
    await booking.answer(answer)
    values = (await booking.state()).values
    kept = f"{values['messages']}{values['turn']}{values.get('event')}"
    assert CARD not in kept
    assert CARD.encode() not in ledger(tmp_path)


async def test_with_the_guard_no_file_of_a_host_holds_the_number(booking, tmp_path: Path):
    """The host's own checkpointer, given the masking serializer, never stores it; without it the input is stored as it came."""
    for guarded in (True, False):
        path = tmp_path / f"host-{guarded}.db"
        async with aiosqlite.connect(path) as connection:
            serde = MaskingSerializer(serializer()) if guarded else serializer()
            graph = build_booking_graph(booking.ports, checkpointer=AsyncSqliteSaver(connection, serde=serde))
            await graph.ainvoke({"messages": [HumanMessage(WORDS)]}, {"configurable": {"thread_id": "host"}})
        with closing(sqlite3.connect(path)) as database:
            rows = [*database.execute("SELECT * FROM checkpoints"), *database.execute("SELECT * FROM writes")]
        assert (CARD in str(rows)) is not guarded


def test_the_guard_masks_numbers_and_keys_too() -> None:
    """A typed event may carry it as a number or as a name; what is no card number stays what it is."""
    number = int(CARD.replace(" ", ""))
    kept = masked({"pan": number, CARD: [number], "at": 1767225600000, "n": 3, "sure": True})
    ending = "[card ending 1111]"
    assert kept == {"pan": ending, ending: [ending], "at": 1767225600000, "n": 3, "sure": True}
