"""Distances between hotels and sights: each by its coordinates, before the choice and after it."""

from decimal import Decimal

from tests.acts import change, choose, plan
from tests.graph.test_option_tools import found

from tripintent.state.offers import FlightOffer
from tripintent.tools.toolbox.describe import describer

ROME = plan("Boston", "Rome", "2027-06-14", "2027-06-20")


async def way(booking, *places: str) -> dict:
    """Return the one fact of a distance."""
    (told,) = (await found(booking, "lookup", topic="distance", places=list(places)))["found"]
    assert told["known"], told
    return told["value"]


async def test_hotels_on_offer_are_measured_from_sights(booking):
    """By name and by code, in metres and minutes on foot: as the option says them where the sight was wished for."""
    await booking.do(ROME, change(lodging={"near": {"to": "Colosseum", "within_minutes": 20}}))
    options = (await found(booking, "list_options"))["options"]
    assert options
    for one in options:
        hotel = one["hotels"][0]
        assert hotel["near"] == "Colosseum"
        assert hotel["walking_minutes"] <= 20
        for named in (hotel["name"], hotel["code"]):
            told = await way(booking, named, "Colosseum")
            assert abs(told["metres"] - hotel["metres"]) <= 5
            assert told["walking_minutes"] == hotel["walking_minutes"]


async def test_the_hotel_of_the_trip_is_measured_too(booking):
    """Once it is chosen, and from there to any sight of the town."""
    await booking.do(ROME, choose(1))
    trip = await booking.trip()
    (hotel,) = (
        await booking.ports.offers.options(trip.ledger_id, trip.working_memory.selected.hotel_option_ids)
    ).values()
    told = await way(booking, "Trevi Fountain", hotel.hotel_name)
    assert 0 < told["metres"] < 20_000


async def test_carbon_dioxide_is_told_where_the_seller_says_it(booking):
    """Else nothing is: it is not known."""
    await booking.do(ROME)
    trip = await booking.trip()
    says = await describer(trip, booking.ports, trip.working_memory.ranking.bundles)
    flight = next(one for one in says.offers.values() if isinstance(one, FlightOffer))
    assert "co2_kg" not in says.leg(flight).model_dump(mode="json")
    stated = flight.model_copy(update={"emissions_kg": Decimal(812)})
    assert says.leg(stated).model_dump(mode="json")["co2_kg"] == "812"
