"""Nothing found, or one hotel only: which wish it was, and what giving it up would bring."""

from decimal import Decimal

import pytest
from tests.acts import choose, plan

from tripintent.nodes.booking.quote import relaxed
from tripintent.state.money import Money
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.state.wishes import FlightPreferences, Preferences
from tripintent.tools.errors import SupplierUnavailable
from tripintent.tools.ports.suppliers import AMENITIES

STAY = HotelQuery(location="LIS", check_in="2027-06-14", check_out="2027-06-21", occupancies=(Occupancy(adults=2),))


async def test_a_wish_that_empties_the_list_is_named_with_what_it_keeps_away(booking):
    """No flight without a stop: that a stop would bring some, and from what price, is said."""
    said = await booking.do(
        plan(
            "Leeds",
            "Albuquerque",
            "2027-06-14",
            "2027-06-21",
            adults=2,
            flights={"max_stops": 0},
            lodging={"needed": False},
        )
    )
    assert any("allow a stop: from £" in text for text in said)
    trip = await booking.trip()
    assert {q.relaxed[0].hint for q in trip.working_memory.quotes.values()} == {"more_stops"}


async def test_what_each_wish_less_brings_is_asked_of_the_supplier(booking):
    """A star wish that no hotel of the quarter fits: fewer stars or another quarter, each with the next best hotel."""
    query = STAY.model_copy(update={"star_min": 5.0, "area": "near the airport"})
    ways = await relaxed(query, booking.ports.hotels.search)
    assert {way.hint for way in ways} == {"fewer_stars", "other_area"}
    both = query.model_copy(update={"amenities": (*AMENITIES,)})
    assert await relaxed(both, booking.ports.hotels.search) == ()  # two wishes are in the way
    assert all(way.name and way.cheapest and way.cheapest.amount > 0 and way.simulated for way in ways)


async def test_a_search_that_fails_brings_nothing(booking):
    """What was not asked for may fail in silence: the others are said."""

    async def moody(query):
        if query.star_min is None:
            raise SupplierUnavailable("gone", supplier="x", code="unavailable")
        return await booking.ports.hotels.search(query)

    ways = await relaxed(STAY.model_copy(update={"star_min": 3.0, "area": "old town"}), moody)
    assert [way.hint for way in ways] == ["other_area"]


async def test_another_day_is_named(booking):
    """A day without flights names the days beside it that have some."""

    async def only_tuesdays(query):
        return await booking.ports.flights.search(query) if query.depart_date == "2027-06-15" else ()

    ways = await relaxed(
        FlightQuery(origin="BOS", destination="LIS", depart_date="2027-06-14", adults=1), only_tuesdays
    )
    assert [(way.hint, way.day) for way in ways] == [("other_day", "2027-06-15")]


async def test_a_limit_that_no_offer_keeps_is_named_with_what_it_costs(booking, wish):
    """A price limit for a flight that none keeps: without it, the cheapest trip and its price."""
    await booking.do(wish)
    trip = await booking.trip()
    wishes = Preferences(flight=FlightPreferences(max_budget=Money(amount=Decimal(1))))
    await booking.event(
        type="INTENT_READY", trip_intent=trip.model_copy(update={"preferences": wishes}).model_dump(mode="json")
    )
    ranking = (await booking.trip()).working_memory.ranking
    if ranking is None or ranking.bundles:
        pytest.fail("the limit was to empty the list")
    assert ranking.relaxed[0].hint == "max_budget"
    assert ranking.relaxed[0].cheapest.amount > 100


async def test_hotels_without_their_flights_are_no_trips(booking):
    """Where the flight search found nothing, the list says that these are no whole trips."""
    said = await booking.do(
        plan("Leeds", "Albuquerque", "2027-06-14", "2027-06-21", adults=2, flights={"max_stops": 0})
    )
    assert said[-1].startswith("I couldn’t find a whole trip; these parts can be booked on their own")
    chosen = (await booking.do(choose(1)))[-1]
    assert "Only the rest of the trip would be booked." in chosen.split("To confirm when you approve:")[1]


async def test_a_budget_that_is_too_small_is_said_first(booking):
    """The headline says that nothing keeps to the budget, and by how much the closest exceeds it."""
    said = await booking.do(
        plan(
            "Boston",
            "Lisbon",
            "2027-06-14",
            "2027-06-21",
            adults=2,
            budget={"trip": {"amount": "300", "currency": "USD"}},
        )
    )
    ranking = (await booking.trip()).working_memory.ranking
    closest = min(one.over_budget.amount for one in ranking.bundles)
    assert said[-1].startswith(f"No trip fits your budget; the closest is ${closest} over")
