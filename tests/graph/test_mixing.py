"""A trip put together from parts of several options; what is chosen stays chosen with the same flights and hotel."""

from itertools import combinations
from typing import Any

import pytest
from tests.acts import Event, change, choose, plan

from tripintent.tools.toolbox.searched import rooms_of_other_nights


async def two_that_differ(booking):
    """Return two options with other flights and other hotels, whose mix is none of the options."""
    bundles = (await booking.trip()).working_memory.ranking.bundles
    listed = {(one.flight_option_ids, one.hotel_option_ids) for one in bundles}
    pairs = combinations(bundles, 2)
    return next((a, b) for a, b in pairs if (a.flight_option_ids, b.hotel_option_ids) not in listed)


def offers(flights: Any, hotels: Any) -> dict[str, Any]:
    """Return the choice of these offers."""
    return {"type": "USER_SELECTED_OFFERS", "option_ids": [*flights, *hotels]}


async def test_the_flights_of_one_with_the_hotel_of_another(booking, wish):
    """The mix becomes an option of its own, chosen, with the sum of its parts as its price, and can be held."""
    await booking.do(wish)
    one, two = await two_that_differ(booking)
    await booking.event(**offers(one.flight_option_ids, two.hotel_option_ids))
    trip = await booking.trip()
    chosen, mixed = trip.working_memory.selected, trip.working_memory.ranking.bundles[-1]
    assert (chosen.flight_option_ids, chosen.hotel_option_ids) == (one.flight_option_ids, two.hotel_option_ids)
    assert mixed.bundle_id == chosen.bundle_id
    assert mixed.labels == ("mixed",)
    known = await booking.ports.offers.options(trip.ledger_id, [*chosen.flight_option_ids, *chosen.hotel_option_ids])
    assert mixed.estimated_total.amount == sum(o.total_price.amount for o in known.values())
    assert trip.working_memory.risk_report is not None
    await booking.event(type="USER_REQUEST_HOLD")
    assert (await booking.trip()).working_memory.hold_requested


async def test_the_room_that_was_picked_is_taken(booking: Any) -> None:
    """Flights over the ocean land in two nights: each room for the night of its flight is taken as it is, and listed once."""
    await booking.do(plan("Boston", "Lisbon", "2027-03-14", "2027-03-21", adults=2))
    trip = await booking.trip()
    ranked = trip.working_memory.ranking.bundles
    wanted = {i for one in ranked for i in one.hotel_option_ids}
    other = await rooms_of_other_nights(wanted, trip, booking.ports)
    known = await booking.ports.offers.options(trip.ledger_id, wanted)
    nights = {one.flight_option_ids: known[one.hotel_option_ids[0]].check_in for one in ranked}
    assert len({*nights.values()}) > 1
    for flights, night in nights.items():
        rooms = {o.option_id: o for i in wanted for o in (known[i], *other[i]) if o.check_in == night}
        for room in rooms:
            await booking.event(**offers(flights, [room]))
            assert (await booking.trip()).working_memory.selected.hotel_option_ids == (room,)
    listed = [one.bundle_id for one in (await booking.trip()).working_memory.ranking.bundles]
    assert len({*listed}) == len(listed)


async def test_the_numbers_of_a_cheapest_list_are_those_that_are_shown(booking, wish):
    """Sorted by price the first line is number one; the best first again brings their old numbers back."""
    await booking.do(wish)
    best = (await booking.trip()).working_memory.ranking.bundles
    await booking.event(type="USER_WANTS_OPTIONS", order="cheapest")
    cheapest = (await booking.trip()).working_memory.ranking.bundles
    prices = [bundle.estimated_total.amount for bundle in cheapest]
    assert prices == sorted(prices)
    await booking.do(choose(2))
    assert (await booking.trip()).working_memory.selected.bundle_id == cheapest[1].bundle_id
    await booking.event(type="USER_WANTS_OPTIONS", order="best")
    assert (await booking.trip()).working_memory.ranking.bundles == best


START = plan("London", "Rome", "2027-06-05", "2027-06-09", adults=2)


async def flown(booking: Any) -> list[list[tuple[str, str]]]:
    """Return the flights that are chosen: number and departure of each hop."""
    trip = await booking.trip()
    known = await booking.ports.offers.options(trip.ledger_id, trip.working_memory.selected.flight_option_ids)
    return [[(hop.flight_number, str(hop.depart_at)) for hop in one.segments] for one in known.values()]


@pytest.mark.parametrize(
    "wish",
    [change(flights={"checked_bags": 1}), change(party={"adults": 3}), change(lodging={"board": "breakfast"})],
    ids=["bags", "people", "board"],
)
async def test_bags_people_and_board_are_asked_of_the_chosen_flights(booking: Any, wish: Event) -> None:
    """The price is told of the trip as it is now; nothing has to be chosen again."""
    await booking.do(START, choose(1))
    chosen = await flown(booking)
    await booking.do(wish)
    assert (await booking.trip()).status.state == "risk_checked"
    assert await flown(booking) == chosen


async def test_a_wish_for_the_hotel_keeps_the_flights(booking: Any) -> None:
    """Another hotel, one with a pool, beside the flights that are chosen; of flights another wish brings the list back."""
    await booking.do(START, choose(1))
    chosen = await flown(booking)
    assert "pool" in (await booking.do(change(lodging={"amenities": ["pool"]})))[-1]
    assert await flown(booking) == chosen
    assert "Option 1: " in (await booking.do(change(flights={"max_stops": 0, "leave": {"after": "15:00"}})))[-1]


async def test_other_days_are_asked_of_the_same_flights_and_hotel(booking: Any) -> None:
    """The same numbers at the same hours, and the same house for the new nights; another town is another list."""
    await booking.do(START, choose(1))
    before = [[(number, at[11:16]) for number, at in one] for one in await flown(booking)]
    await booking.do(change(return_day={"day": "2027-06-10"}))
    trip = await booking.trip()
    assert trip.status.state == "risk_checked"
    after = await flown(booking)
    assert [[(number, at[11:16]) for number, at in one] for one in after] == before
    assert after[1][0][1].startswith("2027-06-10")
    [room] = (
        await booking.ports.offers.options(trip.ledger_id, trip.working_memory.selected.hotel_option_ids)
    ).values()
    assert (str(room.check_in), str(room.check_out)) == ("2027-06-05", "2027-06-10")
    assert "Option 1: " in (await booking.do(change(stops=[{"place": "Naples"}])))[-1]
