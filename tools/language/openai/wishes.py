"""Choices and wishes in words: choices from closed lists, words only as the traveller put them."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from rapidfuzz import fuzz

from tripintent.state.frame import Board, Cabin, Frame, TripType
from tripintent.tools.language.openai.quotes import Span, find_quote
from tripintent.tools.language.openai.said import ChoiceSaid, WordSaid
from tripintent.tools.language.openai.verified import Verified

_YES_NO: Mapping[str, Any] = {"yes": True, "true": True, "no": False, "false": False}
_CHOICES: Mapping[str, Mapping[str, Any]] = {
    "trip_type": {word: word for word in get_args(TripType)},
    "cabin": {word: word for word in get_args(Cabin)},
    "board": {word: word for word in get_args(Board)},
}
_SINGLE = ("area", "hotel_name", "room_type")
_ALIKE = 75
"""rapidfuzz ratio from which a canonical spelling counts as the same words ("Lufthanza" and "Lufthansa")."""


def verify_choices(said: Iterable[ChoiceSaid], text: str, turn: int, into: Verified) -> None:
    """Keep the choices that stand in the message and are among the possible ones."""
    for entry in said:
        span = find_quote(text, entry.said)
        allowed = _CHOICES.get(entry.slot, _YES_NO)
        value = entry.value.strip().lower().replace(" ", "_").replace("-", "_")
        if span is None or value not in allowed:
            into.drop(entry.slot, f"{entry.value!r} is not what {entry.said!r} says")
        else:
            into.put(entry.slot, allowed[value], span, turn)


def verify_words(said: Iterable[WordSaid], text: str, turn: int, known: Frame, into: Verified) -> None:
    """Keep the wishes that stand in the message; those of a list are added to the ones known."""
    for entry in said:
        span = find_quote(text, entry.said)
        if span is None:
            into.drop(entry.slot, f"not in the message: {entry.said!r}")
            continue
        words = _spelled(entry.value, span)
        if entry.slot in _SINGLE:
            into.put(entry.slot, words, span, turn)
        else:
            before = into.values.get(entry.slot, getattr(known, entry.slot))
            into.put(entry.slot, _with(before, words), span, turn)


def _spelled(value: str, span: Span) -> str:
    """Return the model's spelling where it is one of the quoted words, the words themselves where it is not."""
    alike = fuzz.partial_ratio(value.casefold(), span.text.casefold()) >= _ALIKE
    return value.strip() if alike and value.strip() else span.text


def _with(before: tuple[str, ...], words: str) -> tuple[str, ...]:
    return before if words.casefold() in {w.casefold() for w in before} else (*before, words)
