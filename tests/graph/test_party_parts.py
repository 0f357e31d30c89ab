"""Parts of the party by calls alone: legs and stays for some of the people, each quoted, held and bought beside the others."""

from decimal import Decimal
from typing import Any

import pytest
from tests.graph.test_option_tools import called, found

from tripintent.state.derived import open_plan
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


def leg(origin: str, destination: str, day: str, *travellers: str) -> dict[str, Any]:
    return {"origin": origin, "destination": destination, "day": day, "travellers": [*travellers]}


ANN = {"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04", "email": "ann@example.org"}
BOB = {"given_name": "Bob", "family_name": "Smith", "date_of_birth": "1983-07-09"}
CY = {"given_name": "Cy", "family_name": "Jones", "date_of_birth": "1990-01-02"}
DEE = {"given_name": "Dee", "family_name": "Jones", "date_of_birth": "1991-02-03"}
KIM = {"given_name": "Kim", "family_name": "Smith", "date_of_birth": "2019-05-06"}
CHILD_HOME = {
    "party": {"adults": 2, "child_ages": [8]},
    "legs": [
        leg("Boston", "Lisbon", "2027-06-14"),
        leg("Lisbon", "Boston", "2027-06-18", "t2", "t3"),
        leg("Lisbon", "Boston", "2027-06-21", "t1"),
    ],
}
FRIEND_LATER = {
    "party": {"adults": 3},
    "legs": [
        leg("Boston", "Lisbon", "2027-06-14", "t1", "t2"),
        leg("New York", "Lisbon", "2027-06-17", "t3"),
        leg("Lisbon", "Boston", "2027-06-21", "t1", "t2"),
        leg("Lisbon", "New York", "2027-06-21", "t3"),
    ],
}
COUPLE_LATER = {
    "party": {"adults": 4},
    "legs": [
        leg("Boston", "Lisbon", "2027-06-14", "t1", "t2"),
        leg("Boston", "Lisbon", "2027-06-15", "t3", "t4"),
        leg("Lisbon", "Boston", "2027-06-21"),
    ],
}
ALL, SMITHS = {"Ann", "Bob", "Cy", "Dee"}, {"Ann", "Bob"}
TRIPS: list[tuple[dict[str, Any], list[dict[str, Any]], list[set[str]]]] = [
    (CHILD_HOME, [ANN, BOB, KIM], [{"Ann", "Bob", "Kim"}, {"Bob", "Kim"}, {"Ann"}, {"Bob", "Kim"}, {"Ann"}]),
    (FRIEND_LATER, [ANN, BOB, CY], [SMITHS, {"Cy"}, SMITHS, {"Cy"}, SMITHS, {"Cy"}]),
    (COUPLE_LATER, [ANN, BOB, CY, DEE], [SMITHS, {"Cy", "Dee"}, ALL, SMITHS, {"Cy", "Dee"}]),
]


@pytest.fixture
def ordered(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """Note whom each order at the supplier names."""
    named: list[set[str]] = []
    hold = EmbeddedOrders.hold

    async def noted(self: EmbeddedOrders, request: Any) -> Any:
        named.append({person.given_name for person in request.travellers})
        return await hold(self, request)

    monkeypatch.setattr(EmbeddedOrders, "hold", noted)
    return named


async def bought(booking: Any, trip: dict[str, Any], people: list[dict[str, Any]]) -> Any:
    """Buy a trip by calls alone, and return it."""
    outcome = await called(booking, "update_trip", **trip)
    assert (outcome.ok, outcome.rejected) == (True, ())
    others = {"part": "hotel", "number": 2}  # two hotels: the cheapest room may be the last of its kind
    listed = await found(booking, "list_options", alternatives=others, sort="price")
    hotels = [{one["name"] for one in option["hotels"]} for option in listed["options"]]
    apart = next(option for option, names in zip(listed["options"], hotels, strict=True) if len(names) == 2)
    assert (await called(booking, "choose", option=apart["option"])).ok
    assert not (await called(booking, "set_travellers", people=people)).rejected
    await called(booking, "request_purchase")
    await booking.approve()
    return await booking.trip()


@pytest.mark.parametrize(
    ("trip", "people", "orders"), TRIPS, ids=["child home earlier", "friend later", "couple later"]
)
async def test_each_part_is_bought_for_its_own_people(
    booking: Any, ordered: list[set[str]], trip: dict[str, Any], people: list[dict[str, Any]], orders: list[set[str]]
) -> None:
    """One card; an order for each leg and stay, with the names of those whom it is for and no other; nothing is left open."""
    after = await bought(booking, trip, people)
    assert sorted(map(sorted, ordered)) == sorted(map(sorted, orders))
    assert len(await booking.bookings()) == len(orders)
    assert open_plan(after).keys == ()
    assert after.status.state == "completed"
    assert not any(one.stale for one in after.working_memory.bookings)


async def test_stays_are_said_where_the_legs_do_not_say_them(booking: Any) -> None:
    """A friend who sleeps elsewhere has no bed; a wish for all hotels that comes later keeps that."""
    stays = [{"place": "Lisbon", "check_in": "2027-06-14", "check_out": "2027-06-21", "travellers": ["t1", "t2"]}]
    await called(booking, "update_trip", **FRIEND_LATER, lodging={"stays": stays})
    await called(booking, "update_trip", lodging={"stars_min": 3})
    (stay,) = open_plan(await booking.trip()).hotels
    assert (stay.heads, stay.who) == ((2, 0, 0), ("t1", "t2"))


async def test_who_cannot_take_a_part_is_said(booking: Any) -> None:
    """A child alone, and somebody who is not of the party: the rest of the call is done."""
    await called(booking, "update_trip", **CHILD_HOME)
    before = (await booking.trip()).itinerary
    outcome = await called(
        booking, "update_trip", legs=[{"leg": 2, "travellers": ["t3"]}, {"leg": 3, "travellers": ["t9"]}]
    )
    assert {one.path for one in outcome.rejected} == {"legs[0].travellers", "legs[1].travellers[0]"}
    assert (await booking.trip()).itinerary == before


async def test_one_more_adult_leaves_each_part_to_its_people(booking: Any) -> None:
    """The child was t3 and is t4 then; its leg stays its own."""
    await called(booking, "update_trip", **CHILD_HOME)
    await called(booking, "update_trip", party={"adults": 3})
    segments = (await booking.trip()).itinerary.segments
    assert [one.traveler_ids for one in segments] == [(), ("t2", "t4"), ("t1",)]


async def test_one_ticket_is_cancelled_alone(booking: Any) -> None:
    """Two bookings cover the way there: the friend's is given up, and nothing of the others is on the card."""
    await bought(booking, COUPLE_LATER, [ANN, BOB, CY, DEE])
    flights = [one for one in await booking.bookings() if one.item_type == "flight" and "BOS–" in one.title]
    theirs = next(one for one in flights if one.part.day == "2027-06-15")
    outcome = await called(booking, "request_cancellation", booking_ids=[theirs.booking_id])
    assert outcome.ok
    assert [one["title"] for one in (await booking.card())["cart"]] == [theirs.title]
    await booking.approve()
    assert theirs.booking_id not in {one.booking_id for one in await booking.bookings()}
    assert len(await booking.bookings()) == 4
    assert open_plan(await booking.trip()).keys == (), "what was given up is not searched for again"


@pytest.mark.parametrize("wish", [CHILD_HOME, FRIEND_LATER, COUPLE_LATER])
async def test_each_pays_for_the_parts_that_they_take(booking: Any, wish: dict[str, Any]) -> None:
    """No average over people who fly apart: each one's sum is told, and the sums make the total."""
    await called(booking, "update_trip", **wish)
    people = wish["party"]["adults"] + len(wish["party"].get("child_ages", ()))
    options = (await found(booking, "list_options"))["options"]
    assert options
    for one in options:
        assert "per_person" not in one
        assert sorted(one["by_person"]) == [f"t{n}" for n in range(1, people + 1)]
        total = sum(Decimal(each["amount"]) for each in one["by_person"].values())
        assert abs(total - Decimal(one["total_with_local_tax"]["amount"])) < Decimal("0.05")


async def test_those_who_go_together_pay_alike(booking: Any) -> None:
    """Two of two: each pays a half; nobody's sum is told apart."""
    legs = [leg("Boston", "Lisbon", "2027-06-14"), leg("Lisbon", "Boston", "2027-06-21")]
    await called(booking, "update_trip", party={"adults": 2}, legs=legs)
    (first, *_) = (await found(booking, "list_options"))["options"]
    assert abs(Decimal(first["per_person"]["amount"]) * 2 - Decimal(first["total_with_local_tax"]["amount"])) < Decimal(
        "0.02"
    )
    assert "by_person" not in first
