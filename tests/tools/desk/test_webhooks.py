"""Webhooks: each event once, in any order, and none forgotten by a crash."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from tripintent.tools.desk import webhooks
from tripintent.tools.desk.webhooks import SupplierEvent
from tripintent.tools.errors import StoreError, Unknown
from tripintent.tools.ledger import operations
from tripintent.tools.ports.desk import ApprovalRequest, IssuedApproval

Make = Callable[..., Any]
CARD = "4111 1111 1111 1111"


@pytest.fixture
async def doubtful(make_counter: Make) -> Any:
    """A desk with a hold whose reply was lost and whose order cannot be seen."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"], counter.orders.hidden = [Unknown("no reply", code="timeout")], True
    await counter.hold()
    return counter


def event_of(counter: Any, event_id: str = "e1", **facts: Any) -> SupplierEvent:
    ((_, client_ref),) = counter.orders.calls
    return SupplierEvent(supplier="scripted", event_id=event_id, type="order.created", client_ref=client_ref, **facts)


def files(folder: Path) -> bytes:
    return b"".join(p.read_bytes() for p in folder.rglob("*") if p.is_file())


async def test_an_event_that_a_crash_left_unread_is_read_by_the_next_start(doubtful: Any, monkeypatch: Any) -> None:
    """It was kept before it was looked into: reconciling looks into it."""
    handle = webhooks.look_into

    async def crash(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(webhooks, "look_into", crash)
    with pytest.raises(RuntimeError):
        await doubtful.receive(event_of(doubtful))
    monkeypatch.setattr(webhooks, "look_into", handle)
    assert not await doubtful.receive(event_of(doubtful))
    doubtful.orders.hidden = False
    await doubtful.desk.reconcile()
    assert [h.status for h in (await doubtful.desk.ledger_status("t")).holds] == ["held"]
    types = [event.type for event in await doubtful.desk.audit()]
    assert types.count("webhook.handled") == 1


async def test_many_deliveries_of_many_events_are_one_each(doubtful: Any) -> None:
    """At least once and in any order is what suppliers promise: each counts once, the books decide."""
    doubtful.orders.hidden = False
    events = [event_of(doubtful, f"e{n % 3}", body={"n": n}) for n in range(9)]
    assert sorted([await doubtful.receive(one) for one in events]) == [False] * 6 + [True] * 3
    assert len(doubtful.orders.book) == 1
    assert isinstance(await doubtful.desk.request_approval(ApprovalRequest(trip_id="t")), IssuedApproval)


async def test_the_same_id_of_two_suppliers_is_two_events(doubtful: Any) -> None:
    """Ids are unique within a supplier only."""
    other = SupplierEvent(supplier="other", event_id="e1", type="order.created")
    assert await doubtful.receive(event_of(doubtful))
    assert await doubtful.receive(other)


async def test_the_inbox_keeps_no_card_number(doubtful: Any, tmp_path: Path) -> None:
    """Whatever string, key or number of the body holds one; the ids, by which the books are asked, stay."""
    body = {"card": CARD, "pan": 4111111111111111, CARD: [{"note": f"paid with {CARD}"}]}
    event = SupplierEvent(supplier="scripted", event_id="e1", type=f"paid {CARD}", order_id="9f" * 32, body=body)
    assert await doubtful.receive(event)
    stored = files(tmp_path)
    assert CARD.encode() not in stored
    assert b"4111111111111111" not in stored
    assert b"9f" * 32 in stored


async def test_an_event_that_cannot_be_worked_stops_no_other(doubtful: Any) -> None:
    """What it is about was changed in the ledger's file: it is noted, and everything else is recovered."""
    (op,) = doubtful.ledger.read_now(operations.all_open)
    doubtful.ledger.write_now(lambda tx: tx.execute(text("UPDATE operations SET body = '{}'")))
    doubtful.desk._ctx.suppliers["scripted"].orders.capabilities.__dict__["create"] = "keyed"
    with pytest.raises(StoreError):
        await doubtful.receive(event_of(doubtful))
    notes = (await doubtful.desk.reconcile()).notes
    assert notes == (f"operation {op.op_id} was changed after it was planned: it is not sent",) * 2
