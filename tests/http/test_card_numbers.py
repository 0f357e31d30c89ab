"""A card number that a client sends over REST, wherever it puts it, gets into no file."""

from pathlib import Path
from typing import Any

import pytest

CARD = "4111 1111 1111 1111"


def files(folder: Path) -> bytes:
    return b"".join(p.read_bytes() for p in folder.rglob("*") if p.is_file())


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"decision": "approve", "confirmations": [CARD, "all"]}, 200),
        ({"decision": "approve", "payment_method_id": CARD}, 400),
        ({"decision": "approve", "approval_token": "t", "payment_method_id": CARD, "confirmations": [CARD]}, 200),
        ({"decision": "reject", "reason": f"take {CARD}"}, 200),
    ],
    ids=["confirmations", "payment method", "by token", "reason"],
)
async def test_no_decision_stores_a_card_number(
    client: Any, tmp_path: Path, answer: dict[str, Any], status: int
) -> None:
    """Neither what is confirmed, nor a means of payment, nor a reason; what is refused is not told again either."""
    _, pending = await client.waiting()
    said = await client.http.post(f"/api/approvals/{pending['approval_id']}/decision", json=answer)
    assert said.status_code == status
    assert CARD not in said.text
    assert CARD.encode() not in files(tmp_path)


async def test_no_event_stores_a_card_number(client: Any, tmp_path: Path) -> None:
    """A document from elsewhere may hold it as a text, a number or a name."""
    thread = await client.begin()
    document = {"pan": 4111111111111111, CARD: 1, "notes": [{"deep": f"card {CARD}"}]}
    await client.event(thread, "INTENT_READY", trip_intent=document)
    trip = (await client.http.get(f"/api/threads/{thread}/trip")).text
    stored = files(tmp_path)
    assert "[card ending 1111]" in trip
    for number in (CARD, "4111111111111111"):
        assert number not in trip
        assert number.encode() not in stored
    assert (4111111111111111).to_bytes(8) not in stored
