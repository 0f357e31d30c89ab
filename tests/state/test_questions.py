"""Missing, invalid, details of people, effective stays, occupancies, gaps."""

import pytest
from tests.state.conftest import patched

from tripintent.state.queries import Occupancy
from tripintent.state.questions import (
    effective_stays,
    gaps,
    invalid,
    missing,
    missing_for_hold,
    missing_for_purchase,
    next_questions,
    plan_of,
    room_occupancies,
    slots_of,
)
from tripintent.state.travellers import Guest, Need, Party, Travelers
from tripintent.state.trip import TripIntent

BOS_LIS = {"origin": {"code": "BOS"}, "destination": {"code": "LIS"}, "depart_date": "2027-06-14"}
LIS_BOS = {"origin": {"code": "LIS"}, "destination": {"code": "BOS"}, "depart_date": "2027-06-21"}
ADULT = {"travelers": {"adults": 1}}
NO_HOTEL = {"needed": False}


def made(**blocks: object) -> TripIntent:
    return patched(TripIntent(), request={"now_date": "2027-03-01"}, **blocks)


MISSING = [
    (
        "an empty trip",
        {},
        ("itinerary.segments", "party.travelers.adults", "itinerary.lodging.check_in", "itinerary.lodging.check_out"),
    ),
    (
        "an empty segment",
        {"itinerary": {"segments": [{}], "lodging": NO_HOTEL}, "party": ADULT},
        (
            "itinerary.segments[0].origin.code",
            "itinerary.segments[0].destination.code",
            "itinerary.segments[0].depart_date",
        ),
    ),
    ("complete one-way without hotel", {"itinerary": {"segments": [BOS_LIS], "lodging": NO_HOTEL}, "party": ADULT}, ()),
    (
        "hotel is needed unless refused",
        {"itinerary": {"segments": [BOS_LIS]}, "party": ADULT},
        ("itinerary.lodging.check_in", "itinerary.lodging.check_out"),
    ),
    (
        "a round trip needs its way back",
        {"itinerary": {"trip_type": "round_trip", "segments": [BOS_LIS], "lodging": NO_HOTEL}, "party": ADULT},
        ("itinerary.segments[1].depart_date",),
    ),
    (
        "each stay",
        {
            "itinerary": {
                "segments": [BOS_LIS],
                "lodging": {
                    "stays": [{}, {"location_code": "LIS", "check_in": "2027-06-14", "check_out": "2027-06-15"}]
                },
            },
            "party": ADULT,
        },
        (
            "itinerary.lodging.stays[0].location_code",
            "itinerary.lodging.stays[0].check_in",
            "itinerary.lodging.stays[0].check_out",
        ),
    ),
    (
        "the alias destination satisfies a stay's place",
        {
            "itinerary": {
                "segments": [BOS_LIS],
                "lodging": {"stays": [{"destination": "LIS", "check_in": "2027-06-14", "check_out": "2027-06-15"}]},
            },
            "party": ADULT,
        },
        (),
    ),
    (
        "a train leg must be complete too",
        {
            "itinerary": {
                "segments": [{"transport_mode": "train", "origin": {"said": "Rome"}, "depart_date": "2027-06-14"}],
                "lodging": NO_HOTEL,
            },
            "party": ADULT,
        },
        ("itinerary.segments[0].destination.code",),
    ),
    (
        "hotel only",
        {"constraints": {"flights_needed": False}, "party": ADULT},
        ("itinerary.lodging.stays[0].location_code", "itinerary.lodging.check_in", "itinerary.lodging.check_out"),
    ),
    (
        "a head count alone is enough",
        {"itinerary": {"segments": [BOS_LIS], "lodging": NO_HOTEL}, "party": {"travelers": {"total": 4}}},
        (),
    ),
    (
        "zero adults",
        {"itinerary": {"segments": [BOS_LIS], "lodging": NO_HOTEL}, "party": {"travelers": {"adults": 0}}},
        ("party.travelers.adults",),
    ),
]


@pytest.mark.parametrize(("what", "blocks", "paths"), MISSING, ids=[r[0] for r in MISSING])
def test_missing_names_exactly_the_required_paths_in_order(what: str, blocks: dict, paths: tuple):
    """Other systems read these strings."""
    assert missing(made(**blocks)) == paths


def legs(*days: str | None, ends: tuple = (("BOS", "LIS"), ("LIS", "BOS"))) -> dict:
    return {
        "itinerary": {
            "segments": [
                {"origin": {"code": a}, "destination": {"code": b}, "depart_date": d}
                for (a, b), d in zip(ends, days, strict=False)
            ],
            "lodging": NO_HOTEL,
        },
        "party": ADULT,
    }


def stays(*dates: tuple[str, str]) -> dict:
    rows = [{"location_code": "LIS", "check_in": a, "check_out": b} for a, b in dates]
    return {"itinerary": {"segments": [BOS_LIS], "lodging": {"stays": rows}}, "party": ADULT}


INVALID = [
    ("a day that is none", legs("2027-02-30"), [("itinerary.segments[0].depart_date", "not_a_date")]),
    ("yesterday", legs("2027-02-28"), [("itinerary.segments[0].depart_date", "in_past")]),
    ("today is fine", legs("2027-03-01"), []),
    ("over a year ahead", legs("2028-06-14"), [("itinerary.segments[0].depart_date", "too_far")]),
    ("back before out", legs("2027-06-14", "2027-06-10"), [("itinerary.segments[1].depart_date", "before_previous")]),
    ("same day is fine", legs("2027-06-14", "2027-06-14"), []),
    (
        "from a place to itself",
        legs("2027-06-14", ends=(("BOS", "BOS"),)),
        [("itinerary.segments[0].destination.code", "same_place")],
    ),
    (
        "nine legs",
        legs(*["2027-06-14"] * 9, ends=tuple(("BOS", "LIS") for _ in range(9))),
        [("itinerary.segments", "too_many_segments")],
    ),
    ("zero nights", stays(("2027-06-14", "2027-06-14")), [("itinerary.lodging.stays[0].check_out", "zero_nights")]),
    (
        "out before in",
        stays(("2027-06-14", "2027-06-10")),
        [("itinerary.lodging.stays[0].check_out", "before_previous")],
    ),
    (
        "overlapping stays",
        stays(("2027-06-14", "2027-06-18"), ("2027-06-17", "2027-06-20")),
        [("itinerary.lodging.stays[1].check_in", "overlap")],
    ),
    ("touching stays are fine", stays(("2027-06-14", "2027-06-18"), ("2027-06-18", "2027-06-20")), []),
    (
        "forty people",
        {**legs("2027-06-14"), "party": {"travelers": {"adults": 40}}},
        [("party.travelers.adults", "too_many_travellers")],
    ),
    ("nobody", {**legs("2027-06-14"), "party": {"travelers": {"adults": 0}}}, [("party.travelers.adults", "no_adult")]),
    (
        "minus one",
        {**legs("2027-06-14"), "party": {"travelers": {"adults": 1, "children": -1}}},
        [("party.travelers.children", "negative")],
    ),
    (
        "two infants, one adult",
        {**legs("2027-06-14"), "party": {"travelers": {"adults": 1, "infants": 2}}},
        [("party.travelers.infants", "infants_over_adults")],
    ),
    (
        "a budget of nothing",
        {**legs("2027-06-14"), "constraints": {"budget_total": {"amount": "0", "currency": "USD"}}},
        [("constraints.budget_total", "not_positive")],
    ),
]


@pytest.mark.parametrize(("what", "blocks", "wrong"), INVALID, ids=[r[0] for r in INVALID])
def test_invalid_names_path_and_code(what: str, blocks: dict, wrong: list):
    """What is there and cannot be right blocks quoting, with a code that can be worded."""
    assert [(i.path, i.code) for i in invalid(made(**blocks))] == wrong


def test_a_single_stay_ends_where_the_first_segment_does(trip: TripIntent):
    """Without listed stays there is one, at the destination; none when lodging is refused."""
    assert [s.location_code for s in effective_stays(trip)] == ["LIS"]
    assert effective_stays(patched(trip, itinerary={"lodging": {"needed": False}})) == ()


ROOMS = [
    ({"adults": 2}, None, (Occupancy(adults=2),)),
    ({"adults": 4}, None, (Occupancy(adults=4),)),
    ({"adults": 5}, None, (Occupancy(adults=3), Occupancy(adults=2))),
    (
        {"adults": 2, "children": 3, "child_ages": [4, 7, 9]},
        None,
        (Occupancy(adults=1, child_ages=(4,)), Occupancy(adults=1, child_ages=(7, 9))),
    ),
    ({"adults": 2, "infants": 1}, None, (Occupancy(adults=2),)),
    ({"adults": 2}, 2, (Occupancy(adults=1), Occupancy(adults=1))),
    ({"adults": 1}, 3, (Occupancy(adults=1),)),
    ({}, None, (Occupancy(adults=1),)),
]


@pytest.mark.parametrize(("travelers", "rooms", "expected"), ROOMS)
def test_occupancies_fill_four_beds_a_room_and_leave_infants_out(travelers: dict, rooms: int | None, expected: tuple):
    """ceil(heads / 4) rooms, more when asked for, at least one adult in each."""
    trip = made(party={"travelers": travelers}, itinerary={"segments": [BOS_LIS], "lodging": {"rooms": rooms}})
    assert room_occupancies(trip, effective_stays(trip)[0], trip.party.members()) == expected


NEEDS = (
    Need(what="name", when="hold"),
    Need(what="date_of_birth", when="purchase"),
    Need(what="email", when="hold", of="buyer"),
    Need(what="payment_method", when="purchase", of="buyer"),
)


def test_details_are_missing_when_their_supplier_needs_them(trip: TripIntent):
    """The hold asks for names and mail, the purchase for birth dates too, for each traveller."""
    assert missing_for_hold(trip, NEEDS) == ("party.guests[0].name", "party.guests[1].name", "party.contact.email")
    assert "party.guests[1].date_of_birth" in missing_for_purchase(trip, NEEDS)
    named = patched(
        trip,
        party={
            "contact": {"email": "ann@example.org"},
            "guests": [{"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04"}] * 2,
        },
    )
    assert missing_for_purchase(named, NEEDS) == ()


def test_only_the_lead_traveller_is_needed_where_a_supplier_says_so(trip: TripIntent):
    """A hotel needs one name."""
    assert missing_for_hold(trip, [Need(what="name", when="hold", of="lead_traveller")]) == ("party.guests[0].name",)


def test_at_most_three_questions_the_most_important_first():
    """Where from, where to, when, back when, how many, hotel dates."""
    trip = made(itinerary={"segments": [{}], "lodging": {}})
    assert next_questions(trip) == (
        "itinerary.segments[0].origin.code",
        "itinerary.segments[0].destination.code",
        "itinerary.segments[0].depart_date",
    )


def test_the_day_of_the_way_back_follows_from_a_length():
    """Who said "for a week" is asked when it begins, not when it ends; without a departure to ask for, the end is asked."""
    way = [{**BOS_LIS, "depart_date": None}, {**LIS_BOS, "depart_date": None}]
    blocks = {"itinerary": {"segments": way, "lodging": NO_HOTEL}, "party": ADULT}
    days = ("itinerary.segments[0].depart_date", "itinerary.segments[1].depart_date")
    assert next_questions(made(**blocks)) == days
    assert next_questions(made(**blocks, frame={"nights": 7})) == days[:1]
    way[0] = BOS_LIS
    assert next_questions(made(**blocks, frame={"nights": 7})) == days[1:]


def test_questions_know_which_slots_they_ask_for():
    """A bare "2" after a question about adults answers it."""
    assert slots_of(("party.travelers.adults",)) == ("adults",)
    assert slots_of(("doubt:origin", "invalid:itinerary.segments[0].depart_date")) == ("origin", "depart")
    assert slots_of(("itinerary.segments[1].depart_date", "itinerary.lodging.check_in")) == ("return_", "check_in")


def test_a_plan_asks_only_complete_questions_and_flights_only(trip: TripIntent):
    """Trains and incomplete legs are kept, and not asked about at suppliers."""
    assert [len(part) for part in plan_of(trip)] == [2, 1]
    mixed = patched(
        trip, itinerary={"segments": [{**BOS_LIS, "transport_mode": "train"}, {**LIS_BOS, "depart_date": None}]}
    )
    assert plan_of(mixed).flights == ()


def test_defaults_are_put_where_the_question_needs_them(trip: TripIntent):
    """Cabin and currency are unsaid in the trip, and said in the question."""
    query = plan_of(trip).flights[0].query
    assert trip.preferences.flight.cabin is None
    assert (query.cabin, query.currency, query.max_stops) == ("economy", "USD", None)


def test_one_wrong_day_is_asked_about_once(trip: TripIntent):
    """A hotel's end that follows a wrong day of return is no question of its own."""
    day = "2029-06-21"
    legs = [{**BOS_LIS}, {**LIS_BOS, "depart_date": day}]
    wrong = patched(trip, itinerary={"segments": legs, "lodging": {"check_out": day, "stays": []}})
    assert {i.path for i in invalid(wrong)} == {"itinerary.segments[1].depart_date", "itinerary.lodging.check_out"}
    assert [g for g in gaps(wrong) if g.startswith("invalid:")] == ["invalid:itinerary.segments[1].depart_date"]


def test_a_room_needs_the_name_of_every_adult(trip: TripIntent):
    """A room for two adults and a child is not held in one name; the child's name may stay unknown."""
    need = [Need(what="name", when="hold", of="each_adult")]
    party = Party(travelers=Travelers(adults=2, children=1), guests=(Guest(given_name="Ann", family_name="Smith"),))
    assert missing_for_hold(trip.model_copy(update={"party": party}), need) == ("party.guests[1].name",)
    child = Guest(given_name="Tim", family_name="Smith", passenger_type="child")
    both = party.model_copy(update={"guests": (child, *party.guests)})
    assert missing_for_hold(trip.model_copy(update={"party": both}), need) == ("party.guests[2].name",)
