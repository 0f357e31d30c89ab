"""Questions about one of several organisations."""

import pytest

from tripintent.tools.knowledge.entities import EntityKnowledge, Names
from tripintent.tools.knowledge.index import KnowledgeIndex
from tripintent.tools.knowledge.passages import Passage

KNOWLEDGE = EntityKnowledge(
    {"a": "The Mill Guest House", "b": "Copper Pike Restaurant"},
    {
        "a1": ("a", Passage("Can I bring my dog?", "Dogs stay for £5.", "a1")),
        "a2": ("a", Passage("Is there parking?", "Six spaces, free.", "a2")),
        "b1": ("b", Passage("Are dogs allowed?", "On the terrace only.", "b1")),
    },
    {"a": "hotel", "b": "restaurant"},
)


def test_the_organisation_that_was_named_last_is_meant():
    """A pronoun goes to the house of the talk, and only its passages are ranked."""
    talk = ["I look for a place to eat.", "The Copper Pike is nice."]
    found = KNOWLEDGE.answer("Do they allow dogs?", talk)
    assert found.needs_knowledge
    assert found.snippets == ("b1",)
    assert KNOWLEDGE.answer("Can I bring my puppy to the mill?", talk).snippets[0] == "a1"


def test_bookings_and_thanks_need_no_knowledge():
    """What the booking or the directory answers is told apart."""
    talk = ["The Mill guest house has rooms."]
    assert not KNOWLEDGE.answer("Please book it for 3 nights", talk).needs_knowledge
    assert not KNOWLEDGE.answer("thanks, what is their phone number?", talk).needs_knowledge
    assert not KNOWLEDGE.answer("do they have parking?", []).needs_knowledge


def test_a_word_that_looks_like_a_short_name_names_no_one():
    """The word "price" is not the Rice House; a name written apart, or with its kind left out, is itself."""
    names = Names({"r": "Rice House", "l": "Allenbell", "s": "El Shaddai"}, frozenset({"rice"}))
    assert names.said("What is the price of a nice beer?") == []
    assert [one.entity for one in names.said("The Allen Bell, or El Shadai?")] == ["l", "s"]
    assert names.without("Is the Allen Bell quiet?") == "is quiet"


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("Is the room quiet?", ["h"]),
        ("Do they serve beer?", ["r"]),
        ("Are either of them quiet?", ["r", "h"]),
        ("Does the Mill have a lift?", ["h"]),
    ],
)
def test_the_talk_says_which_house_is_meant(message, meant):
    """The latest one that fits what is asked; both where both are asked about."""
    names = Names({"h": "Mill Hotel", "r": "Copper Pike"})
    talk = ["I stay at the Mill Hotel.", "The Copper Pike is a restaurant nearby."]
    assert names.meant(message, talk, {"h": "hotel", "r": "restaurant"}) == meant


def test_a_passage_is_found_by_its_topic_and_not_by_the_name_in_it():
    """Scenery is a view; a passage that only repeats the asked name says nothing."""
    knowledge = EntityKnowledge(
        {"a": "Alder Lodge"},
        {
            "a1": ("a", Passage("", "Alder Lodge has a lodge dog, and Alder trees.", "a1")),
            "a2": ("a", Passage("", "From the window we looked far over the river.", "a2")),
        },
        {},
    )
    assert knowledge.answer("Does Alder Lodge have nice scenery?", []).snippets[0] == "a2"


def test_a_heading_that_says_nothing_but_what_is_asked_comes_first():
    """A special case of the same subject is shorter, and yet no answer to the plain question."""
    passages = [
        Passage("Do you have a vegan or vegetarian breakfast?", "Yes, a third of the buffet.", "faq"),
        Passage("Breakfast", "It is served in the hall by the river, where bread and eggs stand ready.", "stay"),
        Passage("Pool", "Open until nine.", "stay"),
    ]
    assert KnowledgeIndex(passages).search("What about breakfast?", 1)[0].passage.title == "Breakfast"
