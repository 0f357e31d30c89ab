"""What was planned and not sent when another leg fails: it is closed, however it would have been bought."""

from collections.abc import Callable
from typing import Any

import pytest

from tripintent.tools.errors import CommitRejected
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.schema import operations as table

Make = Callable[..., Any]


@pytest.mark.parametrize(("hold", "action"), [("hard", "pay"), ("none", "book")])
async def test_a_planned_leg_is_skipped_when_another_fails(
    make_counter: Make, offer: Make, hold: str, action: str
) -> None:
    """Nothing of a closed purchase stays PLANNED, whether it would have been paid or booked."""
    counter = make_counter(hold=hold)
    await counter.hold(offer("a"), offer("b"))
    counter.orders.before[action] = [CommitRejected("no", code="payment_declined")]
    outcome = await counter.buy()
    legs = counter.ledger.read_now(lambda tx: list(tx.execute(table.select().where(table.c.action == action))))
    found = [OperationRow.model_validate(dict(row._mapping)) for row in legs]
    assert outcome.state == "REJECTED"
    assert sorted((op.state, op.code) for op in found) == [("REJECTED", "payment_declined"), ("REJECTED", "skipped")]
    assert counter.orders.count(action) == 1
