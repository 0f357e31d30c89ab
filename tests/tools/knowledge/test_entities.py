"""Questions about one of several organisations."""

from tripintent.tools.knowledge.entities import EntityKnowledge
from tripintent.tools.knowledge.passages import Passage

KNOWLEDGE = EntityKnowledge(
    {"a": "The Mill Guest House", "b": "Copper Pike Restaurant"},
    {
        "a1": ("a", Passage("Can I bring my dog?", "Dogs stay for £5.", "a1")),
        "a2": ("a", Passage("Is there parking?", "Six spaces, free.", "a2")),
        "b1": ("b", Passage("Are dogs allowed?", "On the terrace only.", "b1")),
    },
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
