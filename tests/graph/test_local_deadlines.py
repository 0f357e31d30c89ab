"""Deadlines are told by the clock of the place: of a hotel by that of its town, with the zone."""

from typing import Any
from zoneinfo import ZoneInfo

from tests.acts import Event
from tests.graph.test_option_tools import found

from tripintent.tools.cards.items import terms
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.describe import zone_of
from tripintent.tools.toolbox.facts import LocalMoment, TermsFacts


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


async def test_a_card_that_would_come_ends_by_the_traveller_s_clock(booking: Any, wish: Event) -> None:
    """Where the host says no zone it is that of where the trip starts."""
    booking.context = booking.context.model_copy(update={"timezone": "UTC"})
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
    assert "18:00" in said
    assert "WEST" in said
