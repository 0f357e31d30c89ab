"""Wishes by typed acts: each has a place, is honoured, and is said."""

from typing import Any

import pytest
from tests.acts import Event, change, plan

from tripintent.state.derived import current_ranking
from tripintent.state.designer.parts import Coordinates, kilometres
from tripintent.tools.toolbox.nearness import meant
from tripintent.tools.toolbox.stand import trip_facts

SQUARE = Coordinates(latitude=38.7075, longitude=-9.1364)


class Teller:
    """A booking that is told wishes."""

    def __init__(self, booking: Any) -> None:
        self.booking = booking

    async def tell(self, *acts: Event) -> str:
        return "\n".join(await self.booking.do(*acts))

    async def offers(self) -> list[list[Any]]:
        """Return the offers of each ranked option."""
        trip = await self.booking.trip()
        bundles = current_ranking(trip).bundles
        found = []
        for bundle in bundles:
            ids = (*bundle.flight_option_ids, *bundle.hotel_option_ids)
            known = await self.booking.ports.offers.options(trip.ledger_id, ids)
            found.append([known[i] for i in ids])
        return found


@pytest.fixture
def teller(booking: Any) -> Teller:
    return Teller(booking)


def to_lisbon(depart: Any = "2027-06-14", back: Any = "2027-06-21", **wishes: Any) -> Event:
    return plan("Boston", "Lisbon", depart, back, adults=2, **wishes)


def to_florence(**wishes: Any) -> Event:
    return plan("London", "Florence", "2027-06-14", "2027-06-21", adults=2, **wishes)


def landing(day: Any, **wishes: Any) -> Event:
    """Go to Lisbon so that one is there on a day."""
    stops = [{"place": "Lisbon", "arrive": day}]
    return change(origin="Boston", stops=stops, return_day="2027-06-21", party={"adults": 2}, **wishes)


async def test_separate_tickets_are_left_out(teller: Teller) -> None:
    """A hard wish: what is on separate tickets is neither offered nor ranked."""
    await teller.tell(plan("LIS", "TOS", "2027-06-14", "2027-06-21", adults=2))
    await teller.tell(change(flights={"avoid_self_transfer": True}))
    offers = await teller.offers()
    assert offers
    assert not any(offer.self_transfer for option in offers for offer in option if offer.kind == "flight")
    trip = await teller.booking.trip()
    assert current_ranking(trip).dropped.get("avoid_self_transfer", 0) > 0


async def test_there_on_a_day_leaves_the_day_before(teller: Teller) -> None:
    """Over the Atlantic one lands the next morning; the first night is that of the landing."""
    await teller.tell(landing("2027-06-15"))
    trip = await teller.booking.trip()
    assert trip.itinerary.segments[0].depart_date == "2027-06-14"
    offers = await teller.offers()
    assert offers
    for outbound, _, hotel in offers:
        assert outbound.arrive_at.date().isoformat() == "2027-06-15"
        assert hotel.check_in.isoformat() == "2027-06-15"


async def test_another_day_of_landing_moves_the_departure(teller: Teller) -> None:
    """What follows from it is no word of the traveller's."""
    await teller.tell(landing("2027-06-15"))
    await teller.tell(change(stops=[{"place": "Lisbon", "arrive": "2027-06-17"}]))
    trip = await teller.booking.trip()
    assert trip.itinerary.segments[0].depart_date == "2027-06-16"
    assert all(outbound.arrive_at.date().isoformat() <= "2027-06-17" for outbound, *_ in await teller.offers())


async def test_a_landing_that_no_flight_keeps_is_named(teller: Teller) -> None:
    """When a said departure cannot land in time, the wish that empties the list is said."""
    said = await teller.tell(landing("2027-06-14", depart="2027-06-14", flights={"land": {"before": "12:00"}}))
    assert "lands on a later day" in said


async def test_near_a_sight_is_measured_and_shown(teller: Teller) -> None:
    """A limit filters; the distance stands on the card."""
    said = await teller.tell(to_lisbon(lodging={"near": {"to": "Praça do Comércio", "within_metres": 1000}}))
    trip = await teller.booking.trip()
    offers = await teller.offers()
    assert offers, said
    assert " m from " in said
    assert current_ranking(trip).dropped["near"] > 0
    for option in offers:
        assert all(
            kilometres(SQUARE, Coordinates(latitude=h.lat, longitude=h.lon)) <= 1.0 for h in option if h.kind == "hotel"
        )


async def test_near_if_possible_leaves_nothing_out(teller: Teller) -> None:
    """A soft wish ranks."""
    near = {"near": {"to": "Praça do Comércio", "within_minutes": 5}, "ideal": ["near"]}
    await teller.tell(to_lisbon(lodging=near))
    assert "near" not in current_ranking(await teller.booking.trip()).dropped


async def test_a_place_that_is_not_known_is_said(teller: Teller) -> None:
    """The wish stays with the trip, and no distance is made up."""
    await teller.tell(to_florence(lodging={"near": {"to": "Aunt Fiorella's bakery", "within_metres": 1000}}))
    trip = await teller.booking.trip()
    assert any("Aunt Fiorella's bakery" in one for one in (await trip_facts(trip, teller.booking.ports)).not_found)
    assert trip.frame.near is not None


async def test_near_the_river_is_a_part_of_town_that_hotels_name(teller: Teller) -> None:
    """No way is measured; the best overall lies there, and nothing is said to be unknown."""
    await teller.tell(to_lisbon(lodging={"near": {"to": "the river"}}))
    trip = await teller.booking.trip()
    best, *_ = await teller.offers()
    assert {one.area for one in best if one.kind == "hotel"} == {"Riverside"}
    assert not (await trip_facts(trip, teller.booking.ports)).not_found


async def test_a_soft_wish_hides_no_cheaper_offer_than_a_hard_one(booking: Any) -> None:
    """Every offer with breakfast that a must would find is among those that are ranked, and the cheapest of all too."""
    cheapest = {}
    board = {"board": "breakfast"}
    for thread, wish in (("hard", board), ("soft", {**board, "ideal": ["board"]}), ("none", {})):
        own = Teller(booking.on(thread))
        await own.tell(to_florence(lodging={"needed": True, **wish}))
        trip = await own.booking.trip()
        key = next(iter(current_ranking(trip).hotel_keys))
        found = await own.booking.ports.offers.get(trip.ledger_id, key)
        cheapest[thread] = {
            "with": min(o.total_price.amount for o in found if o.board != "room_only"),
            "all": min(o.total_price.amount for o in found),
        }
    assert cheapest["soft"]["with"] <= cheapest["hard"]["with"]
    assert cheapest["soft"]["all"] <= cheapest["none"]["all"]


async def test_what_is_disliked_is_in_no_plan_of_days(teller: Teller) -> None:
    """By its kind, by an interest that it is known by, or by its name."""
    sights = await teller.booking.ports.designer.attractions.search("Lisbon")
    left = [s for s in sights if not meant(s, ("museums", "religion", "Castelo de São Jorge"))]
    gone = {s.name for s in sights} - {s.name for s in left}
    assert {"National Tile Museum", "Lisbon Cathedral", "São Jorge Castle"} <= gone
    assert "Belém Tower" not in gone
