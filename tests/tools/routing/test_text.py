"""Words that look like commands and are none: they come back as exactly themselves."""

from collections.abc import Callable

import pytest

from tripintent.state.events import UserMessage
from tripintent.tools.language.reading.commands.router import route

TEXTS = [
    "",
    "   ",
    "hello",
    "  two blanks  ",
    "don't hold it",
    "don’t hold it",
    "do not hold it",
    "please don't hold it",
    "don't hold it and buy it",
    "please don't buy it or hold it",
    "I don't want the first one and take the second",
    "hold on",
    "hold on a second",
    "hold your horses",
    "hold the line",
    "hold that thought",
    "give me a second",
    "just a second",
    "one second",
    "on second thought",
    "I disapprove",
    "not the second",
    "not the cheapest",
    "do not buy",
    "never buy it",
    "I can't hold my breath",
    "what if I took the second one?",
    "what if I took the second one",
    "is the cheapest refundable?",
    "is the second one non-stop",
    "how long can you hold it?",
    "how long can you hold it",
    "the second one?",
    "hold it?",
    "buy it? ",
    "should I take the second one",
    "which one is the cheapest",
    "what's the cheapest?",
    "tell me about the first and the second",
    "compare the first, the second and the third",
    "the second and the third",
    "the second or the third",
    "If it's refundable, hold it",
    "hold it if it's refundable",
    "unless it rains, book it",
    "when the price drops, book it",
    "book it when the price drops",
    "my wife said hold it",
    "my wife says: take the second one",
    'she wrote "buy it"',
    "hold it, no wait",
    "hold it... don't",
    "take the second one. Never mind.",
    "buy it... just kidding",
    "I want to book a flight to Paris",
    "book a flight",
    "book the flight to Paris",
    "I'd like to reserve a hotel in Rome",
    "book it for 4 people",
    "purchase travel insurance",
    "the second flight",
    "the second week of May",
    "the first of June",
    "I need the first flight in the morning",
    "the hotel",
    "2 adults",
    "2 adults and 1 child",
    "Paris",
    "the second one... or maybe the third",
    "the second one, or maybe the third",
    "hold that for a moment",
    "hold off",
    "hold (on)",
    "I was going to say hold it but changed my mind",
    "my husband wants to buy it",
    "would it be possible to hold it?",
    "is it on hold?",
    "second class",
    "the first class one",
    "third time's the charm",
    "I like the first one better than the second",
    "take the train instead",
    "take me to Paris",
    "I take it that it is refundable",
    "the best one for kids",
    "1 or 2",
    "12",
    "take one",
    "pick one for me",
    "that one",
    "both",
    "yes",
    "ok",
    "try again tomorrow",
    "try again with Saturday",
    "household goods",
    "threshold",
    "the cheapest flight to Paris",
    "a direct flight please",
    "tell me about bndl_mc_02",
    "bndl_mc_02 or bndl_mc_03?",
    "let it go",
    "¿?",
    "\x00\x01",
    "👍",
    "the the the",
    "and",
]


@pytest.mark.parametrize("text", TEXTS)
def test_stays_text(options, text):
    """Negations, idioms, questions, suppositions and trip requests act on nothing."""
    assert route(text, options) == (UserMessage(text=text),)


@pytest.mark.parametrize("text", ["2", "the second one", "option 2", "the cheapest", "book", "second"])
def test_without_options(text):
    """Without options shown, a number or a quality answers something else."""
    assert route(text, []) == (UserMessage(text=text),)


def test_long_message(options):
    """A message too long to be a command is text, whatever it says."""
    text = "hold it. " * 2_000
    assert route(text, options) == (UserMessage(text=text),)


def test_several_bare_numbers_choose_nothing(options):
    """Two ages are no choice of an option, however many options there are."""
    many = [*options, *options, *options]
    for text in ("8 and 11", "8, 11", "2 & 5"):
        assert route(text, many) == (UserMessage(text=text),)


@pytest.mark.parametrize(
    "text",
    ["without stops please", "nonstop please", "direct", "refundable please", "with free cancellation", "sin escalas por favor",
     "sans escale", "senza scalo", "sem escalas", "direkt bitte"],
)  # fmt: skip
def test_what_an_option_has_is_a_wish_until_it_names_one(said: Callable[[str], list[str]], text: str) -> None:
    assert said(text) == [f"say {text}"]
