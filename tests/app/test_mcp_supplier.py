"""A whole trip at an MCP server over HTTP, through the chat: requests of the traveller, one card, the orders, and a cancellation."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from tests.acts import ANN_IN_FULL, agree, cancel, do, plan, to_approval
from tests.emulators.acme import Acme
from tests.emulators.serving import running

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

ROOT = Path(__file__).parents[2]
NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
ASKED = [{"kind": "window seat"}, {"kind": "vegetarian meal"}, {"kind": "quiet room", "to": "hotel"}]
WISH = plan("JFK", "SFO", "2027-03-11", "2027-03-14", requests=ASKED)


@pytest.fixture
def acme(tmp_path):
    """A server of our own on loopback, and the example's mapping with its address."""
    made = Acme(lambda: NOW)
    mapping = yaml.safe_load((ROOT / "examples/suppliers/acme.yaml").read_text())
    with running(made.server.streamable_http_app(), lifespan="on") as url:
        mapping["server"]["url"] = f"{url}/mcp"
        made.file = tmp_path / "acme.yaml"
        made.file.write_text(yaml.safe_dump(mapping))
        yield made


async def test_a_trip_with_requests_is_bought_and_cancelled_at_an_mcp_server(tmp_path, acme):
    """What the mapping takes is sent with the order, the rest is the traveller's to tell; a lost answer makes no second order."""
    settings = Settings(
        db=tmp_path / "t.db", language="offline", now=NOW, suppliers="mcp", mcp_suppliers=str(acme.file), _env_file=None
    )
    async with open_session(settings) as session:
        waiting = (await do(session, "t", *to_approval(WISH, ANN_IN_FULL))).interrupt
        states = {r["kind"]: r["state"] for line in waiting.args["cart"] for r in line["requests"]}
        assert states == {"window seat": "yourself", "vegetarian meal": "sent", "quiet room": "sent"}
        acme.loses.append("order")
        done = await agree(session, "t")
        booked = [(b.supplier, b.status) for b in done.trip.working_memory.bookings]
        assert booked == [("acme", "confirmed")] * 3
        assert len(acme.orders) == 3
        sent = sorted(order["wishes"] for order in acme.orders.values())
        assert sent == ["quiet room", "vegetarian meal", "vegetarian meal"]
        said = await do(session, "t", cancel())
        assert said.interrupt is not None
        done = await agree(session, "t")
        assert {b.status for b in done.trip.working_memory.bookings} == {"cancelled"}
    assert {order["state"] for order in acme.orders.values()} == {"undone"}
