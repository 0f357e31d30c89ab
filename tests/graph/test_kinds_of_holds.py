"""What a supplier holds, and how, reaches the traveller and the card; so does a sum that nobody can convert."""

from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from tests.acts import ANN, BOB, cheapest, hold, people, plan

from tripintent.app.compose import compose
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.state.money import Money
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


@pytest.mark.parametrize("kind", ["none", "soft"])
async def test_the_hold_kind_of_the_settings_reaches_the_card(
    booking: Any, stack: Any, tmp_path: Path, kind: str
) -> None:
    """The desk holds as the supplier declares, the words say so, and the card is bought all the same."""
    now = booking.clock.now()
    settings = Settings(data_dir=tmp_path / "other", language="offline", now=now, supplier_hotel_hold=kind)
    composed = compose(settings, storage_of(settings))
    stack.callback(composed.close)
    saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(str(tmp_path / "other.db")))
    house = type(booking)(build_booking_graph(composed.ports, checkpointer=saver), composed.ports, composed.ports.clock)
    await house.to_approval()
    holds = (await house.trip()).working_memory.holds
    assert {hold.item_type: hold.kind for hold in holds} == {"flight": "hard", "hotel": kind}
    await house.approve()
    assert len(await house.bookings()) == 3


async def test_a_hold_in_a_currency_without_a_rate_is_said_and_not_asked_about(
    booking: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn ends in words, nothing is bought, and the next turn goes on."""
    place = EmbeddedOrders.hold

    async def strange(self: EmbeddedOrders, request: Any) -> Any:
        return (await place(self, request)).model_copy(update={"total": Money(amount=100, currency="XTS")})

    monkeypatch.setattr(EmbeddedOrders, "hold", strange)
    await booking.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2))
    await booking.do(cheapest, hold())
    said = await booking.do(people(ANN, BOB))
    assert any("no exchange rate for 'XTS'" in text for text in said)
    assert not await booking.waits()
    assert await booking.event(type="USER_WANTS_OPTIONS")
