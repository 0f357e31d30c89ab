"""The trip toolset: what a call changes is in the trip or in ``rejected``, people have places, and steps are taken back."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from tests.acts import plan

from tripintent.state.acts import Outcome
from tripintent.state.booking import Booking, Hold
from tripintent.state.changes import TripChanges
from tripintent.state.derived import requirement_key_of
from tripintent.state.framing import frame_of
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import invalid
from tripintent.state.questions.plan import plan_of
from tripintent.state.questions.windows import window_of
from tripintent.state.trip import TripIntent
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.toolbox.base import Act, Scene
from tripintent.tools.toolbox.toolbox import by_name
from tripintent.tools.toolbox.untold import unsearched

PORTS: Any = SimpleNamespace(places=Gazetteer())
START = apply_patch(
    TripIntent(), Patch(merge={"request": {"now_date": "2027-03-01", "now_iso": "2027-03-01T09:00:00+00:00"}})
)
LISBON = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2)["arguments"]


class Talk:
    """A trip that calls work on, one after the other, as the graph works them."""

    def __init__(self) -> None:
        self.trip = START

    async def __call__(self, name: str, **arguments: Any) -> Outcome:
        act = await by_name()[name].run(Scene(trip=self.trip, ports=PORTS), arguments)
        assert isinstance(act, Act)
        after = apply_patch(self.trip, list(act.patches))
        framed = {"frame": frame_of(after)}
        self.trip = apply_patch(after, Patch(merge=framed)) if act.patches else after
        return act.outcome

    @property
    def legs(self) -> list[tuple[Any, ...]]:
        return [(s.origin.code, s.destination.code, s.depart_date) for s in self.trip.itinerary.segments]

    @property
    def nights(self) -> list[tuple[Any, ...]]:
        lodging = self.trip.itinerary.lodging
        stays = [(s.location_code, s.check_in, s.check_out) for s in lodging.stays]
        return stays or [(None, lodging.check_in, lodging.check_out)]


@pytest.fixture
async def talk() -> Talk:
    made = Talk()
    assert (await made("update_trip", **LISBON)).ok
    return made


def paths(outcome: Outcome) -> set[str]:
    return {one.path for one in outcome.rejected}


@pytest.mark.parametrize(
    ("changes", "path", "candidates"),
    [
        ({"return_day": {"day": "2027-06-22", "weekday": "mon"}}, "return_day", ("2027-06-22", "2027-06-21")),
        ({"depart": "2026-06-14"}, "depart", ("2027-06-14",)),
        ({"return_day": "2027-02-30"}, "return_day", ()),
        ({"return_day": "2027-06-10"}, "return_day", ()),
        ({"depart": "2029-06-10"}, "depart", ()),
        ({"depart": {"earliest": "2027-06-10", "latest": "2027-06-01"}}, "depart", ("2027-06-01", "2027-06-10")),
        ({"stops": [{"place": "Xyzzyville"}]}, "stops[0].place", ()),
        ({"stops": [{"place": "Springfield"}]}, "stops[0].place", ("Springfield, Missouri",)),
        ({"party": {"adults": 1, "infants": 2}}, "party", ()),
        ({"budget": {"trip": {"amount": 0, "currency": "EUR"}}}, "budget.trip", ()),
        ({"legs": [{"leg": 5, "cabin": "business"}]}, "legs[0].leg", ("1", "2")),
        ({"legs": [{"leg": 1, "travellers": ["t9"]}]}, "legs[0].travellers[0]", ("t1", "t2")),
        ({"requests": [{"kind": "window seat", "people": ["Zoe"]}]}, "requests[0].people[0]", ()),
        ({"meetings": [{"day": "2027-06-15", "start": "12:00", "end": "12:00"}]}, "meetings[0].end", ()),
        ({"lodging": {"stars_min": 4, "stars_max": 3}}, "lodging.stars_max", ()),
    ],
)
async def test_what_cannot_be_right_is_said_and_not_taken(
    talk: Talk, changes: dict[str, Any], path: str, candidates: tuple[str, ...]
) -> None:
    """With what would be right where that is known; the trip is as it was."""
    before = talk.trip
    outcome = await talk("update_trip", **changes)
    assert path in paths(outcome)
    assert set(candidates) <= set(next(one.candidates for one in outcome.rejected if one.path == path))
    assert talk.trip.itinerary == before.itinerary
    assert (talk.trip.party, talk.trip.constraints) == (before.party, before.constraints)
    assert not invalid(talk.trip)


async def test_what_is_right_beside_it_is_done(talk: Talk) -> None:
    """A bad day keeps no wish from being taken."""
    outcome = await talk("update_trip", return_day="2027-06-10", flights={"max_stops": 0})
    assert outcome.ok
    assert paths(outcome) == {"return_day"}
    assert talk.trip.preferences.flight.max_stops == 0


@pytest.mark.parametrize(
    ("said", "flown", "slept"),
    [
        ("Vancouver", "YVR", "YVR"),
        ("Richmond, British Columbia", "YVR", "Richmond, British Columbia"),
        ("Bonn", "CGN", "Bonn, Germany"),
        ("Cannes", "NCE", "Cannes, France"),
    ],
)
async def test_one_sleeps_in_the_town_that_was_asked_for(talk: Talk, said: str, flown: str, slept: str) -> None:
    """Where its airport is another town's, hotels are looked for by its own name, also after a later change."""
    await talk("update_trip", stops=[{"place": said}])
    assert talk.legs[0][1] == flown
    assert [stay.query.location for part in plan_of(talk.trip) for stay in part if stay.query.kind == "hotel"] == [
        slept
    ]
    await talk("update_trip", return_day="2027-06-22")
    assert [stay.query.location for part in plan_of(talk.trip) for stay in part if stay.query.kind == "hotel"] == [
        slept
    ]


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"stops": [{"place": "Lisbon", "mode": "train"}]}, "stops[0].mode"),
        ({"legs": [{"leg": 2, "mode": "ferry"}]}, "legs[0].mode"),
        ({"lodging": {"beds": "twin"}}, "lodging.beds"),
    ],
)
async def test_a_wish_that_nobody_can_be_searched_for_is_kept_and_said(
    talk: Talk, changes: dict[str, Any], path: str
) -> None:
    """It is not dropped without a word: the call names it, and the trip has it."""
    outcome = await talk("update_trip", **changes)
    assert outcome.ok
    assert outcome.changed
    assert path in paths(outcome)


def test_a_bag_for_one_is_said_to_be_sold_by_nobody_where_it_is_not() -> None:
    """Before anything is promised: a seller without it is named as such, one that sells it takes it."""
    wish = TripChanges.model_validate({"requests": [{"kind": "checked bag", "people": ["t1"]}]})
    found = {}
    for prices in ((), ("checked bag",)):
        seller = SimpleNamespace(capabilities=Capabilities(supplier="x", prices=prices))
        found[prices] = [one.path for one in unsearched(wish, SimpleNamespace(flights=seller))]
    assert found == {(): ["requests[0].people"], ("checked bag",): []}


async def test_an_amount_says_its_currency(talk: Talk) -> None:
    """One without is in the money of where the trip starts, which is told; before that is known it alone is refused."""
    talk.trip = TripIntent()
    outcome = await talk("update_trip", stops=[{"place": "Lisbon"}], budget={"trip": {"amount": 900}})
    assert (paths(outcome), talk.trip.constraints.budget_total) == ({"budget.trip"}, None)
    outcome = await talk("update_trip", origin="London", budget={"trip": {"amount": 900}})
    assert str(talk.trip.constraints.budget_total) == "900.00 GBP"
    assert "currency_home:GBP" in outcome.assumed
    await talk("update_trip", lodging={"per_night": {"amount": 90, "currency": "EUR"}})
    assert "currency_home:GBP" not in talk.trip.status.assumptions


async def test_stops_carry_their_nights(talk: Talk) -> None:
    """The way on and home follow from nights; a night more moves what comes after it, and the stars of one town stay."""
    await talk(
        "update_trip",
        stops=[{"place": "Rome", "nights": 3, "stars_min": 4}, {"place": "Florence", "nights": 4, "mode": "train"}],
    )
    assert [leg[2] for leg in talk.legs] == ["2027-06-14", "2027-06-18", "2027-06-22"]
    await talk("update_trip", stops=[{"place": "Rome", "nights": 4}, {"place": "Florence"}])
    assert talk.nights == [("ROM", "2027-06-14", "2027-06-19"), ("FLR", "2027-06-19", "2027-06-23")]
    assert [s.transport_mode for s in talk.trip.itinerary.segments] == ["flight", "train", "flight"]
    assert [one.query.star_min for one in plan_of(talk.trip).hotels] == [4, None]


async def test_a_town_that_replaces_another_keeps_what_makes_sense(talk: Talk) -> None:
    """Days and stars stay; the old town's area and the way of travelling to it do not."""
    await talk("update_trip", stops=[{"place": "Lisbon", "mode": "train"}], lodging={"area": "Alfama", "stars_min": 4})
    await talk("update_trip", stops=[{"place": "Porto"}])
    trip = talk.trip
    assert talk.legs == [("BOS", "OPO", "2027-06-14"), ("OPO", "BOS", "2027-06-21")]
    assert {s.transport_mode for s in trip.itinerary.segments} == {"flight"}
    assert (trip.itinerary.lodging.location_hint, trip.preferences.hotel.star_min) == (None, 4)


async def test_hours_move_with_their_flight(talk: Talk) -> None:
    """Another day keeps them; a meeting that moves leaves no hours behind."""
    await talk("update_trip", flights={"leave": {"after": "10:00"}, "back": {"leave": {"before": "18:00"}}})
    await talk("update_trip", meetings=[{"day": "2027-06-14", "start": "20:00"}])
    assert talk.trip.itinerary.segments[0].arrive_time_window.end == "20:00"
    await talk("update_trip", meetings=[{"day": "2027-06-16", "start": "09:00"}])
    assert talk.trip.itinerary.segments[0].arrive_time_window is None
    assert talk.trip.itinerary.segments[0].land_by is None
    await talk("update_trip", depart="2027-06-15", return_day="2027-06-23")
    first, last = talk.trip.itinerary.segments
    assert (first.depart_time_window.start, last.depart_time_window.end) == ("10:00", "18:00")


async def test_a_leg_has_wishes_of_its_own(talk: Talk) -> None:
    """They are asked for that leg alone, stay with it, and go when all flights are wished otherwise."""
    await talk("update_trip", flights={"cabin": "economy"}, legs=[{"leg": 2, "cabin": "business", "max_stops": 0}])
    assert [(a.query.cabin, a.query.max_stops) for a in plan_of(talk.trip).flights] == [
        ("economy", None),
        ("business", 0),
    ]
    await talk("update_trip", return_day="2027-06-22")
    assert plan_of(talk.trip).flights[1].query.cabin == "business"
    await talk("update_trip", flights={"cabin": "first"})
    assert [a.query.cabin for a in plan_of(talk.trip).flights] == ["first", "first"]
    assert plan_of(talk.trip).flights[1].query.max_stops == 0


async def test_a_weekday_of_a_range(talk: Talk) -> None:
    """Fridays in June: these days alone are compared."""
    fridays = {"earliest": "2027-06-01", "latest": "2027-06-20", "weekday": "fri"}
    await talk("update_trip", depart=fridays, stops=[{"place": "Lisbon", "nights": 3}])
    window = window_of(talk.trip)
    assert window is not None
    assert [str(day) for day in window.days(9)] == ["2027-06-04", "2027-06-11", "2027-06-18"]


async def test_what_no_search_can_do_is_said(talk: Talk) -> None:
    """One ticket is kept in words; a leg for some of the party is one that is searched for them."""
    outcome = await talk("update_trip", flights={"one_ticket": True}, legs=[{"leg": 2, "travellers": ["t1"]}])
    assert paths(outcome) == {"flights.one_ticket"}
    assert talk.trip.wishes
    assert talk.trip.itinerary.segments[1].traveler_ids == ("t1",)


async def test_a_budget_for_all_nights_is_no_limit_of_a_night(talk: Talk) -> None:
    """Both stand as they were said, whatever nights are added; in two currencies, too."""
    money: Callable[[int], dict[str, Any]] = lambda amount: {"amount": amount, "currency": "EUR"}  # noqa: E731
    await talk("update_trip", budget={"lodging": money(700)}, lodging={"per_night": money(120)})
    await talk("update_trip", return_day="2027-06-19")
    hotel = talk.trip.preferences.hotel
    assert (hotel.budget.amount, hotel.max_daily_rate.amount) == (700, 120)
    outcome = await talk("update_trip", budget={"lodging": {"amount": 800, "currency": "USD"}})
    assert not outcome.rejected


async def test_people_have_places(talk: Talk) -> None:
    """A child takes the child's, half-known people are kept, a correction says whom it changed, ages follow the birth."""
    await talk("update_trip", party={"adults": 2, "child_ages": [5]})
    people = [
        {"given_name": "Tim", "date_of_birth": "2020-07-01"},
        {"given_name": "Ann", "family_name": "Smith", "email": "ann@example.org"},
    ]
    await talk("set_travellers", people=people)
    assert [(g.id, g.name) for g in talk.trip.party.guests] == [("t1", "Ann Smith"), ("t2", ""), ("t3", "Tim")]
    assert talk.trip.party.travelers.child_ages == (6,)
    assert talk.trip.party.contact.email == "ann@example.org"
    outcome = await talk("set_travellers", people=[{"id": "t1", "given_name": "Anne", "date_of_birth": "1985-03-04"}])
    assert outcome.facts["people"] == [
        {"id": "t1", "name": "Anne Smith", "date_of_birth": "1985-03-04", "type": "adult", "was": "Ann Smith"}
    ]
    await talk("update_trip", depart="2027-07-14", return_day="2027-07-21")
    assert talk.trip.party.travelers.child_ages == (7,)


async def test_an_age_goes_with_its_child(talk: Talk) -> None:
    """Whoever is named first: the child of six gets the place of six; a birth date said later takes its age along."""
    await talk("update_trip", party={"adults": 2, "child_ages": [12, 6]})
    await talk("set_travellers", people=[{"given_name": "Ana", "family_name": "Silva", "date_of_birth": "2021-01-05"}])
    assert talk.trip.party.travelers.child_ages == (12, 6)
    assert [g.given_name for g in talk.trip.party.guests] == ["", "", "", "Ana"]
    await talk("start_over")
    await talk("update_trip", **{**LISBON, "party": {"adults": 1, "child_ages": [12, 6]}})
    people = [
        {"given_name": "Eva", "family_name": "Silva"},
        {"given_name": "Bo", "family_name": "Silva", "type": "child"},
    ]
    await talk("set_travellers", people=people)
    await talk("set_travellers", people=[{"given_name": "Bo", "family_name": "Silva", "date_of_birth": "2021-01-05"}])
    assert talk.trip.party.travelers.child_ages == (6, 12)
    await talk(
        "set_travellers", people=[{"id": "t2", "date_of_birth": "2014-01-05"}]
    )  # 13 by then, and searched for as a child
    assert [g.passenger_type for g in talk.trip.party.guests] == ["adult", "child"]


async def test_a_friends_address_is_not_the_buyers(talk: Talk) -> None:
    """Each keeps their own; nobody without a place is dropped in silence."""
    ann, bob = ({"given_name": n, "family_name": "Smith", "email": f"{n}@example.org"} for n in ("Ann", "Bob"))
    await talk("set_travellers", people=[ann])
    outcome = await talk("set_travellers", people=[bob, {"given_name": "Cid", "family_name": "Stone"}])
    assert paths(outcome) == {"people[1]"}
    assert talk.trip.party.contact.email == "Ann@example.org"
    assert talk.trip.party.guests[1].contact.email == "Bob@example.org"


async def test_a_field_that_cannot_be_read_takes_nothing_else_with_it(talk: Talk) -> None:
    """A bad address and a name of no field are told, and the rest is kept; whom it corrects has to be right."""
    bob = {"given_name": "Bob", "nickname": "B", "date_of_birth": "1983-07-09"}
    outcome = await talk("set_travellers", people=[{"given_name": "Ann", "type": "Adult", "email": "nope"}, bob])
    assert (outcome.ok, paths(outcome)) == (True, {"people[0].email", "people[1].nickname"})
    guests = [(g.name, g.passenger_type, g.date_of_birth) for g in talk.trip.party.guests]
    assert guests == [("Ann", "adult", None), ("Bob", "adult", "1983-07-09")]
    refused = await talk("set_travellers", people=[{"id": "me", "given_name": "Eve"}])
    assert (refused.ok, paths(refused)) == (False, {"people[0].id"})


async def test_a_party_that_is_not_counted_is_as_named() -> None:
    """And that is said to be assumed; an impossible birth is not taken."""
    talk = Talk()
    people = [{"given_name": "Ann", "date_of_birth": "2030-01-01"}, {"given_name": "Bob"}]
    outcome = await talk("set_travellers", people=people)
    assert talk.trip.party.travelers.adults == 2
    assert outcome.assumed
    assert paths(outcome) == {"people[0].date_of_birth"}


async def test_somebody_leaves(talk: Talk) -> None:
    """By name: one head less, the ids behind move up, and so does whose leg it is."""
    await talk("update_trip", party={"adults": 3}, budget={"person": {"amount": 500, "currency": "USD"}})
    names = ("Ann", "Bob", "Cid")
    await talk("set_travellers", people=[{"given_name": n, "family_name": "Stone"} for n in names])
    await talk("update_trip", legs=[{"leg": 2, "travellers": ["t1", "t3"]}])
    await talk("remove_traveller", who="Bob")
    trip = talk.trip
    assert [(g.id, g.given_name) for g in trip.party.guests] == [("t1", "Ann"), ("t2", "Cid")]
    assert (trip.party.heads(), trip.constraints.budget_total.amount) == ((2, 0, 0), 1000)
    assert trip.itinerary.segments[1].traveler_ids == ("t1", "t2")
    assert not (await talk("remove_traveller", who="Zoe")).ok


async def test_undo_goes_back_step_by_step_and_names_them(talk: Talk) -> None:
    """A second one goes one further, redo puts back, at most eight are kept."""
    states = [talk.trip]
    for stops in (0, 1, 2):
        await talk("update_trip", flights={"max_stops": stops})
        states.append(talk.trip)
    first = await talk("undo")
    assert (first.facts["of"], first.changed) == ("update_trip", ("preferences.flight.max_stops",))
    await talk("undo")
    assert talk.trip.preferences == states[1].preferences
    await talk("undo", redo=True)
    await talk("undo", redo=True)
    assert talk.trip.preferences == states[3].preferences
    assert not (await talk("undo", redo=True)).ok
    for bags in range(12):
        await talk("update_trip", flights={"checked_bags": bags % 5})
    assert len(talk.trip.steps) == 8


def with_booking(trip: TripIntent, number: int) -> TripIntent:
    asked = plan_of(trip).flights[number]
    bought = Booking(booking_id="b1", item_type="flight", key=asked.key)
    return apply_patch(trip, Patch(merge={"working_memory": {"bookings": (bought,)}}))


async def test_no_booking_is_passed(talk: Talk) -> None:
    """Undo stops at it, nobody is taken off it, and starting over leaves its leg as it is."""
    talk.trip = with_booking(talk.trip, 0)
    assert not (await talk("undo")).ok
    assert not (await talk("remove_traveller", who="t1")).ok
    outcome = await talk("start_over")
    assert outcome.facts["booked"] == ["b1"]
    assert talk.legs == [("BOS", "LIS", "2027-06-14")]
    assert [asked.key for asked in plan_of(talk.trip).flights] == [talk.trip.working_memory.bookings[0].key]


async def test_starting_over_empties_the_plan_and_is_taken_back(talk: Talk) -> None:
    """Where, when, who and wishes."""
    await talk("update_trip", flights={"cabin": "business"}, wishes={"add": ["a quiet street"]})
    before = talk.trip
    await talk("start_over")
    assert (talk.legs, talk.trip.party.heads(), talk.trip.wishes) == ([], (0, 0, 0), ())
    await talk("undo")
    assert (talk.trip.itinerary, talk.trip.preferences, talk.trip.wishes) == (
        before.itinerary,
        before.preferences,
        before.wishes,
    )


async def test_a_hold_goes_only_when_that_is_said(talk: Talk) -> None:
    """A change that would let it go says so, and changes nothing."""
    key = plan_of(talk.trip).flights[0].key
    fits = requirement_key_of(talk.trip, key, "o1")
    held = Hold(hold_id="h1", item_type="flight", requirement_key=fits, title="BOS – LIS")
    memory = {"holds": (held,), "selected": {"flight_option_ids": ("o1",)}}
    talk.trip = kept = apply_patch(talk.trip, Patch(merge={"working_memory": memory}))
    outcome = await talk("update_trip", depart="2027-06-15")
    assert (outcome.ok, paths(outcome), talk.trip) == (False, {"let_hold_go"}, kept)
    assert outcome.facts["would_let_go"] == [{"hold_id": "h1", "title": "BOS – LIS"}]
    assert (await talk("update_trip", wishes={"add": ["a quiet street"]})).ok
    assert (await talk("update_trip", depart="2027-06-15", let_hold_go=True)).ok


async def test_no_airport_is_told_of_a_town_that_is_reached_and_left_by_train(talk: Talk) -> None:
    """Galway between two stays in Dublin: nothing flies there, whatever is near."""
    towns = [{"place": "Dublin"}, {"place": "Galway", "mode": "train"}, {"place": "Dublin", "mode": "train"}]
    by_train = await talk("update_trip", origin="Toronto", stops=towns)
    assert not [one for one in by_train.assumed if one.startswith("near:")]


async def test_a_town_passed_through_at_the_end_is_the_last_one_by_another_name(talk: Talk) -> None:
    """Back from Heraklion after days on Crete: no stop more."""
    towns = [{"place": "Athens", "nights": 5}, {"place": "Crete"}, {"place": "Heraklion", "nights": 0}]
    outcome = await talk("update_trip", origin="Vienna", stops=towns, depart="2027-09-10", return_day="2027-09-20")
    assert outcome.ok
    assert [leg.destination.code for leg in talk.trip.itinerary.segments] == ["ATH", "HER", "VIE"]


async def test_nights_that_end_after_the_way_home_are_refused(talk: Talk) -> None:
    """Five and five behind a night flight do not fit ten days: the trip stays as it was."""
    out, back = {"origin": "Chicago", "destination": "Rome"}, {"origin": "Venice", "destination": "Chicago"}
    days = [{**out, "day": {"day": "2027-05-02"}}, {**back, "day": {"day": "2027-05-12"}}]
    assert (await talk("update_trip", legs=days, party={"adults": 2})).ok
    kept = talk.trip.itinerary
    towns = [{"place": "Rome", "nights": 5}, {"place": "Venice", "nights": 5}]
    outcome = await talk("update_trip", stops=towns, return_day="2027-05-12")
    assert (paths(outcome), talk.trip.itinerary) == ({"stops", "return_day"}, kept)


async def test_who_is_named_before_the_trip_counts_by_the_age_of_its_first_day() -> None:
    """A child is one before a day is known, and grown up where the day is late enough; a party that was counted stays so."""
    talk = Talk()
    births = {"Ann": "1985-03-04", "Lena": "2019-02-01", "Tom": "2015-05-01", "Bob": "1983-07-09"}
    people = [{"given_name": one, "family_name": "Smith", "date_of_birth": born} for one, born in births.items()]
    await talk("set_travellers", people=people)
    assert talk.trip.party.heads() == (2, 2, 0)
    await talk("update_trip", **{name: one for name, one in LISBON.items() if name != "party"})
    assert talk.trip.party.heads() == (3, 1, 0)
    assert talk.trip.party.travelers.child_ages == (8,)
    assert [guest.passenger_type for guest in talk.trip.party.guests] == ["adult", "child", "adult", "adult"]
