"""Cancelling: what it costs changes while its card waits, and what became of it is not known at once."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from tests.acts import again, agreed, called, cancel, change

from tripintent.state.derived import open_plan
from tripintent.state.events import UserCancelsBooking
from tripintent.state.money import Money
from tripintent.state.turn import Turn
from tripintent.tools.errors import CommitRejected, SupplierTimeout, Unknown
from tripintent.tools.ports.outcomes import Cancelled
from tripintent.tools.suppliers.embedded import terms
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


@pytest.fixture
async def fee(booking: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A bought trip; what stands in the list is what cancelling a part of it costs from then on."""
    now = [10]
    monkeypatch.setattr(terms, "fee_now", lambda *_: Money(amount=now[0]))
    await booking.to_approval()
    await booking.approve()
    return now


@pytest.mark.parametrize("then", [20, 5])
async def test_another_fee_is_asked_about_on_a_card_of_its_own(booking: Any, fee: list[int], then: int) -> None:
    """The yes was to the old fee: the new one is said and asked about, and the next yes cancels."""
    await booking.do(cancel("hotel"))
    old = await booking.card()
    fee[:] = [then]
    said = await booking.approve()
    assert "It isn’t cancelled yet" in said[-1]
    card = await booking.card()
    assert (card["total"]["amount"], card["approval_id"] != old["approval_id"]) == (f"{then}.00", True)
    assert len(await booking.bookings()) == 3
    await booking.approve()
    assert len(await booking.bookings()) == 2


async def test_what_was_cancelled_elsewhere_waits_no_more(booking: Any, fee: list[int]) -> None:
    """Its card is withdrawn: a yes to it hears that it cannot be cancelled, once, and nothing is asked again."""
    await booking.do(cancel("hotel"))
    desk, trip_id = booking.ports.desk, (await booking.trip()).ledger_id
    fee[:] = [0]
    (stay,) = [b for b in await booking.bookings() if b.item_type == "hotel"]
    plan = await desk.quote_cancellation(trip_id, stay.booking_id)
    issued = await desk.request_cancel_approval(trip_id, plan, "elsewhere")
    yes = await desk.seal(agreed(issued.approval))
    assert isinstance(await desk.cancel(trip_id, plan, yes), Cancelled)
    said = await booking.approve()
    assert [text for text in said if "cannot be cancelled" in text] == said[:1]
    assert not await booking.waits()


async def test_an_edited_state_names_nobody_who_approves_a_loss(booking: Any, fee: list[int]) -> None:
    """Who has to approve is read from the policies when it is asked, as for a purchase."""
    edited = booking.ruled(approver="boss")
    turn = Turn(queue=(UserCancelsBooking(item="flight"),))
    await edited.graph.aupdate_state(edited.config, {"turn": turn}, as_node="intake")
    await edited.run(None)
    (waiting,) = await edited.ports.desk.pending()
    assert (waiting.kind, waiting.approver, fee) == ("cancel", "boss", [10])


async def test_everything_is_one_card_with_one_sum_and_one_yes(booking: Any, fee: list[int]) -> None:
    """Each item with what was paid, lost and brought back; then it is over, and nothing of it is offered again."""
    await booking.event(type="USER_CANCELS_BOOKING", parts=[{}])
    card = await booking.card()
    assert card["total"]["amount"] == "30.00"
    assert [line["total"]["amount"] for line in card["cart"]] == ["10.00"] * 3
    assert all(Decimal(x["paid"]["amount"]) == 10 + Decimal(x["refund"]["amount"]) for x in card["cart"])
    assert Decimal(card["refund"]["amount"]) == sum(Decimal(line["refund"]["amount"]) for line in card["cart"])
    (said,) = await booking.approve()
    assert said.count("comes back the way you paid") == 3
    assert "Lost: $30.00" in said
    assert (await booking.bookings(), await booking.waits()) == ([], False)
    assert (await booking.trip()).status.state == "cancelled"


HOME = {"item": "flight", "which": "return"}


@pytest.mark.parametrize(
    ("parts", "left"),
    [
        ([{"item": "hotel"}], ["BOS–", "LIS–"]),
        ([HOME], ["BOS–", "Hostel"]),
        ([{"item": "flight", "which": "outbound"}, {"item": "hotel", "place": "Lisbon"}], ["LIS–"]),
        ([{"item": "flight", "place": "bos"}], ["BOS–", "Hostel"]),
    ],
)
async def test_any_set_of_parts_is_cancelled_and_the_rest_stays(
    booking: Any, fee: list[int], parts: list[dict[str, str]], left: list[str]
) -> None:
    """As people name them; what they gave up is not searched for again."""
    await booking.event(type="USER_CANCELS_BOOKING", parts=parts)
    said = await booking.approve()
    titles = [b.title for b in await booking.bookings()]
    assert len(titles) == len(left)
    assert all(any(word in title for title in titles) for word in left)
    assert len(said) == 1
    assert (await booking.trip()).status.state == "completed"


async def test_bookings_are_cancelled_by_their_ids(booking: Any, fee: list[int]) -> None:
    """And an id that the trip has not cancels nothing."""
    (first, *_) = await booking.bookings()
    assert (await booking.event(type="USER_CANCELS_BOOKING", booking_ids=["bok_none"]))[0].startswith("There’s no")
    await booking.event(type="USER_CANCELS_BOOKING", booking_ids=[first.booking_id])
    await booking.approve()
    assert first.booking_id not in {b.booking_id for b in await booking.bookings()}
    assert len(await booking.bookings()) == 2


async def test_a_no_in_words_keeps_what_is_booked(booking: Any, fee: list[int]) -> None:
    """Nothing else of the bookings begins before the card is decided; the no is a tool's."""
    await booking.do(cancel("hotel"))
    await booking.do(change(return_day="2027-06-22"), called("request_purchase"))
    assert (await booking.issued()).kind == "cancel"
    await booking.do(called("decline_card"))
    assert (len(await booking.bookings()), await booking.waits()) == (3, False)
    assert (await booking.ports.desk.pending()) == []


async def test_another_set_replaces_the_card(booking: Any, fee: list[int]) -> None:
    """The hotel was asked about; then all of it is meant: one card waits, for all."""
    await booking.do(cancel("hotel"))
    await booking.event(type="USER_CANCELS_BOOKING", parts=[{}])
    assert len((await booking.card())["cart"]) == 3
    assert len(await booking.ports.desk.pending()) == 1


async def test_what_was_given_up_is_searched_for_again_when_it_is_asked_for(booking: Any, fee: list[int]) -> None:
    """A hotel after all: the same question is open again; until then the days of a flight bring none back."""
    fee[:] = [0]
    said = await booking.do(cancel("hotel"))
    assert "It isn’t cancelled yet" in said[-1]
    assert len(await booking.bookings()) == 3
    await booking.approve()
    assert (await booking.trip()).working_memory.given_up
    await booking.do(change(return_day="2027-06-22"))
    assert open_plan(await booking.trip()).hotels == ()
    await booking.event(type="USER_WANTS_OPTIONS", order="best")
    assert (await booking.trip()).working_memory.given_up == ()
    assert (await booking.trip()).status.state == "presenting_options"


@pytest.fixture
async def in_doubt(booking: Any, fee: list[int], monkeypatch: pytest.MonkeyPatch) -> Any:
    """A cancellation that landed unheard, at a supplier whose books do not answer; calling it lets them be read."""
    fee[:] = [0]
    undone, read = EmbeddedOrders.cancel, EmbeddedOrders.read

    async def lost(self: EmbeddedOrders, *asked: Any) -> None:
        await undone(self, *asked)
        monkeypatch.setattr(EmbeddedOrders, "read", silent)
        raise Unknown("the line went dead", code="timeout")

    async def silent(*_: Any) -> None:
        raise SupplierTimeout("no answer")

    monkeypatch.setattr(EmbeddedOrders, "cancel", lost)
    await booking.do(cancel("hotel"))
    await booking.approve()

    def back() -> None:
        booking.clock.advance(timedelta(minutes=3))
        monkeypatch.setattr(EmbeddedOrders, "read", read)

    return back


@pytest.mark.parametrize("also", ["all", "hotel"])
async def test_trying_again_asks_for_what_was_refused(
    booking: Any, fee: list[int], also: str, monkeypatch: Any
) -> None:
    """The supplier's words are told, what stays booked is on a card of its own, and a yes to it cancels it."""
    with monkeypatch.context() as refusing:
        undone = EmbeddedOrders.cancel

        async def refused(self: EmbeddedOrders, quote: Any, *asked: Any) -> Any:
            if (await self.read(quote.order_id)).item_type == "flight":
                return await undone(self, quote, *asked)
            raise CommitRejected("Acme: not within the hour.", code="not_cancellable")

        refusing.setattr(EmbeddedOrders, "cancel", refused)
        await booking.do(cancel(also))
        said = "\n".join(await booking.approve())
    assert "Acme: not within the hour" in said
    assert said.startswith("Partly cancelled.") == (also == "all")
    await booking.do(again())
    assert [line["item_type"] for line in (await booking.card())["cart"]] == ["hotel"]
    assert (await booking.approve())[-1].startswith("Cancelled.")
    await booking.do(again())
    assert not await booking.waits()


async def test_trying_again_looks_a_cancellation_up(booking: Any, in_doubt: Any) -> None:
    """As the words said that it would: first without an answer, then with it."""
    assert (await booking.do(again()))[0].startswith("I looked again: no change so far")
    in_doubt()
    assert (await booking.do(again()))[0].startswith("Cancelled.")


async def test_a_cancellation_that_was_found_out_is_told_first_and_once(booking: Any, in_doubt: Any) -> None:
    """By the recovery, while nobody talked."""
    in_doubt()
    await booking.ports.desk.reconcile()
    assert (await booking.event(**again()))[0].startswith("Cancelled.")
    assert not any(text.startswith("Cancelled.") for text in await booking.event(**again()))


async def test_a_no_to_what_cancelling_costs_is_not_asked_again(booking: Any, fee: list[int]) -> None:
    """The booking stays, and no other card comes instead."""
    await booking.do(cancel())
    said = await booking.answer({"decisions": [{"type": "reject", "message": "too dear"}]})
    assert said[0].startswith("The booking stays as it is")
    assert (len(await booking.bookings()), await booking.waits(), fee) == (3, False, [10])


async def test_a_no_by_event_keeps_what_would_be_cancelled(booking: Any, fee: list[int]) -> None:
    """Buttons and tools send it so."""
    await booking.do(cancel("hotel"))
    card = await booking.card()
    told = await booking.event(type="USER_REJECTS")
    assert told[0].startswith("The booking stays as it is.")
    assert not await booking.waits()
    assert (await booking.ports.desk.approval(card["approval_id"])).state == "rejected"
    assert len(await booking.bookings()) == 3
