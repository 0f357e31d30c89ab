"""A yes to the price of a request that was said before anything is held reaches what is held and bought: nobody asks again."""

from typing import Any

import pytest
from tests.acts import Event, buy, change, choose, hold, person
from tests.acts import people as people_of

SEAT = {"kind": "window seat", "people": ["Ann"]}
YES = {**SEAT, "accept_price": True}


@pytest.mark.parametrize("said", [[YES], [SEAT, YES]], ids=["at once", "after the question"])
async def test_a_seat_is_held_and_bought_at_its_price(
    booking: Any, wish: Event, people: Event, said: list[dict[str, Any]]
) -> None:
    """The seat is on both flights for Ann; the card has its price, and the booking has the seat."""
    await booking.do(wish, people)
    for one in said:
        await booking.do(change(requests=[one]))
    told = await booking.do(choose(1), hold())
    assert not any("once more" in one for one in told), "the card of what is held with its seat is the only one"
    trip = await booking.trip()
    flights = [one for one in trip.working_memory.holds if one.status == "held" and one.item_type == "flight"]
    assert len(flights) == 2
    assert [(told.state, told.who) for one in flights for told in one.requests] == [("sent", ("Ann Smith",))] * 2
    bare = sum(
        o.total_price.amount
        for o in (await booking.ports.offers.options(trip.ledger_id, [f.option_id for f in flights])).values()
    )
    paid = sum(told.price.amount for one in flights for told in one.requests)
    assert sum(one.total.amount for one in flights) == bare + paid
    await booking.do(buy())
    asked = (await booking.trip()).working_memory.approval.wording
    lost = [one.facts["prices"] for one in asked.values() if one.code == "non_refundable" and one.path == "flights"]
    held = {str(one.total) for one in flights}
    assert all({*text.split("\n")} <= held for text in lost), "what is lost is what is paid, with the seat"
    await booking.approve()
    bought = [one for one in await booking.bookings() if one.item_type == "flight"]
    assert [told.state for one in bought for told in one.requests] == ["sent", "sent"]


async def test_a_yes_is_used_once(booking: Any, wish: Event, people: Event) -> None:
    """Behind the hold it is an agreement to that price: the wish stays and says no yes for a dearer seat elsewhere."""
    await booking.do(wish, people, change(requests=[YES]), choose(1), hold())
    trip = await booking.trip()
    assert [one.accept_price for one in (*trip.requests, *trip.frame.requests)] == [False] * 2
    told = [told.price for one in trip.working_memory.holds if one.status == "held" for told in one.requests]
    assert sorted(trip.working_memory.agreed.values(), key=str) == sorted(told, key=str)
    await booking.do(change(wishes={"add": ["a quiet street"]}), hold())
    trip = await booking.trip()
    assert not any(one.accept_price for one in trip.requests)
    live = [one for one in trip.working_memory.holds if one.status == "held"]
    assert {told.state for one in live for told in one.requests} == {"sent"}


async def test_a_cot_is_for_one_of_two_rooms_and_one_of_two_hotels(booking: Any) -> None:
    """It goes with the second stay alone, for one room; hold and card say so, and another number is asked anew."""
    stops = [{"place": "Lisbon", "nights": 2}, {"place": "Porto", "nights": 2}]
    cot = {"kind": "baby cot", "legs": [2], "rooms": 1}
    trip = {"origin": "Boston", "stops": stops, "depart": "2027-06-14", "party": {"adults": 4}, "lodging": {"rooms": 2}}
    who = [person(f"{name} Smith", "1985-03-04", email="a@example.org") for name in ("Ann", "Bob", "Cy", "Dan")]
    await booking.do(change(**trip, requests=[cot]), people_of(*who), choose(1), hold())

    async def told() -> dict[str, list[tuple[str, str]]]:
        trip = await booking.trip()
        stays = {h.option_id: h for h in trip.working_memory.holds if h.status == "held" and h.item_type == "hotel"}
        offers = await booking.ports.offers.options(trip.ledger_id, [*stays])
        days = sorted((offers[one].check_in.isoformat(), one) for one in stays)
        return {day: [(r.state, r.detail) for r in stays[one].requests] for day, one in days}

    assert [*(await told()).values()] == [[], [("sent", "1 ×")]]
    await booking.do(change(requests=[{**cot, "rooms": 2}]), hold())
    assert [*(await told()).values()] == [[], [("sent", "2 ×")]]
