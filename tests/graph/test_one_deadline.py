"""The card that waits ends with what it sells: one end, said once, and what it sells is told as it is."""

from datetime import timedelta
from typing import Any

from tests.acts import ANN, BOB, buy, choose, people, plan

from tripintent.tools.toolbox.stand import trip_facts

FLIGHTS = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2, lodging={"needed": False})


async def test_a_card_is_open_as_long_as_all_is_held(booking: Any) -> None:
    """The first end of its holds is its own, and the traveller's yes counts until then."""
    await booking.do(FLIGHTS, people(ANN, BOB), choose(1), buy())
    trip = await booking.trip()
    ends = [one.expires_at for one in trip.working_memory.holds if one.status == "held"]
    assert trip.working_memory.approval.expires_at == min(ends) > booking.clock.now() + timedelta(hours=1)
    booking.clock.advance(timedelta(minutes=45))
    await booking.approve()
    assert len(await booking.bookings()) == 2


async def test_a_card_without_a_hotel_says_that_it_is_simulated_and_no_wrong_count(booking: Any) -> None:
    """Also in the facts of the situation, where no offer is described: not "0 guests", not "not simulated"."""
    await booking.do(FLIGHTS, people(ANN, BOB), choose(1), buy())
    card = (await trip_facts(await booking.trip(), booking.ports)).card
    assert [(one.get("guests"), one["simulated"]) for one in card.model_dump()["buys"]] == [(None, True)] * 2
