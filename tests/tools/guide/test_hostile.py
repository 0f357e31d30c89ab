"""What nobody may act on unasked: conditions, denials, questions, remarks, two values, days that contradict. None changes anything."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage
from tests.tools.guide.test_reading import BOOKED_WAYS as BOOKED
from tests.tools.guide.test_reading import CHOSEN, HOSTILE, PLACES, SCREEN, answer

from tripintent.tools.guide.model import answered
from tripintent.tools.guide.reading import LOOKS, sentences

LOOKING = {*LOOKS, "quote_change", "quote_cancellation"}
HELD = {
    **CHOSEN,
    "held": [{"title": "Inn"}],
    "card": {"id": "c1", "kind": "purchase"},
    "can": ["release_hold", "update_trip", "what_if"],
}
NOW = {"now": SCREEN["now"]}
WHO = {
    **CHOSEN,
    "missing": ["party.guests[0].name", "party.contact.email"],
    "travellers": ["t1: name not known, adult", "t2: name not known, adult"],
}


def writes(text: str, facts: Mapping[str, Any]) -> list[str]:
    """Return the calls that change something."""
    return [one["name"] for one in answer(text, dict(facts)).tool_calls if one["name"] not in LOOKING]


@pytest.mark.parametrize("text", [one for name in HOSTILE if name != "on_options" for one in HOSTILE[name]])
@pytest.mark.parametrize(
    "facts", [SCREEN, CHOSEN, WHO, HELD, BOOKED, NOW], ids=["options", "chosen", "names", "held", "booked", "new"]
)
def test_nothing_hostile_is_acted_on(text: str, facts: dict[str, Any]) -> None:
    """A name is a remark, but an answer where names are asked for."""
    named = facts is WHO and text == "my sister is called Anna Smith"
    assert writes(text, facts) == (["set_travellers"] if named else [])


@pytest.mark.parametrize(
    "text",
    [
        "Ich möchte gerne lieber im Sommer mit meinem Hund fahren",
        "im getting nervous",
        "I'm Sick Of This",
        "the children of Ann",
    ],
)
def test_no_sentence_is_a_name(text: str) -> None:
    """Where names are asked for, a message is names, what introduces them, and nothing else."""
    assert writes(text, WHO) == []
    assert writes("The lead passenger is Ann Smith", WHO) == writes("my wife Ann Smith", WHO) == ["set_travellers"]


FACTS = [SCREEN, CHOSEN, WHO, HELD, BOOKED, NOW]
PIECES = [
    *("hold it", "2", "Rome", "to Porto", "on the 15th", "back on June 23", "4 stars", "two adults", "with breakfast"),
    *("non-stop", "$900", "one night longer", "cheaper", "option 1", "from Boston", "a child of 6", "add bags", "undo"),
    *("flights only", "at 8pm", "Ann Smith", "not", "if", "unless", "or", "never", "?", "why", "my neighbour"),
    *("banana", "except", "but", "because", "and", "please", "we", "the"),
]
MESSAGES = st.lists(st.sampled_from(PIECES), max_size=7).map(" ".join) | st.lists(
    st.sampled_from(PIECES), min_size=1, max_size=5
).map(". ".join)


@settings(max_examples=100, deadline=None)
@given(MESSAGES, st.sampled_from(FACTS))
def test_all_words_are_claimed_or_nothing_changes(text: str, facts: dict[str, Any]) -> None:
    """A call that changes something comes only where no word that turns or asks stands; a question of its own keeps the rest as it is.

    A number is a choice, which is free, beside a remark too.
    """
    words = set(text.replace(".", " ").split())
    rest = " ".join(one for one in sentences(text) if "?" not in one and not one.startswith("why"))
    choice = [["choose"]] if text[:1].isdigit() else []
    if words & {"not", "if", "unless", "or", "never", "except"}:
        assert writes(text, facts) == []
    elif words & {"?", "why"}:
        assert writes(text, facts) in ([], writes(rest, facts), *choice)
    elif words & {"neighbour", "banana"}:
        assert {*writes(text, facts)} <= {"edit_itinerary", *(one for [one] in choice)}  # a day takes any words


@settings(max_examples=75, deadline=None)
@given(MESSAGES, MESSAGES, st.sampled_from(FACTS))
def test_what_is_offered_is_done_by_a_yes_alone(text: str, more: str, facts: dict[str, Any]) -> None:
    """Behind an offer other words add to it, replace it or leave it; a whole yes does what was shown, and no more."""
    offered = answer(text, facts)
    menu = offered.additional_kwargs.get("menu") or {}
    if menu.get("asks") != "yes" or len(menu["choices"]) != 2 or offered.tool_calls:
        return
    situation = {**facts, "menu": menu}
    agreed = answer("y", situation)
    assert [(one["name"], one["args"]) for one in agreed.tool_calls] == [
        (one["name"], one["arguments"]) for one in menu["choices"][0]["calls"]
    ]
    talk = [HumanMessage(text), AIMessage(offered.text), HumanMessage(more)]
    said = answered([*talk, HumanMessage(f"<situation>{json.dumps(situation)}</situation>")], PLACES)
    words = set(more.replace(".", " ").split())
    if words & {"not", "if", "unless", "or", "never", "?", "why", "neighbour", "banana", "except"}:
        assert not [one for one in said.tool_calls if one["name"] not in LOOKING]
