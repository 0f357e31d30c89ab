"""A cancellation that loses money, when what it costs changes while its card waits."""

from typing import Any

import pytest

from tripintent.state.events import UserCancelsBooking
from tripintent.state.money import Money
from tripintent.state.turn import Turn
from tripintent.state.wishes import Policy, PolicyRules
from tripintent.tools.suppliers.embedded import cancellation


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
