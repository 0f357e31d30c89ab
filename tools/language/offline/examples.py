"""Example clauses by what they do (``languages/<code>/intents.yaml``), as the features that models are fitted on."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.model import SIZE, Example, features
from tripintent.tools.places.gazetteer import Gazetteer

KEPT = "kept"
"""The author whose lines are kept aside: for calibration and the test."""
_MOMENT = re.compile(r"\[(?P<stage>[a-z]*)\|?(?P<asked>[a-z]*)\]\s*")
BATCH, EPOCHS, RATE, DECAY = 128, 10, 0.3, 2e-5
"""How models are fitted: another way makes the shipped ones stale."""
_TODAY = date(2026, 11, 25)
"""Examples name days of any year; only that they are days is looked at."""


class Line(NamedTuple):
    """One example: its author and language, the moment where it is said, its words and what they do."""

    author: str
    language: str
    intent: str
    stage: str
    asked: str
    words: str


def lines() -> Iterator[Line]:
    """Yield all examples."""
    for language in LANGUAGES:
        for author, intents in read_words(language, "intents").items():
            yield from _of(author, language, intents)


def _of(author: str, language: str, intents: dict[str, str]) -> Iterator[Line]:
    for intent, block in intents.items():
        for row in filter(None, map(str.strip, block.splitlines())):
            yield line_of(author, language, intent, row)


def line_of(author: str, language: str, intent: str, row: str) -> Line:
    """Return the example of a row, which may begin with its moment: "[options|dates] the one after"."""
    moment = _MOMENT.match(row)
    stage, asked = (moment["stage"], moment["asked"]) if moment else ("", "")
    return Line(author, language, intent, stage, asked, row[moment.end() :] if moment else row)


@cache
def _gazetteer() -> Gazetteer:
    return Gazetteer()


def example_of(line: Line, weight: float = 1.0) -> Example:
    """Return the features of a line with its intent."""
    message = Message(line.words, line.language, _TODAY, _gazetteer())
    return Example(features(message.marked(), line.stage, line.asked), line.intent, weight)


def digest() -> str:
    """Return a fingerprint of all that the shipped models are fitted on."""
    found = sha256()
    for language in LANGUAGES:
        found.update((files("tripintent.tools.language.languages") / language / "intents.yaml").read_bytes())
    found.update((files("tripintent.tools.language.offline") / "data" / "turns.npz").read_bytes())
    found.update(f"{SIZE} {BATCH} {EPOCHS} {RATE} {DECAY}".encode())
    return found.hexdigest()
