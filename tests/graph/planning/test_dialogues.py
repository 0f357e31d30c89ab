"""The gate's truth table and its dialogues, each through the whole graph."""

import pytest

from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession

NOW = "2026-11-22T09:00:00+00:00"
HINT = "create the checklist"
READY = "5 days in Rome from London"


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    settings = Settings(data_dir=tmp_path_factory.mktemp("talk"), now=NOW, graph="planning", language="offline")
    with SyncSession(settings) as opened:
        yield opened


@pytest.fixture
def talk(session, request):
    """Say texts one after another on a thread of the test's own; return the last turn."""

    def say(*texts):
        return [session.say(request.node.name.replace("/", "-"), text) for text in texts][-1]

    return say


def facts_of(turn):
    return [one.facts for one in turn.said if one.facts.get("requirements_status")][-1]


def missing(turn, document="checklist"):
    return turn.requirements_status[document]["missing"]


# The truth table: trigger, readiness, and whether this document was asked for.


def test_no_trigger_and_not_ready_asks_warmly(talk):
    """What is known is named, what is missing is asked for, and nothing is made."""
    turn = talk("I'd like to see Rome")
    assert not turn.documents
    said = "\n".join(turn.messages)
    assert "✅ destination: Rome" in said
    assert "❌ place of departure: not given yet" in said
    assert "Where do you start from?" in said


def test_no_trigger_and_ready_tells_the_words_to_say(talk):
    """Everything is there: the trip is repeated, the words are told, and nothing is made."""
    turn = talk("5 days in Rome from London, two of us")
    assert not turn.documents
    said = " ".join(turn.messages)
    assert "Rome · 5 days · 2 travellers" in said
    assert HINT in said
    assert facts_of(turn)["branches_executed"] == ["TEXT"]
    assert facts_of(turn)["model"] == "offline"


def test_a_trigger_that_is_not_ready_asks_one_question_a_field(talk):
    """No document; one question for each missing field, three at most."""
    turn = talk("create the checklist")
    assert not turn.documents
    questions = [line for line in "\n".join(turn.messages).splitlines() if line.endswith("?")]
    assert len(questions) == len(missing(turn)) == 3
    assert facts_of(turn)["phase"] == "clarification_needed"


def test_a_trigger_that_is_ready_makes_it_and_names_the_trip(talk):
    """The message names destination, travellers and length."""
    turn = talk("5 days in Rome from London, solo", "create the checklist")
    assert set(turn.documents) == {"checklist"}
    assert "The checklist for Rome is ready (1 traveller, 5 days)" in "\n".join(turn.messages)
    assert facts_of(turn)["branches_executed"] == ["CHECKLIST"]
    assert facts_of(turn)["phase"] == "complete"


def test_what_was_not_asked_for_is_untouched(talk):
    """The budget is ready too, and nobody asked for it."""
    turn = talk("5 days in Rome from London for 2,000 euros", "create the checklist")
    assert turn.requirements_status["budget"]["ready"]
    assert set(turn.documents) == {"checklist"}
    assert facts_of(turn)["suggestions"] == ["budget"]


# The dialogues of the data table.


def test_fact_by_fact_until_the_word(talk):
    """Japan; two weeks with a partner; from New York; the word. Each reply carries what is known by then."""
    first = talk("I want to visit Japan")
    assert missing(first) == ["current_location", "trip_duration"]
    assert first.requirements_status["checklist"]["assumed"] == {"num_travelers": 1}
    second = talk("2 weeks with my partner")
    assert missing(second) == ["current_location"]
    assert (
        second.requirements_status["checklist"]["has"] | {"trip_duration": 14, "num_travelers": 2}
        == (second.requirements_status["checklist"]["has"])
    )
    third = talk("From New York")
    assert third.requirements_status["checklist"]["ready"]
    assert not third.documents
    assert HINT in " ".join(third.messages)
    assert set(talk("create the checklist").documents) == {"checklist"}


def test_everything_at_once_is_ready_and_waits_for_the_word(talk):
    """One sentence is enough to be ready, and not enough to make anything."""
    turn = talk("trip to Japan for 2 weeks with my partner from NYC")
    assert turn.requirements_status["checklist"]["ready"]
    assert not turn.documents


def test_the_word_without_anything_known(talk):
    """It asks where to."""
    turn = talk("create the checklist")
    assert not turn.documents
    assert "Where would you like to go?" in turn.messages[-1]


def test_short_answers_and_then_the_word(talk):
    """Paris; five days, solo; from London; the word."""
    turn = talk("Paris", "5 days, solo", "From London", "create the checklist")
    assert set(turn.documents) == {"checklist"}
    assert turn.requirements_status["checklist"]["has"]["trip_duration"] == 5
    assert turn.requirements_status["checklist"]["has"]["num_travelers"] == 1


def test_two_documents_that_are_not_ready_are_both_asked(talk):
    """One line for each document, and the questions of both, each once."""
    turn = talk("create the checklist and the itinerary for Rome")
    assert not turn.documents
    said = "\n".join(turn.messages)
    assert "❌ The checklist" in said
    assert "❌ The itinerary" in said
    assert said.count("How long is the trip") == 1
    assert [one["branch"] for one in facts_of(turn)["clarifications"]] == ["CHECKLIST", "ITINERARY"]


def test_one_interest_is_not_enough_for_a_day_plan(talk):
    """Two interests are needed."""
    turn = talk("5 days in Rome from Berlin, we like food", "create the itinerary")
    assert not turn.documents
    assert missing(turn, "itinerary") == ["interests"]
    assert set(talk("and history", "create the itinerary").documents) == {"itinerary"}


# Triggers: words after an offer, both, it, a button, a refusal.


@pytest.mark.parametrize(
    "word",
    [
        "yes, create it",
        "sounds good",
        "that works",
        "perfect, let's do it",
    ],
)
def test_a_wished_trigger_counts_only_after_an_offer(session, word):
    """The same words make the checklist right after it was offered, and nothing before."""
    before = session.say(f"cold {word}", word)
    assert not before.documents
    session.say(f"warm {word}", "5 days in Rome from London")
    assert set(session.say(f"warm {word}", word).documents) == {"checklist"}


def test_a_wished_trigger_for_the_itinerary(talk):
    """The question what it should look like, right after the offer of it."""
    turn = talk("5 days in Rome, food and history", "what should my itinerary look like")
    assert set(turn.documents) == {"itinerary"}


@pytest.mark.parametrize(
    "word",
    [
        "create the checklist",
        "generate the checklist",
        "make the checklist",
        "build the checklist",
        "create my checklist",
        "create checklist",
        "go ahead",
        "generate it now",
        "proceed",
        '{"app_action": "checklist"}',
        '{"app_actions": ["CHECKLIST"]}',
    ],
)
def test_a_trigger_makes_what_waits(session, word):
    """Every phrase of the list, and a button, make the one document that was offered."""
    first = session.say(f"now {word}", READY)
    assert not first.documents
    assert set(session.say(f"now {word}", word).documents) == {"checklist"}


@pytest.mark.parametrize("word", ["plan my days", "plan our days"])
def test_plan_my_days_is_the_itinerary(session, word):
    """It makes the day plan and nothing else."""
    session.say(word, "5 days in Rome from London, we like food and history")
    assert set(session.say(word, word).documents) == {"itinerary"}


@pytest.mark.parametrize("word", ["make the budget", "break down the budget"])
def test_the_budget_has_words_of_its_own(session, word):
    """They make the budget and nothing else."""
    session.say(word, "5 days in Rome from London for 2,000 euros")
    assert set(session.say(word, word).documents) == {"budget"}


def test_both_are_the_two_asked_about_before(talk):
    """The words "create both" make the checklist and the budget that were talked about, not the itinerary."""
    turn = talk("I need a checklist and a budget: 5 days in Rome from London for 2,000 euros", "create both")
    assert set(turn.documents) == {"checklist", "budget"}


def test_it_is_the_one_that_waits_and_a_question_when_none_does(talk):
    """With one pending "create it now" is that one; with none it is asked which."""
    assert "Which one would you like" in " ".join(talk("create it now").messages)
    turn = talk("I need a checklist for Rome, 5 days from London", "create it now")
    assert set(turn.documents) == {"checklist"}


@pytest.mark.parametrize("word", ["don't create it yet", "show me hotels", "not the checklist, please"])
def test_what_fires_nothing(session, word):
    """A negation and another wish make nothing, however ready everything is."""
    session.say(f"no {word}", READY)
    assert not session.say(f"no {word}", word).documents


def test_an_unknown_action_is_refused_by_name(talk):
    """The reply names what was asked for, and what there is."""
    said = " ".join(talk('{"app_actions": ["poem", "CHECKLIST"]}').messages)
    assert "poem" in said
    assert "the budget" in said


def test_every_reply_carries_the_status_of_all_three(talk):
    """Also a greeting's, with the follow-up field of each."""
    for text in ("hello", "I'd like to see Rome", "create the budget"):
        status = talk(text).requirements_status
        assert set(status) == {"checklist", "itinerary", "budget"}
        assert all(set(one) == {"ready", "missing", "has", "assumed", "follow_up"} for one in status.values())
        assert all(one["follow_up"] == next(iter(one["missing"]), None) for one in status.values())
