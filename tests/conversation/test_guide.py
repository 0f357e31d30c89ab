"""The guide with the real parts: few messages from the first sentence to the receipt."""

import json
import re
from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from tests.app.conftest import NOW

from tripintent.app.http.localized import journey_of
from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.planning import PlanningDocuments
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.state.planning.changes import Tick
from tripintent.tools.errors import CommitRejected, OfferGone
from tripintent.tools.suppliers.embedded import terms
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders

PARTY = "Ann Smith 4 March 1985, Bob Smith 9 July 1983, ann@example.org"
STAY = "hotel in Lisbon from June 15 to June 21"
SHARED = "shared by everybody, as nobody else was named"
SENTENCE = "Boston to Lisbon June 14-21, two adults, flights only"


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    """A session without a model, all of whose turns are the guide's."""
    async with open_session(Settings(data_dir=tmp_path, language="offline", now=NOW)) as opened:
        yield opened


async def bought(session: Any, card: Any) -> Any:
    """Return the turn after a yes to a card with all its points."""
    points = tuple(str(one["id"]) for one in card.args["confirmations"])
    return await session.approve("t", Answer(None, points, card.args["approval_id"], card.id))


def kinds(turn: Any) -> list[str]:
    return [one.kind for one in turn.said]


async def test_a_choice_and_names_lead_to_the_card_and_so_does_a_moved_return(session: Session) -> None:
    """Four messages to the receipt; a return that is moved afterwards takes three."""
    assert "options" in kinds(await session.say("t", SENTENCE.replace(", flights only", "")))
    assert "I need, for all 2" in (await session.say("t", "1")).said[-1].text
    asked = await session.say("t", PARTY)
    card = asked.interrupt
    assert asked.said[-1].facts["approval"] == card.args["approval_id"]
    assert "bought" in kinds(await bought(session, card))
    later = (await session.say("t", "come back a day later")).said[0].text
    assert "\nIf you take one of these: Flight Lisbon – Boston" in later
    assert "no bed is booked for" in later
    moved = (await session.say("t", "1")).interrupt
    assert moved.args["approval_id"] != card.args["approval_id"]
    assert "bought" in kinds(await bought(session, moved))


async def test_a_warm_town_is_found_by_its_month_and_no_number_is_a_head_count_before(session: Session) -> None:
    await session.say("t", "Bonjour, je veux voyager avec ma femme")
    assert "En quel mois\N{NO-BREAK SPACE}?\n1. janvier\n2. février" in (await session.say("t", "1")).said[-1].text
    assert "\n1. Le Cap (Afrique du Sud)" in (await session.say("t", "3")).said[-1].text
    assert (await session.say("t", "hello")).trip.party.travelers.adults is None
    assert (await session.say("t", "3")).trip.party.travelers.adults is None


async def test_a_list_goes_on_and_a_birth_is_corrected_while_a_card_waits(session: Session) -> None:
    """Each option keeps its number, also below the first; a child of another age is priced before the hold goes."""
    await session.say("t", SENTENCE.replace("adults", "adults and a child of 4"))
    first, second = [(await session.say("t", "M")).said[-1].text for _ in range(2)]
    assert "\n6. " in first
    assert "\n6. " not in second
    await session.say("t", "take number 4")
    child = f"{PARTY}, Mia Smith 5 January 2022"
    assert (await session.say("t", child)).interrupt is not None
    asked = await session.say("t", "Mia was born on 6 January 2021")
    assert "let your hold go" in asked.said[-1].text
    assert (await session.say("t", "do it")).trip.party.guests[2].date_of_birth.endswith("-01-06")


async def test_names_said_before_the_choice_are_not_asked_for(session: Session) -> None:
    """The choice alone leads to the card; without a yes nothing is bought."""
    await session.say("t", SENTENCE)
    await session.say("t", PARTY)
    turn = await session.say("t", "option 1")
    assert turn.interrupt is not None
    assert "bought" not in kinds(turn)
    assert "the most it may cost" in (await session.say("t", "budget")).said[-1].text  # a card waits


@pytest.mark.parametrize("change", ["one night longer", "come back a day later"])
async def test_a_hotel_alone_stays_alone(session: Session, change: str) -> None:
    """A first message that asks for a hotel needs no flights; its days make no journey of it later, and no way is spoken of."""
    await session.say("t", "hotel in Amsterdam from June 14 to June 17 for two people")
    menus = [(await session.say("t", one)).said[-1].text for one in ("D", "H", "help")]
    assert "“check-in Jun 15, check-out Jun 18”" in menus[0]
    assert all(one not in " ".join(menus).replace("changed", "") for one in ("flight", "way", "back", "no hotel"))
    turn = await session.say("t", change)
    assert "options" in kinds(turn)
    assert "4 nights" in " ".join(one.text for one in turn.said)


async def test_a_stay_is_told_in_the_readers_money_where_nobody_named_one(tmp_path: Path) -> None:
    async with open_session(Settings(data_dir=tmp_path, language="offline", now=NOW, locale="en-GB")) as session:
        turn = await session.say("t", "hotel in Amsterdam from June 14 to June 17 for two people")
        assert turn.trip.status.assumptions == ("currency_reader:GBP",)
        assert {one["total"]["currency"] for told in turn.said for one in told.facts.get("options", ())} == {"GBP"}


async def test_bare_lines_answer_one_question_after_another(session: Session) -> None:
    turns = [await session.say("t", said) for said in ("Boston", "2", "Lisbon", "May 14", "21", "2")]
    legs = [(str(one.depart_date), one.destination.name) for one in turns[-1].trip.itinerary.segments]
    assert legs == [("2026-05-14", "Lisbon"), ("2026-05-21", "Boston")]


async def test_a_look_at_something_else_drops_no_question_that_waits(session: Session) -> None:
    """Nor does a wish for something else, which is done at once; the towns as they are answer one, too."""
    await session.say("t", SENTENCE.replace("two adults", "family of four"))
    looked = (await session.say("t", "what is the weather in Lisbon in June?")).said[-1].text
    assert looked.endswith("Still open: Who are the 4?")
    party = (await session.say("t", "2 adults, children 4 and 7")).trip.party.travelers
    assert (party.adults, party.child_ages) == (2, (4, 7))
    for said in ("what about the 15th?", "non-stop only", "thanks"):
        assert "the 15th: which day" in (await session.say("t", said)).said[-1].text, said
    await session.say("t", "Porto")
    assert (await session.say("t", "Lisbon was better")).said[-1].text.startswith("I’ve changed nothing.")


@pytest.mark.parametrize(
    ("said", "legs"),
    [
        (
            "Vienna to Prague on June 3, Prague to Warsaw on June 6, back to Vienna on June 9, one adult",
            ["VIE PRG 06-03", "PRG WAW 06-06", "WAW VIE 06-09"],
        ),
        (
            "Vienna to Prague June 3, Prague to Warsaw June 6, Warsaw to Vienna June 9, one adult",
            ["VIE PRG 06-03", "PRG WAW 06-06", "WAW VIE 06-09"],
        ),
        (
            "Vienna to Prague June 3, Prague to Warsaw June 6, Warsaw to Prague June 8, Prague to Vienna June 9, 1 adult",
            ["VIE PRG 06-03", "PRG WAW 06-06", "WAW PRG 06-08", "PRG VIE 06-09"],
        ),
        (
            "Berlin to Rome on June 3 and then Rome to Athens on June 8, back to Berlin June 12, 2 adults",
            ["BER ROM 06-03", "ROM ATH 06-08", "ATH BER 06-12"],
        ),
    ],
)
async def test_each_way_that_is_said_is_a_leg(session: Session, said: str, legs: list[str]) -> None:
    """Where a town is named twice the second way goes on from it; a town may come twice."""
    turn = await session.say("t", said)
    made = [f"{one.origin.code} {one.destination.code} {one.depart_date[5:]}" for one in turn.trip.itinerary.segments]
    assert made == legs


async def test_a_way_from_elsewhere_is_asked_about_and_not_lost(session: Session) -> None:
    turn = await session.say("t", "Berlin to Rome on June 3, Munich to Athens on June 8, 2 adults")
    assert "I couldn’t use this: “Munich" in turn.messages[-1]
    assert not turn.trip.itinerary.segments


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Berlin to Rome January 5 2026, back January 9 2026, one adult", "This is in the past: today is"),
        ("Berlin to Rome June 14 2028, back 2028-06-18, one adult", "This is too far ahead: trips are sold until"),
        ("Berlin to Rome June 14, back June 10, one adult", "is before the day you leave"),
        ("Hotel in Rome from June 14 to June 10, one adult", "Check-out is before check-in"),
    ],
)
async def test_past_and_reversed_days_are_said_to_be_so(session: Session, said: str, why: str) -> None:
    """In words, once for both, with the form for other days; all else is kept, and a past day is nobody's birth."""
    turn = await session.say("t", said)
    words = turn.messages[-1]
    assert words.count(why) == words.count("Not done") == 1
    assert "itinerary." not in words
    assert turn.said[-1].facts["question"]["type"] == "date_range"
    assert turn.trip.party.travelers.adults == 1
    assert not turn.trip.party.guests


async def test_a_misspelt_town_and_a_day_that_is_none_are_asked_about_and_the_rest_is_kept(session: Session) -> None:
    """The start stays the start; the near name is an answer, and so is its word."""
    turn = await session.say("t", "Hamburg to Barcelno on February 30, two adults, hotel")
    assert "There’s no such day: February 30.\nI know no town “Barcelno”" in turn.messages[-1]
    turn = await session.say("t", "Barcelona")
    assert [(one.origin.name, one.destination.name) for one in turn.trip.itinerary.segments[:1]] == [
        ("Hamburg", "Barcelona")
    ]
    assert "Hotel: wanted" in turn.messages[0]


@pytest.mark.parametrize(
    "wish",
    [
        "Flights from Boston to Lisbon 14 June, back 21 June, one adult",
        "Flight Boston to Lisbon, 14 June, one way, one adult",
    ],
)
async def test_a_wish_for_flights_gets_no_hotel_and_no_question_about_one(session: Session, wish: str) -> None:
    """Options of flights alone come at once; a hotel comes when it is said."""
    turn = await session.say("t", wish)
    [told] = [one for one in turn.said if one.kind == "options"]
    assert all(option["flights"] and not option["hotels"] for option in told.facts["options"])
    assert not turn.trip.status.missing_required
    assert "Hotel:" not in told.text


async def test_a_hotel_that_is_wished_for_later_is_looked_for(session: Session) -> None:
    """A wish about the hotel is the word that one is wanted."""
    await session.say("t", "Flights from Boston to Lisbon 14 June, back 21 June, one adult")
    turn = await session.say("t", "hotel in the centre")
    [told] = [one for one in turn.said if one.kind == "options"]
    assert all(option["hotels"] for option in told.facts["options"])


async def test_a_rental_car_is_one_entry_of_the_plan(session: Session) -> None:
    """From one day to another: the dates of the trip stay as they are."""
    before = await session.say("t", "Boston to Lisbon 14 June, back 21 June, two adults")
    turn = await session.say("t", "add a rental car from 15 June to 17 June")
    assert "Rental car, until Wed, Jun 17, 2026" in turn.said[-2].text
    assert turn.trip.itinerary == before.trip.itinerary


@pytest.mark.parametrize(
    "said",
    [
        "New York to Tokyo, out oct 8, home oct 22. business out, economy home, one adult",
        "oct 8 back oct 22 New York to Tokyo, business on the way there, economy home, 1 person",
    ],
)
async def test_each_way_has_its_own_cabin_and_day(session: Session, said: str) -> None:
    legs = (await session.say("t", said)).trip.itinerary.segments
    assert [one.depart_date for one in legs] == ["2026-10-08", "2026-10-22"]
    assert [one.wishes.cabin for one in legs] == ["business", "economy"]


async def test_an_age_in_months_is_no_length_of_a_stay(session: Session) -> None:
    said = "hotel in Vienna 10 to 13 April, 3 adults plus the baby, he's 10 months, 2 rooms"
    turn = await session.say("t", said)
    assert "300" not in turn.messages[-1]
    assert "10 months" in turn.messages[-1]


@pytest.mark.parametrize("first", ["Boston to Lisbon June 14-21, two adults", f"{STAY} for two people"])
async def test_a_hotel_is_found_for_nights_whose_hotel_was_cancelled(session: Session, first: str) -> None:
    """Days beside words of a hotel are those of the hotel, and the one that was chosen before is not chosen still."""
    await session.say("t", first)
    await session.say("t", "1")
    await bought(session, (await session.say("t", PARTY)).interrupt)
    assert "more than the budget" not in (await session.say("t", "spent 11 USD on coffee")).said[-1].text
    assert "Spent in all" in (await session.say("t", "undo")).said[0].text  # the expense alone
    spent = (await session.say("t", "how much have we spent?")).said[-1].text
    assert "coffee" not in spent
    assert "in all.\nStill to pay on site: $" in spent  # no budget is needed for that
    assert "Where do you start from?" not in spent
    await bought(session, (await session.say("t", "cancel the hotel")).interrupt)
    assert "- cancelled: " in (await session.say("t", "my bookings")).messages[0]
    nights = {"place": "Lisbon", "check_in": "2026-06-15", "check_out": "2026-06-21"}
    call = {"type": "TOOL_CALL", "name": "update_trip", "arguments": {"lodging": {"stays": [nights]}}}
    found = await (session.event("t", call) if "Boston" in first else session.say("t", STAY))
    assert "options" in kinds(found)
    assert "Jun 15 – Sun, Jun 21, 2026, 6 nights" in found.said[0].text
    assert not found.trip.working_memory.selected.bundle_id
    assert sum(one.status == "confirmed" for one in found.trip.working_memory.bookings) == 2 * ("Boston" in first)


async def test_added_nights_are_a_booking_of_their_own(session: Session) -> None:
    """They are added, cut short and cancelled by their days, and the first ones stay; in a stay alone one leaves at check-out."""
    for said in ("only a hotel in Vienna 10 to 13 June, 2 adults", "1"):
        await session.say("t", said)
    await bought(session, (await session.say("t", PARTY)).interrupt)
    added = (await session.say("t", "add two more nights 13 to 15 june")).messages[0]
    assert "Jun 13 – Mon, Jun 15, 2026, 2 nights" in added
    await bought(session, (await session.say("t", "ok do that")).interrupt)
    for said, nights in (
        ("only one night more, till 16th", "15 – Tue, Jun 16"),
        ("I leave on the 14th", "13 – Sun, Jun 14"),
    ):
        assert nights in (await session.say("t", said)).messages[0]
        assert ("is lost" in (await session.say("t", "how much do I lose?")).said[-1].text) == ("14" in said)
        await session.say("t", "undo")
    asked = await session.say("t", "I'd rather leave on the 12th")
    assert ("bok_" not in asked.messages[-1], asked.interrupt) == (True, None)
    card = (await session.say("t", "cancel the hotel from 13 to 15 june")).interrupt
    assert len(card.args["confirmations"]) == 1


async def test_of_two_towns_the_nights_are_asked_about_and_not_the_day_of_coming_back(session: Session) -> None:
    shared = (await session.say("u", "a week in Rome and Florence from Berlin in March")).said[-1].text
    assert shared.startswith("How many nights in Rome? The rest of the 7 is in Florence.\n1. 1 in Rome, 6 in Florence")
    asked = (await session.say("t", "Berlin to Rome and Florence March 10 to 14, two adults")).said[-1].text
    assert asked.startswith("How many nights in Rome? The rest of the 4 is in Florence.\n1. 1 in Rome, 3 in Florence")
    legs = (await session.say("t", "2")).trip.itinerary.segments
    assert [one.depart_date[5:] for one in legs] == ["03-10", "03-12", "03-14"]


@pytest.mark.parametrize(
    ("said", "legs"),
    [
        ("prague in april, 3 adults|from berlin|2 to 5 april", "04-02 04-05"),
        ("beach holiday mallorca, 2 adults, 5 to 12 june|from london", "06-05 06-12"),
        ("a week in lisbon in march, 1 adult|from london, on the 14th", "03-14 03-21"),
        ("somewhere warm|june|2|from london, 1 adult|on the 3rd|on the 9th", "06-03 06-09"),
        (
            "rome to frankfurt on 12 june|back from stuttgart on the 14th, hotels in both|just me|1|4 star hotel near the centre",
            "06-12 06-14",
        ),
    ],
)
async def test_what_was_said_meanwhile_stays_and_no_old_question_is_below_a_list(
    session: Session, said: str, legs: str
) -> None:
    """A town beside a kind of holiday is where one goes; a day alone lies in the month that is known; a wish moves no night."""
    *_, last = [await session.say("t", one) for one in said.split("|")]
    assert last.said[-1].text.partition("\n")[0].startswith(("Write the number", "Noted: "))
    assert [str(one.depart_date)[5:] for one in last.trip.itinerary.segments] == legs.split()
    assert len(last.trip.itinerary.lodging.stays) == 2 * ("rome" in said)


async def test_an_expense_is_shared_by_those_it_names(session: Session) -> None:
    for said in (SENTENCE.replace("two", "three"), "1", "travellers are Ann Smith, Bob Smith and Carla Jones"):
        await session.say("t", said)
    lunch = (await session.say("t", "Bob paid 30 USD for lunch for Bob and Carla")).said[-2].text
    assert "Of expenses, to pay back: Carla to Bob: $15.00" in lunch
    assert "Ann" not in lunch
    taxi = (await session.say("t", "Carla spent 20 USD on a taxi with Ann")).said[-2].text
    assert "Ann to Bob: $10.00\n  Carla to Bob: $5.00" in taxi  # netted
    await session.say("t", "carla paid 30 USD for dinner")
    for said, noted in (
        ("that was for Bob and me", "shared by Bob, you"),
        ("bob paid that", "paid by Bob"),
        ("that was for all", "dinner."),
    ):
        assert noted in (await session.say("t", said)).said[-1].text


async def test_an_expense_beyond_the_budget_is_said_and_has_a_line(session: Session) -> None:
    """What belongs to no part comes out of the reserve; the other parts are not told again."""
    await session.say("t", f"{SENTENCE}, under $3000")
    await session.say("t", "create the budget")
    turn = await session.say("t", "spent 5000 USD on souvenirs")
    card, said = (one.text for one in turn.said)
    assert card.splitlines()[1:4] == ["Total: $3,000.00", "Spent in all: $5,000.00", "You’re over by: $2,000.00"]
    assert said.startswith(f"Noted: $5,000.00, souvenirs, {SHARED}. That’s $2,000.00 more than the budget.")


def sums(card: str) -> dict[str, Decimal]:
    """Return the amounts of a card in euros, by their labels."""
    return {
        label: Decimal(money.replace(",", "")) for label, money in re.findall(r"^(.+): €([\d,.]+)$", card, re.MULTILINE)
    }


async def test_the_money_of_a_trip_is_one_figure_from_the_choice_to_a_second_receipt(session: Session) -> None:
    """Hotel taxes, what is held and what was paid in other money count on each card; an added night is open until it is booked."""

    async def told(words: str) -> str:
        return "\n".join(one.text for one in (await session.say("t", words)).said)

    first = await told("Berlin to Lisbon June 14-18, two adults, budget 1000 EUR")
    assert "Assumed: " in first
    assert "amounts are in" not in first
    cheap = sums(await told("2"))["Total"]
    await told("nonstop")
    dear = await told("1")
    assert dear.startswith(f"You chose the trip for €{sums(dear)['Total']}: €{sums(dear)['Total'] - cheap} more than")
    parts = sums(await told("create the budget"))
    assert sum(one for label, one in parts.items() if label.endswith((", quoted", "site"))) == sums(dear)["Total"]
    paid = await bought(session, (await session.say("t", PARTY)).interrupt)
    assert "The whole trip" not in paid.said[0].text
    spent = await told("spent 20 GBP on dinner")
    in_euros = next(money for label, money in sums(spent).items() if label.startswith("dinner: £20.00, 1 GBP = 1.1"))
    left = 1000 - sums(paid.said[0].text)["Total"] - in_euros
    assert sums(spent)["Left"] == left
    assert "converted from £20.00, 1 GBP = 1.1" in spent
    assert "phone or on paper (3)" in await told("create the checklist")
    left = sums(await told("create the budget"))["Left"]
    await told("fly home on June 20")  # looked at alone: documents are of what is booked
    assert "Option 1: €" in await told("what would that cost?")
    assert sums(await told("create the budget"))["Left"] == left
    await told("undo")
    await told("stay one night longer")
    assert "Book a bed for Jun 18 – Jun 19" in await told("checklist")
    await told("1")
    asked = await session.say("t", "budget")
    card, held = asked.interrupt, asked.said[0].text
    more = sums("\n".join(f"{one.get('label')}: {one.get('money')}" for one in card.args["card"]["lines"]))
    assert sums(held)["Left"] == left
    assert sums(held)["Waits for approval: costs"] == more["Total"]
    again = sums((await bought(session, card)).said[0].text)
    assert again["The whole trip"] == 1000 - left - in_euros + again["Total"]
    assert sums(await told("budget"))["You’re over by"] == again["Total"] - left
    assert "phone or on paper (4)" in await told("checklist")


async def test_a_night_more_is_part_of_the_days_of_a_trip(session: Session) -> None:
    """Two bookings of one stay are told from the first night to the last."""
    for said in (f"{STAY} for two people", "1", PARTY, "stay one night longer", "1"):
        turn = await session.say("t", said)
        turn = await bought(session, turn.interrupt) if turn.interrupt else turn
    journey = journey_of(turn.trip)
    assert (str(journey.first_day)[5:], str(journey.last_day)[5:]) == ("06-15", "06-22")


async def test_no_day_and_no_afternoon_of_a_plan_is_empty(session: Session) -> None:
    """After a night on the way one rests until ten, sees something, eats, takes the room; every day has something after three."""
    for said in ("Boston to Lisbon June 14 to June 21, 2 adults", "1"):
        await session.say("t", said)
    plan = "\n".join((await session.say("t", "plan our days, we love food and history")).messages)
    landing, *whole = re.split(r"\n(?=\w{3}, Jun)", plan)[2:-1]
    assert re.search(r": 10:00 am.*\n +12:00 pm–1:00 pm Lunch.*\n +3:00 pm .*\n +3:\d\d pm–.*\n.+Dinner", landing)
    assert (len(whole), [day for day in whole if "\n  3:00 pm–" not in day]) == (5, [])


async def test_a_limit_below_what_is_paid_is_said_to_be_over(session: Session) -> None:
    """At once and by how much; the guide's own example of one is above."""
    lacks, nothing = (
        "For the checklist I still need to know: destination, ",
        "Nothing is held, and nothing is paid.",
    )
    first = {"weather": "Which place? For example: ", "create the checklist": lacks, "how much is left?": nothing}
    for words, told in first.items():
        assert (await session.say("t", words)).said[0].text.startswith(told), words
    for said in (SENTENCE, "1"):
        await session.say("t", said)
    paid = await bought(session, (await session.say("t", PARTY)).interrupt)
    assert "write “budget 1,500 USD”" in paid.said[-1].text
    less = (await session.say("t", "budget 1,000 USD")).said
    assert "$1,114.98 is already paid: that’s $114.98 more than the budget." in less[-1].text
    more = (await session.say("t", "budget 1,500 USD")).said
    assert "already paid" not in more[-1].text
    await session.say("t", "budget")
    assert "\n" not in (await session.say("t", "how is the budget?")).said[0].text.partition("\nWhat next?")[0]


async def test_undo_takes_back_the_last_change_of_days_and_checklist(session: Session) -> None:
    """One by one, the newest first, and redo puts it back; what a booking or a button changed since stays as it is."""
    await session.say("t", SENTENCE)
    await session.say("t", "plan the days")
    assert "fado" in (await session.say("t", "add fado on June 16 at 21:00")).said[0].text
    await session.say("t", "create the checklist")
    assert "[x] Passport" in (await session.say("t", "tick passport")).said[0].text
    assert "[ ] Passport" in (await session.say("t", "undo")).said[0].text
    assert "fado" not in (await session.say("t", "undo")).said[0].text
    assert "fado" in (await session.say("t", "redo")).said[0].text
    assert "[x] Passport" in (await session.say("t", "tick passport")).said[0].text
    await PlanningDocuments(session).change("t", Tick(item="item-card"))
    assert "it has changed since" in (await session.say("t", "undo")).said[-1].text


async def test_an_undo_of_the_first_words_says_so_and_two_starts_are_one_trip(session: Session) -> None:
    """What undo took back is put back by its word; people who start in two towns may go on one trip."""
    apart = await session.say("t", "Anna from Berlin and Bob from Munich meet in Rome June 10-14")
    assert apart.said[-1].text.startswith("You start from 2 places. How shall I search?")
    await session.say("t", SENTENCE)
    undone = await session.say("t", "undo")
    assert "I’ve taken back the whole trip. Write “redo” to put it back." in undone.said[-1].text
    assert "options" in kinds(await session.say("t", "redo"))
    await session.say("u", "Anna from Berlin and Bob from Munich meet in Rome June 10-14")
    assert "options" in kinds(await session.say("u", "1")), "all on one trip"
    late = await session.say(
        "v", "Boston to Rome June 2, 4 nights, then Florence 4 nights, back home June 10, one adult"
    )
    assert late.said[-1].text.endswith("1. Thu, Jun 11, 2026"), "the day that these nights need is offered"


async def test_a_purchase_in_doubt_is_said_and_nothing_begins_beside_it(tmp_path: Path) -> None:
    """No reply to a payment: no other trip is chosen, nothing is let go, and "try again" looks once more."""
    lost = [
        {"on": "pay", "fault": "timeout", "times": None, "after": 1},
        {"on": "find", "fault": "timeout", "times": None},
    ]
    read = {"on": "read", "fault": "timeout", "times": None, "after": 2}
    settings = Settings(data_dir=tmp_path, language="offline", now=NOW, supplier_faults=json.dumps([*lost, read]))
    async with open_session(settings) as session:
        for words in (SENTENCE, "1", "Ann Lee born 1990-01-02 and Bob Lee born 1988-03-04, ann@example.com"):
            turn = await session.say("t", words)
        assert "isn’t certain yet" in (await bought(session, turn.interrupt)).said[-1].text
        held = (await session.trip("t")).working_memory.holds
        for words in ("have I paid?", "is it booked?", "try again", "1", "let the hold go"):
            assert "Nothing will be bought twice.\n1. look once more" in (await session.say("t", words)).said[-1].text
        assert (await session.say("t", "let the hold go")).said[-1].text.startswith("Until that’s certain I can’t hold")
        for name, arguments in (("choose", {"option": "2"}), ("release_hold", {}), ("request_purchase", {})):
            await session.event("t", {"type": "TOOL_CALL", "name": name, "arguments": arguments})
        assert (await session.trip("t")).working_memory.holds == held


@pytest.mark.parametrize(
    ("error", "line", "after"),
    [
        (OfferGone("gone", code="sold_out"), "1. search again", "held"),
        (CommitRejected("no", code="payment_declined"), "1. go on to the card that buys it", "said"),
    ],
)
async def test_the_first_line_after_a_failed_payment_goes_on(session: Session, monkeypatch, error, line, after) -> None:
    """By its number, also after a click, and by its words while the card waits; once all is cancelled nothing is missing."""
    for words in (SENTENCE, "1", PARTY):
        turn = await session.say("t", words)
    with monkeypatch.context() as patch:
        patch.setattr(EmbeddedOrders, "pay", AsyncMock(side_effect=error))
        assert f"\n{line}\n" in (await bought(session, turn.interrupt)).said[-1].text
    await session.event("t", {"type": "TOOL_CALL", "name": "choose", "arguments": {"option": "99"}})
    turn = await session.say("t", "1")
    assert turn.interrupt
    assert after in kinds(turn)
    card = await session.say("t", "go on to the card that buys it")
    assert "understand" not in card.said[-1].text
    await bought(session, card.interrupt)
    ended = await bought(session, (await session.say("t", "cancel everything")).interrupt)
    assert ended.said[-1].text.startswith("What next?\n1. my bookings\nS start again")


async def test_half_a_purchase_has_a_menu_of_its_own(session: Session, monkeypatch) -> None:
    """What is booked can be kept or cancelled, and its numbers count after an event."""
    for words in (SENTENCE.replace(", flights only", ""), "1", PARTY):
        turn = await session.say("t", words)
    pay, paid = EmbeddedOrders.pay, AsyncMock(side_effect=[None, CommitRejected("no", code="payment_declined")])

    async def once(self, *order):
        await paid()
        return await pay(self, *order)

    monkeypatch.setattr(EmbeddedOrders, "pay", once)
    monkeypatch.setattr(terms, "fee_now", lambda total, *_: total)
    half = (await bought(session, turn.interrupt)).said[-1].text
    assert half.startswith("Only part of it is booked.")
    again = await session.say("t", "try again")
    assert [one.kind for one in again.said] == ["in_review", "said"]
    await session.event("t", {"type": "USER_RETRIES"})
    assert "\n3. cancel " in (await session.say("t", "2")).said[-1].text
