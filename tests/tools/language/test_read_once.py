"""The same words are read once in one message, and what is joined for speed says what its parts say."""

from datetime import date

import pytest

from tripintent.state.languages import LANGUAGES
from tripintent.state.trip import TripIntent
from tripintent.tools.language.exact.all_languages import is_bare_number, lexicons, match, occurs
from tripintent.tools.language.exact.tokens import tokens_of
from tripintent.tools.language.reading.commands.commands import CommandReader, Situation
from tripintent.tools.language.rules.days import DaysReader
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.scan import scan
from tripintent.tools.ports.itinerary_reader import DesignHearing, DesignReading
from tripintent.tools.ports.reader import View

SAID = (
    "the cheapest, hold it", "no wait, the third one please", "mais barato", "y a un parking?", "alles stornieren",
    "put option 2 on hold until Friday", "ok fine 1. book it", "lass die Reservierung los", "non, la deuxième", "tre",
)  # fmt: skip


class Counting:
    """An itinerary reader that counts."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def read(self, hearing: DesignHearing) -> DesignReading:
        """Read nothing out of it."""
        self.heard.append(hearing.text)
        return DesignReading(operations=(), unread=hearing.text, journey=False)


def test_a_message_is_read_once_and_the_next_one_again():
    """A reader made for a message answers the same hearing from memory; another message gets a reader of its own."""
    own = Counting()
    days = DaysReader(own, Gazetteer())
    view = View(trip=TripIntent(), today=date(2027, 3, 1))
    once = days.once()
    first = once.read(once.hearing("three days in Rome", view))
    assert once.read(once.hearing("three days in Rome", view)) is first
    once.read(once.hearing("and Florence", view))
    days.once().read(days.hearing("three days in Rome", view))
    assert own.heard == ["three days in Rome", "and Florence", "three days in Rome"]


@pytest.mark.parametrize("said", SAID)
def test_joined_phrases_match_as_each_language_does(said):
    """The longest phrase of all languages is the longest of any of them, at every word and for every role."""
    tokens = tokens_of(said)
    for role in vars(lexicons()[0])["_phrases"]:
        for at in range(len(tokens)):
            ends = [end for one in lexicons() if (end := one[role].match(tokens, at)) is not None]
            assert match(role, tokens, at) == max(ends, default=None), (role, at)
        assert occurs(role, tokens) == any(one[role].anywhere(tokens) for one in lexicons())
    counts = [phrases for one in lexicons() for phrases in one.counts.values()]
    assert is_bare_number(tokens) == any(phrases.match(tokens, 0) == len(tokens) for phrases in counts)


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("number", range(len(LANGUAGES)))
def test_no_command_starts_with_a_word_that_starts_none(said, number, monkeypatch):
    """Words that are passed over would have been read as no command."""
    tokens, words = tokens_of(said), lexicons()[number]
    passed = [at for at in range(len(tokens)) if not words.starts(tokens[at])]
    monkeypatch.setattr(type(words), "starts", lambda *_: True)
    reader = CommandReader(tokens, words, Situation(has_bookings=True, approval_waiting=True), whole=True)
    assert [at for at in passed if reader.read(at) is not None] == []


def test_places_of_a_text_are_a_list_of_ones_own():
    """Whoever changes what a scan gave changes nobody else's."""
    said = "Boston, Lisbon"
    scan(said).clear()
    assert [spot.key for spot in scan(said)] == ["boston", "lisbon"]


def test_towns_near_are_the_same_at_every_limit():
    """What was looked up once with one limit answers another."""
    gazetteer = Gazetteer()
    rome = gazetteer.resolve("Rome")
    assert list(gazetteer.near(rome, 150.0, 1)) == list(gazetteer.near(rome, 150.0, 3))[:1]
