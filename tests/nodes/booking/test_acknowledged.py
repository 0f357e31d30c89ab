"""What a message said, first and short: what is new is noted, and only what had another value is changed."""

import pytest

from tripintent.nodes.acknowledged import acknowledged_facts
from tripintent.state.frame import Frame, Place, Visit
from tripintent.tools.language.replies.wording import phrase
from tripintent.tools.ports.language import ParseResult

ROME = Frame(visits=(Visit(place=Place(said="Rome", name="Rome")),))


def told(before, after, changed, language="en"):
    facts = acknowledged_facts(before, ParseResult(frame=after, changed=changed))
    return phrase("heard", {"heard": facts}, language) if facts else None


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Noted: 2 adults; 1 child."),
        ("de", "Notiert: 2 Erwachsene; 1 Kind."),
        ("es", "Anotado: 2 adultos; 1 niño."),
        ("fr", "Noté : 2 adultes; 1 enfant."),
        ("it", "Annotato: 2 adulti; 1 bambino."),
        ("pt", "Anotado: 2 adultos; 1 criança."),
    ],
)
def test_an_answer_is_noted_and_not_changed(language, said):
    """Nobody had said how many they are: nothing is changed, and the whole is not repeated beside its parts."""
    after = ROME.model_copy(update={"travelers": 3, "adults": 2, "children": 1})
    assert told(ROME, after, ("travelers", "adults", "children"), language) == said


def test_another_value_is_changed():
    """Two become three; what is said for the first time in the same message is noted."""
    before = ROME.model_copy(update={"adults": 2})
    after = before.model_copy(update={"adults": 3, "max_stops": 0})
    assert told(before, after, ("adults", "max_stops")) == "Noted: non-stop flights only. Changed: 3 adults."


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Noted: non-stop flights, if possible."), ("de", "Notiert: Direktflüge, wenn möglich.")],
)
def test_a_wish_that_may_stay_open_says_so(language, said):
    """Such a wish filters nothing, and is not told as if it did."""
    after = ROME.model_copy(update={"max_stops": 0, "soft": ("max_stops",)})
    assert told(ROME, after, ("max_stops",), language) == said
