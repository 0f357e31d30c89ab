"""Wishes for hotels: a budget for all nights is that, an amenity that nobody knows empties no search."""

from decimal import Decimal

from tests.acts import plan
from tests.graph.test_option_tools import called, found

ROME = plan("Boston", "Rome", "2027-06-14", "2027-06-20")


async def test_a_budget_for_all_nights_is_that(booking):
    """Whatever the number of nights of an option; the option says which limit was used."""
    await booking.do(ROME)
    await called(booking, "update_trip", budget={"lodging": {"amount": 600, "currency": "USD"}})
    options = (await found(booking, "list_options", sort="stars"))["options"]
    assert options
    for one in options:
        assert Decimal(one["hotels"][0]["total"]["amount"]) <= 600
        assert Decimal(one["lodging_budget"]["amount"]) == 600
    dear = [{"fact": "per_night", "at_least": 101}]  # a share of six nights would have left these out
    assert (await found(booking, "list_options", where=dear))["options"]
    assert (await booking.trip()).preferences.hotel.max_daily_rate is None


async def test_an_amenity_that_nobody_knows_is_a_wish_in_words(booking):
    """It is kept and said; those that are known are searched for, in the traveller's words too."""
    await booking.do(ROME)
    outcome = await called(booking, "update_trip", lodging={"amenities": ["pool", "rooftop unicorn stable"]})
    assert [one.path for one in outcome.rejected] == ["lodging.amenities[1]"]
    trip = await booking.trip()
    assert trip.wishes == ("hotel: rooftop unicorn stable",)
    options = (await found(booking, "list_options"))["options"]
    assert options
    assert all("pool" in one["hotels"][0]["amenities"] for one in options)


async def test_a_hotel_that_is_named_is_the_only_one(booking):
    """Where it has rooms; a name that no hotel has leaves the others, and ranks."""
    await booking.do(ROME)
    hotels = {one["name"] for option in (await found(booking, "list_options"))["options"] for one in option["hotels"]}
    name = min(hotels)
    await called(booking, "update_trip", lodging={"hotel": name})
    after = (await found(booking, "list_options"))["options"]
    assert {one["name"] for option in after for one in option["hotels"]} == {name}


async def test_as_cheap_as_possible_is_cheapest_first(booking):
    """Whatever speaks for a dearer one."""
    await booking.do(ROME)
    await called(booking, "update_trip", price_first=True)
    sums = [Decimal(one["total_with_local_tax"]["amount"]) for one in (await found(booking, "list_options"))["options"]]
    assert sums == sorted(sums)


async def test_near_a_place_without_a_limit_is_met_by_one_of_the_first_three(booking):
    """It hides nothing, and what is hardly farther than the nearest is seen at once."""
    await booking.do(ROME)
    await called(booking, "update_trip", lodging={"near": {"to": "Colosseum"}})
    shown = (await found(booking, "list_options"))["options"]
    every = (await found(booking, "list_options", sort="distance"))["options"]
    nearest = every[0]["hotels"][0]["metres"]
    assert min(one["hotels"][0]["metres"] for one in shown[:3]) <= max(800, nearest * 1.5)
    assert max(one["hotels"][0]["metres"] for one in shown) > max(800, nearest * 1.5)


async def test_a_kind_of_hotel_is_the_only_one_where_there_are_any(booking):
    """And where there is none, that is said beside the others."""
    await booking.do(ROME)
    await called(booking, "update_trip", lodging={"kinds": ["boutique"]})
    options = (await found(booking, "list_options"))["options"]
    assert {"House", "Garden"} & {word for one in options for word in one["hotels"][0]["name"].split()}
    assert not (await booking.trip()).working_memory.ranking.unmet
    await called(booking, "update_trip", lodging={"kinds": ["resort"]})
    assert "kind of hotel (resort)" in (await booking.trip()).working_memory.ranking.unmet[0]


async def test_a_part_of_town_leaves_out_the_others(booking):
    """Where a hotel says that it lies there; of a part that no hotel names all are shown, and that is said."""
    await booking.do(ROME)
    await called(booking, "update_trip", lodging={"area": "city centre"})
    options = (await found(booking, "list_options", sort="price"))["options"]
    assert {one["hotels"][0]["area"] for one in options} == {"City centre"}
    await called(booking, "update_trip", lodging={"area": "Moonside"})
    assert (await found(booking, "list_options"))["options"]
