"""What comes in is stored as it comes, so it is made safe before: tokens, card numbers, ids of conversations."""

import hashlib
from pathlib import Path
from uuid import uuid4

import pytest
from tests.stored import bytes_in

from tripintent.app.errors import SessionError
from tripintent.state.wishes import PolicyRules

CARD = "4111 1111 1111 1111"


async def test_a_stored_hash_is_no_token(session, to_approval):
    """Who reads a token's hash in the ledger, its backup or a checkpoint buys nothing with it; the token buys."""
    await session.ports.policies.set("", PolicyRules(approval_token_required=True))
    waiting = await to_approval(session, "t")
    token = await session.ports.desk.new_token(waiting.interrupt.args["approval_id"], "boss")
    event = {
        "type": "USER_APPROVED_PURCHASE",
        "payment_method_id": waiting.interrupt.args["payment_method_id"],
        "confirmations": [c["id"] for c in waiting.interrupt.args["confirmations"]],
    }
    await session.event("t", {**event, "approval_token": hashlib.sha256(token.encode()).hexdigest()})
    assert not (await session.trip("t")).working_memory.bookings
    await session.event("t", {**event, "approval_token": token})
    assert (await session.trip("t")).working_memory.bookings


async def test_no_part_of_an_event_holds_a_card_number(session, settings):
    """Numbers and names of fields are masked as texts are."""
    await session.event("t", {"type": "INTENT_READY", "trip_intent": {"pan": 4111111111111111, CARD: {"x": [CARD]}}})
    stored = bytes_in(Path(settings.db).parent.glob("trips*"))
    assert not [n for n in (CARD.encode(), b"4111111111111111", (4111111111111111).to_bytes(8)) if n in stored]
    assert b"[card ending 1111]" in stored


async def test_a_thread_id_is_no_card_number(session):
    """It would be stored as it is; a UUID, a hash or a number of somebody's is taken."""
    with pytest.raises(SessionError) as refused:
        await session.say(f"trip {CARD}", "hello")
    assert refused.value.code == "bad_thread_id"
    for thread in (str(uuid4()), "9f" * 32, "1329811234567890123"):
        assert (await session.say(thread, "hello")).messages
