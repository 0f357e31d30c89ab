"""From words to plan and back: segments, stays, party, limits, the money that is meant; no value is invented."""

from decimal import Decimal

import pytest

from tripintent.state.frame import Frame, Leg, Place, Visit, When
from tripintent.state.framing import frame_of, merge_of, nights_elsewhere, settled
from tripintent.state.framing.frame_to_trip import ELSEWHERE, constraints_of, home_money, money_of
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import invalid, missing
from tripintent.state.questions.plan import currency_of, plan_of
from tripintent.state.trip import TripIntent

BOS = Place(said="Boston", name="Boston", kind="airport", code="BOS", country="US")
LIS = Place(said="Lisbon", name="Lisbon", kind="airport", code="LIS", country="PT")
ROM = Place(said="Rome", name="Rome", kind="metro", code="ROM", country="IT")
MIL = Place(said="Milan", name="Milan", kind="metro", code="MIL", country="IT")
FLR = Place(said="Florence", name="Florence", kind="airport", code="FLR", country="IT")
KYOTO = Place(said="Kyoto", name="Kyoto", kind="city", country="JP")


def on(day: str) -> When:
    return When(said=day, day=day)


def planned(frame: Frame, near: dict | None = None) -> TripIntent:
    return apply_patch(TripIntent(), Patch(merge=merge_of(Frame(), frame, near or {}).merge))


def route(trip: TripIntent) -> list[tuple]:
    return [(s.origin.code, s.destination.code, s.depart_date) for s in trip.itinerary.segments]


def nights(trip: TripIntent) -> list[tuple]:
    lodging = trip.itinerary.lodging
    if lodging.stays:
        return [(s.location_code, s.check_in, s.check_out) for s in lodging.stays]
    return [(None, lodging.check_in, lodging.check_out)]


def test_a_plain_round_trip():
    """Out and back, hotel nights follow the travel dates and are said to be assumed."""
    frame = Frame(origin=BOS, visits=(Visit(place=LIS),), depart=on("2027-06-14"), return_=on("2027-06-21"))
    trip = planned(frame)
    assert route(trip) == [("BOS", "LIS", "2027-06-14"), ("LIS", "BOS", "2027-06-21")]
    assert nights(trip) == [(None, "2027-06-14", "2027-06-21")]
    assert "hotel_dates_from_travel" in merge_of(Frame(), frame, {}).assumptions
    assert trip.itinerary.trip_type == "round_trip"


def test_a_stop_without_a_hotel_has_no_stay():
    """One sleeps elsewhere in Milan: the nights in Rome are planned, and stay planned when the trip comes back from elsewhere."""
    stops = (Visit(place=ROM, nights=3), Visit(place=MIL, nights=3, hotel=False))
    frame = Frame(origin=BOS, visits=stops, depart=on("2027-06-14"), lodging_needed=True)
    trip = planned(frame)
    assert nights(trip) == [("ROM", "2027-06-14", "2027-06-17")]
    assert [visit.hotel for visit in frame_of(trip).visits] == [None, False]
    assert [str(night) for night in nights_elsewhere(frame)] == ["2027-06-17", "2027-06-18", "2027-06-19"]
    nowhere = frame.model_copy(update={"visits": tuple(v.model_copy(update={"hotel": False}) for v in stops)})
    assert (planned(nowhere).itinerary.lodging.needed, planned(nowhere).itinerary.lodging.stays) == (False, ())


def test_one_way_stays_one_way():
    """No return grows by itself."""
    trip = planned(Frame(trip_type="one_way", origin=BOS, visits=(Visit(place=LIS),), depart=on("2027-06-14")))
    assert route(trip) == [("BOS", "LIS", "2027-06-14")]


def test_an_open_return_is_not_invented():
    """Whether there is a way back is asked, not guessed."""
    trip = planned(Frame(origin=BOS, visits=(Visit(place=LIS),), depart=on("2027-06-14")))
    assert len(trip.itinerary.segments) == 1
    assert trip.itinerary.trip_type is None


def test_the_way_back_follows_from_a_length():
    """Five nights from the 14th end on the 19th."""
    base = Frame(origin=BOS, visits=(Visit(place=LIS),), depart=on("2027-06-14"))
    assert route(planned(base.model_copy(update={"nights": 5})))[1] == ("LIS", "BOS", "2027-06-19")


def test_explicit_legs_are_taken_as_said():
    """Multi-city up to eight legs, with no hotel invented for them."""
    legs = tuple(
        Leg(origin=a, destination=b, depart=on(d)) for a, b, d in [(BOS, ROM, "2027-06-01"), (MIL, LIS, "2027-06-05")]
    )
    trip = planned(Frame(legs=legs, lodging_needed=False))
    assert route(trip) == [("BOS", "ROM", "2027-06-01"), ("MIL", "LIS", "2027-06-05")]
    assert trip.itinerary.trip_type == "multi_city"
    assert nights(trip) == [(None, None, None)]


def test_a_place_without_an_airport_flies_near_and_sleeps_there():
    """Kyoto is flown to over Osaka, and its hotel is in Kyoto."""
    frame = Frame(origin=BOS, visits=(Visit(place=KYOTO),), depart=on("2027-06-14"), return_=on("2027-06-21"))
    trip = planned(frame, {"Kyoto": "KIX"})
    assert route(trip)[0] == ("BOS", "KIX", "2027-06-14")
    assert nights(trip) == [("Kyoto", "2027-06-14", "2027-06-21")]


def test_hotel_only():
    """No flight is wanted: the stay has the place."""
    frame = Frame(flights_needed=False, visits=(Visit(place=LIS),), check_in=on("2027-06-14"), nights=2)
    trip = planned(frame)
    assert route(trip) == []
    assert nights(trip) == [("LIS", "2027-06-14", "2027-06-16")]
    assert missing(trip) == ("party.travelers.adults",)


def test_an_impossible_date_stays_sayable():
    """What is no date is kept as said, so that it can be asked about."""
    trip = planned(Frame(origin=BOS, visits=(Visit(place=LIS),), depart=on("2027-02-30"), trip_type="one_way"))
    assert [i.code for i in invalid(trip)] == ["not_a_date"]


def test_a_flexible_date_stays_flexible():
    """Any weekend in May is no day."""
    may = When(said="any weekend in May", earliest="2027-05-01", latest="2027-05-31")
    trip = planned(Frame(origin=BOS, visits=(Visit(place=LIS),), depart=may))
    segment = trip.itinerary.segments[0]
    assert segment.depart_date is None
    assert segment.flex is not None
    assert segment.flex.said == "any weekend in May"


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (Frame(travelers=4), (4, 0, 0)),
        (Frame(travelers=4, children=2), (2, 2, 0)),
        (Frame(adults=2, ages=(1, 9)), (2, 1, 1)),
        (Frame(adults=2, children=1, infants=1), (2, 1, 1)),
        (Frame(), (0, 0, 0)),
    ],
)
def test_heads(frame: Frame, expected: tuple):
    """A split outranks a total, ages decide child or infant, and nobody is nobody."""
    assert planned(frame).party.heads() == expected


def test_a_budget_each_is_multiplied_once_the_count_is_known():
    """2,000 each for three is 6,000; for an unknown number it is not a total yet."""
    each = Frame(budget=Decimal(2000), budget_per_person=True, currency="USD")
    assert planned(each).constraints.budget_total is None
    assert planned(each.model_copy(update={"adults": 3})).constraints.budget_total.amount == 6000


def test_only_what_the_words_changed_is_written():
    """What came from elsewhere and nobody spoke about is untouched."""
    before = Frame(origin=BOS, visits=(Visit(place=LIS),), depart=on("2027-06-14"), return_=on("2027-06-21"))
    merge = merge_of(before, before.model_copy(update={"adults": 3}), {}).merge
    assert merge == {"party": {"travelers": {"adults": 3}}}


def test_a_trip_edited_elsewhere_is_read_back(trip: TripIntent):
    """The plan of an imported document becomes a frame that says the same."""
    frame = frame_of(trip)
    assert (frame.origin.code, frame.visits[0].place.code) == ("BOS", "LIS")
    assert (frame.depart.day, frame.return_.day, frame.trip_type) == ("2027-06-14", "2027-06-21", "round_trip")
    sunday = frame.model_copy(update={"return_": on("2027-06-20")})
    after = apply_patch(trip, Patch(merge=merge_of(frame, sunday, {}).merge))
    assert route(after) == [("BOS", "LIS", "2027-06-14"), ("LIS", "BOS", "2027-06-20")]


def test_dates_said_for_the_hotel_only_are_the_trips_where_the_way_is_known():
    """Boston to Lisbon with hotel dates: one travels on them, and it is said to be assumed; without an origin nothing is."""
    frame = Frame(origin=BOS, visits=(Visit(place=LIS),), check_in=on("2027-06-14"), check_out=on("2027-06-21"))
    assert route(planned(frame)) == [("BOS", "LIS", "2027-06-14"), ("LIS", "BOS", "2027-06-21")]
    assert "travel_dates_from_hotel" in merge_of(Frame(), frame, {}).assumptions
    assert route(planned(frame.model_copy(update={"origin": None}))) == []


def test_settled_hotel_dates_are_travel_dates_from_then_on():
    """What was read as the trip's days is written down as such; a one-way keeps its hotel's end."""
    frame = Frame(origin=BOS, visits=(Visit(place=LIS),), check_in=on("2027-06-14"), check_out=on("2027-06-21"))
    after = settled(frame)
    assert (after.depart, after.return_, after.check_in, after.check_out) == (
        frame.check_in,
        frame.check_out,
        None,
        None,
    )
    assert planned(after).itinerary == planned(frame).itinerary
    one_way = settled(frame.model_copy(update={"trip_type": "one_way"}))
    assert (one_way.depart, one_way.return_, one_way.check_out) == (frame.check_in, None, frame.check_out)


def test_named_legs_sleep_where_one_stays():
    """Not where one only changes, not at home, and to an open end at the last place."""
    legs = [(BOS, ROM, "2027-06-01"), (ROM, FLR, "2027-06-01"), (FLR, LIS, "2027-06-05")]
    named = tuple(Leg(origin=a, destination=b, depart=on(d)) for a, b, d in legs)
    assert nights(planned(Frame(legs=named))) == [("FLR", "2027-06-01", "2027-06-05"), ("LIS", "2027-06-05", None)]
    home = (*named[:2], Leg(origin=FLR, destination=BOS, depart=on("2027-06-05")))
    assert nights(planned(Frame(legs=home))) == [("FLR", "2027-06-01", "2027-06-05")]


def test_days_alone_do_not_mean_that_no_flight_is_wanted():
    """Hotel days said before any place may belong to a journey: where to, and from where, is still asked."""
    days = Frame(check_in=on("2027-06-14"), check_out=on("2027-06-17"))
    assert "itinerary.segments" in missing(planned(days))
    assert "itinerary.segments" not in missing(planned(days.model_copy(update={"visits": (Visit(place=LIS),)})))


def test_a_reading_of_an_ambiguous_name_is_an_assumption():
    """A name read by the other end of the route is settled, and how it was read is named; an open one is not."""
    readings = (
        Place(said="Birmingham", name="Birmingham", kind="city", code="BHX", country="GB", region="England"),
        Place(said="Birmingham", name="Birmingham", kind="city", code="BHM", country="US", region="Alabama"),
    )
    read = readings[1].model_copy(update={"candidates": readings})
    frame = Frame(origin=BOS, visits=(Visit(place=read),), depart=on("2027-06-14"), trip_type="one_way")
    assert "reading:Birmingham:Birmingham, Alabama:BHM" in merge_of(Frame(), frame, {}).assumptions
    assert route(planned(frame)) == [("BOS", "BHM", "2027-06-14")]
    unread = Place(said="Birmingham", name="Birmingham", kind="city", candidates=readings)
    vague = frame.model_copy(update={"visits": (Visit(place=unread),)})
    assert not [a for a in merge_of(Frame(), vague, {}).assumptions if a.startswith("reading")]


def test_a_hotel_in_a_place_read_as_one_is_searched_by_its_code():
    """A place with a code is settled though it keeps its other readings."""
    other = Place(said="Birmingham", name="Birmingham", kind="city", code="BHX", country="GB")
    read = Place(said="Birmingham", name="Birmingham", kind="city", code="BHM", country="US", candidates=(other,))
    frame = Frame(
        visits=(Visit(place=read),), check_in=on("2027-06-14"), check_out=on("2027-06-16"), flights_needed=False
    )
    assert planned(frame).itinerary.lodging.stays[0].location_code == "BHM"


def test_a_stay_without_flights_assumes_nothing_of_a_journey():
    """Who wants a hotel only is not told that the return follows from the length of the trip."""
    stay = Frame(visits=(Visit(place=ROM),), depart=on("2027-06-05"), nights=2, duration_days=3, flights_needed=False)
    assert not {"return_from_length", "hotel_dates_from_travel"} & set(merge_of(Frame(), stay, {}).assumptions)
    trip = stay.model_copy(update={"flights_needed": None, "origin": BOS})
    assert {"return_from_length", "hotel_dates_from_travel"} & set(merge_of(Frame(), trip, {}).assumptions)


@pytest.mark.parametrize(
    ("country", "code"),
    [("ES", "EUR"), ("GB", "GBP"), ("CH", "CHF"), ("US", "USD"), ("CA", "CAD"), ("ZZ", ELSEWHERE), (None, ELSEWHERE)],
)
def test_the_origin_decides(country: str | None, code: str) -> None:
    """Madrid means euros, Manchester pounds, Zürich francs; what is not rated stays in dollars."""
    frame = Frame(origin=Place(said="there", kind="city", country=country), budget=300)
    assert home_money(frame) == code
    assert constraints_of(frame)["budget_total"] == {"amount": 300, "currency": code}


def test_what_was_said_outweighs_the_origin() -> None:
    """A currency that was said is meant."""
    frame = Frame(origin=Place(said="Madrid", kind="city", country="ES"), currency="GBP")
    assert money_of(frame) == "GBP"
    assert money_of(Frame()) == ELSEWHERE


def test_suppliers_are_asked_in_the_money_of_home() -> None:
    """Parts and totals are in one currency, and a trip with newcomers asks in the same one."""
    frame = Frame(
        origin=Place(said="Madrid", kind="city", code="MAD", country="ES"),
        visits=(Visit(place=Place(said="Rome", kind="city", code="ROM", country="IT")),),
        depart=When(said="14 feb", day="2027-02-14"),
        adults=1,
    )
    trip = TripIntent()
    trip = apply_patch(trip, Patch(merge=dict(merge_of(Frame(), frame, {}).merge)))
    assert [asked.query.currency for asked in plan_of(trip).flights] == ["EUR"]
    assert currency_of(trip) == "EUR"
