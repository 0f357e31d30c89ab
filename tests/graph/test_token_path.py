"""Approval by token: the same rules and the same result as an answer to the interrupt."""

import hashlib


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


async def test_a_token_buys_what_an_answer_without_one_does_not(booking):
    """The traveller's own yes is refused; the approver's token buys, once."""
    strict = booking.ruled(approval_token_required=True, approver="boss")
    card = await strict.to_approval()
    assert card["token_required"]
    await strict.approve()
    assert await strict.bookings() == []
    first = await strict.ports.desk.new_token(card["approval_id"], "boss")
    token = await strict.ports.desk.new_token(card["approval_id"], "boss")
    confirmed = [c["id"] for c in card["confirmations"]]
    event = {
        "type": "USER_APPROVED_PURCHASE",
        "payment_method_id": card["payment_method_id"],
        "confirmations": confirmed,
    }
    await strict.event(**event, approval_token=hashed(first))
    assert await strict.bookings() == []
    said = await strict.event(**event, approval_token=hashed(token))
    assert len(await strict.bookings()) == 3
    assert "Booked" in said[-1]
    again = await strict.event(**event, approval_token=hashed(token))
    assert len(await strict.bookings()) == 3
    assert again


async def test_no_token_is_made_for_what_does_not_wait(booking):
    """An unknown or closed approval has none."""
    refused = await booking.ports.desk.new_token("apr_nope", "boss")
    assert refused.code == "unknown_approval"
    card = await booking.to_approval()
    await booking.answer({"type": "reject", "message": "no"})
    assert (await booking.ports.desk.new_token(card["approval_id"], "boss")).code == "rejected"
