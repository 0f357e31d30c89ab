"""What is chosen stays chosen where the trip goes on with the same flights and the same hotel."""

from typing import Any

import pytest
from tests.acts import Event, change, choose, plan

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
