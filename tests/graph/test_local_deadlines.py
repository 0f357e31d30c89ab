"""Deadlines: told by the clock of the place, with the zone; a card ends with what it sells."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.acts import ANN, BOB, Event, buy, choose, people, plan
from tests.graph.test_option_tools import found

from tripintent.tools.cards.items import terms
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.describe import zone_of
from tripintent.tools.toolbox.facts import LocalMoment, TermsFacts
from tripintent.tools.toolbox.stand import trip_facts


async def test_free_cancellation_ends_by_the_clock_of_the_hotel(booking: Any, wish: Event) -> None:
    """The traveller is in Boston and the desk counts in UTC; the hotel's day ends in Lisbon."""
    await booking.do(wish)
    listed = await found(booking, "list_options", where=[{"fact": "refundable", "is": True}], sort="price")
    ends = [
        one["terms"]["free_until"] for o in listed["options"] for one in o["hotels"] if "free_until" in one["terms"]
    ]
    assert ends
    assert {one["zone"] for one in ends} == {"Europe/Lisbon"}
    trip = await booking.trip()
    offers = await booking.ports.offers.get(trip.ledger_id, trip.working_memory.ranking.hotel_keys[0])
    moments = {one.terms.free_until for one in offers if one.terms.free_until}
    lisbon = {one.astimezone(ZoneInfo("Europe/Lisbon")).isoformat(" ", "minutes")[:16] for one in moments}
    assert {one["local"] for one in ends} <= lisbon


@pytest.mark.parametrize("said", ["UTC", "Mars/Base"])
async def test_a_card_that_would_come_ends_by_the_traveller_s_clock(booking: Any, wish: Event, said: str) -> None:
    """Where the host says no zone, or none that there is, it is that of where the trip starts."""
    booking.context = booking.context.model_copy(update={"timezone": said})
    await booking.to_approval()
    trip = await booking.trip()
    assert zone_of(trip, booking.ports) == "America/New_York"
    other = trip.working_memory.ranking.bundles[-1].bundle_id
    calls = [{"name": "choose", "arguments": {"option": other}}, {"name": "hold"}]
    tried = await found(booking, "what_if", calls=calls)
    assert tried["card"]["until"]["zone"] == "America/New_York"


def test_a_card_names_the_hotel_s_clock() -> None:
    """Whatever zone the reader is in."""
    until = LocalMoment(local="2027-06-10 18:00", zone="Europe/Lisbon")
    said = terms(TermsFacts(refundable=True, free_until=until), CardWords("en", "America/New_York"))
    assert "18:00 Lisbon time" in said


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
