"""First sentences as people write them are read whole, and what they say is what they mean."""

from datetime import date
from typing import Any

import pytest

from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.reading import Reading, read
from tripintent.tools.places.gazetteer import Gazetteer

PLACES, TODAY = Gazetteer(), date(2026, 11, 28)


def heard(text: str, facts: dict[str, Any] | None = None) -> Reading:
    return read(text, GuideSituation(facts or {}), TODAY, PLACES)


def update(text: str) -> dict[str, Any]:
    reading = heard(text)
    assert reading.unread == (), reading.unread
    return reading.draft.done()[0].arguments


def day(text: str) -> dict[str, str]:
    return {"day": text}


@pytest.mark.parametrize("text", ["in February, 12 to 19", "Feb 12 until Feb 19", "holidays in February, 12th–19th"])
def test_days_without_a_month_lie_in_the_month_that_was_said(text: str) -> None:
    made = update(f"Boston to Lisbon, {text}")
    assert (made["depart"], made["return_day"]) == (day("2027-02-12"), day("2027-02-19"))
    assert "party" not in made


def test_days_say_more_than_the_holidays_around_them() -> None:
    made = update("Hamburg to Rome in the Easter holidays, March 27 to April 3, hotel with a pool")
    assert (made["depart"], made["return_day"]) == (day("2027-03-27"), day("2027-04-03"))
    assert made["lodging"] == {"amenities": ["pool"]}


@pytest.mark.parametrize("text", ["in the evening", "in the holidays"])
def test_what_is_no_part_of_a_town_is_no_area(text: str) -> None:
    assert "area" not in (heard(f"Boston to Lisbon {text}").draft.update.get("lodging") or {})


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("We'd like to visit Rome, Florence and Venice for 3 nights each", [("Rome", 3), ("Florence", 3), ("Venice", 3)]),
        ("London - Rome 3 nights - Florence 2 nights - London", [("Rome", 3), ("Florence", 2)]),
        ("to Prague for 3 nights, then Vienna for 2 nights, then back to London, hotels in both towns", [("Prague", 3), ("Vienna", 2)]),
    ],
)  # fmt: skip
def test_several_towns_keep_their_order_and_end_where_the_last_one_is(text: str, stops: list[Any]) -> None:
    made = update(f"{text}, starting from London on April 10. We’re two friends")
    assert [(one["place"], one["nights"]) for one in made["stops"]] == stops
    assert (made["origin"], made["party"]) == ("London", {"adults": 2})


@pytest.mark.parametrize(
    "text",
    [
        "Chicago to Rome on 8 September for 4 nights, then Florence 3 nights, back from Milan, two adults",
        "Chicago to Rome 8 September, 4 nights in Rome, 3 nights in Florence, home from Milan, two adults",
        "Chicago to Rome 8 September, home from Milan, 4 nights in Rome, 3 nights in Florence, two adults",
    ],
)
def test_towns_before_the_one_where_the_way_home_begins_are_kept(text: str) -> None:
    """In any order; the last one is passed through."""
    assert update(text)["stops"] == [
        {"place": "Rome", "nights": 4},
        {"place": "Florence", "nights": 3},
        {"place": "Milan", "nights": 0},
    ]


def test_the_cabin_of_the_way_home_is_of_the_leg_that_ends_at_home() -> None:
    """Behind the town where the way home begins, and behind a ring of towns."""
    told = (
        "Chicago to Rome 8 September, 4 nights in Rome, 3 nights in Florence, home from Milan, business on the way home"
    )
    assert update(told)["legs"] == [{"leg": 4, "cabin": "business"}]


@pytest.mark.parametrize(
    "text", ["start again: Berlin to Rome 3 June to 8 June", "Berlin to Rome 3 June to 8 June. Start over"]
)
def test_the_plan_is_emptied_before_the_new_trip_is_said(text: str) -> None:
    """Its towns and days are not read beside those of the old one."""
    leg = {"origin": {"name": "Boston"}, "destination": {"name": "Lisbon"}, "depart_date": "2027-06-14"}
    calls = heard(text, {"plan": {"itinerary": {"segments": [leg]}}}).draft.done()
    assert [one.name for one in calls] == ["start_over", "update_trip"]
    assert calls[1].arguments["depart"] == day("2027-06-03")
    assert calls[1].arguments["stops"] == [{"place": "Rome"}]


@pytest.mark.parametrize(
    "text",
    ["meeting on 12 May at 9:00, home the same evening", "meeting on 12 May at 9:00. We fly home in the evening"],
)
def test_an_evening_elsewhere_in_a_message_is_not_that_of_a_meeting(text: str) -> None:
    """Only the words of its own clause tell the half of the day."""
    assert heard(text).draft.update["meetings"][0]["start"] == "09:00"


def test_each_way_has_its_day() -> None:
    told = "fly from Amsterdam to Rome 2 March, train to Naples 5 March, fly home from Naples 9 March"
    made = update("Amsterdam-Rome on 2 March and Rome-Naples by train on 5 March, Naples-Amsterdam on 9 March")
    assert (
        update(told)
        == made
        == {
            "origin": "Amsterdam",
            "depart": day("2027-03-02"),
            "return_day": day("2027-03-09"),
            "stops": [{"place": "Rome"}, {"place": "Naples", "arrive": day("2027-03-05"), "mode": "train"}],
        }
    )


def test_the_way_back_from_another_town_is_no_second_start() -> None:
    made = update("From New York into Rome on June 1, and back from Venice on June 9, hotels in both towns")
    assert made["origin"] == "New York"
    assert made["legs"][1] == {"origin": "Venice", "destination": "New York", "day": day("2027-06-09")}


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("family of four, two adults and two children of 5 and 8", {"adults": 2, "child_ages": [5, 8]}),
        ("for 4, two adults and two kids (5 and 8)", {"adults": 2, "child_ages": [5, 8]}),
        ("for 4", {"adults": 4}),
        ("2 adults and 3 children aged 3, 6 and 10, 5 checked bags", {"adults": 2, "child_ages": [3, 6, 10]}),
    ],
)
def test_a_number_for_all_is_no_number_of_adults_beside_others(text: str, party: dict[str, Any]) -> None:
    assert update(f"Munich to Rome April 12 to 17, {text}")["party"] == party


def test_days_that_are_the_dates_are_no_nights_more() -> None:
    said = update("three days in Lisbon June 15 to 17, from Munich")
    assert (said["depart"]["day"][5:], said["return_day"]["day"][5:]) == ("06-15", "06-17")
    assert said["stops"] == [{"place": "Lisbon", "nights": 2}]


def test_travellers_in_a_list_are_no_towns() -> None:
    draft = heard("Munich to Rome March 10 to 14, three adults: Ann, Bob and Carla").draft
    assert [one["place"] for one in draft.stops] == ["Rome"]


def test_of_a_family_it_is_asked_who_is_grown_up() -> None:
    reading = heard("Munich to Rome April 12 to 17, family of four")
    assert not reading.unread
    assert "party" not in reading.draft.update
    assert reading.draft.open[0].question.startswith("Who are the 4?")


@pytest.mark.parametrize("text", ["family of four, two adults and a child of 3", "three kids of 4, 5, 6 and 7"])
def test_numbers_that_do_not_agree_are_not_read(text: str) -> None:
    assert heard(f"Munich to Rome April 12 to 17, {text}").unread


def test_bags_for_all_are_shared_out_or_asked_about() -> None:
    party = "2 adults and 2 children of 5 and 8"
    assert update(f"Munich to Rome, four checked bags, {party}")["flights"] == {"checked_bags": 1}
    for text in (f"Munich to Rome, two checked bags, {party}", "Munich to Rome, two bags"):
        reading = heard(text)
        offered = [one.calls[0].arguments for one in reading.draft.open[0].choices]
        assert {"flights": {"checked_bags": 1}} in offered
        assert "flights" not in reading.draft.update


def test_a_weekday_of_coming_back_lies_behind_the_way_out() -> None:
    made = update("can you find me a cheap flight from Berlin to London next Friday, coming back Sunday, just for me")
    assert (made["depart"]["day"], made["return_day"]["day"]) == ("2026-12-04", "2026-12-06")


def test_an_evening_before_a_meeting_is_a_way_out() -> None:
    made = update(
        "Paris to Milan: meeting on March 9 at 11:00, fly in the evening before, return on March 9 after 17:00"
    )
    assert made["depart"] == day("2027-03-08")
    assert made["flights"] == {"leave": {"after": "17:00"}} or made["flights"]["leave"] == {"after": "16:00"}


def test_back_on_the_evening_of_a_meeting_that_is_known() -> None:
    legs = [{"origin": {"name": "Berlin"}, "destination": {"name": "London"}, "depart_date": "2027-03-10"}]
    met = [{"day": "2027-03-11", "start": "10:00"}]
    facts = {"plan": {"itinerary": {"segments": legs, "meetings": met}}}
    made = heard("back the same evening", facts).draft.update
    assert (made["return_day"], "lodging" in made) == (day("2027-03-11"), False)


def test_a_hotel_is_needed_from_check_in_to_check_out() -> None:
    made = update(
        "I am looking for a hotel in Barcelona near the beach, checking in on May 20 and checking out on May 24, we are a couple"
    )
    assert (made["depart"], made["return_day"]) == (day("2027-05-20"), day("2027-05-24"))


def test_a_wish_if_possible_only_ranks() -> None:
    made = update("Cologne to Palma de Mallorca, 10 to 17 July, hotel with pool, half board if possible")
    assert made["lodging"] == {"amenities": ["pool"], "board": "half_board", "ideal": ["board"]}


def test_back_after_a_meeting_is_after_its_end_and_business_alone_is_no_cabin() -> None:
    made = update(
        "meeting in Brussels on 14 April from 9:30 to 16:30, I fly from Copenhagen the evening before and return after the meeting"
    )
    assert made["flights"] == {
        "leave": {"after": "16:00"},
        "back": {"leave": {"after": "16:30"}, "land": {"before": "23:59"}},
    }
    assert made["return_day"] == day("2027-04-14")
    assert heard("business: Paris to Milan on March 9").draft.update.get("flights") is None


@pytest.mark.parametrize("text", ["february 25 to 29", "25 February to 29 February"])
def test_a_leap_day_behind_the_days_of_a_trip_is_of_its_own_year(text: str) -> None:
    planned = {"origin": {"name": "Boston"}, "destination": {"name": "Lisbon"}, "depart_date": "2027-03-10"}
    reading = heard(text, {"plan": {"itinerary": {"segments": [planned]}}})
    assert reading.draft.done()[0].arguments == {"depart": day("2028-02-25"), "return_day": day("2028-02-29")}
