"""The planning graph alone: the gate's truth table in conversation, documents, edits, facts."""

import pytest

from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession

NOW = "2026-11-22T09:00:00+00:00"


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    folder = tmp_path_factory.mktemp("planning")
    with SyncSession(Settings(data_dir=folder, now=NOW, graph="planning", language="offline")) as opened:
        yield opened


def talk(session, thread, *texts):
    return [session.say(thread, text) for text in texts][-1]


def test_a_document_is_made_when_it_is_asked_for_and_ready(session):
    """Fact by fact the status changes; nothing is made before the word; the word makes one document and no other."""
    first = talk(session, "japan", "I want to visit Japan")
    assert first.requirements_status["checklist"]["missing"] == ["current_location", "trip_duration"]
    assert first.requirements_status["checklist"]["assumed"] == {"num_travelers": 1}
    ready = talk(session, "japan", "2 weeks with my partner", "From New York")
    assert ready.requirements_status["checklist"]["ready"]
    assert not ready.documents
    assert "create the checklist" in " ".join(ready.messages)
    made = talk(session, "japan", "create the checklist")
    assert set(made.documents) == {"checklist"}
    categories = made.documents["checklist"]["categories"]
    assert 4 <= len(categories) <= 8
    assert all(len(item["text"]) < 100 for category in categories for item in category["items"])


def test_the_word_alone_makes_nothing(session):
    """Nothing known: one question for each missing field."""
    asked = talk(session, "empty", "create the checklist")
    assert not asked.documents
    assert "Where would you like to go?" in asked.messages[-1]


def test_names_facts_and_a_document_in_one_message_are_all_worked(session):
    """Who travels hides neither the journey nor the list; what the list lacks is asked also behind another answer."""
    words = (
        "Two of us from Hamburg to Naples 9 to 14 May; the travellers are Ana Souza and Kim Lee; create the checklist"
    )
    made = talk(session, "names", words)
    assert [guest.name for guest in made.trip.party.guests] == ["Ana Souza", "Kim Lee"]
    assert made.trip.itinerary.segments[0].depart_date == "2027-05-09"
    assert set(made.documents) == {"checklist"}
    asked = talk(session, "bare", "the travellers are Ana Souza and Kim Lee; direct flights only; create the checklist")
    assert [guest.name for guest in asked.trip.party.guests] == ["Ana Souza", "Kim Lee"]
    assert asked.trip.frame.max_stops == 0
    assert "Where would you like to go?" in asked.messages[-1]


def test_a_list_keeps_what_people_did_to_it(session):
    """Ticks, own items and removals outlive a re-creation."""
    talk(session, "list", "Dallas to Cancun for a week on 6 March, just me. create the checklist")
    talk(
        session, "list", "passport is packed, tick it off", "add contact lens solution and my book", "take the book off"
    )
    again = talk(session, "list", "remove the sun hat", "create the checklist again")
    items = {i["text"]: i["checked"] for c in again.documents["checklist"]["categories"] for i in c["items"]}
    assert items["contact lens solution"] is False
    assert not any("book" in text and "Book" not in text for text in items)
    assert not any("Sun hat" in text for text in items)
    assert [checked for text, checked in items.items() if text.startswith("Passport of")] == [True]


def test_money_is_logged_and_corrected_and_changes_no_budget(session):
    """An expense is no new budget; what is left follows; a correction replaces the entry."""
    talk(
        session, "money", "Two of us from Hamburg to Naples, 9 to 14 May, total budget 3,000 euros", "create the budget"
    )
    talk(session, "money", "by the way, already paid 180 € for the Pompeii tour")
    told = talk(session, "money", "and 45 on luggage tags", "no sorry it was 54 not 45")
    budget = told.documents["budget"]
    assert budget["totalBudget"] == "3000"
    assert [expense["amount"] for expense in budget["expenses"]] == ["180", "54"]
    assert "2,766" in talk(session, "money", "how much is left?").messages[-1]


def test_what_is_set_aside_is_a_part_and_no_limit_of_the_trip(session):
    """It waits for the budget, is for all travellers and days, and a division by number says what each has to pay."""
    asked = talk(session, "aside", "Four of us from Hamburg to Naples, 9 to 14 May", "make a budget, 200 each for food")
    assert "“200 each for food”" in asked.messages[-1]
    assert "How much may the whole trip cost" in asked.messages[-1]
    assert asked.trip.constraints.budget_total is None
    made = talk(session, "aside", "the total budget is 4,000 euros", "create the budget").documents["budget"]
    assert {one["key"]: one["amount"] for one in made["categories"]}["food"] == "800.00"
    told = talk(session, "aside", "10 per person a day for activities")
    parts = {one["key"]: one["amount"] for one in told.documents["budget"]["categories"]}
    assert (parts["food"], parts["activities"]) == ("800.00", "240.00")
    assert told.documents["budget"]["totalBudget"] == "4000"
    assert "€1,000 each" in talk(session, "aside", "split it by 4 pls").messages[-1]


def test_a_price_is_divided_without_a_budget(session):
    """There is nothing to divide before anything was found: it is said."""
    talk(session, "divide", "Four of us from Hamburg to Naples, 9 to 14 May")
    assert 'say "create the budget" first' in talk(session, "divide", "split it by 4 pls").messages[-1]


def test_documents_follow_what_is_said_later(session):
    """A passport named after the list was made changes the list, with its ticks; a new total changes the budget."""
    talk(session, "later", "Two of us from Chicago to Lisbon, 9 to 14 May, total budget 4,000 dollars")
    made = talk(session, "later", "create the checklist and the budget", "passport is packed, tick it off")
    assert "isa for" not in str(made.documents["checklist"]["categories"])
    said = talk(session, "later", "We have Indian passports")
    items = [item for one in said.documents["checklist"]["categories"] for item in one["items"]]
    assert any("isa for" in item["text"] for item in items)
    assert any(item["checked"] for item in items)
    assert "up to date with what you said: the checklist" in " ".join(said.messages)
    told = talk(session, "later", "the budget is 5,000 dollars now")
    assert told.documents["budget"]["totalBudget"] == "5000"
    assert "up to date" not in " ".join(talk(session, "later", "thank you").messages)


def test_days_are_planned_into_the_one_itinerary(session):
    """Each day of the trip has something to see, planned and not confirmed; the ids stay on re-creation."""
    talk(session, "rome", "6 to 9 May from Warsaw to Rome, we like food and history")
    first = talk(session, "rome", "create the itinerary").documents["itinerary"]["segments"]
    assert {one["startDatetime"][:10] for one in first} == {f"2027-05-0{day}" for day in (6, 7, 8, 9)}
    assert {one["status"] for one in first} == {"TENTATIVE"}
    again = talk(session, "rome", "create the itinerary again").documents["itinerary"]["segments"]
    assert [one["id"] for one in again] == [one["id"] for one in first]


def test_a_day_plan_without_a_date_asks_for_it(session):
    """Days need a date to be written at; that the sights are not known would be untrue."""
    said = talk(session, "undated", "5 days in Rome from London, food and history", "create the itinerary").messages[-1]
    assert "When do you leave?" in said
    assert "I know no sights" not in said


def test_days_that_the_known_sights_cannot_fill_are_named(session):
    """The reply says which days have room left, and that days of travel without times are short."""
    talk(session, "open", "3 to 12 May 2027 from Warsaw to Salzburg, we like food and history")
    said = talk(session, "open", "create the itinerary").messages[-1]
    assert "Lunch near " in said
    assert "11 May: there is room left" in said
    assert "the first and the last day are kept short" in said


def test_both_are_the_two_that_were_asked_for(session):
    """A document that is wanted waits until it is ready; "create both" makes the two that were wanted."""
    talk(session, "both", "I need a checklist and an itinerary for Rome")
    made = talk(session, "both", "6 to 9 May, me and a friend, from Warsaw, food and history", "create both")
    assert set(made.documents) == {"checklist", "itinerary"}


@pytest.mark.parametrize("word", ["don't create the checklist yet", "sounds good", "show me hotels"])
def test_no_trigger(session, word):
    """A negation, a yes without an offer, another wish: nothing is made."""
    thread = f"quiet-{word[:4]}"
    talk(session, thread, "a week in Lisbon")
    assert not talk(session, thread, word).documents


def test_an_unknown_document_is_refused_by_name(session):
    """A button for a document that there is not is answered with those that there are."""
    said = talk(session, "button", '{"app_action": "poem"}').messages[-1]
    assert "poem" in said
    assert "the checklist" in said
    assert talk(session, "button", "Rome for 5 days from Paris", '{"app_action": "checklist"}').documents


@pytest.mark.parametrize(
    ("language", "words", "made"),
    [
        ("de", ("Von Hamburg nach Lissabon, 3. bis 10. Mai, zu zweit", "Erstelle bitte die Checkliste"), "Checkliste"),
        ("es", ("Somos dos, de Madrid a Roma del 4 al 8 de junio", "crea la lista de verificación"), "Lista"),
        ("fr", ("De Nantes à Vienne du 5 au 8 mai, deux adultes", "crée la liste de contrôle"), "Liste"),
        ("pt", ("De Lisboa a Roma de 4 a 8 de junho, dois adultos", "cria a lista de verificação"), "Lista"),
        ("it", ("Da Milano a Vienna dal 5 all'8 maggio, due adulti", "crea la checklist"), "Checklist"),
    ],
)
def test_six_languages(session, language, words, made):
    """Triggers are understood and documents written in the language of the conversation."""
    told = talk(session, f"tongue-{language}", *words)
    assert told.documents["checklist"]["title"].startswith(made)


def test_who_paid_nothing_changes_no_sum(session):
    """It is no expense, and what was kept before there is a budget goes on to be counted."""
    texts = ("we are Piotr, Tomek, Kasia and me", "Tomek paid 220 euros for dinners. Kasia paid 0.")
    told = " ".join(talk(session, "nothing", *texts, "who owes whom?").messages)
    assert "Kasia owes Tomek" in told


def test_facts_have_a_date_and_check(session):
    """A visa answer names the passport, the date of the data and where to check; an unknown passport is asked for."""
    talk(session, "visa", "I live in Mumbai. Going to Spain, 1 to 14 June, only me")
    assert "which one do you hold" in talk(session, "visa", "do I need a visa for that?").messages[-1]
    known = talk(session, "visa", "I hold an Indian passport", "do I need a visa?").messages[-1]
    assert "a visa is required for Spain" in known
    assert "12 January 2025" in known
