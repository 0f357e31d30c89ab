"""Where hotels are looked for, what they offer and what they cost."""

import pytest

from tripintent.state.queries import Occupancy
from tripintent.tools.errors import InvalidRequest
from tripintent.tools.places.airports import great_circle_km


async def search(supplier, query, **changes):
    return await supplier.hotels.search(query.model_copy(update=changes))


async def test_a_city_has_the_same_hotels_by_code_and_by_name(supplier, hotel_query):
    """LIS and "Lisbon" are one city with one set of offers."""
    by_code = await search(supplier, hotel_query, location="LIS")
    assert by_code
    assert by_code == await search(supplier, hotel_query, location="Lisbon")


async def test_hotels_lie_around_the_city_and_not_at_the_airport(supplier, hotel_query):
    """Coordinates and stated distances are those from the middle of San Francisco."""
    for offer in await search(supplier, hotel_query):
        measured = great_circle_km(37.77493, -122.41942, offer.lat, offer.lon)
        assert abs(measured - offer.distance_km) < 0.5


async def test_a_town_without_an_airport_has_hotels_of_its_own(supplier, hotel_query):
    """Oxford is found by name, with hotels in Oxford."""
    offers = await search(supplier, hotel_query, location="Oxford")
    assert offers
    assert all("Oxford" in offer.hotel_name for offer in offers)
    assert all(great_circle_km(51.752, -1.258, offer.lat, offer.lon) < 25 for offer in offers)


@pytest.mark.parametrize(
    ("location", "code"), [("Bavaria", "region"), ("San José", "ambiguous_place"), ("Qxyzzy", "unknown_place")]
)
async def test_what_is_no_city_is_refused_by_name(supplier, hotel_query, location, code):
    """A region, an ambiguous name and an unknown one each get their own refusal."""
    with pytest.raises(InvalidRequest) as refused:
        await search(supplier, hotel_query, location=location)
    assert refused.value.code == code


async def test_words_for_a_part_of_town_are_understood(supplier, hotel_query):
    """Near the river, downtown and by the airport choose parts of town."""
    for said, area in (("near the river", "Riverside"), ("by the airport", "Airport")):
        offers = await search(supplier, hotel_query, area=said)
        assert offers
        assert {offer.area for offer in offers} == {area}


async def test_a_hotel_lies_where_it_lies_whatever_was_wished(supplier, hotel_query):
    """A quarter's name moves no hotel: each has the area and the distance that it has without the wish."""
    wished = await search(supplier, hotel_query, area="Nob Hill")
    assert {(o.hotel_id, o.area, o.distance_km) for o in wished} == {
        (o.hotel_id, o.area, o.distance_km) for o in await search(supplier, hotel_query)
    }


@pytest.mark.parametrize(
    ("code", "town"),
    [
        ("YVR", "Vancouver"),
        ("YYZ", "Toronto"),
        ("NRT", "Tokyo"),
        ("CVG", "Cincinnati"),
        ("BJV", "Bodrum"),
        ("LGW", "London"),
    ],
)
async def test_hotels_stand_in_the_town_of_an_airport(supplier, hotel_query, code, town):
    """Not in the municipality where its runways are: Vancouver's lie in Richmond."""
    offers = await search(supplier, hotel_query, location=code)
    assert offers
    assert all(offer.address.endswith(f", {town}") for offer in offers)


async def test_who_asks_for_the_centre_gets_what_lies_within_a_walk(supplier, hotel_query):
    """Downtown is the centre and every hotel within 1.3 km of it, so that a star wish leaves more than one."""
    offers = await search(supplier, hotel_query, area="downtown")
    assert {"City centre"} < {offer.area for offer in offers}
    assert all(offer.area == "City centre" or offer.distance_km <= 1.3 for offer in offers)


async def test_a_holiday_place_has_hotels_by_the_sea(supplier, hotel_query):
    """Where people go for the beach, a wish for it and for four stars leaves a choice."""
    offers = await search(supplier, hotel_query, location="PMI", area="near the beach", star_min=4)
    assert len({offer.hotel_id for offer in offers}) > 2


async def test_words_for_amenities_are_understood(supplier, hotel_query):
    """A swimming pool is a pool, free Wi-Fi is wifi; what nobody knows leaves no hotel out."""
    offers = await search(supplier, hotel_query, amenities=("Swimming pool", "free WiFi"))
    assert offers
    assert all({"pool", "wifi"} <= set(offer.amenities) for offer in offers)
    assert await search(supplier, hotel_query, amenities=("helipad", "pool")) == await search(
        supplier, hotel_query, amenities=("pool",)
    )


async def test_a_hotel_is_found_by_its_name(supplier, hotel_query):
    """The name of an invented hotel finds it whatever its case; a real chain has no house here."""
    name = (await search(supplier, hotel_query))[0].hotel_name
    found = await search(supplier, hotel_query, hotel_name=name.upper())
    assert name in {offer.hotel_name for offer in found}
    assert await search(supplier, hotel_query, hotel_name="Hilton") == ()


async def test_stars_boards_rooms_and_guests_cost(supplier, hotel_query):
    """More stars, meals, a second room and a third guest each make the cheapest offer dearer; a single guest pays less."""

    async def least(**changes):
        return min(o.total_price.amount for o in await search(supplier, hotel_query, **changes))

    plain = await least()
    assert await least(star_min=5) > await least(star_min=4) > plain
    assert await least(board="half_board") > await least(board="breakfast") > plain
    assert await least(occupancies=(Occupancy(adults=2),) * 2) > plain
    assert await least(occupancies=(Occupancy(adults=2, child_ages=(6,)),)) > plain
    assert await least(occupancies=(Occupancy(adults=1),)) < plain


async def test_a_stay_costs_what_its_city_costs(supplier, hotel_query):
    """A night in Zurich is dearer than one in Hanoi."""

    async def least(city):
        return (await search(supplier, hotel_query, location=city, star_min=3))[0].total_price.amount

    assert await least("ZRH") > 2 * await least("HAN")


async def test_free_cancelling_ends_before_arrival_and_is_not_offered_too_late(supplier, hotel_query):
    """A flexible rate names a moment between now and arrival; a stay tomorrow that has no such moment is not flexible."""
    for offer in await search(supplier, hotel_query):
        if offer.refundable:
            assert offer.terms.free_until.date() < offer.check_in
    tonight = await search(supplier, hotel_query, check_in="2027-01-10", check_out="2027-01-11")
    assert tonight
    assert not any(offer.refundable for offer in tonight)


async def test_local_taxes_are_named_where_they_are_due(supplier, hotel_query):
    """Lisbon has a tax at the desk, beside the total; San Francisco has none."""
    assert all(o.due_at_property for o in await search(supplier, hotel_query, location="LIS"))
    assert not any(o.due_at_property for o in await search(supplier, hotel_query))


async def test_five_in_a_room_are_refused(supplier, hotel_query):
    """A room sleeps four; the refusal says to take more rooms."""
    with pytest.raises(InvalidRequest, match="more rooms") as refused:
        await search(supplier, hotel_query, occupancies=(Occupancy(adults=5),))
    assert refused.value.code == "too_many_travellers"


async def test_infants_need_no_bed(supplier, hotel_query):
    """A family of four with a baby fits one room."""
    assert await search(supplier, hotel_query, occupancies=(Occupancy(adults=2, child_ages=(4, 7, 0)),))
