"""An organisation's desk with a model, through the whole graph and over the wire: what it may read, what is believed of it."""

import json
import logging
import threading
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path

import pytest
from tests.acts import do, functions_of, people, person, words_of
from tests.servers import openai_wire as wire
from tests.servers.desk_model import BEGINNINGS, Model, settings_of

from tripintent.app.opening import open_session
from tripintent.app.results import Writing
from tripintent.app.session import Session

HOUSES = Path(str(files("tripintent.tools.services.demonstration")))
STAY = {"startDate": "0 1", "numberOfNights": 2, "Rooms": [{"adults": 2, "childrenAges": [5]}]}
BREAKFAST = "What does breakfast cost?"


@pytest.fixture
def model():
    with wire.running() as server:
        yield Model(server)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house of its own, to be changed."""
    target = tmp_path / "house.yaml"
    target.write_text((HOUSES / "accommodations.yaml").read_text("utf-8"), "utf-8")
    (tmp_path / "accommodations").mkdir()
    for page in (HOUSES / "accommodations").iterdir():
        (tmp_path / "accommodations" / page.name).write_text(page.read_text("utf-8"), "utf-8")
    return target


@pytest.fixture
async def desk(tmp_path: Path, model: Model, house: Path) -> AsyncIterator[Session]:
    async with open_session(settings_of(tmp_path, model, house)) as opened:
        yield opened


async def test_intent_and_function_are_asked_at_once_and_one_answer_follows(desk, model):
    """Both detections are under way together, or the barrier breaks; three calls, repeatable and counted in the trip."""
    barrier = threading.Barrier(2)
    model.meets = lambda: barrier.wait(timeout=10)
    model.intent("/faq").chooses({"func": "FAQ_AGENT", "query": BREAKFAST}).answers("Breakfast is £14 for adults.")
    result = await desk.say("t", BREAKFAST)
    assert not barrier.broken
    assert list(result.messages) == ["Breakfast is £14 for adults."]
    assert model.kinds == ["answer", "functions", "intent"]
    assert result.trip.model_use.requests == 3
    assert result.trip.model_use.tokens == 450
    assert {(r["temperature"], r["seed"]) for _, r in model.asked} == {(0.0, 7)}


async def test_sources_are_for_staff(desk, model):
    """The guest reads no file's name; the decision and the audit keep it."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    result = await desk.say("t", BREAKFAST)
    assert "house.md" not in words_of(result)
    assert any("house.md" in source for source in result.functions[0]["sources"])


async def test_a_room_is_found_with_the_models_parameters(desk, model):
    """Day, nights and rooms come from the model; the exact readers find them in the words; no answer call follows."""
    model.intent("/reservation").chooses({"func": "AVAILABILITY_AGENT", "params": STAY})
    result = await desk.say("t", "We need a room for 2 adults and a child aged 5 tomorrow for 2 nights")
    assert functions_of(result) == ["AVAILABILITY_AGENT"]
    assert result.functions[0]["params"] == {**STAY, "language": "ENGLISH"}
    assert "Wednesday, 25 November 2026, 2 nights" in words_of(result)
    assert model.kinds == ["functions", "intent"]


@pytest.mark.parametrize(
    ("wrong", "words", "asked"),
    [
        ({"startDate": "24-12-2026"}, "We need a room for 2 adults and a child aged 5 for 2 nights", "From which date"),
        ({"startDate": 7}, "We need a room for 2 adults and a child aged 5 for 2 nights", "From which date"),
        ({"numberOfNights": 9}, "2 adults and a child aged 5, from tomorrow", "For how many nights?"),
        ({"Rooms": [{"adults": 7, "childrenAges": []}]}, "A room from tomorrow for 2 nights", "How many adults"),
    ],
)
async def test_a_parameter_that_nobody_said_is_dropped_alone(desk, model, wrong, words, asked):
    """A date, a length or heads that no words hold are not believed and are asked for; the others stay."""
    model.intent("/reservation").chooses({"func": "AVAILABILITY_AGENT", "params": {**STAY, **wrong}})
    result = await desk.say("t", words)
    (told,) = result.functions
    assert told["dropped"] == list(wrong)
    assert asked in words_of(result)


@pytest.mark.parametrize(
    "wrong",
    [
        {"startDate": "24-12-2026"},
        {"startDate": "12 December"},
        {"startDate": None},
        {"numberOfNights": 9},
        {"Rooms": [{"adults": 2, "childrenAges": [11]}]},
        {"startDate": None, "numberOfNights": None, "Rooms": "two"},
    ],
)
async def test_what_the_words_say_is_not_asked(desk, model, wrong):
    """Day, nights and heads of the words count where the model's are missing, of another kind, or stand against them."""
    model.intent("/reservation").chooses({"func": "AVAILABILITY_AGENT", "params": {**STAY, **wrong}})
    result = await desk.say("t", "We need a room for 2 adults and a child aged 5 tomorrow for 2 nights")
    assert result.functions[0]["dropped"] == []
    assert all(one in words_of(result) for one in ("Wednesday, 25 November 2026, 2 nights", "2+1 (5)"))


TWO, FAMILY = [{"adults": 2, "childrenAges": []}], [{"adults": 2, "childrenAges": [6]}]


TALKS = {
    "From Sunday, 20 December 2026, 3 nights": [
        ("double room for 2 nights from 12 december, 2 adults", "2026-12-12", 2, TWO),
        ("and from 20 december for 3 nights?", "2026-12-20", 3, None),
    ],
    "From Friday, 4 December 2026, 2 nights": [
        ("got anything for next weekend? me, my wife and kid of 6", "2026-12-03", 2, FAMILY),
        ("make it friday to sunday", "2026-12-04", 2, None),
    ],
    "Ab Dienstag, 24. November 2026, 1 Nacht": [
        ("zimmer für heut nacht für mich und meine frau", "2026-11-24", 1, TWO),
    ],
    "Ab Samstag, 5. Dezember 2026, 2 Nächte": [
        ("für 2 personen am 5.12. eine nacht", "2026-12-05", 1, TWO),
        ("doch lieber 2 nächte", "2026-12-05", 1, None),
    ],
}


@pytest.mark.parametrize("offered", TALKS)
async def test_a_stay_is_changed_in_talk(desk, model, offered):
    """Days as most models write them lead to offers, and the newest words change them."""
    for words, start, nights, rooms in TALKS[offered]:
        params = {"startDate": start, "numberOfNights": nights, "Rooms": rooms}
        model.intent("/reservation").chooses({"func": "AVAILABILITY_AGENT", "params": params})
        result = await desk.say("t", words)
    assert offered in words_of(result)
    assert "a day, YYYY-MM-DD" in json.dumps(model.asked[-1][1]) + json.dumps(model.asked[-2][1])


async def test_an_offered_room_is_taken_by_its_number(desk, model):
    """The model says which of the rooms is meant; the booking goes on with it and asks who stays."""
    model.intent("/reservation").chooses({"func": "AVAILABILITY_AGENT", "params": STAY})
    await desk.say("t", "We need a room for 2 adults and a child aged 5 tomorrow for 2 nights")
    model.chooses({"func": "AVAILABILITY_AGENT", "params": STAY, "takes": 1})
    result = await desk.say("t", "wonderful, we shall have that one")
    assert functions_of(result)[:2] == ["AVAILABILITY_AGENT", "BOOKING"]
    assert result.trip.working_memory.selected.bundle_id


async def test_who_is_named_for_a_booking_is_in_no_request(desk, model):
    """The booking's own turns are read to the desk's model neither then nor as the talk of a later question."""
    await test_an_offered_room_is_taken_by_its_number(desk, model)
    before = len(model.asked)
    await do(desk, "t", people(person("Quentin Marlowe", "1985-03-04", email="quentin@example.org")))
    assert (await desk.trip("t")).party.guests[0].name == "Quentin Marlowe"
    assert not {"intent", "functions", "answer"} & {kind for kind, _ in model.asked[before:]}
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    await desk.say("t", BREAKFAST)
    later = json.dumps([request for kind, request in model.asked[before:] if kind in BEGINNINGS])
    assert "we shall have that one" in later
    assert not any(word in later for word in ("Quentin", "Marlowe", "quentin@", "1985"))


async def test_numbers_of_papers_are_in_no_request(tmp_path, model, house):
    """Also at a desk without a check-in, where nothing is sealed."""
    text = house.read_text("utf-8")
    start = text.index("  - name: PRE_CHECKIN_AGENT")
    house.write_text(
        text[:start] + text[text.index("\nfunctions_examples") :].replace("func: PRE_CHECKIN_AGENT", "func: FAQ_AGENT"),
        "utf-8",
    )
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    async with open_session(settings_of(tmp_path, model, house)) as desk:
        await desk.say(
            "t", "My passport is C01X00T47, call +44 20 7183 8750 or write to a@example.org. When is breakfast?"
        )
    sent = json.dumps([request for _, request in model.asked], ensure_ascii=False)
    assert "When is breakfast?" in sent
    assert not any(word in sent for word in ("C01X00T47", "7183", "a@example.org"))


async def test_three_functions_in_one_message_are_answered_in_their_order(desk, model):
    """A question, a place nearby and a room; the place first, as in the words."""
    model.intent("/around").chooses(
        {"func": "DO_AROUND_AGENT", "params": {"search_phrase": "museum"}, "said": "is there a museum near you"},
        {"func": "FAQ_AGENT", "said": "when is breakfast", "query": "When is breakfast?"},
        {"func": "AVAILABILITY_AGENT", "params": STAY, "said": "2 adults and a child aged 5 tomorrow for 2 nights"},
    ).answers("Breakfast is from 07:00.")
    words = "is there a museum near you, when is breakfast, and a room for 2 adults and a child aged 5 tomorrow for 2 nights?"
    result = await desk.say("t", words)
    assert functions_of(result) == ["DO_AROUND_AGENT", "FAQ_AGENT", "AVAILABILITY_AGENT"]
    said = words_of(result)
    places = [said.index(one) for one in ("Museum", "from 07:00", "25 November")]
    assert places == sorted(places)


async def test_a_yes_passes_the_question_on_that_the_texts_do_not_answer(desk, model):
    """By code: the model is not asked about the yes, and staff read the question."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("UNKNOWN")
    asked = await desk.say("t", "Does breakfast come with oysters?")
    assert "oysters" not in words_of(asked)
    before = len(model.asked)
    result = await desk.say("t", "Yes, please")
    assert functions_of(result) == ["FOR_STAFF"]
    assert len(model.asked) == before
    [row] = (await desk.ports.staff_queue.page(None)).entries
    assert row.waits_for.text == "Does breakfast come with oysters?"


async def test_a_yes_in_more_words_is_the_question(desk, model):
    """Staff and guest read what was asked, not the yes."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("UNKNOWN")
    await desk.say("t", "Does breakfast come with oysters?")
    model.chooses({"func": "FOR_STAFF", "said": "yes please do pass it on"})
    result = await desk.say("t", "yes please do pass it on to them")
    assert "“Does breakfast come with oysters?”" in words_of(result)


@pytest.mark.parametrize(("room", "told"), [("14", " [room 14]"), ("99", "")])
@pytest.mark.parametrize("func", ["GUEST_JOURNEY_AGENT", "FOR_STAFF"])
async def test_the_room_that_the_model_reads_is_used(tmp_path, model, func, room, told):
    """A number that the guest's words hold stands in the request for staff, any other does not."""
    words = "me traeis agua, somos los de la puerta 14"
    async with open_session(settings_of(tmp_path, model, HOUSES / "accommodations-guest-journey.yaml")) as desk:
        model.intent("/request").chooses({"func": func, "params": {"room": room}, "said": words})
        await desk.say("t", words)
        [row] = (await desk.ports.staff_queue.page(None)).entries
    assert row.waits_for.text == f"{words}{told}"


async def test_a_person_is_called_whatever_the_model_says(desk, model):
    """Anger, illness, danger, a discount and the wish for a person are decided by rules; the intent is not asked for."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("All is well.")
    result = await desk.say("t", "Ma femme est malade, il nous faut un médecin")
    assert "intent" not in model.kinds
    assert functions_of(result) == ["HAND_OFF"]
    assert result.handoff is not None


@pytest.mark.parametrize(
    ("func", "command", "words"),
    [
        ("DO_AROUND_AGENT", "/around", "Is there a museum near you?"),
        ("DAY_TRIP_PLANNER", "/daytrip", "Plan us a day out"),
        ("INTERNET_SEARCH", "/internet", "Google the news"),
        ("PRE_CHECKIN_AGENT", "/precheckin", "May we register ahead of our stay?"),
    ],
)
async def test_each_specialist_answers_without_a_further_call(desk, model, func, command, words):
    """The function of the model has its specialist, which words its own answer."""
    params = {"search_phrase": "museum"} if func == "DO_AROUND_AGENT" else {}
    model.intent(command).chooses({"func": func, "params": params})
    result = await desk.say("t", words)
    assert functions_of(result) == [func]
    assert result.messages
    assert model.kinds == ["functions", "intent"]


@pytest.mark.parametrize(
    ("words", "entries", "functions", "reason"),
    [
        (
            "mio figlio ha vomitato tutta la notte, c'è un museo qui vicino?",
            [
                {"func": "DO_AROUND_AGENT", "params": {"search_phrase": "museum"}, "said": "c'è un museo qui vicino?"},
                {"func": "HAND_OFF", "kind": "illness", "said": "mio figlio ha vomitato tutta la notte"},
            ],
            ["HAND_OFF", "DO_AROUND_AGENT"],
            "illness",
        ),
        (
            "siamo in trentacinque, ci organizzate una gita?",
            [{"func": "HAND_OFF", "kind": "group"}, {"func": "DAY_TRIP_PLANNER", "said": "ci organizzate una gita?"}],
            ["HAND_OFF", "DAY_TRIP_PLANNER"],
            "group",
        ),
        (
            "The room is dirty, I want to complain! And what does breakfast cost?",
            [
                {"func": "FOR_STAFF", "kind": "other", "said": "The room is dirty, I want to complain!"},
                {"func": "FAQ_AGENT", "said": "what does breakfast cost?"},
            ],
            ["HAND_OFF", "FAQ_AGENT"],
            "complaint",
        ),
        (
            "we are 35, rooms from tomorrow for 2 nights",
            [{"func": "AVAILABILITY_AGENT", "params": STAY, "said": "rooms from tomorrow for 2 nights"}],
            ["HAND_OFF"],
            "group",
        ),
        ("is the pool open?", [{"func": "HAND_OFF"}], ["FAQ_AGENT"], ""),
    ],
)
async def test_a_person_is_called_by_the_model_too(desk, model, words, entries, functions, reason):
    """What the rules miss is the model's to say, with a reason; what else is wanted is answered after it."""
    model.intent("/general Poor thing!").chooses(*entries).answers("Breakfast is £14.")
    result = await desk.say("t", words)
    assert functions_of(result) == functions
    assert (result.handoff["reason"] if result.handoff else "") == reason
    assert "HAND_OFF: a person has to answer: groups of ten or more" in model.prompt("functions")


async def test_what_was_passed_on_is_not_offered_again(desk, model):
    """The complaint went to a person with the whole message: the search that is off offers nothing, and a yes passes nothing on."""
    words = "This is unacceptable! Look the ferry up on the internet."
    model.chooses({"func": "HAND_OFF", "kind": "complaint"}, {"func": "INTERNET_SEARCH", "said": words[22:]})
    result = await desk.say("t", words)
    assert functions_of(result) == ["HAND_OFF", "INTERNET_SEARCH"]
    assert "Shall I pass" not in words_of(result)
    assert functions_of(await desk.say("t", "yes")) != ["FOR_STAFF"]


@pytest.mark.parametrize(
    ("day", "said"), [("2026-12-01", "Tuesday, 1 December"), ("2026-12-05", "Tuesday, 24 November"), (None, "Tuesday, 24 November")]
)  # fmt: skip
async def test_a_models_day_out_is_on_a_day_that_the_words_allow(desk, model, day, said):
    """The weekday of today may be that of next week; another day counts for nothing."""
    model.intent("/daytrip").chooses({"func": "DAY_TRIP_PLANNER", "params": {"startDate": day, "interests": ["park"]}})
    result = await desk.say("t", "a day out, make it tuesday")
    assert words_of(result).startswith(said)
    assert "Botanic Gardens" in words_of(result)


async def test_staff_read_what_a_model_understood_of_a_wish(tmp_path, model):
    """A wish that goes on with the one before is read in full; the guest reads the room in words."""
    async with open_session(settings_of(tmp_path, model, HOUSES / "accommodations-guest-journey.yaml")) as desk:
        for words, query in (
            ("un taxi para las 7, hab. 2", "A taxi at 7"),
            ("mejor que sean dos taxis.", "Two taxis at 7"),
        ):
            model.intent("/request").chooses({"func": "GUEST_JOURNEY_AGENT", "said": words, "query": query})
            result = await desk.say("t", words)
        rows = (await desk.ports.staff_queue.page(None)).entries
    assert "mejor que sean dos taxis. (Two taxis at 7) [room 2]" in [row.waits_for.text for row in rows]
    assert "dos taxis (habitación 2)." in words_of(result)


async def test_in_an_emergency_no_search_of_words_answers_beside(desk, model):
    """The model fails: a hospital that the offline desk does not know is not answered by what is nearest in the texts."""
    model.says = dict.fromkeys(BEGINNINGS, wire.failure(500))
    result = await desk.say("t", "My husband has chest pain! Where is the nearest hospital? We are in room 9.")
    assert functions_of(result) == ["HAND_OFF"]


@pytest.mark.parametrize(
    ("words", "waits", "functions"),
    [
        ("My husband has chest pain! And plan a day out for tomorrow.", True, ["HAND_OFF"]),
        ("My wife is sick. And plan a day out for tomorrow.", True, ["HAND_OFF"]),
        ("My wife is sick. Where is a pharmacy?", False, ["HAND_OFF", "DO_AROUND_AGENT"]),
    ],
)
async def test_nothing_is_planned_beside_an_emergency(desk, model, words, waits, functions):
    """The guest reads the emergency number, and that the rest can wait; what helps somebody ill is answered."""
    func = "DAY_TRIP_PLANNER" if waits else "DO_AROUND_AGENT"
    ill, other = words.replace("! ", ". ").split(". ")
    person = {"func": "HAND_OFF", "kind": "illness", "said": ill}
    model.intent("/daytrip").chooses(person, {"func": func, "said": other, "query": "A day out tomorrow"})
    result = await desk.say("t", words)
    assert functions_of(result) == functions
    assert "999" in words_of(result)
    assert ("can wait" in words_of(result)) == waits


FIGURES = {
    "We are five and arrive at 23:30. Is somebody there?": (
        "The reception is open until 23:00, at 23:30 nobody is there for 5.",
        True,
    ),
    "We come at half past eleven at night. Is somebody there?": (
        "The reception is open until 23:00, and at 23:30 it is closed.",
        True,
    ),
    "We arrive at 23:30. Is anybody there?": ("The reception is open until 23:45.", False),
    "Is breakfast still £17?": ("Breakfast is £17.", False),
}


@pytest.mark.parametrize("words", FIGURES)
async def test_figures_that_the_guest_said_may_be_repeated(desk, model, words):
    """In figures or in words; a price that a guest named is none of the house's, and no other figure is believed."""
    answer, believed = FIGURES[words]
    model.intent("/faq").chooses(
        {"func": "FAQ_AGENT", "said": words.split(". ")[-1], "query": "Is the reception open late?"}
    )
    model.answers(answer)
    result = await desk.say("t", words)
    assert (answer in words_of(result)) == believed


async def test_the_command_of_the_intent_overrides_the_function(desk, model):
    """The function JSON says knowledge, the command says places around: places answer, and nobody reads the command."""
    model.intent("/around museums then").chooses({"func": "FAQ_AGENT"})
    result = await desk.say("t", "What about a museum?")
    assert functions_of(result) == ["DO_AROUND_AGENT"]
    assert "/around" not in words_of(result)


async def test_a_command_later_in_the_text_is_text(desk, model):
    """Only the beginning counts: the functions decide, and the text is not shown beside their answer."""
    model.intent("You could look at /around if you like").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14.")
    result = await desk.say("t", BREAKFAST)
    assert functions_of(result) == ["FAQ_AGENT"]
    assert list(result.messages) == ["Breakfast is £14."]


async def test_general_is_stripped_and_goes_on_asking(desk, model):
    """The question is the reply, told while it is written; the function's result is discarded."""
    told: list[str] = []
    model.intent("/general From which day would you like to stay?")
    model.chooses({"func": "AVAILABILITY_AGENT", "params": {"startDate": None, "numberOfNights": None, "Rooms": None}})
    result = await desk.say(
        "t", "A room, please", on_progress=lambda one: told.append(one.text) if isinstance(one, Writing) else None
    )
    assert list(result.messages) == ["From which day would you like to stay?"]
    assert functions_of(result) == ["GET_USER_INTENT"]
    assert told
    assert all(result.messages[0].startswith(one.strip()) for one in told)


async def test_general_asks_for_the_hour_of_a_table(tmp_path, model):
    """Day and heads were said: the model's question is the shorter one."""
    model.intent("/general At what time?").chooses(
        {"func": "AVAILABILITY_AGENT", "params": {"startDate": "2026-11-25", "time": None, "people": 2}}
    )
    async with open_session(settings_of(tmp_path, model, HOUSES / "restaurant.yaml")) as desk:
        result = await desk.say("t", "a table for 2 tomorrow")
    assert list(result.messages) == ["At what time?"]


async def test_a_yes_beside_an_open_question_is_to_the_table(tmp_path, model):
    """What the texts do not say beside an offered table is in the queue at once."""
    params = {"startDate": "2026-12-04", "time": "19:00", "people": 2}
    table = {"func": "AVAILABILITY_AGENT", "said": "a table for 2 on 4 December at 19:00", "params": params}
    model.intent("").chooses(table, {"func": "FAQ_AGENT", "said": "Do you take vouchers?"}).answers("UNKNOWN")
    async with open_session(settings_of(tmp_path, model, HOUSES / "restaurant.yaml")) as desk:
        await desk.say("t", "a table for 2 on 4 December at 19:00. Do you take vouchers?")
        model.intent("").chooses({"func": "AVAILABILITY_AGENT", "takes": 1})
        await desk.say("t", "yes please")
        asked = [one.waits_for.text for one in (await desk.ports.staff_queue.page(None)).entries]
    assert (len(asked), sum("vouchers" in one for one in asked), sum("19:00, 2" in one for one in asked)) == (2, 2, 1)


async def test_general_does_not_outrank_a_function_that_has_all(desk, model):
    """A stray /general beside a whole wish for a room: the rooms are shown."""
    model.intent("/general Gladly.").chooses({"func": "AVAILABILITY_AGENT", "params": STAY})
    result = await desk.say("t", "We need a room for 2 adults and a child aged 5 tomorrow for 2 nights")
    assert "Wednesday, 25 November 2026, 2 nights" in words_of(result)


@pytest.mark.parametrize(
    ("intent", "said"), [("/general Ha, a good one!", "Ha, a good one!"), ("hm", "Hello, this is")]
)
async def test_small_talk_has_no_function(desk, model, intent, said):
    """The intent's words answer it, or a courtesy; the offline desk is not asked."""
    model.intent(intent).chooses()
    result = await desk.say("t", "my parrot tells jokes")
    assert functions_of(result) == ["GET_USER_INTENT"]
    assert said in words_of(result)


async def test_a_question_with_a_made_up_price_is_not_asked(desk, model):
    """What goes on asking may say no figure that nobody said: the function's own specialist asks instead."""
    model.intent("/general Our suites are £999. Which day?")
    model.chooses({"func": "AVAILABILITY_AGENT", "params": {"startDate": None, "numberOfNights": None, "Rooms": None}})
    result = await desk.say("t", "A room, please")
    assert "999" not in words_of(result)
    assert functions_of(result) == ["AVAILABILITY_AGENT"]


async def test_an_answer_that_is_in_no_passage_is_not_given(desk, model):
    """A price from nowhere costs the whole answer: the house's own text is quoted instead."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast costs £23.")
    result = await desk.say("t", BREAKFAST)
    assert "23" not in words_of(result)
    assert "£14" in words_of(result)
    assert result.trip.model_use.requests == 3


async def test_a_price_behind_an_age_is_given(tmp_path, model):
    """The passage says "children from 5 to 15 £4": the 15 is no price, and the £4 is one."""
    said = "Pour les enfants de 5 à 15 ans, c'est £4."
    async with open_session(settings_of(tmp_path, model, HOUSES / "attraction.yaml")) as desk:
        model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers(said)
        result = await desk.say("t", "c'est combien pour un enfant de 8 ans?")
    assert list(result.messages) == [said]


async def test_an_equal_question_costs_no_call(desk, model):
    """Another guest asks the same in other letters: nothing is sent, and nothing is counted."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    await desk.say("first", BREAKFAST)
    before = len(model.asked)
    result = await desk.say("second", "  what does BREAKFAST cost")
    assert list(result.messages) == ["Breakfast is £14 for adults."]
    assert len(model.asked) == before == 3
    assert result.trip.model_use.requests == 0


async def test_a_changed_house_is_asked_again(tmp_path, model, house):
    """What was answered from older texts is in no later session's answer: its desk has another version of the knowledge."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    async with open_session(settings_of(tmp_path, model, house)) as desk:
        await desk.say("t", BREAKFAST)
    page = next((tmp_path / "accommodations").iterdir())
    page.write_text(page.read_text("utf-8").replace("£14", "£15"), "utf-8")
    model.answers("Breakfast is £15 for adults.")
    async with open_session(settings_of(tmp_path, model, house)) as desk:
        result = await desk.say("other", BREAKFAST)
    assert list(result.messages) == ["Breakfast is £15 for adults."]


@pytest.mark.parametrize("status", [401, 500])
async def test_a_failing_model_is_not_noticed(desk, model, status):
    """Every call fails: the offline desk answers, and the guest reads no error."""
    model.says = dict.fromkeys(BEGINNINGS, wire.failure(status))
    result = await desk.say("t", BREAKFAST)
    assert functions_of(result) == ["FAQ_AGENT"]
    assert "£14" in words_of(result)


@pytest.mark.parametrize(
    "nonsense", ["no JSON at all", '{"answer": 42}', '{"functions": [7]}', '{"functions": "FAQ_AGENT"}', "[]"]
)
async def test_a_reply_that_is_no_choice_is_the_offline_desks(desk, model, nonsense):
    """A malformed reply of one call costs only that call."""
    model.intent("/faq").answers("Breakfast is £14 for adults.")
    model.says["functions"] = nonsense
    result = await desk.say("t", BREAKFAST)
    assert functions_of(result) == ["FAQ_AGENT"]
    assert list(result.messages) == ["Breakfast is £14 for adults."]


async def test_a_refusal_and_a_limit_are_the_offline_desks(desk, model):
    """Refused once, told to wait once: the turn is answered."""
    model.says = {
        "intent": wire.completion(None, refusal="I cannot help with that"),
        "functions": wire.failure(429, retry_after="99"),
        "answer": wire.completion("Breakf", finish="length"),
    }
    result = await desk.say("t", BREAKFAST)
    assert "£14" in words_of(result)


async def test_below_the_threshold_the_guest_is_asked(desk, model):
    """A function that is hardly likely is not acted on: the desk asks what is meant."""
    model.intent("hm").chooses({"func": "DAY_TRIP_PLANNER", "confidence": 0.1})
    result = await desk.say("t", "the thing with the boats and so on")
    assert functions_of(result) == ["CLARIFY"]
    assert "Plan a day out" in words_of(result)


async def test_above_a_limit_of_cost_no_model_is_asked(tmp_path, model, house):
    """The first turn uses the conversation's tokens up; the next one is the offline desk's."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    limited = settings_of(tmp_path, model, house).model_copy(update={"model_trip_tokens": 100})
    async with open_session(limited) as desk:
        await desk.say("t", BREAKFAST)
        before = len(model.asked)
        result = await desk.say("t", "Is there parking?")
    assert len(model.asked) == before
    assert "£15" in words_of(result)


CHECKS = {
    "Meine Frau heißt Anna Weber und wir checken online ein. Nr. PW-20431. Wann gibt es Frühstück?": (
        {"names": "<person 1>, <number 1>", "reference": "<number 1>"}, {"reference": "…31", "names": "A. W."}, "Frühstück",
    ),
    "We are Marlowe Quillfeather and Mickey Mouse, PW-20431, to check in online at 16:00. When is breakfast?": (
        {"names": "<person 1>", "reference": "<number 1>", "arrival": "16:00"},
        {"reference": "…31", "names": "M. Q.", "arrival": "16:00"}, "breakfast",
    ),
    "I check in online with PW-20431, Familie Weber. When is breakfast?": (
        {"names": None, "reference": "<number 1>", "arrival": "23:00"}, {"reference": "…31"}, "breakfast",
    ),
}  # fmt: skip


@pytest.mark.parametrize("words", CHECKS)
async def test_the_model_fills_the_check_in_from_marks(desk, model, words):
    """Names and numbers are marks to it; only what it takes for a guest's name is one, and the second wish is answered."""
    params, known, asked = CHECKS[words]
    question = words.split(". ")[-1]
    first = {"func": "PRE_CHECKIN_AGENT", "said": words.split(". ")[0].split(" ")[0], "params": params}
    model.intent("/precheckin").chooses(first, {"func": "FAQ_AGENT", "said": question, "query": "When is breakfast?"})
    model.answers("At 07:00.")
    result = await desk.say("t", words)
    assert functions_of(result) == ["PRE_CHECKIN_AGENT", "FAQ_AGENT"]
    assert result.functions[0]["params"] == known
    assert "At 07:00." in words_of(result)
    sent = model.prompt("functions") + model.prompt("answer")
    assert asked in sent
    assert not any(one in sent for one in ("Weber", "Quillfeather", "Mickey", "PW-20431", "sealed:"))
    [row] = (await desk.ports.staff_queue.page(None)).entries
    assert "PW-20431" in await desk.opened("t", row.waits_for.text)


async def test_a_question_beside_a_name_is_no_check_in(desk, model):
    """Words on doing it for somebody else are answered; the bare answer to the form's question is read by code, and asks no model."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT", "query": "May a guest check in for somebody else?"})
    model.answers("Yes, you may check in for others.")
    asked = await desk.say("t", "Can I check in online for my wife? Her name is Ann Quillfeather.")
    assert functions_of(asked) == ["FAQ_AGENT"]
    model.chooses({"func": "PRE_CHECKIN_AGENT"})
    await desk.say("t", "Then I'd like to check in online, please")
    before = len(model.asked)
    told = await desk.say("t", "Ann Quillfeather, PW-20431")
    assert len(model.asked) == before
    assert told.functions[0]["params"] == {"reference": "…31", "names": "A. Q."}


async def test_what_is_sealed_is_in_no_request(desk, model):
    """Of a check-in a model reads marks, and later questions are asked without its words or their references."""
    model.intent("/precheckin").chooses({"func": "PRE_CHECKIN_AGENT"})
    await desk.say("t", "I want to check in online, booking PW-20431, Marlowe Quillfeather, passport C01X00T47")
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    await desk.say("t", BREAKFAST)
    assert "functions" in model.kinds
    sent = json.dumps([request for _, request in model.asked])
    assert not any(word in sent for word in ("Quillfeather", "C01X00T47", "PW-20431", "sealed:"))


async def test_the_blocks_of_the_prompts_are_in_order(tmp_path, model, house):
    """Guidance of the house and of its supervisor, its facts, the talk and the question stand where they belong."""
    with house.open("a", encoding="utf-8") as file:
        file.write(
            "\nguidance: Say you in a friendly way.\nsupervisor_instructions: Mention the closed lift today."
            "\ngeneral_knowledge: The lift is closed this week.\n"
        )
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    async with open_session(settings_of(tmp_path, model, house)) as desk:
        await desk.say("t", BREAKFAST)
        await desk.say("t", "And the lift?")
    blocks = {
        "intent": (
            "You are the front desk of",
            "24 November 2026, 09:00",
            "/faq",
            "Say you in a friendly way.",
            "Mention the closed lift today.",
            "# Rules",
            f">> {BREAKFAST}",
            "> Breakfast is £14 for adults.",
            "# Language",
            "And the lift?",
        ),
        "functions": (
            "Find the functions",
            "Tuesday, 24 November 2026",
            "AVAILABILITY_AGENT(startDate, numberOfNights, Rooms)",
            "The lift is closed this week.",
            "# Examples",
            f">> {BREAKFAST}",
            "> Breakfast is £14 for adults.",
            ">> And the lift?",
            "# Answer",
        ),
    }
    for kind, wanted in blocks.items():
        prompt = model.prompt(kind)
        places = [prompt.index(words) for words in wanted]
        assert places == sorted(places), kind
    assert "{current_" not in model.prompt("functions")
    assert "Mention the closed lift today." in model.prompt("answer")


async def test_the_debug_view_masks_what_is_personal(tmp_path, model, house, monkeypatch, caplog):
    """Prompts and results are in the log; a name, an address and a number in them are not."""
    monkeypatch.setenv("DEBUG_GET_INTENT", "true")
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    with caplog.at_level(logging.WARNING):
        async with open_session(settings_of(tmp_path, model, house)) as desk:
            await desk.say("t", "My name is Ann Smith, ann@example.org, +44 20 7183 8750. What does breakfast cost?")
    text = "\n".join(one.getMessage() for one in caplog.records if "model_desk" in one.name)
    assert "functions prompt" in text
    assert "£14" in text
    assert not any(word in text for word in ("Ann Smith", "ann@example.org", "7183"))


async def test_without_the_switch_nothing_is_logged(desk, model, caplog):
    """Prompts stay out of the log."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Breakfast is £14 for adults.")
    with caplog.at_level(logging.DEBUG, "tripintent"):
        await desk.say("t", BREAKFAST)
    assert not any("prompt" in one.getMessage() for one in caplog.records if "model_desk" in one.name)
