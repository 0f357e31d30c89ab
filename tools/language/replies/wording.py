"""The language port by templates: typed facts in, one message out, in the traveller's language, without model or network.

Questions are worded so that a bare answer is understood.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date

from pydantic import JsonValue

from tripintent.state.trip import TripIntent
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.replies.items import Formats
from tripintent.tools.language.replies.rendering import rendered
from tripintent.tools.language.replies.texts import Texts, texts_of
from tripintent.tools.ports.language import HeardByHost
from tripintent.tools.shipped import table

MOST_QUESTIONS = 3
_KEYS: Mapping[str, str] = table("tools/language/replies/questions.yaml")
_WAY_BACK = "itinerary.segments[1].depart_date"
_HOTEL = ("itinerary.lodging.check_in", "itinerary.lodging.check_out")


def phrase(kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
    """Word one typed message. A kind that a language lacks is worded in English; an unknown kind is a KeyError."""
    texts = texts_of(language)
    spoken = texts if kind in texts.phrases else texts_of("en")
    given = {"simulated_note": spoken.word("simulated"), "state": "", **facts}
    text = rendered("phrases", kind, given, spoken)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def ask(missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
    """Word at most three questions, the most important first."""
    return asked_text(missing[:MOST_QUESTIONS], facts, texts_of(language))


def asked_text(paths: Sequence[str], facts: Mapping[str, JsonValue], texts: Texts) -> str:
    """Return one message with a question for each path; one question needs no list."""
    lines = list(dict.fromkeys(_line(path, facts, texts) for path in _joined(paths)))
    if len(lines) == 1:
        return lines[0]
    return "\n".join([texts.line("questions", "lead"), *(f"{n}. {line}" for n, line in enumerate(lines, 1))])


def _joined(paths: Sequence[str]) -> list[str]:
    """Ask for both hotel dates in one question."""
    if not all(p in paths for p in _HOTEL):
        return list(paths)
    return ["itinerary.lodging.dates" if p == _HOTEL[0] else p for p in paths if p != _HOTEL[1]]


def _line(path: str, facts: Mapping[str, JsonValue], texts: Texts) -> str:
    kind, _, name = path.partition(":")
    if kind == "invalid":
        return _invalid(_field(name, facts), _inner(facts, "invalid", name), texts)
    return _question(path, facts, texts)


def _question(path: str, facts: Mapping[str, JsonValue], texts: Texts) -> str:
    number = next((int(found["n"]) + 1 for p in _KEYS if (found := re.match(p, path)) and "n" in found.groupdict()), 1)
    legs = facts.get("legs")
    ends = legs[number - 1] if isinstance(legs, list) and number <= len(legs) else None
    formats = Formats(texts)
    origin, destination = [formats.town(str(end)) for end in ends] if isinstance(ends, list) else ("…", "…")
    line = texts.line("questions", _key(path, facts))
    return line.format(number=number, path=path, origin=origin, destination=destination)


def _key(path: str, facts: Mapping[str, JsonValue]) -> str:
    """Return the name of the question for a path."""
    if path == "itinerary.lodging.dates" or (path == _HOTEL[0] and facts.get("lodging_needed", True) is None):
        return "lodging_dates"  # no one has said yet that a hotel is wanted
    if path == _WAY_BACK and facts.get("trip_type") == "round_trip":
        return "return_date"
    key = next((key for pattern, key in _KEYS.items() if re.match(pattern, path)), "other")
    young = facts.get("party_size")
    return "adults_with_a_minor" if key == "adults" and isinstance(young, int) and young > 0 else key


def _invalid(field: str, wrong: Mapping[str, object], texts: Texts) -> str:
    value, what = Formats(texts).value(str(wrong.get("value", ""))), texts.line("fields", field)
    return texts.line("invalid", str(wrong.get("code", ""))).format(value=value, what=what)


def _field(path: str, facts: Mapping[str, JsonValue]) -> str:
    """Return which day, or what else, a path is about."""
    if path == _WAY_BACK and facts.get("trip_type") == "round_trip":
        return "return_"
    return path.rsplit(".", 1)[-1]


def _inner(facts: Mapping[str, JsonValue], section: str, name: str) -> Mapping[str, object]:
    found = facts.get(section)
    inner = found.get(name) if isinstance(found, dict) else None
    return inner if isinstance(inner, dict) else {}


class OfflineLanguage:
    """Implements the language port."""

    asks = False

    async def heard(self, text: str, trip: TripIntent, today: date, history: Sequence[str]) -> HeardByHost:
        """Return nothing: no host reads for us."""
        return HeardByHost()

    async def ask(self, missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
        """Word at most three questions."""
        return ask(missing, facts, language)

    async def phrase(self, kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
        """Word one typed message."""
        return phrase(kind, facts, language)

    async def detect(self, text: str, thread: str | None = None) -> str:
        """Return the language of a text."""
        return detect(text, thread)
