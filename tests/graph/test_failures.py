"""What fails or finds nothing is said, is not asked again unchanged, and does not stop the rest."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from tests.acts import ANN, again, buy, cheapest, hold, people, plan

from tripintent.app.compose import compose
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.state.context import TripContext
from tripintent.tools.errors import CommitRejected, OfferGone
from tripintent.tools.formats import formats_of
from tripintent.tools.ports.profiles import PaymentMethod
from tripintent.tools.suppliers.embedded import terms
from tripintent.tools.suppliers.embedded.faults import Fault
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


@pytest.fixture
def faulty(tmp_path: Path, stack, booking):
    """Return a maker of the same house with a plan of faults."""

    async def make(plan: str):
        settings = Settings(
            data_dir=tmp_path / "faulty", language="offline", now=booking.clock.now(),
            supplier_faults=plan, supplier_attempts=2, supplier_patience=5,
        )  # fmt: skip
        composed = compose(settings, storage_of(settings))
        stack.callback(composed.close)
        saver = await stack.enter_async_context(AsyncSqliteSaver.from_conn_string(str(tmp_path / "faulty.db")))
        graph = build_booking_graph(composed.ports, checkpointer=saver)
        return type(booking)(graph, composed.ports, composed.ports.clock)

    return make


async def test_an_empty_search_is_said_with_what_would_help_and_the_rest_goes_on(faulty, wish):
    """No hotel found: the flights are ranked all the same, and nothing is searched again unchanged."""
    booking = await faulty('[{"on": "hotels.search", "fault": "empty", "times": null}]')
    said = " ".join(await booking.do(wish))
    assert all(words in said for words in ("found no hotel", "It may help to", "1."))
    await booking.event(type="USER_WANTS_OPTIONS")
    assert [s for s in booking.steps if s.startswith("quote_")] == []


async def test_a_currency_without_a_rate_stops_no_search(booking, wish):
    """A host's context names money that cannot be converted: the trip is priced in the traveller's own."""
    booking.context = TripContext(currency="XXQ")
    await booking.do(wish)
    trip = await booking.trip()
    assert not trip.constraints.currency
    assert trip.working_memory.ranking.bundles


async def test_a_supplier_that_times_out_is_retried_then_reported_as_retryable(faulty, wish):
    """Only the failed part is tried again, when the traveller says so."""
    booking = await faulty('[{"on": "flights.search", "fault": "timeout", "times": 4}]')
    said = " ".join(await booking.do(wish))
    trip = await booking.trip()
    assert "try again" in said
    assert "Not searched, no answer: flight" in said
    assert "Not found" not in said
    assert (trip.status.phase, trip.status.state) == ("error", "retryable")
    assert trip.status.last_tool_error.tool_name == "flight_quote_search"
    said = " ".join(await booking.do(again()))
    assert sorted(s for s in booking.steps if s.startswith("quote_")) == ["quote_flights", "quote_flights"]
    assert (await booking.trip()).status.last_tool_error is None
    assert "1." in said


async def test_what_sold_out_before_the_hold_is_searched_again(faulty, wish, people):
    """The hold fails for one part: it is said, that part is quoted anew, and nothing is bought."""
    booking = await faulty('[{"on": "hold", "fault": "sold_out", "times": 1}]')
    await booking.do(wish)
    await booking.do(cheapest, hold())
    said = " ".join(await booking.do(people))
    assert "Couldn’t be held" in said
    assert [s for s in booking.steps if s.startswith("quote_")]
    assert not await booking.waits()


async def test_a_price_that_rose_before_the_purchase_needs_another_approval(faulty, wish, people):
    """The difference is shown, the old approval is void, a new card waits and wants the new total confirmed by name."""
    booking = await faulty('[{"on": "read", "fault": "price_change", "times": 1}]')
    await booking.do(wish)
    await booking.do(cheapest, hold())
    await booking.do(people)
    old = await booking.card()
    said = " ".join(await booking.approve())
    assert await booking.bookings() == []
    assert "more:" in said
    new = await booking.card()
    assert new["approval_id"] != old["approval_id"]
    (asked,) = [c for c in new["confirmations"] if c["id"] == f"new_terms:{new['cart_hash'][:12]}"]
    assert f"the total is now {formats_of('en').money(new['total'])}" in asked["text"]
    await booking.approve()
    assert len(await booking.bookings()) == 3


async def test_a_second_yes_to_the_old_card_does_not_buy_the_dearer_trip(faulty, wish, people):
    """The client sends its answer twice: the second one lands on the new card, which it does not agree to by name."""
    booking = await faulty('[{"on": "read", "fault": "price_change", "times": 1}]')
    old = await booking.to_approval(wish)
    yes = {"decisions": [{"type": "approve", "args": {"confirmations": [c["id"] for c in old["confirmations"]]}}]}
    await booking.answer(yes)
    said = " ".join(await booking.answer(yes))
    assert await booking.bookings() == []
    assert "please confirm it first" in said
    assert any(c["id"].startswith("new_terms:") for c in (await booking.card())["confirmations"])


@pytest.mark.parametrize("wishes", [[], [buy()]], ids=["once", "again"])
async def test_no_policy_stands_in_for_a_person_about_worse_terms(faulty, wishes):
    """Where nobody is asked, a trip that became dearer waits for a person all the same, also when the wish is said again."""
    booking = await faulty('[{"on": "read", "fault": "price_change", "times": 1}]')
    free = booking.ruled(require_user_approval_to_purchase=False)
    flights = {"max_stops": 0, "refundable": True}
    trip = plan("JFK", "SFO", "2027-06-14", "2027-06-21", lodging={"needed": False}, flights=flights)
    await free.do(trip, people(ANN), cheapest, buy(), *wishes)
    assert await free.bookings() == []
    assert [c["id"].partition(":")[0] for c in (await free.card())["confirmations"]] == ["new_terms"]
    await free.approve()
    assert len(await free.bookings()) == 2


@pytest.mark.parametrize("text", ["", "   ", "\x00\x01binary\x02", "x" * 100_000])
async def test_unusable_messages_get_a_clear_sentence(booking, wish, text):
    """Empty, binary or huge: said, and the thread stays usable."""
    said = await booking.say(text)
    assert said
    assert "1." in " ".join(await booking.do(wish))


async def test_a_trip_that_is_bought_by_half_says_what_is_booked(booking, monkeypatch):
    """What stays, what undoing it would lose, and no promise that trying again helps; the rest is held, and bought on its own card."""
    pay, asked = EmbeddedOrders.pay, []

    async def once(self, *order):
        asked.append(order)
        if len(asked) == 2:
            raise CommitRejected("limit", code="payment_declined")
        return await pay(self, *order)

    monkeypatch.setattr(EmbeddedOrders, "pay", once)
    monkeypatch.setattr(terms, "fee_now", lambda total, *_: total)
    await booking.to_approval()
    said = (await booking.approve())[0]
    assert len(await booking.bookings()) == 1
    assert said.startswith("Only part of it is bought: the payment of the rest was declined: limit. At stake: $")
    assert "- Daydream Hostel Lisbon, Standard double room, sleeps 2, Jun 15 to Jun 21, 2027: booked" in said
    assert "try again" not in said
    assert (await booking.do(again()))[0] == said
    await booking.do(buy())
    await booking.approve()
    assert len(await booking.bookings()) == 3


async def test_trying_again_leads_to_the_same_card(booking: Any) -> None:
    """And never says that nothing failed; the yes to that card buys."""
    await booking.to_approval()
    orders = booking.ports.desk._ctx.supplier("embedded").orders._orders
    orders._counter.faults.add("pay", Fault.PRICE_CHANGE)
    await booking.approve()
    shown = await booking.card()
    said = await booking.do(again())
    assert not any("Nothing failed" in text for text in said)
    assert (await booking.card())["approval_id"] == shown["approval_id"]
    await booking.approve()
    assert len(await booking.bookings()) == 3


async def test_what_was_declined_is_asked_about_first_and_by_another_card(faulty, wish, monkeypatch) -> None:
    """A search that failed, too, waits: the card comes, names what was declined, and the other method on file pays."""
    booking = await faulty('[{"on": "hotels.search", "fault": "timeout", "times": 3}]')
    for one in ("pm_1", "pm_2"):
        card = PaymentMethod(payment_method_id=one, label=f"Visa {one[-1]}", default=one == "pm_1")
        await booking.ports.payment_methods.save(booking.context.traveller, card)
    await booking.to_approval(wish)
    monkeypatch.setattr(EmbeddedOrders, "pay", AsyncMock(side_effect=CommitRejected("no", code="payment_declined")))
    await booking.approve()
    assert not await booking.waits()
    await booking.do(again())
    card = await booking.card()
    assert card["payment_method_id"] == "pm_2"
    assert card["card"]["lines"][-1] == {"text": "Declined before: Visa 1"}
    await booking.do(again())
    assert "quote_hotels" in booking.steps  # the failed search, once the card is there


async def test_without_a_card_on_file_the_card_says_so_and_one_put_there_pays(booking: Any, monkeypatch) -> None:
    """The yes says again who has to add one; after that it buys."""
    monkeypatch.setattr(booking.ports.payment_methods, "_fallback", None)
    await booking.to_approval()
    assert (await booking.card())["card"]["lines"][-1]["text"].startswith("No card is on file")
    assert "whoever runs this service adds one" in (await booking.approve())[0]
    method = PaymentMethod(payment_method_id="pm_1", label="Visa")
    await booking.ports.payment_methods.save(booking.context.traveller, method)
    await booking.approve()
    assert await booking.bookings()


async def test_an_offer_that_is_gone_is_searched_and_held_again(booking: Any, monkeypatch) -> None:
    """The seat went before the payment, then the time of the holds runs out: each time "try again" leads to a card."""
    await booking.to_approval()
    with monkeypatch.context() as patch:
        patch.setattr(EmbeddedOrders, "pay", AsyncMock(side_effect=OfferGone("The last seat went.", code="sold_out")))
        said = (await booking.approve())[0]
    assert re.match('The purchase failed: [^:]+, 2027.*: The last seat went. Say "try again" to search again.', said)
    await booking.do(again())
    assert [s for s in booking.steps if s.startswith("quote_")]
    assert await booking.waits()
    booking.clock.advance(timedelta(hours=25))
    await booking.event(type="USER_MESSAGE", text="hello")
    await booking.do(again())
    assert "hold" in booking.steps
