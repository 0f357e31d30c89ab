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
