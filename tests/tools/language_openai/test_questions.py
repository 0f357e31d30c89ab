"""Follow-up questions: templates by default, a model's words only while they still ask the same."""

import json

import pytest

ASKED = "Where do you leave from? When do you depart?"
GOOD = [
    {"path": "origin", "text": "From where would you like to leave?"},
    {"path": "depart", "text": "And when would you like to depart?"},
]


async def test_templates_by_default(make, server):
    """Without the setting no model is asked."""
    assert await make().ask(["origin", "depart"], {}, "en") == ASKED
    assert server.requests == []


async def test_reworded(make, server, wire):
    """With the setting the model's words are taken, at a temperature of 0.3."""
    server.answers(wire.completion(json.dumps({"questions": GOOD})))
    asked = await make(reword_followups=True).ask(["origin", "depart"], {}, "en")
    assert asked == "From where would you like to leave? And when would you like to depart?"
    assert server.requests[0]["temperature"] == pytest.approx(0.3)


@pytest.mark.parametrize(
    "questions",
    [
        GOOD[:1],
        GOOD[::-1],
        [*GOOD, {"path": "hat", "text": "What hat do you depart with?"}],
        [GOOD[0], {"path": "depart", "text": "Do you like cheese?"}],
        [GOOD[0], {"path": "depart", "text": "Tell me when you depart."}],
        [GOOD[0], {"path": "depart", "text": "Will you depart for 99 dollars?"}],
        [GOOD[0], {"path": "depart", "text": "When do you depart" + "?" * 3}],
    ],
)
async def test_changed_questions_are_refused(make, server, wire, questions):
    """A question lost, added, moved, about something else, or with a new figure leaves the templates."""
    server.answers(wire.completion(json.dumps({"questions": questions})))
    assert await make(reword_followups=True).ask(["origin", "depart"], {}, "en") == ASKED


async def test_a_failing_model_leaves_the_templates(make, server, wire):
    """A failure is no reason not to ask."""
    server.answers(wire.failure(400))
    assert await make(reword_followups=True).ask(["origin", "depart"], {}, "en") == ASKED


async def test_phrases_never_pass_through_the_model(make, server):
    """Amounts and names are worded by templates only."""
    assert await make(reword_followups=True).phrase("held", {"total": "12.00"}, "en") == 'held {"total": "12.00"}'
    assert server.requests == []


@pytest.mark.parametrize(
    ("text", "kept"), [("Which Birmingham: Alabama or England?", True), ("Which of the two do you depart from?", False)]
)
async def test_options_to_choose_from_are_kept(make, offline, server, wire, text, kept):
    """A question that offers places must still offer them."""
    template = "Which Birmingham do you depart from: Alabama or England?"
    offline.questions["doubt:origin"] = template
    server.answers(wire.completion(json.dumps({"questions": [{"path": "doubt:origin", "text": text}]})))
    asked = await make(reword_followups=True).ask(["doubt:origin"], {}, "en")
    assert asked == (text if kept else template)
