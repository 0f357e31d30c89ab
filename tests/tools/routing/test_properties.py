"""What holds for any text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.bundles import Bundle
from tripintent.state.events import UserApprovedPurchase, UserMessage
from tripintent.state.money import Money
from tripintent.tools.language.exact.all_languages import lexicons
from tripintent.tools.language.exact.commands import Words
from tripintent.tools.language.reading.commands.router import route

OPTIONS = [Bundle(bundle_id=f"bndl_{n}", estimated_total=Money(amount=n)) for n in range(1, 4)]
JUMBLE = "hold it buy the second cheapest and or not don't please , . ? ! if wait no 2 # option put on bndl_1 la et y"
WORDS = st.sampled_from(JUMBLE.split())
SITUATION = {"has_bookings": st.booleans(), "approval_waiting": st.booleans()}


@settings(deadline=None)  # the first example loads the word tables
@given(text=st.text(), **SITUATION)
def test_any_text(text, **situation):
    """Any text gives at least one event, and never an approval."""
    events = route(text, OPTIONS, **situation)
    assert events
    assert not any(isinstance(event, UserApprovedPurchase) for event in events)


@settings(max_examples=300, deadline=None)
@given(words=st.lists(WORDS, max_size=25), **SITUATION)
def test_any_run_of_command_words(words, **situation):
    """Any jumble of command words is read the same way twice, and its texts are parts of the message."""
    text = " ".join(words)
    events = route(text, OPTIONS, **situation)
    assert events == route(text, OPTIONS, **situation)
    assert all(event.text in text for event in events if isinstance(event, UserMessage))


@given(st.text(alphabet="xqzw \n.,?!'…", min_size=1))
def test_text_without_a_command_word(text):
    """A text without any command word comes back as exactly itself."""
    assert route(text, OPTIONS) == (UserMessage(text=text),)


def test_every_language_has_every_role():
    """Each language's table fills every role and counts to ten."""
    roles = set(Words.__dataclass_fields__) - {"qualities", "numbers", "ordinals"}
    for lexicon in lexicons():
        assert all(lexicon[role]._by_first for role in roles)
        assert list(lexicon.counts) == list(lexicon.ordinals) == list(range(1, 11))
        assert lexicon.qualities.keys() == lexicons()[0].qualities.keys()
