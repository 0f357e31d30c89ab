"""Properties of the invented timetable, over airports and days of chance."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.queries import FlightQuery
from tripintent.tools.clock import FixedClock
from tripintent.tools.places.airports import TIERS, great_circle_km, shared_catalogue
from tripintent.tools.places.regions import same_city
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier

NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
AIRPORTS = st.sampled_from(sorted(TIERS))
WAYS = st.tuples(AIRPORTS, AIRPORTS).filter(lambda way: not same_city(*way))
DAYS = st.dates(date(2027, 1, 20), date(2028, 1, 20))
FEW = settings(max_examples=40)


@pytest.fixture(scope="module")
def search(tmp_path_factory):
    """Searches one world; another seed is another world on another book."""
    made = {}

    def ask(query, seed=7):
        if seed not in made:
            path = tmp_path_factory.mktemp("world") / "book.db"
            made[seed] = EmbeddedSupplier(path, clock=FixedClock(NOW), places=None, seed=seed)
        return asyncio.run(made[seed].flights.search(query))

    return ask


def question(a, b, day):
    return FlightQuery(origin=a, destination=b, depart_date=str(day), adults=1)


@FEW
@given(WAYS, DAYS)
def test_every_flight_is_flown_at_an_airliners_speed(search, way, day):
    """Each hop takes as long as its distance needs: no faster than a jet with a tail wind, no slower than a turboprop."""
    for offer in search(question(*way, day)):
        for hop in offer.segments:
            here, there = shared_catalogue().airport(hop.origin), shared_catalogue().airport(hop.destination)
            km = great_circle_km(here.lat, here.lon, there.lat, there.lon)
            assert km / 950 < hop.duration / timedelta(hours=1) < km / 400 + 1.0
            assert timedelta(minutes=30) < hop.duration < timedelta(hours=20)


@FEW
@given(WAYS, DAYS)
def test_times_are_told_in_the_airports_own_zones(search, way, day):
    """Departure and arrival carry the offsets that their airports have on that day, and the trip starts on the day asked."""
    for offer in search(question(*way, day)):
        assert offer.depart_at.date() == day
        for hop in offer.segments:
            for code, moment in ((hop.origin, hop.depart_at), (hop.destination, hop.arrive_at)):
                zone = ZoneInfo(shared_catalogue().airport(code).zone)
                assert moment.utcoffset() == moment.astimezone(zone).utcoffset()


@FEW
@given(WAYS, DAYS)
def test_connections_can_be_made(search, way, day):
    """Layovers are at one airport, long enough to be sold and short enough to be bearable; no airport is passed twice."""
    for offer in search(question(*way, day)):
        assert offer.stops <= 2
        stations = [offer.segments[0].origin, *(hop.destination for hop in offer.segments)]
        assert len(set(stations)) == len(stations)
        for before, after in pairwise(offer.segments):
            assert before.destination == after.origin
            assert timedelta(minutes=40) <= after.depart_at - before.arrive_at <= timedelta(hours=20)


@FEW
@given(WAYS, DAYS, st.integers(1, 3))
def test_the_same_seed_and_question_have_the_same_offers(search, way, day, seed):
    """Nothing but the seed and the question (and the day it is asked) decides an answer, and prices are positive."""
    first = search(question(*way, day), seed)
    assert first == search(question(*way, day), seed)
    assert all(offer.total_price.amount > 0 for offer in first)
    assert [o.total_price.amount for o in first] == sorted(o.total_price.amount for o in first)


def test_another_seed_is_another_world(search):
    """Two seeds do not tell the same timetable."""
    query = question("JFK", "SFO", date(2027, 3, 11))
    assert {o.option_id for o in search(query, 1)}.isdisjoint(o.option_id for o in search(query, 2))


@pytest.mark.parametrize(
    ("a", "b"),
    [("JFK", "SFO"), ("LHR", "SYD"), ("BHX", "BOI"), ("FLN", "GOT"), ("BRR", "MMH"), ("LIS", "OPO"), ("AKL", "KEF")],
)
def test_the_world_is_connected(search, a, b):
    """Large and small airports on any two continents are at most two connections apart."""
    assert search(question(a, b, date(2027, 3, 11)))


def test_no_airliner_flies_half_around_the_world(search):
    """London to Sydney is only sold with a connection."""
    assert min(o.stops for o in search(question("LHR", "SYD", date(2027, 3, 11)))) >= 1


def test_a_field_without_service_has_no_flights(search):
    """An airport that scheduled flights do not use gives an empty answer, not an invented flight."""
    assert search(question("TEB", "SFO", date(2027, 3, 11))) == ()


def test_flights_on_the_night_of_the_clock_change_keep_their_length(search):
    """The night of 13 to 14 March 2027 loses an hour in New York; a flight through it is not an hour longer for it."""
    offers = search(FlightQuery(origin="LAX", destination="JFK", depart_date="2027-03-13", adults=1, max_stops=0))
    lengths = {offer.duration for offer in offers}
    usual = search(FlightQuery(origin="LAX", destination="JFK", depart_date="2027-03-16", adults=1, max_stops=0))
    assert lengths == {offer.duration for offer in usual}


KNOWN_ROUTES = (
    "MAN-MCO", "LIS-GIG", "HAM-PMI", "MAN-TFS", "GLA-TFS", "ARN-LPA", "FRA-PUJ", "LHR-BGI", "OPO-GRU", "ORD-DUB",
    "BHX-FAO", "YVR-OGG", "BOS-AUA",
)  # fmt: skip


@pytest.mark.parametrize("seed", [1, 7])
@pytest.mark.parametrize("route", KNOWN_ROUTES)
def test_the_routes_that_everybody_knows_have_a_flight_without_a_stop(search, route, seed):
    """Holiday routes and old ties are non-stop in every invented world, there and back."""
    for a, b in (route.split("-"), route.split("-")[::-1]):
        assert search(question(a, b, date(2027, 6, 14)).model_copy(update={"max_stops": 0}), seed)


def test_few_flights_land_in_the_dead_of_night(search):
    """Between one and four in the morning, local time, hardly anybody lands."""
    hubs = sorted(code for code in TIERS if TIERS[code] == 3)[::3]
    landings = [
        offer.arrive_at.hour
        for a, b in pairwise([*hubs, *hubs[::2], *hubs[1::2]])
        if not same_city(a, b)
        for offer in search(question(a, b, date(2027, 6, 15)).model_copy(update={"max_stops": 0}))
    ]
    assert len(landings) > 100
    assert sum(1 <= hour < 4 for hour in landings) / len(landings) < 0.05


def test_a_bed_over_an_ocean_costs_several_times_a_seat(search):
    """Business class is dearer in proportion on a long flight, and long flights cost more than a few hundred dollars."""

    def cheapest(a, b, cabin):
        query = question(a, b, date(2027, 4, 14)).model_copy(update={"cabin": cabin, "max_stops": 0})
        return float(min(offer.total_price.amount for offer in search(query)))

    long, short = (
        cheapest(*ends, "business") / cheapest(*ends, "economy") for ends in (("JFK", "LHR"), ("LHR", "FCO"))
    )
    assert long > 5 > short > 2
    assert cheapest("LHR", "SIN", "economy") > 350
    assert cheapest("LHR", "SIN", "business") > 2000
