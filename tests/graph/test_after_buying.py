"""After buying, by calls alone: what a change costs, what is kept, one card for all of it, and nothing given up unasked."""

from typing import Any

import pytest
from tests.acts import plan
from tests.graph.test_option_tools import found, stored
from tests.graph.test_party_parts import ANN, BOB, CY, called

from tripintent.state.derived import assumed, open_plan

pytestmark = pytest.mark.usefixtures("ten_a_cancellation")
TRIP = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)["arguments"]


async def bought_at_once(booking: Any, trip: dict[str, Any]) -> None:
    await called(booking, "update_trip", **trip)
    await called(booking, "choose", option="1")
    await called(booking, "set_travellers", people=[ANN, BOB])
    await called(booking, "request_purchase")
    await booking.approve()


@pytest.fixture
async def bought(booking: Any) -> Any:
    """Two people with flights and a hotel."""

    async def walk() -> None:
        await bought_at_once(booking, TRIP)

    await booking.reach("two people", walk)
    assert len(await booking.bookings()) == 3
    return booking


async def part(booking: Any, which: str) -> Any:
    """Return the booking of the way out, the way home, or the hotel."""
    kinds = {"out": "BOS–", "home": "Flight LIS–", "hotel": ""}
    own = [one for one in await booking.bookings() if (one.item_type == "hotel") == (which == "hotel")]
    return next(one for one in own if kinds[which] in one.title)


async def test_a_quote_of_a_change_says_all_and_touches_nothing(bought: Any) -> None:
    """New price, fee and refund of what it replaces, the difference in all, and what is kept; every row is as it was."""
    home = await part(bought, "home")
    trip = await bought.trip()
    before = await stored(bought, trip.trip_id)
    quote = await found(bought, "quote_change", booking_ids=[home.booking_id], date="2027-06-23")
    assert await stored(bought, trip.trip_id) == before
    (gone,) = quote["replaces"]
    assert (gone["booking_id"], gone["fee"]["amount"]) == (home.booking_id, "10.00")
    assert float(gone["refund"]["amount"]) == float(home.total.amount) - 10
    assert {one["title"] for one in quote["keeps"]} == {one.title for one in await bought.bookings()} - {home.title}
    assert any("no bed is booked" in one for one in quote["no_longer_fits"])
    first = quote["options"][0]
    assert [one["route"][0] for one in first["option"]["flights"]] == ["LIS"]
    assert float(first["in_all"]["amount"]) == pytest.approx(
        float(first["option"]["total"]["amount"]) - float(gone["refund"]["amount"])
    )


async def test_a_quote_of_a_cancellation_touches_nothing(bought: Any) -> None:
    """Fee and refund of each and in all; what stays booked."""
    hotel = await part(bought, "hotel")
    trip = await bought.trip()
    before = await stored(bought, trip.trip_id)
    quote = await found(bought, "quote_cancellation", booking_ids=[hotel.booking_id])
    assert await stored(bought, trip.trip_id) == before
    assert (quote["lost"]["amount"], quote["lines"][0]["booking_id"]) == ("10.00", hotel.booking_id)
    assert len(quote["keeps"]) == 2


async def test_the_flight_home_and_a_night_more_are_one_card(bought: Any) -> None:
    """One call; the card buys a flight and a night, gives up the old flight alone, and the hotel stays."""
    home, hotel = await part(bought, "home"), await part(bought, "hotel")
    also = [{"booking_ids": [hotel.booking_id], "until": "2027-06-22"}]
    asked = await called(bought, "request_change", booking_ids=[home.booking_id], date="2027-06-22", also=also)
    assert asked.ok
    assert [len(part) for part in open_plan(await bought.trip())] == [1, 1]
    assert not await bought.waits(), "there are several flights: one is chosen first"
    await called(bought, "choose", option="1")
    await called(bought, "request_purchase")
    card = await bought.card()
    assert sorted(one["item_type"] for one in card["cart"]) == ["flight", "hotel"]
    assert [one["title"] for one in card["replaces"]] == [home.title]
    await bought.approve()
    kept = await bought.bookings()
    assert len(kept) == 4
    assert home.booking_id not in {one.booking_id for one in kept}
    assert hotel.booking_id in {one.booking_id for one in kept}
    assert open_plan(await bought.trip()).keys == ()


async def test_a_quoted_option_that_is_named_goes_on_to_the_card(bought: Any) -> None:
    """Quote, then one call with the option: the card waits, at the quoted price."""
    home = await part(bought, "home")
    change = {"booking_ids": [home.booking_id], "date": "2027-06-23"}
    quoted = (await found(bought, "quote_change", **change))["options"][1]["option"]
    await called(bought, "request_change", **change, option=quoted["option"])
    card = await bought.card()
    assert float(card["total"]["amount"]) == float(quoted["total"]["amount"])
    assert [one["title"] for one in card["replaces"]] == [home.title]


async def test_the_only_option_goes_on_to_the_card(bought: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one flight alone is found nobody has to choose: it is held, and the card waits for the yes."""
    home = await part(bought, "home")
    search = type(bought.ports.flights).search

    async def one_alone(self: Any, query: Any) -> Any:
        return (await search(self, query))[:1]

    monkeypatch.setattr(type(bought.ports.flights), "search", one_alone)
    await called(bought, "request_change", booking_ids=[home.booking_id], date="2027-06-23")
    card = await bought.card()
    assert len(card["cart"]) == 1
    assert [one["title"] for one in card["replaces"]] == [home.title]
    assert len(await bought.bookings()) == 3, "nothing is bought before the yes"


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"booking_ids": ["no"]}, "booking_ids[0]"),
        ({"booking_ids": "home"}, "date"),
        ({"booking_ids": "home", "date": "2027-06-21"}, "date"),
        ({"booking_ids": "home", "date": "2027-02-01"}, "date"),
        ({"booking_ids": "home", "date": "2027-06-10"}, "date"),
        ({"booking_ids": "home", "until": "2027-06-22"}, "until"),
        ({"booking_ids": "hotel", "leaves": {"after": "10:00"}}, "leaves"),
        ({"booking_ids": "all", "date": "2027-06-22"}, "booking_ids"),
        ({"booking_ids": "home", "date": "2027-06-22", "also": [{"booking_ids": ["no"], "until": "2027-06-22"}]},
         "also[0].booking_ids[0]"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["quote_change", "request_change"])
async def test_what_cannot_be_changed_is_refused_whole(
    bought: Any, name: str, arguments: dict[str, Any], path: str
) -> None:
    """Which part, why, and the bookings that there are; nothing is done."""
    ids = {"all": [one.booking_id for one in await bought.bookings()]}
    ids |= {which: [(await part(bought, which)).booking_id] for which in ("home", "hotel")}
    named = arguments["booking_ids"]
    given = {**arguments, "booking_ids": ids[named] if isinstance(named, str) else named}
    before = (await bought.trip()).itinerary
    outcome = await called(bought, name, **given)
    assert not outcome.ok
    assert [one.path for one in outcome.rejected] == [path]
    assert (await bought.trip()).itinerary == before
    if "no" in str(given):
        assert len(outcome.rejected[0].candidates) == 3


async def test_a_cancellation_is_a_card(bought: Any) -> None:
    """The hotel alone; nothing is cancelled before a person's yes."""
    hotel = await part(bought, "hotel")
    assert (await called(bought, "request_cancellation", booking_ids=[hotel.booking_id])).ok
    assert [one["title"] for one in (await bought.card())["cart"]] == [hotel.title]
    assert len(await bought.bookings()) == 3
    await bought.approve()
    assert len(await bought.bookings()) == 2


async def test_who_joins_is_priced_beside_what_is_booked(bought: Any) -> None:
    """On the same flights and in the same hotel; nothing is replaced."""
    assert (await called(bought, "add_traveller_to_booking", people=[{k: v for k, v in CY.items() if k != "email"}])).ok
    await called(bought, "choose", option="1")
    await called(bought, "request_purchase")
    card = await bought.card()
    assert (card["replaces"], len(card["cart"])) == ([], 3)
    await bought.approve()
    assert len(await bought.bookings()) == 6


async def test_who_cannot_join_is_said(bought: Any, booking: Any) -> None:
    """Who travels already, and a child alone."""
    again = await called(bought, "add_traveller_to_booking", people=[{"given_name": "ann", "family_name": "smith"}])
    child = await called(bought, "add_traveller_to_booking", people=[{"type": "child", "age": 6}])
    assert (again.ok, child.ok) == (False, False)
    assert (await bought.trip()).party.heads() == (2, 0, 0)


async def test_no_airline_change_waits(bought: Any) -> None:
    """Then there is none to accept."""
    assert not (await called(bought, "accept_airline_change")).ok


MOVES: list[tuple[dict[str, Any], set[str]]] = [
    ({"return_day": "2027-06-23"}, {"return_day"}),
    ({"depart": "2027-06-13"}, {"depart"}),
    ({"legs": [{"leg": 2, "day": "2027-06-22"}]}, {"legs[0].day"}),
    ({"legs": [{"leg": 2, "leave": {"after": "18:00"}}]}, {"legs[0].leave"}),
    ({"flights": {"leave": {"after": "12:00"}}}, {"flights.leave"}),
    ({"stops": [{"place": "Lisbon", "nights": 5}]}, {"stops[0].nights"}),
    ({"stops": [{"place": "Madrid"}]}, {"stops"}),
    ({"party": {"adults": 1}}, {"party"}),
    ({"party": {"child_ages": [6]}}, {"party"}),
]


@pytest.mark.parametrize(("changes", "paths"), MOVES)
async def test_update_trip_moves_nothing_that_is_booked(bought: Any, changes: dict[str, Any], paths: set[str]) -> None:
    """The part is rejected with the call that asks for it; what else is said in the call is taken."""
    before = await bought.trip()
    outcome = await called(bought, "update_trip", **changes, wishes={"add": ["quiet"]})
    after = await bought.trip()
    assert {one.path for one in outcome.rejected} == paths
    assert all("booked" in one.why for one in outcome.rejected)
    assert after.itinerary == before.itinerary
    assert after.party.travelers == before.party.travelers
    assert after.working_memory.replacing == {}
    assert after.wishes == ("quiet",)


async def test_additions_are_taken(bought: Any) -> None:
    """One more traveller: what is new is quoted alone, and nothing is to be replaced."""
    outcome = await called(bought, "update_trip", party={"adults": 3})
    trip = await bought.trip()
    assert (outcome.rejected, trip.working_memory.replacing) == ((), {})
    assert [one.heads for part in open_plan(trip) for one in part] == [(1, 0, 0)] * 3


async def test_nights_in_addition_are_taken(bought: Any) -> None:
    """A night before the flight home cannot be; one after it is quoted alone, beside the nights that are booked."""
    stays = [{"place": "Lisbon", "check_in": "2027-06-14", "check_out": "2027-06-23"}]
    outcome = await called(bought, "update_trip", lodging={"stays": stays})
    assert outcome.rejected == ()
    (nights,) = open_plan(await bought.trip()).hotels
    assert (nights.query.check_in, nights.query.check_out) == ("2027-06-21", "2027-06-23")


async def test_a_wish_for_the_new_flight_keeps_the_change(bought: Any) -> None:
    """A flight home that was asked to be moved, then "in business": the change goes on with the wish."""
    home = await part(bought, "home")
    await called(bought, "request_change", booking_ids=[home.booking_id], date="2027-06-23")
    await called(bought, "update_trip", flights={"cabin": "business"})
    trip = await bought.trip()
    (leg,) = open_plan(trip).flights
    assert (leg.query.depart_date, leg.query.cabin) == ("2027-06-23", "business")
    assert trip.working_memory.replacing == {home.booking_id: leg.key}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2)])
async def test_parts_of_one_change_come_in_the_order_of_their_days(bought: Any, order: tuple[int, int, int]) -> None:
    """Out, stay and home a day later, given in any order: the same night is added, and each list goes by its days."""
    out, hotel, home = [await part(bought, one) for one in ("out", "hotel", "home")]
    parts = [
        {"booking_ids": [out.booking_id], "date": "2027-06-15"},
        {"booking_ids": [hotel.booking_id], "date": "2027-06-15", "until": "2027-06-22"},
        {"booking_ids": [home.booking_id], "date": "2027-06-22"},
    ]
    first, *also = [parts[n] for n in order]
    quote = await found(bought, "quote_change", **first, also=also)
    assert [one["booking_id"] for one in quote["replaces"]] == [out.booking_id, home.booking_id]
    assert [one["booking_id"] for one in quote["keeps"]] == [hotel.booking_id]
    assert {(one["check_in"], one["check_out"]) for o in quote["options"] for one in o["option"]["hotels"]} == {
        ("2027-06-21", "2027-06-22")
    }
    assert not quote["no_longer_fits"], "the night is asked for"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_parts_of_one_change_are_judged_together(booking: Any, order: tuple[int, int]) -> None:
    """A trip of one night a day later: the way out falls on the old way home, which moves as well."""
    await bought_at_once(booking, {**TRIP, "return_day": "2027-06-15"})
    out, home = await part(booking, "out"), await part(booking, "home")
    parts = [
        {"booking_ids": [out.booking_id], "date": "2027-06-15"},
        {"booking_ids": [home.booking_id], "date": "2027-06-16"},
    ]
    first, also = (parts[n] for n in order)
    quote = await found(booking, "quote_change", **first, also=[also])
    assert {one["route"][0] for o in quote["options"] for one in o["option"]["flights"]} == {"BOS", "LIS"}
    alone = await called(booking, "request_change", booking_ids=[out.booking_id], date="2027-06-17")
    assert [one.path for one in alone.rejected] == ["date"]
    assert (await called(booking, "request_change", **first, also=[also])).ok
    trip = await booking.trip()
    assert [one.depart_date for one in trip.itinerary.segments] == ["2027-06-15", "2027-06-16"]


async def test_what_is_kept_comes_in_the_order_of_its_days(bought: Any) -> None:
    """What was bought last is told at its place in the trip."""
    hotel = await part(bought, "hotel")
    await called(bought, "request_change", booking_ids=[hotel.booking_id], until="2027-06-23")
    await called(bought, "choose", option="1")
    await called(bought, "request_purchase")
    await bought.approve()
    home = await part(bought, "home")
    quote = await found(bought, "quote_change", booking_ids=[home.booking_id], date="2027-06-23")
    days = {one.booking_id: one.part.day for one in await bought.bookings()}
    kept = [days[one["booking_id"]] for one in quote["keeps"]]
    assert kept == sorted(kept)
    assert len(kept) == 3


async def test_nights_that_a_moved_flight_leaves_without_a_bed_are_a_point_of_the_card(bought: Any) -> None:
    """The hotel stays as it is booked; that it has no bed for two nights is confirmed before the flight is bought."""
    home, hotel = await part(bought, "home"), await part(bought, "hotel")
    quote = await found(bought, "quote_change", booking_ids=[home.booking_id], date="2027-06-23")
    option = quote["options"][0]["option"]["option"]
    await called(bought, "request_change", booking_ids=[home.booking_id], date="2027-06-23", option=option)
    card = await bought.card()
    (nights,) = [one for one in card["confirmations"] if one["id"].startswith("nights_not_booked")]
    assert hotel.title.partition(",")[0] in nights["text"]
    assert "from Mon, Jun 21, 2027 to Wed, Jun 23, 2027" in nights["text"]
    assert not {"hotel_dates_from_travel", "return_from_length"} & {*assumed(await bought.trip())}
