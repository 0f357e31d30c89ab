"""What a traveller can choose from: conditions, connections worth a warning, prices that follow demand."""

from datetime import timedelta
from decimal import Decimal
from itertools import pairwise, product

from tripintent.state.queries import FlightQuery


async def cheapest(supplier, **changes):
    query = FlightQuery(**({"origin": "JFK", "destination": "SFO", "depart_date": "2027-03-11", "adults": 1} | changes))
    return min(o.total_price.amount for o in await supplier.flights.search(query))


async def test_fare_families_differ_in_what_they_include(supplier, flight_query):
    """A light fare has no bag and gives nothing back, a flexible one has a bag and gives everything back."""
    offers = {o.fare_brand: o for o in await supplier.flights.search(flight_query)}
    light, flex = offers["Economy Light"], offers["Economy Flex"]
    assert (light.checked_bags, light.refundable, light.terms.changeable) == (0, False, False)
    assert (flex.checked_bags, flex.refundable, flex.terms.refund_penalty) == (1, True, None)


async def test_a_bag_that_the_fare_lacks_is_paid_for(supplier):
    """Asking for a bag makes the cheapest offer dearer, and it has the bag."""
    assert await cheapest(supplier, checked_bags=2) > await cheapest(supplier)


async def test_cabins_are_dearer_from_row_to_row(supplier):
    """First is dearer than business, business than premium, premium than economy, where they exist."""
    prices = [
        await cheapest(supplier, destination="LHR", cabin=cabin)
        for cabin in ("economy", "premium_economy", "business", "first")
    ]
    assert prices == sorted(prices)
    assert prices[2] > 2 * prices[0]


async def test_there_is_no_first_class_on_a_short_hop(supplier):
    """A cabin that a route does not have gives no offers."""
    query = FlightQuery(origin="LIS", destination="OPO", depart_date="2027-03-11", adults=1, cabin="first")
    assert await supplier.flights.search(query) == ()


async def test_late_bookers_and_holidays_pay_more(supplier):
    """Two days ahead costs more than two months, the days before Christmas more than November, on the same weekday."""
    assert await cheapest(supplier, depart_date="2027-01-12") > await cheapest(supplier, depart_date="2027-03-16")
    assert await cheapest(supplier, depart_date="2027-12-21") > await cheapest(supplier, depart_date="2027-11-16")


async def test_a_child_pays_less_than_an_adult_and_an_infant_least(supplier):
    """One adult and a child of five pay 1.75 adult fares, with an infant 1.1; a child of twelve pays in full."""
    alone = await cheapest(supplier)
    shares = [
        (await cheapest(supplier, child_ages=(5,)), Decimal("1.75")),
        (await cheapest(supplier, child_ages=(12,)), Decimal(2)),
        (await cheapest(supplier, infants=1), Decimal("1.1")),
    ]
    assert all(abs(total - alone * share) < Decimal("0.05") for total, share in shares)


async def test_some_connections_are_worth_a_warning(supplier):
    """On a few routes in one week there are tight, overnight, terminal-changing and self-transfer connections."""
    seen = set()
    for day, ends in product(range(10, 17, 2), (("CDG", "NRT"), ("JFK", "SFO"), ("LGW", "ZTH"))):
        query = FlightQuery(origin=ends[0], destination=ends[1], depart_date=f"2027-03-{day}", adults=1)
        for offer in await supplier.flights.search(query):
            seen.add("self_transfer" if offer.self_transfer else "one ticket")
            for before, after in pairwise(offer.segments):
                layover = after.depart_at - before.arrive_at
                seen.add("tight" if layover < timedelta(minutes=75) else "easy")
                seen.add("overnight" if after.depart_at.date() != before.arrive_at.date() else "same day")
                seen.add("change" if before.destination_terminal != after.origin_terminal else "stay")
    assert seen == {"self_transfer", "one ticket", "tight", "easy", "overnight", "same day", "change", "stay"}


async def test_night_flights_are_left_out_on_request(supplier):
    """With red-eyes excluded no hop leaves at night and lands in the morning; without, some do."""

    def sleepless(offer):
        return any(
            (f"{h.depart_at:%H:%M}" >= "22:00" or f"{h.depart_at:%H:%M}" <= "05:00")
            and "03:00" <= f"{h.arrive_at:%H:%M}" < "12:00"
            for h in offer.segments
        )

    query = FlightQuery(origin="SFO", destination="JFK", depart_date="2027-03-11", adults=1)
    assert any(sleepless(o) for o in await supplier.flights.search(query))
    rested = await supplier.flights.search(query.model_copy(update={"avoid_red_eye": True}))
    assert rested
    assert not any(sleepless(o) for o in rested)


async def test_a_named_airline_flies_every_hop(supplier, flight_query):
    """An invented airline asked for by name flies all of the offers; a real one has none here."""
    direct = await supplier.flights.search(flight_query.model_copy(update={"max_stops": 0}))
    name = direct[0].segments[0].airline
    asked = await supplier.flights.search(flight_query.model_copy(update={"airlines": (name.upper(),)}))
    assert asked
    assert {hop.airline for offer in asked for hop in offer.segments} == {name}
    assert await supplier.flights.search(flight_query.model_copy(update={"airlines": ("Lufthansa",)})) == ()


async def test_a_metropolitan_code_covers_its_airports(supplier):
    """NYC to LON leaves from and lands at more than one airport."""
    offers = await supplier.flights.search(
        FlightQuery(origin="NYC", destination="LON", depart_date="2027-03-11", adults=1)
    )
    assert {o.segments[0].origin for o in offers} <= {"JFK", "EWR", "LGA"}
    assert len({(o.segments[0].origin, o.segments[-1].destination) for o in offers}) > 1


async def test_no_more_offers_than_the_limit(make, flight_query, hotel_query):
    """The constructor's limit bounds both answers."""
    small = make(limit=5)
    assert len(await small.flights.search(flight_query)) == 5
    assert len(await small.hotels.search(hotel_query)) == 5


async def test_what_leaves_within_the_hour_is_not_sold(supplier, clock, flight_query):
    """On the day itself only flights that can still be caught are offered."""
    today = flight_query.model_copy(update={"depart_date": "2027-01-11"})
    clock.advance(timedelta(hours=33))
    offers = await supplier.flights.search(today)
    assert offers
    assert all(o.depart_at - clock.now() >= timedelta(hours=1) for o in offers)
