"""The functions of a service for a message: examples, what no function serves, and what was talked of before."""

import pytest

from tripintent.state.concierge.service import Example, Function, Service
from tripintent.tools.front_desk.router import ServiceRouter
from tripintent.tools.knowledge.passages import glossary
from tripintent.tools.ports.desk_service import Spoken


def _function(name: str, description: str) -> Function:
    return Function(name=name, command=f"/{name.casefold()}", description=description)


@pytest.fixture(scope="module")
def router() -> ServiceRouter:
    return ServiceRouter(
        Service(
            name="Desk",
            functions=(
                _function("WEATHER", "the weather forecast of a place"),
                _function("FIND_STAY", "look for a hotel with its price and rating"),
                _function("BOOK_STAY", "reserve the hotel room that was chosen"),
            ),
            functions_examples=(
                Example(input="what will the weather be like tomorrow", func="WEATHER"),
                Example(input="find me a hotel in the centre", func="FIND_STAY"),
                Example(input="is there a cheap place to stay", func="FIND_STAY"),
                Example(input="please book that hotel for me", func="BOOK_STAY"),
                Example(input="reserve a room there", func="BOOK_STAY"),
                Example(input="I want to book two nights in that hotel", func="BOOK_STAY"),
                Example(input="make a reservation for the room", func="BOOK_STAY"),
            ),
        )
    )


@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("will we have rain on sunday?", ("WEATHER",)),
        ("wie wird das Wetter morgen?", ("WEATHER",)),
        ("I need a hotel", ("FIND_STAY",)),
        ("transfer 50 dollars to my savings account", ()),
        ("tell me a joke", ()),
    ],
)
def test_a_first_message(router, text, functions):
    """Paraphrases and other languages find their function, what nothing serves finds none."""
    assert router.route(text).functions == functions


def test_details_go_to_what_was_talked_of(router):
    """The words "for three people" mean nothing alone; behind a search for hotels it belongs there."""
    talk = [Spoken(True, "find me a hotel"), Spoken(False, "For how many people?")]
    assert router.route("for three people", talk, ("FIND_STAY",)).functions == ("FIND_STAY",)


def test_confidence_is_a_probability_and_lower_for_what_nothing_serves(router):
    """A clear message is surer than one from elsewhere."""
    clear, foreign = router.route("what is the weather forecast").confidence, router.route("flip a coin").confidence
    assert 0 <= foreign < clear <= 1


@pytest.mark.parametrize("word", ["Frühstück", "petit déjeuner", "desayuno", "colazione", "breakfasts"])
def test_one_concept_in_six_languages(word):
    """The glossary maps words of other languages to one concept."""
    assert "breakfast" in glossary().concepts(word.casefold().replace("ü", "u").replace("é", "e"))


@pytest.mark.parametrize("text", ["3 nights", "two adults and a child", "from Thursday until Sunday"])
def test_words_that_only_tell_something_begin_nothing(router, text):
    """A day, a number or who comes, at the start of a talk, is for no function; a wish with them is."""
    assert router.route(text).functions == ()
    assert router.route(f"please book that hotel for me, {text}").functions == ("BOOK_STAY",)
