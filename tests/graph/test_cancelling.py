"""Cancelling: what it costs changes while its card waits, and what became of it is not known at once."""

from datetime import timedelta
from typing import Any

import pytest

from tripintent.state.events import UserCancelsBooking
from tripintent.state.money import Money
from tripintent.state.turn import Turn
from tripintent.state.wishes import Policy, PolicyRules
from tripintent.tools.errors import SupplierTimeout, Unknown
from tripintent.tools.suppliers.embedded import cancellation
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


@pytest.fixture
async def fee(booking: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A bought trip; what stands in the list is what cancelling a part of it costs from then on."""
    now = [10]
    monkeypatch.setattr(cancellation, "fee_now", lambda *_: Money(amount=now[0]))
    await booking.to_approval()
    await booking.approve()
    return now


@pytest.mark.parametrize("then", [20, 5])
async def test_another_fee_is_asked_about_on_a_card_of_its_own(booking: Any, fee: list[int], then: int) -> None:
    """The yes was to the old fee: the new one is said and asked about, and the next yes cancels."""
    await booking.say("cancel my flight")
    old = await booking.card()
    fee[:] = [then]
    said = await booking.approve()
    assert f"costs ${then}.00" in said[-1]
    card = await booking.card()
    assert (card["total"]["amount"], card["approval_id"] != old["approval_id"]) == (str(then), True)
    assert len(await booking.bookings()) == 3
    await booking.approve()
    assert len(await booking.bookings()) == 2


async def test_what_was_cancelled_elsewhere_waits_no_more(booking: Any, fee: list[int]) -> None:
    """Its card is withdrawn: a yes to it hears that it cannot be cancelled, once, and nothing is asked again."""
    await booking.say("cancel my hotel")
    desk, trip_id = booking.ports.desk, (await booking.trip()).ledger_id
    fee[:] = [0]
    (stay,) = [b for b in await booking.bookings() if b.item_type == "hotel"]
    await desk.cancel(trip_id, await desk.quote_cancellation(trip_id, stay.booking_id), None)
    said = await booking.approve()
    assert [text for text in said if "cannot be cancelled" in text] == said[:1]
    assert not await booking.waits()


async def test_an_edited_state_names_nobody_who_approves_a_loss(booking: Any, fee: list[int]) -> None:
    """Who has to approve is read from the policies when it is asked, as for a purchase."""

    class Strict:
        async def rules(self, org: str, traveller: str) -> Policy:
            return Policy(rules=PolicyRules(approver="boss"), source="host")

    edited = booking.rebuilt(policies=Strict())
    turn = Turn(queue=(UserCancelsBooking(item="flight"),))
    await edited.graph.aupdate_state(edited.config, {"turn": turn}, as_node="intake")
    await edited.run(None)
    (waiting,) = await edited.ports.desk.pending()
    assert (waiting.kind, waiting.approver, fee) == ("cancel", "boss", [10])


@pytest.fixture
async def in_doubt(booking: Any, fee: list[int], monkeypatch: pytest.MonkeyPatch) -> Any:
    """A cancellation that landed unheard, at a supplier whose books do not answer; calling it lets them be read."""
    fee[:] = [0]
    cancel, read = EmbeddedOrders.cancel, EmbeddedOrders.read

    async def lost(self: EmbeddedOrders, *asked: Any) -> None:
        await cancel(self, *asked)
        monkeypatch.setattr(EmbeddedOrders, "read", silent)
        raise Unknown("the line went dead", code="timeout")

    async def silent(*_: Any) -> None:
        raise SupplierTimeout("no answer")

    monkeypatch.setattr(EmbeddedOrders, "cancel", lost)
    await booking.say("cancel my hotel")

    def back() -> None:
        booking.clock.advance(timedelta(minutes=3))
        monkeypatch.setattr(EmbeddedOrders, "read", read)

    return back


async def test_trying_again_looks_a_cancellation_up(booking: Any, in_doubt: Any) -> None:
    """As the words said that it would: first without an answer, then with it."""
    assert (await booking.say("try again"))[0].startswith("I looked again: no change so far")
    in_doubt()
    assert (await booking.say("try again"))[0].startswith("Cancelled: ")


async def test_a_cancellation_that_was_found_out_is_told_first_and_once(booking: Any, in_doubt: Any) -> None:
    """By the recovery, while nobody talked."""
    in_doubt()
    await booking.ports.desk.reconcile()
    assert (await booking.say("hello"))[0].startswith("Cancelled: ")
    assert not any(text.startswith("Cancelled: ") for text in await booking.say("thank you"))


async def test_a_no_to_what_cancelling_costs_is_not_asked_again(booking: Any, fee: list[int]) -> None:
    """The booking stays, and no other card comes instead."""
    await booking.say("cancel everything")
    said = await booking.answer({"decisions": [{"type": "reject", "message": "too dear"}]})
    assert said[0].startswith("The booking stays as it is")
    assert (len(await booking.bookings()), await booking.waits(), fee) == (3, False, [10])
