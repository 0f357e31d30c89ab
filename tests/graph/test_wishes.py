"""Wishes as a reader tells them, in typed operations and no words: each has a place, is honoured, and is said."""

from typing import Any

import pytest

from tripintent.nodes.booking.facts.screen import screen_lines
from tripintent.state.bundles import key_of
from tripintent.state.derived import current_ranking
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Coordinates, kilometres
from tripintent.state.designer.setting import tastes_said, with_tastes
from tripintent.state.frame import NearPlace, Place, TimeWindow, Visit, When
from tripintent.state.operations import Restore, Search, SetSlot, Want
from tripintent.state.patch import apply_patch
from tripintent.state.planning.facts import Heard, facts_of
from tripintent.state.reading import Part, Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.toolbox.sights import meant

MOST_WORDS = 45
SQUARE = Coordinates(latitude=38.7075, longitude=-9.1364)


class TypedReader:
    """Reads what the test lays before it, whatever the words are."""

    def __init__(self) -> None:
        self.next: tuple[Any, ...] = ()

    async def read(self, text: str, view: Any) -> Reading:
        return Reading(text=text, parts=(Part(system="BOOKING", text=text, operations=self.next),))

    def goes_on(self, text: str, view: Any) -> bool:
        return False


class Teller:
    """A booking that is told operations."""

    def __init__(self, booking: Any, reader: TypedReader) -> None:
        self.booking, self.reader = booking, reader

    async def tell(self, *operations: Any) -> str:
        self.reader.next = (*operations, Search())
        return "\n".join(await self.booking.say("…"))

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

    async def screen(self) -> list[str]:
        return list(await screen_lines(await self.booking.trip(), self.booking.ports))


@pytest.fixture
def teller(booking: Any) -> Teller:
    reader = TypedReader()
    return Teller(booking.rebuilt(reader=reader), reader)


def day(iso: str) -> When:
    return When(said=iso, day=iso)


def set_(slot: str, value: Any) -> SetSlot:
    return SetSlot(slot=slot, value=value)


def trip_to(
    place: str = "Florence", code: str = "FLR", origin: str = "London", origin_code: str = "LHR", **slots: Any
) -> list[SetSlot]:
    ends = {
        "origin": Place(said=origin, name=origin, kind="airport", code=origin_code),
        "visits": (Visit(place=Place(said=place, name=place, kind="city", code=code)),),
        "adults": 2,
    }
    return [set_(slot, value) for slot, value in {**ends, **slots}.items() if value is not None]


LISBON = {"place": "Lisbon", "code": "LIS", "origin": "Boston", "origin_code": "BOS"}
WEEK = {"depart": day("2027-06-14"), "return_": day("2027-06-21")}


async def test_separate_tickets_are_left_out(teller: Teller) -> None:
    """A hard wish: what is on separate tickets is neither offered nor ranked, and it is said that this was heard."""
    await teller.tell(*trip_to("Tromso", "TOS", "Lisbon", "LIS", **WEEK))
    said = await teller.tell(Want(slot="avoid_self_transfer", value=True))
    assert "no separate tickets" in said
    offers = await teller.offers()
    assert offers
    assert not any(offer.self_transfer for option in offers for offer in option if offer.kind == "flight")
    trip = await teller.booking.trip()
    assert current_ranking(trip).dropped.get("avoid_self_transfer", 0) > 0


async def test_a_declined_option_does_not_come_back(teller: Teller) -> None:
    """Neither it nor its equal, in any later ranking; its hotel and its flights alone stay on offer until it is taken back."""
    await teller.tell(*trip_to(**LISBON, **WEEK))
    before = await teller.offers()
    unwanted = key_of(before[1])
    said = await teller.tell(Want(slot="avoid_options", value=(2,)))
    assert "without the option you ruled out" in said
    after = await teller.offers()
    assert after
    assert unwanted not in {key_of(option) for option in after}
    await teller.tell(set_("avoid_red_eye", False), set_("price_first", True))
    assert unwanted not in {key_of(option) for option in await teller.offers()}
    hotels = {offer.hotel_id for option in after for offer in option if offer.kind == "hotel"}
    flights = {key_of([option[0]]) for option in after}
    assert before[1][-1].hotel_id in hotels or key_of([before[1][0]]) in flights
    await teller.tell(set_("price_first", None), Want(slot="avoid_options", polarity="no_matter"))
    assert unwanted in {key_of(option) for option in await teller.offers()}


async def test_undo_brings_a_declined_option_back(teller: Teller) -> None:
    """As any other wish."""
    await teller.tell(*trip_to(**LISBON, **WEEK))
    first = key_of((await teller.offers())[0])
    await teller.tell(Want(slot="avoid_options", value=(1,)))
    assert key_of((await teller.offers())[0]) != first
    await teller.tell(Restore())
    assert key_of((await teller.offers())[0]) == first


async def test_an_option_that_is_none_is_said(teller: Teller) -> None:
    """And declines nothing."""
    await teller.tell(*trip_to(**LISBON, **WEEK))
    said = await teller.tell(Want(slot="avoid_options", value=(77,)))
    assert "There is no option 77" in said
    assert not (await teller.booking.trip()).frame.avoid_options


async def test_there_on_a_day_leaves_the_day_before(teller: Teller) -> None:
    """Over the Atlantic one lands the next morning; the first night is that of the landing."""
    await teller.tell(*trip_to(**LISBON, arrive_day=day("2027-06-15"), return_=day("2027-06-21")))
    trip = await teller.booking.trip()
    assert trip.itinerary.segments[0].depart_date == "2027-06-14"
    offers = await teller.offers()
    assert offers
    for outbound, _, hotel in offers:
        assert outbound.arrive_at.date().isoformat() == "2027-06-15"
        assert hotel.check_in.isoformat() == "2027-06-15"


async def test_another_day_of_landing_moves_the_departure(teller: Teller) -> None:
    """What follows from it is no word of the traveller's."""
    await teller.tell(*trip_to(**LISBON, arrive_day=day("2027-06-15"), return_=day("2027-06-21")))
    said = await teller.tell(set_("arrive_by", day("2027-06-17")))
    trip = await teller.booking.trip()
    assert "there by Thu 17 Jun 2027" in said
    assert trip.itinerary.segments[0].depart_date == "2027-06-16"
    assert all(outbound.arrive_at.date().isoformat() <= "2027-06-17" for outbound, *_ in await teller.offers())


async def test_home_by_a_day(teller: Teller) -> None:
    """The way back lands in time, and the hotel ends on the day it leaves."""
    await teller.tell(*trip_to(**LISBON, depart=day("2027-06-14"), return_arrive_by=day("2027-06-20")))
    offers = await teller.offers()
    assert offers
    for _, back, hotel in offers:
        assert back.arrive_at.date().isoformat() <= "2027-06-20"
        assert hotel.check_out == back.depart_at.date()


async def test_a_landing_that_no_flight_keeps_is_named(teller: Teller) -> None:
    """When a said departure cannot land in time, the wish that empties the list is said."""
    ways = {"depart": day("2027-06-14"), "return_": day("2027-06-21"), "arrive_by": day("2027-06-14")}
    ways["arrive_window"] = TimeWindow(end="12:00")
    said = await teller.tell(*trip_to(**LISBON, **ways))
    assert "lands on a later day" in said


async def test_near_a_sight_is_measured_and_shown(teller: Teller) -> None:
    """A limit filters; the distance stands on the card and on the screen."""
    said = await teller.tell(*trip_to(**LISBON, **WEEK, near=NearPlace(to="Praça do Comércio", within_km=1.0)))
    trip = await teller.booking.trip()
    offers = await teller.offers()
    assert offers, said
    assert " m from " in said
    assert any(" m from " in line for line in await teller.screen())
    assert current_ranking(trip).dropped["near"] > 0
    for option in offers:
        assert all(
            kilometres(SQUARE, Coordinates(latitude=h.lat, longitude=h.lon)) <= 1.0 for h in option if h.kind == "hotel"
        )


async def test_near_if_possible_leaves_nothing_out(teller: Teller) -> None:
    """A soft wish ranks."""
    near = NearPlace(to="Praça do Comércio", within_minutes=5)
    await teller.tell(*trip_to(**LISBON, **WEEK), Want(slot="near", value=near, polarity="prefer"))
    assert "near" not in current_ranking(await teller.booking.trip()).dropped


async def test_a_place_that_is_not_known_is_said(teller: Teller) -> None:
    """The wish stays with the trip, and no distance is made up."""
    said = await teller.tell(*trip_to(**WEEK, near=NearPlace(to="Aunt Fiorella's bakery", within_km=1)))
    assert "Aunt Fiorella's bakery" in said
    assert "cannot measure" in said
    assert (await teller.booking.trip()).frame.near is not None


async def test_hotels_that_are_on_no_map_are_said(teller: Teller) -> None:
    """A known sight is of no use where nobody says where the hotels stand."""
    said = await teller.tell(*trip_to(**WEEK, near=NearPlace(to="Uffizi Gallery", within_km=1)))
    assert "cannot measure how far the hotels are from Uffizi Gallery" in said


async def test_a_soft_wish_hides_no_cheaper_offer_than_a_hard_one(booking: Any) -> None:
    """Every offer with breakfast that a must would find is among those that are ranked, and the cheapest of all too."""
    cheapest = {}
    for thread, how in (("hard", "require"), ("soft", "prefer"), ("none", None)):
        reader = TypedReader()
        own = Teller(booking.rebuilt(reader=reader).on(thread), reader)
        wish = [Want(slot="board", value="breakfast", polarity=how)] if how else []
        await own.tell(*trip_to(**WEEK), *wish)
        trip = await own.booking.trip()
        key = next(iter(current_ranking(trip).hotel_keys))
        found = await own.booking.ports.offers.get(trip.ledger_id, key)
        cheapest[thread] = {
            "with": min(o.total_price.amount for o in found if o.board != "room_only"),
            "all": min(o.total_price.amount for o in found),
        }
    assert cheapest["soft"]["with"] <= cheapest["hard"]["with"]
    assert cheapest["soft"]["all"] <= cheapest["none"]["all"]


async def test_the_screen_tells_what_decides(teller: Teller) -> None:
    """Each line is short; terms, journey time, board and what is due are there; an offer that options share stands once."""
    await teller.tell(*trip_to(**LISBON, **WEEK))
    lines = await teller.screen()
    parts = [line for line in lines if line.startswith(("flight ", "hotel "))]
    assert all(len(line.split()) <= MOST_WORDS for line in lines), max(lines, key=lambda line: len(line.split()))
    assert len(parts) == len({line.split(": ", 1)[1] for line in parts})
    assert all("refund" in p or "free" in p or "cancellation fee" in p for p in parts)
    assert all("change" in p for p in parts if p.startswith("flight "))
    assert any("(+1 day)" in p for p in parts)
    ids = {offer.option_id for option in await teller.offers() for offer in option}
    assert len(parts) == len(ids)


async def test_what_ending_a_booking_costs_is_a_fact(booking: Any) -> None:
    """Of each booking: what cancelling now costs and brings back, and how it is changed."""
    await booking.to_approval()
    await booking.approve()
    lines = [line for line in await screen_lines(await booking.trip(), booking.ports) if line.startswith("booking: ")]
    assert len(lines) == len(await booking.bookings()) > 0
    assert all("cancel now: fee" in line and "change: " in line for line in lines)


async def test_tastes_stay_with_the_trip_until_days_are_known(teller: Teller) -> None:
    """Said before any day, they reach the facts of the planning and the plan of days; a dislike takes a like back."""
    await teller.tell(
        Want(slot="interests", value=("history", "art")), Want(slot="interests", value=("museum",), polarity="avoid")
    )
    await teller.tell(*trip_to(**LISBON, **WEEK), Want(slot="interests", value=("art",), polarity="avoid"))
    trip = await teller.booking.trip()
    facts = facts_of(trip, Heard(interests=("food", "art")))
    assert (facts.interests, facts.dislikes) == (("food", "history"), ("museum", "art"))
    wishes = with_tastes(ItineraryDocument(), trip.frame).trip_preferences
    assert (wishes.interests, wishes.avoidances) == (("history",), ("museum", "art"))


def test_what_one_system_hears_all_know() -> None:
    """The designer's and the planning's words of tastes go into the trip."""
    patch = tastes_said(TripIntent(), ["nature"], ["salt mine"])
    assert patch is not None
    trip = apply_patch(TripIntent(), patch)
    assert (trip.frame.interests, trip.frame.dislikes) == (("nature",), ("salt mine",))
    assert tastes_said(trip, ["nature"], ["salt mine"]) is None


async def test_what_is_disliked_is_in_no_plan_of_days(teller: Teller) -> None:
    """By its kind, by an interest that it is known by, or by its name."""
    sights = await teller.booking.ports.designer.attractions.search("Lisbon")
    left = [s for s in sights if not meant(s, ("museums", "religion", "Castelo de São Jorge"))]
    gone = {s.name for s in sights} - {s.name for s in left}
    assert {"National Tile Museum", "Lisbon Cathedral", "São Jorge Castle"} <= gone
    assert "Belém Tower" not in gone
