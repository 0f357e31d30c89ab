"""Flights and hotels from a host, in our shapes."""

from datetime import timedelta
from decimal import Decimal

import pytest

from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.tools.errors import OfferGone, SupplierError
from tripintent.tools.host.calling import Shelf
from tripintent.tools.host.hotels import HostHotelSupplier
from tripintent.tools.host.orders import host_capabilities
from tripintent.tools.host.stand_in import HostFlightSupplier
from tripintent.tools.places.gazetteer import Gazetteer

QUERY = FlightQuery(
    origin="JFK", destination="SFO", depart_date="2026-03-11", adults=2, child_ages=(9,), cabin="business", max_stops=1
)


def hop(**changes):
    return {
        "from": "JFK",
        "to": "SFO",
        "depart_at": "2026-03-11T08:00:00",
        "arrive_at": "2026-03-11T11:20:00",
        "airline": "Acme Air",
        "flight_number": "AC 12",
        "stops": 0,
        **changes,
    }


def option(number=1, **changes):
    price = {"amount": 300.1, "currency": "USD"}
    return {"option_id": f"f{number}", "total_price": price, "refundable": True, "segments": [hop()], **changes}


@pytest.fixture
def flights(caller, places, clock):
    return HostFlightSupplier(Shelf(caller, clock, host_capabilities(0.2)), places)


@pytest.fixture
def hotels(caller, clock):
    return HostHotelSupplier(Shelf(caller, clock, host_capabilities(0.2)))


async def test_a_flight_search_asks_for_what_was_asked(host, flights):
    """Route, date, party, cabin and limits go out; what nobody asked for stays open."""
    host.answers["flight_quote_search"] = {"options": []}
    assert await flights.search(QUERY) == []
    assert host.sent["travelers"] == {"adults": 2, "children": 1, "infants": 0, "child_ages": [9]}
    assert (host.sent["origin"], host.sent["departure_date"], host.sent["cabin"]) == ("JFK", "2026-03-11", "business")
    assert host.sent["constraints"]["max_stops"] == 1


async def test_flight_options(host, flights, clock):
    """Prices are exact, times get the zones of their airports, what has no expiry is valid for a while."""
    dear = option(2, total_price={"amount": "900", "currency": "USD"})
    host.answers["flight_quote_search"] = {"success": True, "output": {"options": [dear, option()]}}
    first, second = await flights.search(QUERY)
    assert (first.option_id, second.option_id) == ("f1", "f2")
    assert first.total_price.amount == Decimal("300.1")
    assert first.duration == timedelta(hours=6, minutes=20)
    assert (first.segments[0].airline_code, first.cabin, first.refundable) == ("AC", "business", True)
    assert first.expires_at == clock.now() + timedelta(minutes=30)


BAD = {
    "an id with our mark": {"option_id": "f1|f2"},
    "an id with a control": {"option_id": "f1\x00"},
    "a code with a line break": {"segments": [hop(**{"from": "JF\n"})]},
    "a price beyond all measure": {"total_price": {"amount": "1E+9999", "currency": "USD"}},
    "no price": {"total_price": None},
    "price below zero": {"total_price": {"amount": -1, "currency": "USD"}},
    "no currency code": {"total_price": {"amount": 1, "currency": "dollars"}},
    "no flights": {"segments": []},
    "lands before it starts": {"segments": [hop(arrive_at="2026-03-11T04:00:00")]},
    "zone not known": {"segments": [hop(**{"from": "XQZ"})]},
    "not a time": {"segments": [hop(depart_at="morning")]},
    "a cabin there is not": {"cabin": "royal"},
}


@pytest.mark.parametrize("name", BAD)
async def test_a_bad_option_is_left_out(host, flights, name, caplog):
    """An option that cannot be right does not hide the good ones; alone it is an error: where, the log says."""
    bad = option(9, **BAD[name])
    host.answers["flight_quote_search"] = {"options": [bad, option()]}
    assert [offer.option_id for offer in await flights.search(QUERY)] == ["f1"]
    host.answers["flight_quote_search"] = {"options": [bad]}
    caplog.clear()
    with pytest.raises(SupplierError, match="no usable answer"):
        await flights.search(QUERY)
    assert "option 0" in caplog.text


@pytest.mark.parametrize("code", ["ROM", "LON", "PAR", "NYC", "TYO", "MIL", "BER"])
async def test_a_time_at_a_citys_code_is_local_there(host, caller, clock, code):
    """A code of a city with several airports has the zone of its main one."""
    host.answers["flight_quote_search"] = {
        "options": [option(segments=[hop(to=code, arrive_at="2026-03-13T11:20:00")])]
    }
    flights = HostFlightSupplier(Shelf(caller, clock, host_capabilities(0.2)), Gazetteer())
    (offer,) = await flights.search(QUERY)
    assert offer.segments[0].destination == code
    assert offer.segments[0].arrive_at.tzinfo is not None


async def test_a_missing_id_is_made(host, flights):
    """An option without an id gets one that is the same for the same search."""
    host.answers["flight_quote_search"] = {"options": [option(option_id="")]}
    ids = {(await flights.search(QUERY))[0].option_id for _ in range(2)}
    assert ids == {"flt_JFK_SFO_2026-03-11_0"}


async def test_prices_hold_until_they_expire(host, flights, clock):
    """An offer is sold as shown until its expiry, and gone afterwards."""
    host.answers["flight_quote_search"] = {"options": [option()]}
    offer = (await flights.search(QUERY))[0]
    assert await flights.price(offer) == offer
    clock.advance(timedelta(minutes=30))
    with pytest.raises(OfferGone):
        await flights.price(offer)


STAY = HotelQuery(
    location="LIS",
    check_in="2026-03-11",
    check_out="2026-03-14",
    occupancies=(Occupancy(adults=2), Occupancy(adults=1, child_ages=(7,))),
    star_min=4,
)


def hotel(name, amount, number, **changes):
    return {
        "option_id": f"h{number}",
        "hotel_name": name,
        "total_price": {"amount": amount, "currency": "EUR"},
        **changes,
    }


async def test_a_hotel_search_says_the_rooms(host, hotels):
    """Dates, rooms and who sleeps in them go out."""
    host.answers["hotel_quote_search"] = {"options": []}
    await hotels.search(STAY)
    assert host.sent["dates"] == {"start_date": "2026-03-11", "end_date": "2026-03-14"}
    assert (host.sent["rooms"], host.sent["guests_per_room"]) == (2, [2, 2])
    assert host.sent["constraints"]["hotel_star_min"] == 4


async def test_flat_options_are_of_one_room(host, hotels):
    """A price of one room is counted for each room of the stay."""
    host.answers["hotel_quote_search"] = {"options": [hotel("Riva", 300, 1, refundable=True)]}
    offer = (await hotels.search(STAY))[0]
    assert (offer.total_price.amount, offer.nightly_price.amount, offer.rooms) == (600, 200, 2)
    assert (offer.option_id, offer.refundable) == ("h1|h1", True)


async def test_options_by_room_are_put_together(host, hotels):
    """A stay takes its rooms from one hotel, the cheapest of each kind; a hotel without one of them is out."""
    rooms = [
        [hotel("Riva", 300, 1, refundable=True), hotel("Riva", 250, 2), hotel("Alba", 100, 3)],
        [hotel("Riva", 400, 4, refundable=True)],
    ]
    host.answers["hotel_quote_search"] = {"options_by_room": rooms}
    (offer,) = await hotels.search(STAY)
    assert (offer.hotel_name, offer.option_id, offer.total_price.amount) == ("Riva", "h2|h4", 650)
    assert offer.refundable is False


async def test_hotel_prices_expire(host, hotels, clock):
    """The host's own expiry counts."""
    host.answers["hotel_quote_search"] = {"options": [hotel("Riva", 300, 1, expires_at="2026-03-02T12:05:00")]}
    offer = (await hotels.search(STAY))[0]
    assert await hotels.price(offer) == offer
    clock.advance(timedelta(minutes=6))
    with pytest.raises(OfferGone):
        await hotels.price(offer)


async def test_what_a_host_does_not_say_stays_unknown(host, flights, hotels):
    """Bags, board and amenities come as they are said; what is not said is neither none nor room only."""
    host.answers["flight_quote_search"] = {"options": [option(1), option(2, carry_on=1, checked_bags=0, seats_left=4)]}
    silent, said = await flights.search(QUERY)
    assert (silent.carry_on, silent.checked_bags, silent.seats_left) == (None, None, None)
    assert (said.carry_on, said.checked_bags, said.seats_left) == (1, 0, 4)
    more = {"board": "breakfast", "amenities": ["pool"], "area": "Harbour"}
    more["due_at_property"] = {"amount": "8.00", "currency": "USD"}
    host.answers["hotel_quote_search"] = {"options": [hotel("Alba", 200, 1), hotel("Riva", 300, 2, **more)]}
    silent, said = await hotels.search(STAY)
    assert (silent.board, silent.amenities, silent.due_at_property) == (None, (), None)
    assert (said.board, said.amenities, said.area) == ("breakfast", ("pool",), "Harbour")
    assert str(said.due_at_property) == "16.00 USD"  # of both rooms
    spa = STAY.model_copy(update={"amenities": ("spa",)})
    assert [one.hotel_name for one in await hotels.search(spa)] == ["Alba"], "what is not said may be there"
