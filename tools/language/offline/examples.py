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
from tripintent.tools.language.offline.features import features
from tripintent.tools.language.offline.fitting import Example
from tripintent.tools.language.offline.message import Message
from tripintent.tools.places.gazetteer import Gazetteer

KEPT = "kept"
"""The author whose lines are kept aside: for calibration and the test."""
_MOMENT = re.compile(r"\[(?P<stage>[a-z]*)\|?(?P<asked>[a-z]*)\]\s*")
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


def lines(extra: str = "") -> Iterator[Line]:
    """Yield all examples. ``extra`` is the text of a host's own file: intent → lines, in any of the languages."""
    for language in LANGUAGES:
        for author, intents in read_words(language, "intents").items():
            yield from _of(author, language, intents)
    if extra:
        import yaml  # noqa: PLC0415 - only a host's own examples need it here

        yield from _of("host", "en", yaml.load(extra, Loader=yaml.BaseLoader))  # noqa: S506 - builds text only


def _of(author: str, language: str, intents: dict[str, str]) -> Iterator[Line]:
    for intent, block in intents.items():
        for row in filter(None, map(str.strip, block.splitlines())):
            moment = _MOMENT.match(row)
            stage, asked = (moment["stage"], moment["asked"]) if moment else ("", "")
            yield Line(author, language, intent, stage, asked, row[moment.end() :] if moment else row)


@cache
def _gazetteer() -> Gazetteer:
    return Gazetteer()


_MOMENTS = {
    "trip": ("start", "collecting", "options", "held", "booked"),
    "act": ("options", "held", "approval"),
    "days": ("days", "options", "booked"),
    "documents": ("documents", "options", "booked"),
    "any": ("options", "booked", "days", "documents"),
}
"""When clauses of a kind are said: a line without a moment is an example of each."""
_KINDS = {
    **dict.fromkeys(
        ("trip.facts", "trip.dates", "trip.stops", "party", "budget", "wish.flight", "wish.hotel", "part.drop", "part.add",
         "wish.lift", "request", "flexible", "details"),
        "trip",
    ),
    **dict.fromkeys(("choose", "mix", "show", "hold", "release", "buy", "reject", "retry"), "act"),
    **dict.fromkeys(
        ("days.plan", "days.wish", "entry.add", "entry.move", "entry.remove", "entry.swap", "ideas", "where", "ask.plan"), "days"
    ),
    **dict.fromkeys(
        ("doc.make", "doc.later", "tick", "item.add", "item.remove", "expense", "split", "budget.line", "ask.budget", "ask.checklist"),
        "documents",
    ),
}  # fmt: skip
_OF_A_MOMENT = 0.35
"""How much a line counts at each moment that it may be said at, beside the line itself."""


def example_of(line: Line, weight: float = 1.0) -> Example:
    """Return the features of a line with its intent."""
    message = Message(line.words, line.language, _TODAY, _gazetteer())
    return Example(features(message.marked(), line.stage, line.asked), line.intent, weight)


def examples_of(line: Line) -> Iterator[Example]:
    """Yield a line as it is, and at each moment that it may be said at where it names none."""
    marked = Message(line.words, line.language, _TODAY, _gazetteer()).marked()
    yield Example(features(marked, line.stage, line.asked), line.intent)
    if not line.stage:
        for stage in _MOMENTS[_KINDS.get(line.intent, "any")]:
            yield Example(features(marked, stage), line.intent, _OF_A_MOMENT)
    elif line.intent in _KINDS and _KINDS[line.intent] in ("days", "documents"):
        for stage in ("options", "booked"):
            yield Example(features(marked, stage), line.intent, _OF_A_MOMENT)


def digest() -> str:
    """Return a fingerprint of all that the shipped models are fitted on, the code of the features among it."""
    found = sha256()
    for language in LANGUAGES:
        found.update((files("tripintent.tools.language.languages") / language / "intents.yaml").read_bytes())
    offline = files("tripintent.tools.language.offline")
    for name in ("features.py", "fitting.py", "parting.py", "data/turns.npz"):
        found.update((offline / name).read_bytes())
    return found.hexdigest()
