"""A model's answer against the message: each family of slots through its own check."""

from tripintent.state.frame import Frame
from tripintent.tools.language.openai.dates import verify_dates
from tripintent.tools.language.openai.money import verify_money
from tripintent.tools.language.openai.numbers import verify_counts
from tripintent.tools.language.openai.phrases import PhraseReader
from tripintent.tools.language.openai.places import PlaceChecker
from tripintent.tools.language.openai.quotes import find_quote
from tripintent.tools.language.openai.said import ClearedSaid, SaidDelta, UnclearSaid
from tripintent.tools.language.openai.verified import Verified
from tripintent.tools.language.openai.wishes import verify_choices, verify_words
from tripintent.tools.ports.language import Hearing, Language
from tripintent.tools.ports.places import Places

_FIELD_OF = {"return": "return_", "destination": "visits", "age": "ages"}


async def verify(delta: SaidDelta, hearing: Hearing, known: Frame, offline: Language, places: Places) -> Verified:
    """Return what of a model's answer may count. ``known`` is the frame that its changes go on top of."""
    text, turn, into = hearing.text, hearing.turn, Verified()
    read = PhraseReader(offline, hearing)
    _clear(delta.cleared, text, turn, into)
    PlaceChecker(places, text, turn, into).verify(delta.places, hearing.frame)
    await verify_dates(delta.dates, text, turn, read, known=known, into=into)
    verify_counts(delta.counts, text, turn, into)
    await verify_money(delta.money, text, turn, read, into)
    verify_choices(delta.choices, text, turn, into)
    verify_words(delta.words, text, turn, hearing.frame, into)
    _question(delta.unclear, text, into)
    return into


def _clear(said: tuple[ClearedSaid, ...], text: str, turn: int, into: Verified) -> None:
    """Take back what the message takes back."""
    for entry in said:
        slot = _FIELD_OF.get(entry.slot, entry.slot)
        span = find_quote(text, entry.said)
        if span is None:
            into.drop(slot, f"not in the message: {entry.said!r}")
        else:
            into.put(slot, Frame.model_fields[slot].get_default(), span, turn)


def _question(said: tuple[UnclearSaid, ...], text: str, into: Verified) -> None:
    """Have unclear slots asked about; one that is no slot of a frame is no question of a booking."""
    for entry in said:
        slot = _FIELD_OF.get(entry.slot, entry.slot)
        if slot in Frame.model_fields and find_quote(text, entry.said) is not None:
            into.doubt(slot, entry.reason, entry.said)
