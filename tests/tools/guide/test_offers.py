"""What waits is gone on from: an offer, a question, ages, names; nothing of it is lost, and nothing is asked that is known."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from tests.tools.guide.test_reading import BOOKED_WAYS, CHOSEN, LEG, NOW, PLACES, SCREEN, STAY, WAYS, answer

from tripintent.tools.guide import menus_of_results, saying
from tripintent.tools.guide.draft import Call
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.model import answered
from tripintent.tools.guide.words import shape

EMPTY = {"now": NOW}
OUT, HOME = SCREEN["plan"]["itinerary"]["segments"]
MOVED = [OUT, {**HOME, "depart_date": "2027-06-22"}]
LONG = (
    "Hello! We are so excited, we can't wait. My wife and I want to go from London to Barcelona on 5 May and come back on 9 May. "
    "She loves the sea. We need a hotel near the beach, 3 stars or better. Is it warm there in May?"
)


def then(text: str, before: AIMessage, facts: dict[str, Any] = EMPTY) -> AIMessage:
    return answer(text, {**facts, "menu": before.additional_kwargs["menu"]})


def args(said: AIMessage) -> list[dict[str, Any]]:
    return [one["args"] for one in said.tool_calls]


def test_a_long_message_is_offered_without_what_asks_or_tells_of_somebody() -> None:
    """What could not be used is shown; one y does the rest."""
    offered = answer(LONG, EMPTY)
    assert "I couldn’t use this: “She loves the sea.”, “Is it warm there in May?”" in offered.text
    [made] = args(then("y", offered))
    assert (made["origin"], made["stops"], made["party"]) == ("London", [{"place": "Barcelona"}], {"adults": 2})
    assert made["lodging"] == {"near": {"to": "beach"}, "stars_min": 3}


def test_idle_talk_costs_no_yes() -> None:
    talk = "Hi there, how are you? It's our first time abroad and we are so happy! Boston to Lisbon June 14-21, two adults."
    assert [one["name"] for one in answer(talk, EMPTY).tool_calls] == ["update_trip"]
    assert answer("what a lovely day", EMPTY).text.startswith("That’s nice to hear!\nWhere would you like to go?")


def test_a_clause_that_turns_something_is_left_out_of_an_offer_of_the_rest() -> None:
    offered = answer("Boston to Lisbon June 14-21, two adults, but not in a hostel", EMPTY)
    assert "“but not in a hostel”" in offered.text
    assert args(then("y", offered))[0]["party"] == {"adults": 2}
    assert not answer("5 star hotels, I hate them", SCREEN).additional_kwargs["menu"]["choices"][0]["calls"]


def test_an_offer_is_what_the_next_words_are_read_beside() -> None:
    """A day moves by the offer's own day, and a new value takes the place of an offered one."""
    offered = answer("Boston to Lisbon June 14-21, two adults, gizmo", EMPTY)
    longer = then("one night longer", offered)
    [made] = args(then("y", longer))
    assert (made["return_day"], made["origin"]) == ({"day": "2027-06-22"}, "Boston")
    [fewer] = args(then("y", then("3 adults", longer)))
    assert (fewer["party"], fewer["return_day"]) == ({"adults": 3}, {"day": "2027-06-22"})


def test_a_day_without_a_year_takes_the_one_that_was_said() -> None:
    [made] = args(answer("Boston to Lisbon May 2 2028, back May 10, one adult", EMPTY))
    assert (made["depart"], made["return_day"]) == ({"day": "2028-05-02"}, {"day": "2028-05-10"})


def test_several_who_start_apart_go_on_one_trip_or_one_start_is_searched_with_all_that_was_said() -> None:
    asked = answer("Anna from Berlin and Bob from Munich and Cem from Vienna meet in Rome May 10-14", EMPTY)
    assert "\n3. Munich: Bob\n" in asked.text
    [made] = args(then("3", asked))
    assert (made["origin"], made["stops"], made["party"]) == ("Munich", [{"place": "Rome"}], {"adults": 1})
    assert (made["depart"], made["return_day"]) == ({"day": "2027-05-10"}, {"day": "2027-05-14"})
    known = then("hotel with a pool", then("under 3000 dollars", asked))
    assert "\n3. Munich: Bob\n" in known.text
    [more] = args(then("3", known))
    assert more == {
        **made,
        "budget": {"trip": {"amount": "3000", "currency": "USD"}},
        "lodging": {"amenities": ["pool"]},
    }
    assert args(then("from Vienna", known))[0]["origin"] == "Vienna"
    four = answer("Four friends: Anna and Bob from Berlin, Carl from Munich, to Rome May 10-14", EMPTY)
    assert "\n2. Berlin: Anna, Bob (2 adults)\n3. Munich: Carl (1 adult)\n4. Berlin (4 adults)\n" in four.text
    assert [args(then(n, four))[0]["party"] for n in "25"] == [{"adults": 2}, {"adults": 4}]
    [together, names] = args(then("1", four))
    assert [(one["origin"], one["travellers"]) for one in together["legs"][:2]] == [
        ("Berlin", ["t1", "t2"]),
        ("Munich", ["t3"]),
    ]
    assert (len(together["legs"]), names["people"][2]) == (4, {"id": "t3", "given_name": "Carl"})
    aged = answer("Boston to Lisbon June 14-21, two adults and Anna, 34, and Tom, 12", EMPTY)
    assert "towns: Lisbon; note who travels: Anna, Tom. I couldn’t use this: two values for adults." in aged.text


@pytest.mark.parametrize("ages", ["they are 5 and 8", "5 and 8", "one is 5 and the other 8", "5, 8"])
def test_ages_are_taken_as_they_are_given(ages: str) -> None:
    asked = answer("Family of four from Munich to Rome, April 12 to 17, two adults and two children", EMPTY)
    [made] = args(then(ages, asked))
    assert made["party"] == {"adults": 2, "child_ages": [5, 8]}
    assert made["stops"] == [{"place": "Rome"}]


@pytest.mark.parametrize("other", ["two checked bags", "one is 5", "non-stop"])
def test_no_child_is_lost_while_its_age_is_asked(other: str) -> None:
    """Other wishes are kept beside the question; fewer ages than children are no answer."""
    asked = answer("Munich to Rome, April 12 to 17, two adults and two children", EMPTY)
    again = then(other, asked)
    assert not again.tool_calls
    [made] = args(then("5 and 8", again))
    assert made["party"] == {"adults": 2, "child_ages": [5, 8]}


def test_an_open_jaw_has_hotels_in_both_towns() -> None:
    """How the nights are shared out is one question, answered by a number, a line or words."""
    asked = answer(
        "From New York into Rome on June 1, and back from Venice on June 9, 2 adults, hotels in both towns", EMPTY
    )
    stays = [
        {"place": "Rome", "check_in": "2027-06-01", "check_out": "2027-06-06"},
        {"place": "Venice", "check_in": "2027-06-06", "check_out": "2027-06-09"},
    ]
    for said in ("5", "5 nights in Rome", "3 nights in Venice", "5 nights in Rome and 3 in Venice"):
        [made] = args(then(said, asked))
        assert (made["lodging"]["stays"], made["legs"][1]["origin"]) == (stays, "Venice")
    [kept] = args(then("5", then("with breakfast", asked)))
    assert kept["lodging"] == {"stays": stays, "board": "breakfast"}


def test_more_names_than_travellers_are_asked_about() -> None:
    """A yes makes the party from their births; else nobody is noted."""
    names = "Max Huber 1 Jan 1985, Lena Huber 2 Feb 1986, Tim Huber 3 Mar 2021, max@example.org"
    asked = answer(names, {**CHOSEN, "missing": ["party.guests[0].name"]})
    assert asked.text.startswith("You’ve named 3 people, but the trip is for 2.")
    party, people = args(then("1", asked, CHOSEN))
    assert party == {"party": {"adults": 2, "child_ages": [6], "infants": 0}}
    assert len(people["people"]) == 3


@pytest.mark.parametrize(
    "names",
    [
        "Ann Smith 4 March 1985, Bob Smith 9 July 1983, ann@example.org",
        "Ann Smith, born 4 March 1985 and Bob Smith, born 9 July 1983. My email is ann@example.org",
        "1. Ann Smith 1985-03-04\n2. Bob Smith 1983-07-09\nann@example.org",
        "Mrs Ann Smith (4 March 1985); Mr Bob Smith (9 July 1983); ann@example.org",
        "I am Ann Smith, 4 March 1985. My husband is Bob Smith, 9 July 1983, ann@example.org",
    ],
)
def test_all_who_travel_are_noted_from_one_message(names: str) -> None:
    missing = [f"party.guests[{n}].{part}" for n in (0, 1) for part in ("name", "date_of_birth")]
    [made] = args(answer(names, {**CHOSEN, "missing": [*missing, "party.contact.email"]}))
    assert [one["given_name"] for one in made["people"]] == ["Ann", "Bob"]
    assert [str(one["date_of_birth"]) for one in made["people"]] == ["1985-03-04", "1983-07-09"]
    known = {"missing": ["party.guests[1].name"], "travellers": ["t1: Ann Smith, born 1985-03-04"]}
    [again] = args(answer(names, {**CHOSEN, **known}))
    assert again["people"][0]["email"] == "ann@example.org", "a known name writes no address otherwise"


def test_one_way_needs_no_hotel_that_nobody_spoke_of() -> None:
    [made] = args(answer("Chicago to Denver one way on May 3, one adult", EMPTY))
    assert made["lodging"] == {"needed": False}
    [stays] = args(answer("Chicago to Denver one way on May 3, one adult, hotel for 2 nights", EMPTY))
    assert "lodging" not in stays
    [there] = args(answer("Boston to Lisbon June 14-21, two adults, no flights back", EMPTY))
    assert (there["one_way"], there["stops"], "return_day" in there) == (True, [{"place": "Lisbon"}], False)
    assert there["lodging"]["stays"] == [{"place": "Lisbon", "check_in": "2027-06-14", "check_out": "2027-06-21"}]


def test_an_offer_stays_below_what_neither_answers_nor_adds_to_it() -> None:
    """An expense is noted at once, and a question of the menu is answered, with the offer below."""
    offered = answer("I spent 60 USD on tickets?", SCREEN)
    noted = then("spent 25 EUR on taxi", offered, SCREEN)
    assert [one["what"] for one in args(noted)] == ["taxi"]
    for said in (noted, then("budget", offered, SCREEN)):
        assert args(then("1", said, SCREEN))[0]["what"] == "tickets"


def test_an_offer_that_is_not_taken_is_said_once_more_and_a_question_about_facts_thanks_for_nothing() -> None:
    facts, inn = (
        {**BOOKED_WAYS, "can": ["create_documents"]},
        {**STAY, "check_in": "2027-06-14", "check_out": "2027-06-21"},
    )
    said = answer("make it 3 adults and bring the gnu", facts)
    assert said.additional_kwargs["menu"]["pending"]
    for waits in (True, False):
        said = then("who is travelling?", said, facts)
        assert bool(said.additional_kwargs["menu"].get("pending")) == waits
    facts["bookings"] = [*WAYS, {"booking_id": "bok_h", "status": "confirmed", "title": "Inn", "hotel": inn}]
    assert answer("is the hotel good for kids?", facts).text.startswith("I can’t answer that without a language model.")
    assert answer("when do I land", facts).text.startswith("- A – B: Tue 15 Jun 2027 05:50")
    assert answer("what dates do we have now?", facts).text.startswith("- out: Mon 14 Jun 2027\n- back: Mon 21 Jun")
    assert args(answer("add one more hotel night, 21 to 22 june", facts)) == [
        {"booking_ids": ["bok_h"], "until": "2027-06-22"}
    ]
    facts["entries"] = {"e1": "Tram, 06-15T10:00", "e2": "Fado, 06-16T21:00"}
    [swapped] = args(answer("swap the two days", facts))
    assert [(one["entry"], one["day"], one["start"]) for one in swapped["edits"]] == [
        ("e1", "2027-06-16", "10:00"),
        ("e2", "2027-06-15", "21:00"),
    ]


def test_a_yes_is_no_answer_to_a_question_for_a_day() -> None:
    """The only line of that menu says "one way"."""
    facts = {"now": NOW, "plan": SCREEN["plan"], "missing": ["segments[1].depart_date"]}
    asked = answer("hello", facts)
    assert asked.additional_kwargs["menu"]["choices"][0]["label"] == "one way"
    assert not then("y", asked, facts).tool_calls
    assert args(then("1", asked, facts)) == [{"one_way": True}]


def test_after_buying_bags_are_told_and_nights_are_changed_on_a_card() -> None:
    assert answer("add bags", BOOKED_WAYS).text.startswith("I can’t add bags to a ticket that’s bought")
    inn = {"name": "Inn", "check_out": "2027-06-21"}
    hotel = {"booking_id": "bok_h", "status": "confirmed", "title": "Inn", "hotel": inn}
    facts = {**BOOKED_WAYS, "bookings": [*BOOKED_WAYS["bookings"], hotel]}
    for text in ("one more hotel night", "add one more night at the hotel"):
        [made] = args(answer(text, facts))
        assert (made["booking_ids"], made["until"]) == (["bok_h"], "2027-06-22")
        assert made["also"] == [{"booking_ids": ["bok_1"], "date": "2027-06-22"}]
    assert answer("who can I call?", BOOKED_WAYS).text.startswith("No person reads along here")
    assert answer("how many nights?", {**SCREEN, "chosen": {"hotels": [STAY]}}).text.startswith("- Inn: 6 nights")
    menu = answer("change or cancel", facts)
    assert "one more hotel night, and home a day later" in menu.text
    later = {**facts, "plan": {"itinerary": {**facts["plan"]["itinerary"], "segments": MOVED}}}
    [nights] = args(answer("one more hotel night", later))
    assert nights == {"booking_ids": ["bok_h"], "until": "2027-06-22"}  # the way home was moved before
    [flight] = args(answer("one more night", BOOKED_WAYS))
    assert flight == {"booking_ids": ["bok_1"], "date": "2027-06-22"}


def test_a_day_without_its_month_follows_the_offered_one() -> None:
    offered = answer("Vienna to Athens, May 4 to May 11, two adults, gizmo", EMPTY)
    [made] = args(then("y", then("we would rather come home on the 10th", offered)))
    assert made["return_day"] == {"day": "2027-05-10"}


def test_a_question_beside_an_offer_keeps_the_offer() -> None:
    """Bags are asked about, and the answer is a yes to both."""
    offered = answer("Munich to Rome, May 4 to May 11, two adults and a child of 5, gizmo", EMPTY)
    asked = then("two checked bags", offered)
    assert "I’d do this" in asked.text
    [made] = args(then("2", asked))
    assert (made["flights"], made["origin"]) == ({"checked_bags": 1}, "Munich")


def test_two_bags_for_four_are_asked_about_and_added_once_their_price_is_known() -> None:
    """Two of them get one each; the price stands with the hold, and asking once more is a yes to it."""
    four = {**SCREEN, "plan": {**SCREEN["plan"], "party": {"travelers": {"adults": 4}}}}
    asked = answer("we need two checked bags", four)
    assert asked.text.splitlines()[1].startswith("1. a checked bag for 2 of you")
    [made] = args(then("1", asked, four))
    assert made == {"requests": [{"kind": "checked bag", "people": ["t1", "t2"]}]}
    price = {"amount": "90", "currency": "USD"}
    told = {"kind": "checked bag", "who": ["t1", "t2"], "state": "offered", "price": price}
    held = {**four, "held": [{"title": "Flight BOS–LIS", "requests": [told]}]}
    [added] = args(answer("yes, add the bags", held))
    assert added == {"requests": [{"kind": "checked bag", "people": ["t1", "t2"], "accept_price": True}]}


@pytest.mark.parametrize("text", ["can I cancel the hotel for free?", "until when can we cancel the hotel for free?"])
def test_terms_are_told_before_anything_is_bought(text: str) -> None:
    """Of the hotel alone, as it was asked; what is held stays."""
    held = {"title": "Inn Lisbon, 7 nights", "total": {"amount": "600", "currency": "USD"}}
    facts = {
        **CHOSEN,
        "held": [held],
        "card": {"id": "c1", "kind": "purchase"},
        "can": ["release_hold", "update_trip", "what_if"],
    }
    told = answer(text, facts)
    assert not told.tool_calls
    assert "held, not paid: Inn Lisbon" in told.text
    assert answer("cancel the hotel", facts).tool_calls[0]["args"] == {"lodging": {"needed": False}}


def test_make_it_leads_in_a_wish() -> None:
    """Documents that are offered do not turn it into a yes to them."""
    offered = {**SCREEN, "offered": ["checklist"]}
    [made] = args(answer("make it three adults and leave in the afternoon", offered))
    assert made["party"] == {"adults": 3}
    assert answer("make it", offered).text.startswith("Which one?")


def test_a_no_to_a_card_is_taken() -> None:
    """What is booked stays at once, and a plain no lets a hold go; of another refusal it is asked, and a no is of that question."""
    card = {"can": ["decline_card", "update_trip"], "card": {"kind": "cancel"}}
    [made] = answer("no, keep it", {**BOOKED_WAYS, **card}).tool_calls
    assert made["name"] == "decline_card"
    held = {**CHOSEN, **card, "held": [{"title": "Inn"}], "card": {"kind": "purchase"}}
    assert all(
        answer(no, held).tool_calls[0]["name"] == "decline_card" for no in ("no thanks", "nope", "no, don't buy it")
    )
    asked = answer("no thanks, it’s too expensive, leave it as it was", held)
    assert then("1", asked, held).tool_calls[0]["name"] == "decline_card"
    remark = then("the weather was awful here today", asked, held)  # it is looked up, and the question stays as it was
    assert [one["name"] for one in remark.tool_calls] == ["lookup"]
    assert remark.additional_kwargs["menu"]["question"] == asked.additional_kwargs["menu"]["question"]
    assert all(not then(one, asked, held).tool_calls for one in ("2", "no"))


@pytest.mark.parametrize("text", ["no, leave it", "no thanks, we leave it", "don't change it, keep everything"])
def test_a_refusal_in_a_persons_words_is_one(text: str) -> None:
    """And what stands behind it is read alone."""
    offered = answer("4 stars and a nice garden", SCREEN)
    assert then(text, offered, SCREEN).text.startswith("I’ve changed nothing.")
    [made] = args(then("leave it. with breakfast", offered, SCREEN))
    assert made == {"lodging": {"board": "breakfast"}}
    assert args(then("yes, do it please", offered, SCREEN)) == [{"lodging": {"stars_min": 4}}]


def test_what_was_agreed_or_picked_is_done_beside_a_remark() -> None:
    """A yes, a number or the name of a line counts; what else was said and not read is named, and turns nothing."""
    first = answer("Zurich to Palma, 10 to 24 July, 2 adults, direct flights, hmpf", EMPTY)
    kept = then("we'd like a hotel near the beach with a pool", first)
    assert "no hotel" not in kept.text
    [made, *_] = args(then("Yes, that's it, lovely weather there", kept))
    assert (made["origin"], made["lodging"]["amenities"]) == ("Zurich", ["pool"])
    shown = {"question": "Which one?", "choices": [
        {"label": f"{name}, {clock}", "calls": [{"name": "choose", "arguments": {"option": name}}], "opens": "", "key": ""}
        for name, clock in (("Fairytale Plaza", "08:20"), ("Daydream Inn", "14:20"))
    ], "form": ""}  # fmt: skip
    screen = {**SCREEN, "menu": shown}
    for said in (
        "1\nthe company pays",
        "1 :) - the company pays",
        "the Fairytale Plaza looks great. Lovely",
        "the 08:20 one is perfect, and cheaper too",
    ):
        assert args(answer(said, screen)) == [{"option": "Fairytale Plaza"}], said
    mixed = [{"option": "Daydream Inn", "hotel_of": "Fairytale Plaza"}]
    assert args(answer("2 but with the hotel of 1", screen)) == mixed, "by the numbers of the list"
    assert not answer("not the Fairytale Plaza", screen).tool_calls
    assert not answer("1, unless it rains", screen).tool_calls


def test_a_birth_that_can_be_two_days_is_left_out_in_words() -> None:
    made = answer("Tom Becker (12/08/1990), tom@example.org", {**SCREEN, "missing": ["party.guests[0].name"]})
    assert "date_of_birth" not in args(made)[0]["people"][0]
    assert "“12/08/1990”" in made.text


def test_a_choice_is_made_beside_a_question_of_its_own() -> None:
    """The question is said to be open; one that turns the choice keeps it from being made."""
    made = answer("I take number 1. Please hold it first. Until when is it held?", SCREEN)
    assert [one["name"] for one in made.tool_calls] == ["choose", "hold"]
    assert "Until when is it held?" in made.text
    assert not answer("I take number 1. Or should I take the other?", SCREEN).tool_calls
    assert [one["name"] for one in then("1, hold it", answer("?", SCREEN), SCREEN).tool_calls] == ["choose"]


@pytest.mark.parametrize(
    ("text", "update"),
    [
        ("2 adults, not 3", {"party": {"adults": 2}}),
        ("make it 10 days instead of two weeks", {"stops": [{"place": "Lisbon", "nights": 10}]}),
        ("3 stars rather than 4", {"lodging": {"stars_min": 3}}),
        ("with breakfast for our 10th anniversary", {"lodging": {"board": "breakfast"}}),
        ("two couples", {"party": {"adults": 4}}),
        ("three friends, one room for each of us", {"party": {"adults": 3}, "lodging": {"rooms": 3}}),
        ("me and my baby of 10 months", {"party": {"adults": 1, "infants": 1}}),
        ("900 euros for both of us all in", {"budget": {"trip": {"amount": "900", "currency": "EUR"}}}),
        ("a later flight home, after 10", {"flights": {"back": {"leave": {"after": "10:00"}}}}),
        ("leave Boston after 17:00", {"flights": {"leave": {"after": "17:00"}}}),
        ("a boutique hotel", {"lodging": {"kinds": ["boutique"]}}),
        ("$900 for the hotel", {"budget": {"lodging": {"amount": "900", "currency": "USD"}}}),
    ],
)
def test_wishes_in_peoples_words(text: str, update: dict[str, Any]) -> None:
    assert args(answer(text, SCREEN)) == [update]


def test_the_days_of_the_hotel_are_its_own() -> None:
    """Beside flights a check-in moves no flight."""
    stay = {"place": "Lisbon", "check_in": "2027-06-15", "check_out": "2027-06-18"}
    assert args(answer("hotel from 15 June to 18 June", SCREEN)) == [{"lodging": {"stays": [stay]}}]
    [alone] = args(answer("hotel in Rome, check in June 14, check out June 17, two people", EMPTY))
    assert (alone["depart"], alone["return_day"]) == ({"day": "2027-06-14"}, {"day": "2027-06-17"})


def test_a_way_of_the_trip_that_is_spoken_of_is_no_new_one() -> None:
    """The flight home is the last one, also behind several towns."""
    said = answer("Lisbon to Boston", SCREEN)
    assert not said.tool_calls
    assert args(answer("other flights back", SCREEN)) == [{"alternatives": {"part": "flight", "number": 2}}]


def test_the_cheapest_beside_a_wish_is_an_order() -> None:
    assert [one["name"] for one in answer("non-stop flights, cheapest", SCREEN).tool_calls] == [
        "update_trip",
        "list_options",
    ]
    assert [one["name"] for one in answer("compare 1 and 2", SCREEN).tool_calls] == ["option_details"] * 2
    for said, sort in {
        "cheapest first": "price",
        "earliest first": "departure",
        "sort by travel time": "duration",
    }.items():
        assert args(answer(said, SCREEN)) == [{"sort": sort}], said


def test_names_with_ages_are_who_travels_and_no_towns() -> None:
    """The party is counted, and each has a first name; beside another count they are asked about, and nights stay nights."""
    counted, named = args(answer("Boston to Lisbon, 14 to 21 June 2027, Anna, 34 and Tom, 12", EMPTY))
    assert counted["party"] == {"adults": 1, "child_ages": [12], "infants": 0}
    assert [one["place"] for one in counted["stops"]] == ["Lisbon"]
    assert [(one["given_name"], one["type"]) for one in named["people"]] == [("Anna", "adult"), ("Tom", "child")]
    assert not answer("Anna (34), Ben (36) and Mia (1)", SCREEN).tool_calls
    assert "set_travellers" not in str(answer("Lisbon, 3 and Madrid, 4", EMPTY).tool_calls)


def test_one_of_two_towns_is_asked() -> None:
    """Never both, and never the first of them unasked."""
    asked = answer("either Porto or Rome, whichever is cheaper", SCREEN)
    assert not asked.tool_calls
    assert asked.text.startswith("Which town first?")
    [made] = args(then("2", asked, SCREEN))
    assert made == {"stops": [{"place": "Rome"}]}


def _screen() -> dict[str, Any]:
    """Return options that differ in hotel, hour and price."""
    parts = (("Riva", "18:55", "900"), ("Inn Lisboa", "07:10", "1184.91"), ("Paper Moon Bunkhouse", "14:50", "700"))
    options = [
        {
            **one,
            "total": {"amount": price, "currency": "USD"},
            "hotels": [{"name": name, "stars": 3, "nights": 7, "terms": {"refundable": True}}],
            "flights": [
                {"departs": {"local": f"2027-06-14T{hour}"}, "arrives": {"local": "2027-06-14T23:00"}, "route": ["BOS", "LIS"],
                 "stops": 0, "airlines": ["Fable Air"]}
            ],
        }
        for one, (name, hour, price) in zip(SCREEN["options"], parts, strict=True)
    ]  # fmt: skip
    return {**SCREEN, "options": options}


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("the 18:55 one", "1"),
        ("take the Paper Moon", "3"),
        ("the one for $1,184.91", "2"),
        ("the Riva hotel please", "1"),
    ],
)
def test_a_line_is_meant_by_what_stands_in_it_alone(text: str, option: str) -> None:
    """Every telling word is in that line; a judgement, a denial or a question chooses nothing."""
    facts = _screen()
    assert args(answer(text, facts)) == [{"option": option}]
    for other in ("Riva is terrible", "not Riva", "is Riva nice?", "option 2 looks strange", "the Fable Air one"):
        assert not answer(other, facts).tool_calls
    facts["options"][1]["hotels"][0]["nights"] = 6
    assert answer("6 nights", facts).tool_calls[0]["name"] == "update_trip"  # a wish comes first


def test_a_long_yes_or_no_is_looked_at_in_linear_time() -> None:
    for text in ("please do it " * 150 + "x", "no thanks " * 190 + "x", "yes and " * 240 + "!"):
        assert not answer(text, SCREEN).tool_calls


def test_an_answer_is_meant_by_its_own_words() -> None:
    """Those of a line of the question alone; a start that is spoken of is no stop."""
    asked = answer("a day later", SCREEN)
    assert args(then("only the way out", asked, SCREEN)) == [{"depart": {"day": "2027-06-15"}}]
    assert [one["depart"] for one in args(then("both", asked, SCREEN))] == [{"day": "2027-06-15"}]
    assert args(answer("leave Boston on 12 June", SCREEN)) == [{"depart": {"day": "2027-06-12"}}]
    assert not answer("to Boston", SCREEN).tool_calls


def test_a_number_with_a_wish_behind_it_is_both() -> None:
    """The choice first, of the list that was shown; below a list of parts its own numbers count, and more is more of it."""
    facts = _screen()
    made = answer("3 but one more adult", facts).tool_calls
    assert [one["name"] for one in made] == ["choose", "update_trip"]
    assert not answer("3 but not on a Sunday", facts).tool_calls
    asked = answer("number 2. can my dog come?", facts)
    assert [one["args"] for one in asked.tool_calls] == [{"option": "2"}]
    assert "can my dog come?" in asked.text


def test_days_without_a_month_or_year_are_those_that_are_meant() -> None:
    """A number behind a date is of its month; days before the trip's own are of this year."""
    [made] = args(answer("Edinburgh to Dublin on April 5, back on the 8th", EMPTY))
    assert made["return_day"] == {"day": "2027-04-08"}
    [moved] = args(answer("10 to 18 june", SCREEN))
    assert (moved["depart"], moved["return_day"]) == ({"day": "2027-06-10"}, {"day": "2027-06-18"})


def test_what_was_quoted_can_be_asked_for() -> None:
    """The same change, on a card."""
    quoted = AIMessage("", tool_calls=[{"name": "quote_cancellation", "args": {"booking_ids": ["bok_1"]}, "id": "g1"}])
    sum_ = {"amount": "10", "currency": "USD"}
    facts = {"lines": [{"title": "Inn", "total": sum_, "refund": None}], "lost": sum_, "comes_back": sum_}
    result = ToolMessage(json.dumps({"ok": True, "facts": facts}), tool_call_id="g1")
    situation = HumanMessage(f"<situation>{json.dumps(BOOKED_WAYS)}</situation>")
    told = answered([HumanMessage("what if I cancel?"), quoted, result, situation], PLACES)
    assert "You’ll see on a card what it costs" in told.text
    asked = answer("1", {**BOOKED_WAYS, "menu": told.additional_kwargs["menu"]})
    assert [(one["name"], one["args"]) for one in asked.tool_calls] == [
        ("request_cancellation", {"booking_ids": ["bok_1"]})
    ]


@pytest.mark.parametrize(
    ("text", "flights"),
    [
        ("on the way home in the evening", {"back": {"leave": {"after": "17:00", "before": "23:59"}}}),
        ("return on 20 june, leaving after 5pm", {"back": {"leave": {"after": "17:00"}}}),
        ("outbound after 5pm", {"leave": {"after": "17:00"}}),
        ("the flight out any time of day", {"leave": None, "land": None}),
        ("flight home at any time", {"back": None}),
    ],
)
def test_hours_are_of_the_way_that_was_spoken_of(text: str, flights: dict[str, Any]) -> None:
    """The day of coming back stays where the evening alone is said; hours can be taken back."""
    [made] = args(answer(text, SCREEN))
    assert made["flights"] == flights
    assert made.get("return_day") in (None, {"day": "2027-06-20"})


def test_a_town_of_the_trip_is_no_start_and_a_friend_is_one_more() -> None:
    assert not answer("is Porto far from Lisbon?", SCREEN).tool_calls
    assert args(answer("my friend comes along too", SCREEN)) == [{"party": {"adults": 3}}]
    [made] = args(answer("two adults and our daughter, she's 7", SCREEN))
    assert made["party"] == {"adults": 2, "child_ages": [7]}


def test_a_day_that_says_what_was_moved_asks_nothing() -> None:
    [made] = args(answer("can we come home a day later, on 22 june?", BOOKED_WAYS))
    assert made["date"] == "2027-06-22"


@pytest.mark.parametrize(
    ("text", "update"),
    [
        ("Me and three friends", {"party": {"adults": 4}}),
        ("it's for 3 people, not 2", {"party": {"adults": 3}}),
        ("my mother wants to come too", {"party": {"adults": 3}}),
        ("remove the budget", {"budget": {"trip": None}}),
        ("actually, forget the hotel", {"lodging": {"needed": False}}),
        ("can we come back on the 22nd instead of the 21st?", {"return_day": {"day": "2027-06-22"}}),
        ("I don't want to fly at night", {"flights": {"avoid_red_eye": True}}),
        ("can we get a crib?", {"requests": [{"kind": "baby cot"}]}),
        ("a hotel right on the beach", {"lodging": {"near": {"to": "beach"}}}),
        (
            "back on the 22nd in the evening",
            {
                "return_day": {"day": "2027-06-22"},
                "flights": {"back": {"leave": {"after": "17:00", "before": "23:59"}}},
            },
        ),
    ],
)
def test_a_wish_costs_no_yes(text: str, update: dict[str, Any]) -> None:
    """One wish in everyday words is done as it was said."""
    assert args(answer(text, SCREEN)) == [update]


def test_a_sister_without_a_room_is_asked_about() -> None:
    """What is said of one of them is no wish for all."""
    assert not answer("My sister joins us for the flights only", SCREEN).tool_calls


def test_a_later_flight_is_later_than_the_one_on_the_screen() -> None:
    """Of what is chosen; where no flight is known, nothing is listed."""
    later = {"fact": "leaves", "at_least": "18:31"}
    [made] = args(answer("is there a later flight than this?", CHOSEN))
    assert made == {"alternatives": {"part": "flight", "number": 1}, "sort": "departure", "where": [later]}
    assert not answer("is there a later flight than this?", SCREEN).tool_calls
    tried = Call("what_if", {"calls": [{"name": "update_trip", "arguments": {"lodging": {"stars_min": 5}}}]})
    nothing = menus_of_results.tried(tried, {"not_found": ["hotel from 2027-06-14"]}, GuideSituation(SCREEN))
    assert nothing is not None
    assert "hotel from Mon 14 Jun 2027. " in nothing.question
    assert not nothing.choices


def test_a_wish_is_done_beside_a_question_of_the_offers() -> None:
    """Both are served; a question about the wish itself is tried and nothing is changed."""
    made = answer("4 stars please. Does the hotel have a pool?", SCREEN).tool_calls
    assert [one["name"] for one in made] == ["update_trip", "option_details"]
    tried = answer("We come back on the 22nd. Would that be cheaper?", SCREEN).tool_calls
    assert [one["name"] for one in tried] == ["what_if"]


def test_a_number_of_the_list_is_no_line_of_the_menu_below_a_choice() -> None:
    """Behind a choice the list is shown again: its numbers are not on the screen any more."""
    menu = answer("what next?", CHOSEN)
    assert [one["name"] for one in then("option 2", menu, CHOSEN).tool_calls] == ["list_options"]


def test_a_question_without_an_answer_tells_what_is_known_of_its_subject() -> None:
    """And says first that it is no answer."""
    told = answer("what do people say about the hotel?", CHOSEN).text
    assert told.startswith(
        "I can’t answer that without a language model.\nWhat I know of it:\n- Inn , 6 nights, Double, breakfast, refundable"
    )


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("I want to go somewhere warm in May", {"climate": ["warm", "hot"], "month": 5}),
        ("somewhere with a beach", {"likes": ["beach"]}),
    ],
)
def test_who_does_not_know_where_to_go_is_shown_towns(text: str, call: dict[str, Any]) -> None:
    """By the climate of a month, and by what one likes."""
    made = answer(text, {"now": SCREEN["now"]}).tool_calls
    assert made[-1]["name"] == "where_to"
    assert made[-1]["args"] == call


def test_a_season_is_asked_for_its_month_and_towns_stay_listed_beside_other_words() -> None:
    """All else of the sentence is kept; a part of the season, or of the month that comes, is read."""
    assert "\n2. Fri 14 May" in answer("a weekend in May, Boston to Lisbon, two adults", EMPTY).text
    asked = answer("Boston to Rome next summer for 5 nights, two adults", EMPTY)
    [made] = args(then("2", asked))
    july = {"earliest": "2027-07-01", "latest": "2027-07-31"}
    assert (made["depart"], made["stops"]) == (july, [{"place": "Rome", "nights": 5}])
    for said, first, last in (("late summer", "08-01", "08-31"), ("early next June", "06-01", "06-10")):
        days = {"earliest": f"2027-{first}", "latest": f"2027-{last}"}
        assert args(answer(f"Boston to Rome in {said}, two adults", EMPTY))[0]["depart"] == days
    town = {"label": "Rome", "calls": [{"name": "update_trip", "arguments": {"stops": [{"place": "Rome"}]}}]}
    listed = {**EMPTY, "menu": {"question": "Where?", "choices": [town]}}
    kept = [answer(said, listed).additional_kwargs.get("menu") for said in ("from Boston", "to Lisbon", "start again")]
    assert [bool(one) for one in kept] == [True, False, False]


def test_what_is_shown_is_turned_down() -> None:
    """A card is said no to; else the list is shown again."""
    card = {**CHOSEN, "card": {"id": "c1", "kind": "cancel"}, "can": ["decline_card"]}
    listed = {**CHOSEN, "can": ["list_options"]}
    for facts, call in ((card, "decline_card"), (listed, "list_options"), (SCREEN, "list_options")):
        assert [one["name"] for one in answer("not that one", facts).tool_calls] == [call]


def test_who_cannot_approve_is_told_who_can() -> None:
    """Where a policy names an approver, the traveller is not asked to press a button."""
    facts = {**CHOSEN, "held": [{"title": "Inn"}], "can": ["release_hold", "update_trip", "what_if"]}
    alone, named = (answer("hello", {**facts, "card": {"id": "c1", "approver": who}}).text for who in (None, "boss"))
    assert "approve or reject it" in alone
    assert "approve or reject it" not in named
    assert "boss has to approve this." in named


@pytest.mark.parametrize(
    ("text", "update"),
    [
        ("flying home in the evening please, after 6pm", {"back": {"leave": {"after": "18:00", "before": "23:59"}}}),
        ("the flight home should be after 6pm", {"back": {"leave": {"after": "18:00"}}}),
        (
            "flight home after 16:30, landing before midnight",
            {"back": {"leave": {"after": "16:30"}, "land": {"before": "23:59"}}},
        ),
        ("a stop is fine", {"max_stops": None}),
        ("We'd like to arrive earlier, before 3pm", {"land": {"before": "15:00"}}),
    ],
)
def test_hours_without_a_word_of_the_way_out_are_of_the_one_that_is_spoken_of(
    text: str, update: dict[str, Any]
) -> None:
    """What was said before of the same way stays."""
    assert args(answer(text, SCREEN)) == [{"flights": update}]


@pytest.mark.parametrize(
    "text",
    [
        "2 adults, from Manchester to Venice on 5 May, home from Rome to Manchester 14 May. Only the flights, no hotel",
        "2 adults, flights only. Fly from Manchester to Venice on 5 May and return from Rome to Manchester on 14 May",
    ],
)
def test_an_open_jaw_is_two_legs(text: str) -> None:
    """The way home begins in another town than the one where the way there ends."""
    [made] = args(answer(text, {"now": SCREEN["now"]}))
    assert [(one["origin"], one["destination"]) for one in made["legs"]] == [
        ("Manchester", "Venice"),
        ("Rome", "Manchester"),
    ]


def test_a_correction_keeps_what_waits_and_a_letter_drops_it() -> None:
    """“No, it is only me” puts a part of the offer right; S begins anew, and says what is not done."""
    new = {"now": SCREEN["now"]}
    offered = answer("from Hamburg to Stockholm for two of us or three, 14 june to 17 june", new)
    right = then("no, it's only me, 1 person", offered, new)
    assert "Hamburg" in right.text
    assert "adults: 1" in right.text
    begun = then("S", offered, SCREEN)
    assert [one["name"] for one in begun.tool_calls] == ["start_over"]
    assert "Not done: " in begun.text
    assert "Hamburg" in begun.text


def test_one_booked_leg_is_moved_by_its_hours_and_cancelled_alone() -> None:
    """On a card each; what is said of one way is one change."""
    [moved] = args(answer("move the return to 22 june, leaving after 17:00", BOOKED_WAYS))
    assert moved == {"booking_ids": ["bok_1"], "date": "2027-06-22", "leaves": {"after": "17:00"}}
    for said, one in {"home only": 1, "to Lisbon": 0, "from Lisbon": 1, "to Boston": 1, "Boston to Lisbon": 0}.items():
        [gone] = answer(f"cancel the flight {said}", BOOKED_WAYS).tool_calls
        assert (gone["name"], gone["args"]) == ("request_cancellation", {"booking_ids": [f"bok_{one}"]}), said
    for one, said in enumerate(("first", "second")):
        assert args(answer(f"cancel the {said} flight", BOOKED_WAYS)) == [{"booking_ids": [f"bok_{one}"]}]
    assert not answer("cancel the third flight", BOOKED_WAYS).tool_calls


STAYING = {"name": "Inn", "check_in": "2027-06-10", "check_out": "2027-06-13"}
SLEEPS: dict[str, Any] = {
    "now": NOW,
    "plan": {"itinerary": {"lodging": {**STAYING, "stays": [STAYING]}}, "constraints": {"flights_needed": False}},
    "bookings": [{"booking_id": "bok_1", "status": "confirmed", "title": "Inn", "hotel": STAYING}],
}


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("move the hotel to 17 june", ("17", "20")),
        ("i come a day later, so 11 to 14 june", ("11", "14")),
        ("new dates: 11 june to 14 june", ("11", "14")),
        ("i arrive one day later and leave one day later", ("11", "14")),
        ("i only need two nights", ("", "12")),
        ("one more night, 13 to 14 june", ("", "14")),
    ],
)
def test_a_booked_stay_alone_is_moved_in_plain_words(text: str, days: tuple[str, str]) -> None:
    """With as many nights, unless days or nights are said."""
    [moved] = args(answer(text, SLEEPS))
    ends = {name: f"2027-06-{day}" for name, day in zip(("date", "until"), days, strict=True) if day}
    assert moved == {"booking_ids": ["bok_1"], **ends}


def test_what_waits_is_what_it_means_after_a_purchase() -> None:
    """It is turned down on its card, and asked about before; a cancellation that waits is named, and a new birth is not noted."""
    waits = {**SLEEPS, "card": {"kind": "purchase"}}
    assert [one["name"] for one in answer("hmm cancel that", waits).tool_calls] == ["decline_card"]
    assert "take back the last change" in answer("cancel it", {**SLEEPS, "chosen": {"option": "1"}}).text
    asked = answer("cancel it", {**SLEEPS, "card": {"kind": "cancel", "replaces": [{"title": "Inn"}]}})
    assert "to cancel Inn, or say no" in asked.text
    known = {**SLEEPS, "travellers": ["t1: Ann Miller, adult, 1990-02-02"]}
    assert "nor a date of birth" in answer("Ann Miller 3 Feb 1991", known).text


def test_words_of_kin_and_names_are_no_towns_and_no_names() -> None:
    """Grandma Susan Baker is Susan Baker, and Ann is nowhere to go."""
    facts = {**CHOSEN, "missing": ["party.guests[0].name"], "travellers": ["t1: name not known, adult"]}
    [made] = args(answer("and grandma Susan Baker 5 Feb 1959", facts))
    assert made["people"][0]["given_name"] == "Susan"
    known = {**CHOSEN, "travellers": ["t1: Ann Miller, adult"]}
    [bag] = args(answer("add a checked bag for Ann", known))
    assert bag == {"requests": [{"kind": "checked bag", "people": ["t1"]}]}


def test_a_number_agrees_only_where_it_is_the_line_that_does_what_waits() -> None:
    """Below a question with days, "1, and …" is the first day and the rest, and no yes without the day."""
    asked = answer("sunday the 20th and a nice garden", SCREEN)
    day, board = args(then("1, and with breakfast", asked, SCREEN))
    assert (list(day), board) == (["depart"], {"lodging": {"board": "breakfast"}})
    assert [one["name"] for one in answer("move only the return to june 22", BOOKED_WAYS).tool_calls] == [
        "request_change"
    ]


def test_a_name_is_what_is_renamed() -> None:
    """Dinner at eight is about no name; what is booked keeps its names, and it is said."""
    assert "I can’t change a name once it’s booked" not in answer("change dinner to 8pm", BOOKED_WAYS).text
    assert "I can’t change a name once it’s booked" in answer("please change the name Bob to Robert", BOOKED_WAYS).text


def test_other_hotels_leave_out_the_chosen_one_and_lead_back() -> None:
    """The hotel that one has is no other hotel; a list behind the first has a line back."""
    stay = {"name": "Inn", "nights": 2, "stars": 3, "code": "h1"}
    shown = [
        {"option": code, "total": {"amount": "9", "currency": "USD"}, "hotels": [{**stay, "code": code}]}
        for code in ("h1", "h2")
    ]
    known = GuideSituation({"chosen": shown[0]})
    menu = menus_of_results.listed(Call("list_options", {"alternatives": {"part": "hotel"}}), {"options": shown}, known)
    assert menu is not None
    chosen = [call.arguments.get("option") for line in menu.choices for call in line.calls if call.name == "choose"]
    assert chosen == ["h2"]
    assert [line.calls[0].arguments for line in menu.choices if line.label == "back to the list"] == [{}]


def test_a_bare_yes_or_no_is_known_in_six_languages() -> None:
    """And in no longer words: thanks alone refuse nothing."""
    agrees, refuses = shape("agrees"), shape("refuses")
    assert all(agrees.fullmatch(one) for one in ("ja", "Oui!", "sí", "si", "sì", "sim", "yes"))
    assert all(refuses.fullmatch(one) for one in ("Nein, danke", "non", "non merci", "no", "no gracias", "não", "nao"))
    assert not any(one.fullmatch(said) for one in (agrees, refuses) for said in ("danke", "merci", "ja mit Hotel"))


def test_an_offer_names_what_it_would_note() -> None:
    """Calls are told with their values: the amount and the people, not the names of fields."""
    spent = {"amount": {"amount": "40", "currency": "USD"}, "what": "dinner", "paid_by": [{"name": "Anna"}]}
    calls = [
        Call("record_expense", spent),
        Call("set_travellers", {"people": [{"given_name": "Bo", "family_name": "Li"}]}),
    ]
    assert saying.told(calls, GuideSituation()) == "note $40.00 for dinner, paid by Anna; note who travels: Bo Li"


def test_an_offer_in_another_language_has_no_english_words_for_wishes() -> None:
    wish = {"lodging": {"area": "city centre", "near": {"to": "beach"}}, "interests": ["art"]}
    update = Call("update_trip", {**wish, "budget": {"lodging": {"amount": "900", "currency": "EUR"}}})
    said = saying.told([update, Call("create_documents", {"kinds": ["itinerary"]})], GuideSituation({"language": "de"}))
    assert all(one in said for one in ("Stadtzentrum", "Strand", "Kunst", "das Hotel höchstens: 900", "Tagesplan"))


DAYS = {
    "a": "Dinner, 06-15T19:00",
    "b": "Dinner, 06-18T19:00",
    "c": "Lisbon Tower, 06-16T09:30",
    "h": "Inn, 06-15T15:00, booked",
}


def test_an_entry_of_the_plan_is_known_by_its_name_and_day_and_a_part_of_a_name_is_no_town() -> None:
    known = {**BOOKED_WAYS, "entries": DAYS}
    moved = {"op": "move", "entry": "b", "day": "2027-06-18", "start": "21:00"}
    assert args(answer("remove Lisbon Tower", known)) == [{"edits": [{"op": "remove", "entry": "c"}]}]
    assert args(answer("move dinner on Friday to 9pm", known)) == [{"edits": [moved]}]
    over = {
        **known,
        "plan": {
            "itinerary": {"segments": [{**OUT, "depart_date": "2027-06-27"}, {**HOME, "depart_date": "2027-07-04"}]}
        },
    }
    assert args(answer("add zoo on Tuesday at 10:00", over))[0]["edits"][0]["day"] == "2027-06-29"
    assert args(then("2", answer("remove dinner", known), known)) == [{"edits": [{"op": "remove", "entry": "b"}]}]
    assert "“remove Tokyo Tower”" in answer("remove Tokyo Tower", BOOKED_WAYS).text
    places = (("b", {"day": "2027-06-16", "start": "09:30"}), ("c", {"day": "2027-06-18", "start": "19:00"}))
    swapped = [{"edits": [{"op": "move", "entry": one, **to} for one, to in places]}]
    assert args(then("2", answer("swap the dinner and Lisbon Tower", known), known)) == swapped


def test_a_booked_way_out_is_moved_and_no_way_home_made_of_it() -> None:
    plan = {"itinerary": {"trip_type": "one_way", "segments": [OUT]}}
    said = answer("move the flight to 15 June", {**BOOKED_WAYS, "plan": plan, "bookings": BOOKED_WAYS["bookings"][:1]})
    assert args(said) == [{"booking_ids": ["bok_0"], "date": "2027-06-15"}]


def test_a_leg_of_three_is_named_by_its_towns_its_start_or_its_day() -> None:
    """Its hours are of it alone, and other flights are listed of it."""
    ends = (("Boston", "Lisbon", "14"), ("Lisbon", "Rome", "18"), ("Rome", "Boston", "21"))
    legs = [{"origin": {"name": a}, "destination": {"name": b}, "depart_date": f"2027-06-{day}"} for a, b, day in ends]
    flown = [{**LEG, "departs": {"local": f"2027-06-{day} 10:00", "zone": "UTC"}} for *_, day in ends]
    known = {
        **SCREEN,
        "plan": {"itinerary": {"segments": legs}},
        "options": [{**SCREEN["options"][0], "flights": flown}],
    }
    for said in ("later flight from Lisbon to Rome", "can I leave later on 18 June?", "other flights to Rome"):
        assert args(answer(said, known))[0]["alternatives"] == {"part": "flight", "number": 2}
    for said in ("flight to Rome after 10 am", "leave Lisbon after 10 am"):
        assert args(answer(said, known)) == [{"legs": [{"leg": 2, "leave": {"after": "10:00"}}]}]
    for said in ("move the flight Lisbon to Rome to June 19", "fly from Lisbon to Rome on June 19"):
        assert args(answer(said, known)) == [{"legs": [{"leg": 2, "day": {"day": "2027-06-19"}}]}]
        flights = [{"booking_id": f"bok_{n}", "status": "confirmed", "flight": one} for n, one in enumerate(flown)]
        [moved] = args(answer(said, {**known, "options": [], "bookings": flights}))
        assert moved == {"booking_ids": ["bok_1"], "date": "2027-06-19"}
    assert "legs: leg 2, leaves after 10:00." in answer("flight to Rome after 10 am gizmo", known).text


def test_what_is_cancelled_is_let_go_or_priced_alone() -> None:
    """A hold that is not there is not made by it; a price is a quote, also beside an offer that waits."""
    assert answer("cancel the hold", {**SCREEN, "chosen": CHOSEN}).text.startswith("Nothing is held")
    assert answer("cancel the hold", {**SCREEN, "can": ["release_hold"]}).tool_calls[0]["name"] == "release_hold"
    assert "Hold this trip" in answer("hello", CHOSEN).text
    assert not {"Hold", "hold"} & {*answer("hello", {**CHOSEN, "unheld": True}).text.split()}, (
        "the seller holds nothing"
    )
    home = {"booking_ids": ["bok_1"]}
    assert args(answer("how much do I get back if I cancel the flight home?", BOOKED_WAYS)) == [home]
    offer = answer("I have a meeting on Wednesday at 10:00 gizmo", BOOKED_WAYS)
    [quote] = then("how much would it cost to cancel?", offer, BOOKED_WAYS).tool_calls
    assert (quote["name"], quote["args"]) == ("quote_cancellation", {"booking_ids": ["bok_0", "bok_1"]})


def test_adults_counted_again_in_place_of_ages_drop_the_child() -> None:
    asked = answer("1 adult and 1 child", SCREEN)
    assert args(then("sorry, still two adults", asked, SCREEN)) == [{"party": {"adults": 2}}]
    assert "How old" in then("1 adult", answer("Boston to Rome with a child, June 3 to 8", EMPTY)).text
    rooms = {
        **SCREEN,
        "plan": {**SCREEN["plan"], "itinerary": {**SCREEN["plan"]["itinerary"], "lodging": {"stays": [{"rooms": 2}]}}},
    }
    assert "1. rooms 1\n2. rooms 2" in answer("just me", rooms).text


def test_a_listed_option_is_told_by_its_number_and_a_leftover_once() -> None:
    lines = {
        "question": "",
        "choices": [{"label": "x", "calls": [{"name": "choose", "arguments": {"option": "f1-h2"}}]}],
    }
    offer = answer("1, gizmo and 4 stars", {**SCREEN, "menu": lines})
    assert "choose option 1; stars" in offer.text
    assert not then("leave it", offer, SCREEN).additional_kwargs["menu"]["unused"]
