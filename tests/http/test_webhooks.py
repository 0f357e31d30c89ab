"""Suppliers' webhooks over HTTP: signed by the supplier, each once, in any order, and never the truth itself."""

import json
from datetime import timedelta
from typing import Any

import pytest

from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders
from tripintent.tools.suppliers.signed_webhooks import signature

SECRET = "whsec"
PATH = "/api/webhooks/embedded"


@pytest.fixture
async def server(running: Any) -> Any:
    async with running(session={"supplier_webhook_secret": SECRET}) as client:
        yield client


def report(event_id: str = "wev_1", op_id: str = "", order_id: str = "ord_1", **more: Any) -> bytes:
    about = {"id": order_id, "metadata": {"op_id": op_id} if op_id else {}}
    return json.dumps({"id": event_id, "type": "order.created", "data": {"object": about}, **more}).encode()


def signed(client: Any, body: bytes, *, ago: timedelta = timedelta(0), secret: str = SECRET) -> dict[str, str]:
    now = client.app.state.web.session.ports.clock.now()
    return {"X-Tripintent-Signature": signature(secret.encode(), body, now - ago)}


async def test_an_event_is_taken_once_however_often_it_comes(server: Any) -> None:
    """A replay within the tolerance does nothing, and says so."""
    body = report()
    first = await server.http.post(PATH, content=body, headers=signed(server, body))
    again = await server.http.post(PATH, content=body, headers=signed(server, body))
    assert (first.status_code, first.json(), again.json()) == (200, {"again": False}, {"again": True})


@pytest.mark.parametrize("wrong", ["another secret", "another body", "too old", "from the future", "none", "nonsense"])
async def test_what_the_supplier_did_not_sign_is_refused_and_not_kept(server: Any, wrong: str) -> None:
    """And the same event, rightly signed afterwards, is the first of its kind."""
    body = report("wev_2")
    headers = {
        "another secret": signed(server, body, secret="guess"),
        "another body": signed(server, report("wev_3")),
        "too old": signed(server, body, ago=timedelta(minutes=6)),
        "from the future": signed(server, body, ago=timedelta(minutes=-6)),
        "none": {},
        "nonsense": {"X-Tripintent-Signature": b"t=1,v1=\xe9,v1"},
    }[wrong]
    refused = await server.http.post(PATH, content=body, headers=headers)
    assert (refused.status_code, refused.json()["title"]) == (401, "not_signed")
    right = await server.http.post(PATH, content=body, headers=signed(server, body))
    assert right.json() == {"again": False}


async def test_a_supplier_that_reports_nothing_here_is_unknown(server: Any, running: Any) -> None:
    """So is one without a secret: nothing unsigned is ever taken."""
    assert (await server.http.post("/api/webhooks/nobody", content=report())).status_code == 404
    async with running() as silent:
        assert (await silent.http.post(PATH, content=report())).status_code == 404


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"id": "", "type": "x", "data": {"object": {}}}', b"\xff"])
async def test_what_is_signed_and_no_event_is_refused_in_words(server: Any, body: bytes) -> None:
    """The supplier hears that it need not send it again as it is."""
    refused = await server.http.post(PATH, content=body, headers=signed(server, body))
    assert (refused.status_code, refused.json()["title"]) == (422, "no_event")


async def test_a_report_is_a_reason_to_look_and_not_the_truth(server: Any) -> None:
    """A report of a cancelled order, out of order or made up, changes nothing that the supplier's books do not say."""
    _, pending = await server.waiting()
    desk = server.app.state.web.session.ports.desk
    approval = await desk.approval(pending["card"]["action_requests"][0]["args"]["approval_id"])
    before = await desk.ledger_status(approval.trip_id)
    held = next(hold for hold in before.holds if hold.order_id)
    for number, kind in enumerate(("order_cancellation.confirmed", "payment.created", "order.created")):
        body = report(f"wev_{number}", order_id=held.order_id, kind=kind)
        assert (await server.http.post(PATH, content=body, headers=signed(server, body))).status_code == 200
    assert await desk.ledger_status(approval.trip_id) == before
    assert await desk.verify_audit() is None


async def test_a_report_that_cannot_be_looked_into_now_is_kept(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The supplier hears that it was taken; a recovery looks into it."""
    desk = server.app.state.web.session.ports.desk

    async def broken(*_: Any) -> Any:
        raise AssertionError("nobody looks before the reply")

    monkeypatch.setattr(EmbeddedOrders, "find", broken)
    body = report("wev_9", op_id="op_unknown")
    assert (await server.http.post(PATH, content=body, headers=signed(server, body))).status_code == 200
    await desk.reconcile()
    assert "alert.webhook_unmatched" in {event.type for event in await desk.audit("")}
