"""Checklist, itinerary and budget in a conversation: ready is said once, and nothing is made without the words that order it."""

from pathlib import Path
from typing import Any

import pytest
from tests.acts import documents
from tests.app.conftest import NOW

from tripintent.app.opening import open_session
from tripintent.app.replies import fields_of
from tripintent.app.settings import Settings

T = "t"
JAPAN = ("I want to visit Japan", "2 weeks with my partner", "From New York")
ROME = "London to Rome, June 14 to 18, 2 adults, I like art and food"


@pytest.fixture
async def guided(tmp_path: Path) -> Any:
    async with open_session(Settings(data_dir=tmp_path, language="offline", now=NOW)) as session:
        yield session


async def told(session: Any, *messages: str) -> Any:
    turn = None
    for one in messages:
        turn = await session.say(T, one)
    return turn


def words(turn: Any) -> str:
    return "\n".join(turn.messages)


async def test_ready_is_said_in_the_reply_in_which_it_becomes_true_and_once(guided: Any) -> None:
    """Two things are missing, then one, then none: now the words that order it are told, and nothing is made."""
    lacks = []
    for one in JAPAN:
        turn = await told(guided, one)
        lacks.append(turn.requirements_status["checklist"]["missing"])
    assert lacks == [["current_location", "trip_duration"], ["current_location"], []]
    assert "“create the checklist”" in words(turn)
    assert not turn.documents
    assert fields_of(turn)["metadata"]["branches_executed"] == ("TEXT",)
    assert "create the checklist" not in words(await told(guided, "hello"))
    made = await told(guided, "create the checklist")
    assert {*made.documents} == {"checklist"}
    assert fields_of(made)["metadata"] == {
        "model": "guide",
        "phase": "complete",
        "branches_executed": ("CHECKLIST",),
        "requirements_status": made.requirements_status,
    }
    status = made.requirements_status["checklist"]
    assert status["has"] == ["destination", "current_location", "trip_duration", "num_travelers"]


async def test_a_setting_makes_documents_without_the_word(tmp_path: Path) -> None:
    """As soon as each is ready, and no word is asked for."""
    settings = Settings(data_dir=tmp_path, language="offline", now=NOW, documents_when_ready=True)
    async with open_session(settings) as session:
        turn = await told(session, *JAPAN)
        assert ({*turn.documents}, "create the checklist" in words(turn)) == ({"checklist"}, False)
        rome = await session.say("rome", ROME)
        assert {*rome.documents} == {"checklist", "itinerary"}
        assert [one.kind for one in rome.said].count("document") == 2


@pytest.mark.parametrize(
    "yes",
    [
        "go ahead", "proceed", "execute", "show me", "create it now", "yes, create it", "sounds good", "that works",
        "perfect, let's do it", "let's create it", "I'm ready", "build it for me", "I'm ready for the checklist",
        "show me what I need to pack",
    ],
)  # fmt: skip
async def test_each_trigger_makes_what_was_offered(guided: Any, yes: str) -> None:
    """Behind the offer each of them is an order."""
    turn = await told(guided, "I'm flying from NYC to Tokyo for 10 days with my wife", yes)
    assert {*turn.documents} == {"checklist"}


@pytest.mark.parametrize("yes", ["go ahead", "sounds good", "that works"])
async def test_a_yes_to_nothing_makes_nothing(guided: Any, yes: str) -> None:
    """Without an offer a yes orders no document; beside options it is asked what it is a yes to."""
    assert not (await told(guided, yes)).documents
    turn = await told(guided, "Boston to Lisbon June 14-21, two adults", yes)
    assert not turn.documents
    assert turn.trip.working_memory.selected.bundle_id is None


async def test_both_are_the_two_that_were_spoken_of(guided: Any) -> None:
    """What they lack is asked for; then both are made."""
    turn = await told(guided, "I need a checklist and itinerary for Rome")
    assert "What do you enjoy most?" in words(turn)
    assert "Where does the trip start?" in words(turn)
    assert not turn.documents
    turn = await told(guided, "from London, June 14 to 18, 2 adults", "I like art and food")
    assert "“create the itinerary”" in words(turn)
    made = await told(guided, "create both")
    assert {*made.documents} == {"checklist", "itinerary"}
    assert fields_of(made)["metadata"]["branches_executed"] == ("CHECKLIST", "ITINERARY")


async def test_an_order_of_what_is_not_ready_asks_for_what_it_lacks(guided: Any) -> None:
    """Each document tracks what it needs by itself; the turn says that it needs clarification."""
    turn = await told(guided, "Create an itinerary and budget for my Rome trip")
    assert "What do you enjoy most?" in words(turn)
    assert "How much may the whole trip cost" in words(turn)
    assert fields_of(turn)["metadata"]["phase"] == "clarification_needed"
    assert not turn.documents


async def test_a_pressed_order_of_what_is_not_ready_asks_too(guided: Any) -> None:
    """The button of a budget without a sum is not dead."""
    await told(guided, ROME)
    assert "How much may the whole trip cost" in words(await guided.event(T, {**documents("budget"), "said": "budget"}))


@pytest.mark.parametrize("order", ["show me the budget", "breakdown the budget", "create the budget"])
async def test_a_budget_by_its_names(guided: Any, order: str) -> None:
    assert {*(await told(guided, f"{ROME}, under $5000", order)).documents} == {"budget"}


async def test_a_question_for_the_itinerary_orders_it(guided: Any) -> None:
    assert {*(await told(guided, ROME, "what should my itinerary look like?")).documents} == {"itinerary"}


async def test_a_trip_alone_is_asked_where_how_long_and_with_whom(guided: Any) -> None:
    asked = words(await told(guided, "I want to travel"))
    assert all(one in asked for one in ("Where", "how long", "who"))
    assert "do not understand" not in asked


async def test_a_model_is_told_of_the_offer_and_makes_it_at_the_yes(talk: Any) -> None:
    """Without days, too; words that were not said order nothing."""
    trip = ("update_trip", {"origin": "New York", "stops": [{"place": "Tokyo", "nights": 10}], "party": {"adults": 2}})
    unsaid = ("create_documents", {"kinds": ["checklist"], "ordered_by": "create the checklist"})
    said = ("create_documents", {"kinds": ["checklist"], "ordered_by": "sounds good"})
    session, model = await talk([trip], "On which day?", [unsaid], [said], "Here it is.")
    turn = await session.say(T, "I'm flying from NYC to Tokyo for 10 days with my wife")
    assert [one.kind for one in turn.said] == ["trip", "planning", "said"]
    assert "“create the checklist”" in turn.messages[1]
    turn = await session.say(T, "sounds good")
    assert '"offered":["checklist"]' in model.seen[2][-1].text.replace('": [', '":[')
    assert "create_documents" in model.offered[2]
    assert [one.outcome.ok for one in turn.called] == [True]
    assert {*turn.documents} == {"checklist"}
    assert fields_of(turn)["metadata"]["model"] == "scripted"
    assert "create the checklist" not in words(turn)


async def test_a_model_keeps_what_they_like_and_who_they_are(talk: Any) -> None:
    """Interests make the itinerary ready at every door; a family counts, its heads stay open."""
    trip = {
        "stops": [{"place": "Paris", "nights": 7}],
        "interests": ["Food", "history"],
        "party": {"company": "family"},
    }
    session, _ = await talk([("update_trip", trip)], "Who travels?")
    turn = await session.say(T, "I'm planning a week in Paris for my family. We love food and history.")
    assert turn.requirements_status["itinerary"]["ready"]
    assert turn.profile.interests == ("food", "history")
    assert (turn.profile.travelers.kind, turn.profile.travelers.count, turn.profile.confidence) == ("family", None, 0.5)
