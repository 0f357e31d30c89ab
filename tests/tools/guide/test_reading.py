"""What the guide makes of a message: each word is claimed or listed, and what is not read whole is not acted on."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from tripintent.tools.guide.acts import ACTS
from tripintent.tools.guide.known import GuideSituation
from tripintent.tools.guide.model import answered
from tripintent.tools.guide.reading import Reading, phrases, read
from tripintent.tools.places.gazetteer import Gazetteer

PLACES, TODAY = Gazetteer(), date(2027, 3, 1)
OUT, HOME = {"name": "Boston"}, {"name": "Lisbon"}
LEGS = [
    {"origin": OUT, "destination": HOME, "depart_date": "2027-06-14"},
    {"origin": HOME, "destination": OUT, "depart_date": "2027-06-21"},
]
NOW = {"local": "2027-03-01 09:00", "zone": "UTC"}
PLAN = {"itinerary": {"trip_type": "round_trip", "segments": LEGS}, "party": {"travelers": {"adults": 2}}}
SCREEN: dict[str, Any] = {
    "now": NOW,
    "plan": PLAN,
    "options": [{"option": f"b{n}", "number": n, "total": {"amount": "900", "currency": "USD"}} for n in (1, 2, 3)],
    "can": ["update_trip", "what_if", "list_options", "option_details", "choose"],
}


LEG = {
    "route": ["BOS", "LIS"],
    "stops": 0,
    "terms": {"refundable": False},
    "cabin_bags_each": 1,
    "checked_bags_each": 1,
    "departs": {"local": "2027-06-14 18:30", "zone": "America/New_York"},
    "arrives": {"local": "2027-06-15 05:50", "zone": "Europe/Lisbon"},
    "days_later": 1,
    "minutes": 380,
    "airlines": ["Fable Air"],
    "fare": "Economy Light",
}
STAY = {
    "name": "Inn",
    "board": "breakfast",
    "terms": {"refundable": True},
    "amenities": ["pool"],
    "nights": 6,
    "room": "Double",
}

WAYS = [
    {
        "booking_id": f"bok_{n}",
        "status": "confirmed",
        "title": "Flight",
        "terms": {"refundable": False},
        "flight": {**LEG, "departs": {"local": day, "zone": "UTC"}, "route": ["A", "B"]},
    }
    for n, day in enumerate(("2027-06-14 10:00", "2027-06-21 10:00"))
]
BOOKED_WAYS: dict[str, Any] = {**SCREEN, "options": [], "bookings": WAYS}


TEA: dict[str, Any] = {"amount": {"amount": "9"}, "what": "tea"}


def heard(text: str, facts: dict[str, Any] | None = None) -> Reading:
    return read(text, GuideSituation(facts or {}), TODAY, PLACES)


def answer(text: str, facts: dict[str, Any]) -> AIMessage:
    return answered([HumanMessage(text), HumanMessage(f"<situation>\n{json.dumps(facts)}\n</situation>")], PLACES)


@pytest.mark.parametrize(
    "said", ["is Lisbon dearer?", "is it cheaper in Lisbon?", "would it be more expensive in Lisbon"]
)
def test_the_town_that_is_shown_is_compared_with_another(said: str) -> None:
    assert "With which town shall I compare them?" in answer(said, SCREEN).text


FIRST_SENTENCES, SHORT_CHANGES, CALLS_OF_A_LIST = (
    yaml.safe_load(Path(__file__).with_name(name).read_text("utf-8"))
    for name in ("first_sentences.yaml", "short_changes.yaml", "calls_of_a_list.yaml")
)


def test_the_table_is_whole() -> None:
    """Every row does something, and can begin with a word or a value; everything that can be done has a row."""
    assert len(phrases()) > 200
    assert all(one.words or one.by_value for one in phrases())
    assert {one.do for one in phrases()} == set(ACTS)


@pytest.mark.parametrize(("text", "update"), FIRST_SENTENCES.items())
def test_first_sentences_are_read_whole(text: str, update: dict[str, Any]) -> None:
    reading = heard(text)
    assert (reading.unread, reading.draft.done()[0].arguments) == ((), update)


@pytest.mark.parametrize(("text", "update"), SHORT_CHANGES.items())
def test_a_short_change_is_one_change(text: str, update: dict[str, Any]) -> None:
    reading = heard(text, {**SCREEN, "plan": {**PLAN, "preferences": {"hotel": {"amenities": ["spa"]}}}})
    assert (reading.unread, reading.draft.done()[0].arguments) == ((), update)


STAYS = [{**STAY, "name": "Make-Believe House Lisbon"}, {**STAY, "name": "Hotel Avenida Lisbon"}]
LISTED = {**SCREEN, "options": [{**SCREEN["options"][n], "hotels": [STAYS[n and 1]]} for n in range(3)]}
LISTED["expenses"] = {"e1": "lunch, $84.00"}


@pytest.mark.parametrize(("text", "calls"), CALLS_OF_A_LIST.items())
def test_a_hotel_of_the_list_is_chosen_by_its_name_and_facts_are_of_the_places_named(
    text: str, calls: list[dict[str, Any]]
) -> None:
    """Of several options with the hotel it is the first; a doubt, a condition or a question chooses nothing."""
    assert [{one["name"]: one["args"]} for one in answer(text, LISTED).tool_calls] == calls


@pytest.mark.parametrize(
    ("text", "alone"),
    [("a 4 star hotel in the centre", True), ("a 4 star hotel, from Boston", False), ("2 adults", False)],
)
def test_a_start_is_not_asked_for_while_the_stay_is_spoken_of(text: str, alone: bool) -> None:
    """Hotels are looked for by themselves, which is said; a start said afterwards brings the flights."""
    legs = [{"origin": {}, "destination": HOME}, {"origin": HOME, "destination": {}}]
    facts = {"now": NOW, "plan": {"itinerary": {"segments": legs}}, "can": ["update_trip"]}
    done = answer(text, facts)
    assert ("flights_needed" in done.tool_calls[0]["args"], "Only hotels so far" in done.text) == (alone, alone)
    stay = {
        "itinerary": {"lodging": {"stays": [{"location_name": "Lisbon"}]}},
        "constraints": {"flights_needed": False},
    }
    flown = answer("flights from Boston to Rome June 3 to 8, two adults", {"now": NOW})
    assert flown.text == "Only flights so far. For a hotel, too, write “with a hotel”."
    back = answer("and flights from Boston", {**facts, "plan": stay}).tool_calls[0]["args"]
    assert back == {"origin": "Boston", "flights_needed": True}


def test_what_a_source_does_not_give_is_said_to_be_unknown() -> None:
    """CO2 is of the flights that are spoken of: as the seller says, or not known."""
    known = {**SCREEN, "chosen": {"flights": [{**LEG, "co2_kg": "310"}, LEG]}}
    said = answer("how much CO2 is that?", known).text
    assert "BOS–LIS: 310 kg CO2 for all who fly, as the seller says" in said
    assert "BOS–LIS: CO2 not known" in said


HOSTILE: dict[str, list[str]] = yaml.safe_load(Path(__file__).with_name("hostile.yaml").read_text("utf-8"))


@pytest.mark.parametrize("text", HOSTILE["on_options"])
def test_nothing_that_turns_or_asks_is_acted_on(text: str) -> None:
    """Conditions, denials, questions, remarks and contradictions lead to words, or to a look."""
    called = [one["name"] for one in answer(text, SCREEN).tool_calls]
    assert set(called) <= {"list_options", "option_details", "what_if", "lookup"}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["hold it", "2", "not", "Rome", "on the 15th", "banana", "4 stars", "if", "we", "two adults", "?"]
        ),
        max_size=6,
    )
)
def test_a_message_is_claimed_whole_or_nothing_changes(parts: list[str]) -> None:
    """Whatever is mixed: calls that change something come only where no word is left, but of a question that is said to be open."""
    text = " ".join(parts)
    said, looks = answer(text, SCREEN), {"list_options", "option_details", "what_if", "lookup"}
    writes = {one["name"] for one in said.tool_calls} - looks
    assert not writes or text.strip() == "2" or all(one in said.text for one in heard(text, SCREEN).unread)


def test_an_offer_waits_for_its_yes_and_takes_more_along() -> None:
    """What was half read is offered; a yes with more does both."""
    offered = answer("4 stars and a nice garden", SCREEN)
    assert "I couldn’t use this: “garden”" in offered.text
    again = answer("yes, and breakfast", {**SCREEN, "menu": offered.additional_kwargs["menu"]})
    assert [one["args"] for one in again.tool_calls] == [{"lodging": {"stars_min": 4, "board": "breakfast"}}]


CHOSEN = {**SCREEN, "options": [], "chosen": {"option": "b1", "flights": [LEG], "hotels": [STAY]}}


@pytest.mark.parametrize(("item", "call"), [("hotel", "release_hold"), ("flight", "update_trip")])
def test_a_hold_that_is_all_hotel_is_let_go_with_the_hotel(item: str, call: str) -> None:
    """Where more is held, the trip without a hotel is another one."""
    held = {**CHOSEN, "held": [{"title": "Inn", "item": one} for one in ("hotel", item)], "can": ["release_hold"]}
    (made,) = answer("cancel the hotel", held).tool_calls
    assert made["name"] == call


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("is it refundable?", "- BOS–LIS: not refundable\n- Inn: refundable"),
        ("is breakfast included?", "- Inn: breakfast"),
        ("does the hotel have a pool?", "- Inn: pool"),
        ("are the flights nonstop?", "- BOS–LIS: non-stop"),
        ("what is held?", "- held, not paid: Inn: $90.00"),
        ("what would I lose if I cancel", "- held, not paid: Inn: $90.00\n- BOS–LIS: not refundable"),
    ],
)
def test_a_question_is_answered_from_facts(text: str, told: str) -> None:
    """Of what is chosen and held; it is no wish."""
    held = [{"title": "Inn", "total": {"amount": "90", "currency": "USD"}}]
    assert answer(text, {**CHOSEN, "held": held}).text.startswith(told)


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("what would I lose if I cancel?", "quote_cancellation"),
        ("what would it cost to come back a day later?", "quote_change"),
        ("move the return to June 22", "request_change"),
        ("come back a day later", "request_change"),
    ],
)
def test_what_is_booked_is_quoted_where_it_is_asked_and_moved_where_it_is_said(text: str, tool: str) -> None:
    """A question of a change looks, and a change leads to its card."""
    assert [one["name"] for one in answer(text, BOOKED_WAYS).tool_calls] == [tool]


def test_a_share_of_the_budget_is_read_and_a_relative_one_is_asked_about() -> None:
    limits = {"budget_total": {"amount": "3000", "currency": "USD"}, "currency": "USD"}
    hotel = {"budget": {"amount": "1000"}}
    known = {**SCREEN, "plan": {**PLAN, "constraints": limits, "preferences": {"hotel": hotel}}}
    for text, amount in (
        ("half of the budget for the hotel", "1500.00"),
        ("30 % of the budget for the hotel", "900.00"),
    ):
        assert answer(text, known).tool_calls[0]["args"]["budget"]["lodging"]["amount"] == amount
    assert answer("take 10 % off the hotel budget", known).text.startswith("$900.00 from now on?")


def test_a_question_of_what_is_moves_nothing() -> None:
    """Flights are told as they are booked, and who can approve; that children stay is said; a wrong year is named."""
    said = answer("is the flight home still on June 21?", BOOKED_WAYS)
    assert ("\n- Mon 21 Jun 2027 10:00" in said.text, said.tool_calls) == (True, [])
    assert answer("my boss has to approve it", CHOSEN).text.startswith("You approve the purchase yourself")
    assert "Only b-1 can approve" in answer("my boss has to approve it", {**CHOSEN, "approver": "b-1"}).text
    family = {**PLAN, "party": {"travelers": {"adults": 2, "children": 2}}}
    assert answer("make it four adults", {**SCREEN, "plan": family}).text == "Adults: 4. The children stay: 2."
    facts = {**CHOSEN, "missing": ["party.guests[0].name"], "travellers": ["t1: name not known, adult"] * 2}
    for day, wrong in (("12 March 2987", "is in the future"), ("31 June 1987", "is no day of the calendar")):
        said = answer(f"Anna Weber, born {day}, Bob Weber 3 April 1985", facts)
        assert f"Date of birth of Anna: {day} {wrong}" in said.text
        assert said.tool_calls[0]["args"]["people"][1]["date_of_birth"] == "1985-04-03"


def test_a_question_of_a_change_is_tried_on_a_copy() -> None:
    """What is said in the past behind "if" is a wish."""
    calls = answer("what if we came back a day later?", SCREEN).tool_calls
    assert [(one["name"], one["args"]["calls"][0]["arguments"]) for one in calls] == [
        ("what_if", {"return_day": {"day": "2027-06-22"}})
    ]


def test_who_travels_is_asked_for_once_and_then_for_what_is_missing() -> None:
    """All at once; where somebody is known, for the rest; a question that stands open is asked in short."""
    missing = ["party.guests[0].name", "party.guests[1].name", "party.contact.email"]
    facts = {**CHOSEN, "missing": missing, "travellers": ["t1: name not known, adult", "t2: name not known, adult"]}
    first = answer("hold it", {**facts, "card": None, "can": []})
    assert first.tool_calls or "for all 2" in first.text
    asked = answer("thanks", facts).text
    assert asked.splitlines()[1].startswith("Who’s travelling? I need, for all 2")
    talk = [HumanMessage("thanks"), AIMessage(asked), HumanMessage("hello")]
    again = answered([*talk, HumanMessage(f"<situation>{json.dumps(facts)}</situation>")], PLACES)
    assert again.text.splitlines()[:2] == ["Hello!", "Who’s travelling?"]
    rest = answer(
        "hello", {**facts, "missing": missing[1:], "travellers": ["t1: Ann Smith, adult", "t2: name not known, adult"]}
    )
    assert "\nI still need: the name of adult 2; an e-mail address.\n" in rest.text
    child = {**CHOSEN["plan"], "party": {"travelers": {"adults": 1, "children": 1}}}
    left = {**facts, "plan": child, "missing": missing[1:2], "travellers": ["t1: Ann Smith, adult"]}
    assert "the name of child 1." in answer("hello", left).text


@pytest.mark.parametrize(
    "text", ["aisle seat please", "an aisle seat", "add the aisle seat", "yes, add the aisle seat"]
)
def test_what_has_a_price_is_added_when_it_is_asked_for_once_more(text: str) -> None:
    """The card says so beside the price; before there is one, it is a question to the airline."""
    asked = {"kind": "aisle seat", "state": "offered", "price": {"amount": "8.96", "currency": "GBP"}}
    held = {**SCREEN, "held": [{"title": "Flight BOS–LIS", "requests": [asked]}]}
    assert answer(text, held).tool_calls[0]["args"] == {"requests": [{"kind": "aisle seat", "accept_price": True}]}
    told = {**held, "held": [{"title": "Flight BOS–LIS", "requests": [{**asked, "state": "sent"}]}]}
    assert answer("aisle seat", told).tool_calls[0]["args"] == {"requests": [{"kind": "aisle seat"}]}


def test_numbers_mean_the_last_list() -> None:
    """The third line of a menu, not the third option."""
    hotel = answer("h", SCREEN)
    assert answer("3", {**SCREEN, "menu": hotel.additional_kwargs["menu"]}).tool_calls[0]["args"] == {
        "lodging": {"area": "city centre"}
    }
    assert answer("3", SCREEN).tool_calls[0]["args"] == {"option": "3"}


def test_another_language_is_told_so_in_it() -> None:
    """Nothing of a sentence in German is acted on or offered; a menu leads on."""
    told = answer("Ich möchte im Mai nach Rom fliegen", {"now": NOW, "language": "de", "writes": "de"})
    assert told.text.startswith("Ohne Sprachmodell verstehe ich nur Englisch.")
    assert not told.tool_calls
    warm = answer("1", {"now": NOW, "language": "de", "menu": told.additional_kwargs["menu"]})
    assert [one["name"] for one in warm.tool_calls] == ["where_to"]


@pytest.mark.parametrize("card", ["My card is [card ending 1111]", "card: [card ending 1111] 12/28 [security code]."])
def test_a_masked_card_is_nothing_to_ask_about(card: str) -> None:
    """The words beside it are worked: that a card was masked is told already. Where it is asked to pay with it, that is not read."""
    asked = answer(f"Boston to Lisbon June 14-21, two adults. {card}", {"now": NOW})
    assert [one["name"] for one in asked.tool_calls] == ["update_trip"]
    paid = answer("Boston to Lisbon June 14-21, two adults. Pay with [card ending 1111]", {"now": NOW})
    assert not paid.tool_calls


@pytest.mark.parametrize("text", ["what did I book?", "what have we booked", "What is booked?"])
def test_what_is_booked_is_told(text: str) -> None:
    """With the reference of each part."""
    total, terms = {"amount": "92.00", "currency": "EUR"}, {"refundable": False}
    booking = {"status": "confirmed", "title": "Flight BOS–LIS", "pnr": "TG7M43", "total": total, "terms": terms}
    assert "TG7M43" in answer(text, {**SCREEN, "bookings": [booking]}).text


def test_a_refusal_names_no_ids() -> None:
    """What a tool says to a model alone, ids of bookings and whom to ask, is not told to a person."""
    result = {"ok": False, "rejected": [{"path": "date", "why": "not free (bok_1a2b): ask for another day"}]}
    call = {"name": "request_change", "args": {"date": "2027-06-22"}, "id": "c1"}
    turn = [HumanMessage("x"), AIMessage("", tool_calls=[call]), ToolMessage(json.dumps(result), tool_call_id="c1")]
    said = answered([*turn, HumanMessage(f"<situation>{json.dumps(SCREEN)}</situation>")], PLACES)
    assert said.text.startswith("That didn’t work. Day: not free.")
    turn[2] = ToolMessage(json.dumps(result).replace('"date"', '"let_be[0].some_field"'), tool_call_id="c1")
    said = answered([*turn, HumanMessage(f"<situation>{json.dumps(SCREEN)}</situation>")], PLACES)
    assert said.text.startswith("That didn’t work: not free.")


def test_a_bare_budget_is_in_the_money_of_the_trip() -> None:
    """What a trip from Oslo may cost at most is offered in kroner; a currency that is said counts."""
    plan = {**CHOSEN["plan"], "constraints": {"home_currency": "NOK"}}
    assert "NOK\xa01,500.00" in answer("budget 1500 flumox", {**SCREEN, "plan": plan}).text
    assert "€1,500.00" in answer("budget 1500 EUR flumox", {**SCREEN, "plan": plan}).text
    assert heard("hotel in Rome May 3 to 5, max 120 a night").draft.open[0].choices[0].label == "€120.00, euros (EUR)"


def test_a_gender_behind_the_last_name_is_read() -> None:
    """It is part of what was said of that person."""
    facts = {**CHOSEN, "missing": ["party.guests[0].name"], "travellers": ["t1: name not known, adult"]}
    said = answer("Anna Berg 1985-03-04, female; Cleo Berg 2016-05-01, female", facts)
    assert "couldn’t use" not in said.text
    assert [one["gender"] for one in said.tool_calls[0]["args"]["people"]] == ["f", "f"]


TOWNS = [{"origin": OUT, "destination": HOME}, {"origin": HOME, "destination": {"name": "Porto"}}]
TWO_TOWNS = {**PLAN, "itinerary": {"segments": [*TOWNS, {"origin": {"name": "Porto"}, "destination": OUT}]}}


@pytest.mark.parametrize("text", ["and in Porto with a bar", "in Porto a hotel with a bar"])
def test_of_several_towns_a_wish_is_of_the_one_that_is_named(text: str) -> None:
    [made] = answer(text, {**SCREEN, "plan": TWO_TOWNS}).tool_calls
    assert made["args"] == {"stops": [{"place": "Lisbon"}, {"place": "Porto", "amenities": ["bar"]}]}


@pytest.mark.parametrize("text", ["Naples instead", "how much would Naples cost instead?"])
def test_of_several_towns_it_is_asked_which_one_is_replaced(text: str) -> None:
    """Nothing changes before the answer; asked for a price, an answer is tried alone."""
    asked = answer(text, {**SCREEN, "plan": TWO_TOWNS})
    assert "1. Lisbon\n2. Porto\n3. all of them" in asked.text
    assert not asked.tool_calls
    call = answer("2", {**SCREEN, "menu": asked.additional_kwargs["menu"]}).tool_calls[0]
    change = call["args"]["calls"][0]["arguments"] if "?" in text else call["args"]
    assert change == {"stops": [{"place": "Lisbon"}, {"place": "Naples"}]}


PEOPLE = {**SCREEN, "travellers": ["t1: Mia Weber, child", "t2: Leo Weber, child"]}


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("Mia's date of birth is wrong, it's 17 July 2021", {"id": "t1", "date_of_birth": "2021-07-17"}),
        ("sorry, Mia's birthday is 17.7.2021", {"id": "t1", "date_of_birth": "2021-07-17"}),
        ("oh leo is from 2018, 1.2.2018", {"id": "t2", "date_of_birth": "2018-02-01"}),
        ("Leo's name is spelled Leon actually", {"id": "t2", "given_name": "Leon"}),
    ],
)
def test_a_known_traveller_is_put_right_and_is_no_town(text: str, person: dict[str, str]) -> None:
    assert answer(text, PEOPLE).tool_calls[0]["args"] == {"people": [person]}


def test_an_answer_to_another_question_keeps_the_towns() -> None:
    """What is said beside an open choice of towns joins each of its lines; a question about hotels wishes for nothing."""
    asked = answer("two grand weeks in May. Either Split or nice", {"now": NOW})
    more = answer("from Vienna", {"now": NOW, "menu": asked.additional_kwargs["menu"]})
    stays = answer("is breakfast included?", {"now": NOW, "menu": more.additional_kwargs["menu"]})
    change = answer("2", {"now": NOW, "menu": stays.additional_kwargs["menu"]}).tool_calls[0]["args"]
    assert (change["origin"], change["stops"], "lodging" in change) == ("Vienna", [{"place": "nice"}], False)


def test_a_hotel_night_less_asks_whether_the_flight_home_stays() -> None:
    """The hotel alone is left a day sooner, or one flies home then."""
    asked = answer("one hotel night less", SCREEN)
    alone, home = (
        answer(n, {**SCREEN, "menu": asked.additional_kwargs["menu"]}).tool_calls[0]["args"] for n in ("1", "2")
    )
    assert alone["lodging"]["stays"] == [{"place": "Lisbon", "check_in": "2027-06-14", "check_out": "2027-06-20"}]
    assert home == {"return_day": {"day": "2027-06-20"}}


@pytest.mark.parametrize(
    ("text", "starts"), [("wait, is that per person?", "1. $900.00 for all"), ("what's held?", "Nothing is held")]
)
def test_what_is_asked_of_the_price_and_the_hold_is_answered_at_once(text: str, starts: str) -> None:
    """Neither help nor a refusal stands before it."""
    assert answer(text, SCREEN).text.startswith(starts)


def test_who_sleeps_there_alone_comes_on_the_day_of_check_in() -> None:
    """A booked stay begins on another day, on a card; a refusal of a list that is shown is none of the card."""
    hotel = {"name": "Inn", "check_in": "2027-06-14", "check_out": "2027-06-21"}
    stay = {"booking_id": "bok_1", "status": "confirmed", "title": "Inn", "hotel": hotel}
    plan = {**PLAN, "itinerary": {}, "constraints": {"flights_needed": False}}
    moved = answer("I come on the 15th instead", {**SCREEN, "plan": plan, "bookings": [stay]}).tool_calls[0]
    assert moved["args"] == {"booking_ids": ["bok_1"], "date": "2027-06-15"}
    menu = {
        "question": "Which one?",
        "choices": [{"label": "a", "calls": [{"name": "choose", "arguments": {"option": "1"}}]}] * 2,
    }
    waits = {**SCREEN, "card": {"kind": "purchase"}, "can": ["decline_card"], "menu": menu}
    assert answer("leave it", waits).text.startswith("I’ve changed nothing.")
