"""Days counted from those known: "a week later", "two days earlier", "one more night", "moved to the 19th"; undo and redo."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Literal, TypedDict

from tripintent.state.frame import Frame, TimeWindow, When
from tripintent.state.operations import Operation, Restore, SetSlot, Shift
from tripintent.tools.language.exact.calendar import DATE_SLOTS
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import matches, pattern, phrases
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.message import Message

_AMOUNT = r"(?P<n>%num%|%a%)\s+(?:(?P<week>%week%)|(?P<month>%month%)|%day%|%night%)\s+"
_CLAUSE = re.compile(r"[.!?;,\n]|\b(?:and|y|et|und|but|so)\b")
_PUSH = re.compile(
    r"\b(?:push|move|shift|bring|postpone|put|delay|set)\w*\s+(?:\w+\s+){0,3}?(?P<dir>back|forward|off)?\s*by\s+(?P<n>\w+)\s+(?P<unit>day|week)s?\b"
)
_MOST = 60
What = Literal["trip", "depart", "return_", "check_in", "check_out", "length"]


_LATE = "16:00"
"""From when a flight leaves in the evening before, so that no long day is lost."""


@cache
def _counted(language: str) -> re.Pattern[str]:
    later, earlier = phrases("changes", "later", language), phrases("changes", "earlier", language)
    return lexicon(language).compile(rf"\b{_AMOUNT}(?:(?P<later>{later})|(?P<earlier>{earlier}))(?!\w)")


def read_shifts(
    message: Message, language: str, frame: Frame, asked: tuple[str, ...], turn: int = 0, *, stay: bool
) -> Iterator[Candidate]:
    """Propose shifts of the days known, and returns to an earlier state. ``turn`` is the number of this message."""
    yield from _restores(message, language)
    if turn and max((one.turn for one in frame.evidence.values()), default=-1) == turn - 1:
        yield from _dropped(message, language)
    if not (frame.depart or frame.check_in or frame.nights or frame.duration_days):
        return
    yield from _reversed(message, language, frame)
    yield from _by_number(message, language, frame, asked, stay=stay)
    yield from _by_name(message, language, frame)
    yield from _evening_before(message, language, frame)
    for concept, sign in (("more_nights", 1), ("fewer_nights", -1)):
        for match in matches("changes", concept, language, message.folded):
            number = next((v for v in match.groupdict().values() if v), "one")
            days = (lexicon(language).number(number) or 1) * sign
            yield _moved(message, match, "length", days)


def _restores(message: Message, language: str) -> Iterator[Candidate]:
    for concept, what in (("undo", "last"), ("redo", "next"), ("first_dates", "first_dates")):
        for match in pattern("changes", concept, language).finditer(message.folded):
            operation = Restore.model_validate({"what": what, **_where(message, match)})
            yield Candidate(*match.span(), (operation,), 1.5)


def _dropped(message: Message, language: str) -> Iterator[Candidate]:
    """Read "ok forget that" right behind a change: the change is meant. Behind anything else nothing is to be undone."""
    for sentence in message.sentences:
        text = message.folded[sentence.start : sentence.end]
        match = pattern("changes", "dropped", language).match(text.lstrip())
        if match and not text.lstrip()[match.end() :].strip(" .!,"):
            start = sentence.start + len(text) - len(text.lstrip())
            said = {"text": message.text[start : sentence.end], "start": start, "end": sentence.end}
            yield Candidate(start, sentence.end, (Restore.model_validate({"what": "last", **said}),), 1.5)


def _reversed(message: Message, language: str, frame: Frame) -> Iterator[Candidate]:
    """Read "the other way round" where the way back is before the way out: the two days were mixed up."""
    out, back = frame.depart, frame.return_
    match = pattern("changes", "reversed_dates", language).search(message.folded)
    if match and out and back and out.day and back.day and back.day < out.day:
        where = _where(message, match)
        yield Candidate(
            *match.span(), (SetSlot(slot="depart", value=back, **where), SetSlot(slot="return_", value=out, **where))
        )


def _by_number(
    message: Message, language: str, frame: Frame, asked: tuple[str, ...], *, stay: bool
) -> Iterator[Candidate]:
    words = lexicon(language)
    for match in _counted(language).finditer(message.folded):
        days = (words.number(match["n"]) or 1) * (7 if match["week"] else 30 if match["month"] else 1)
        what = _object(message, language, match, frame, asked, stay=stay)
        if what is None:
            yield from _after_start(message, match, frame, days, stay=stay)
        else:
            yield _moved(message, match, what, -days if match["earlier"] else days)
    for match in _PUSH.finditer(message.folded):
        number = words.number(match["n"]) or (1 if match["n"] in {"a", "one"} else None)
        if number:
            days = number * (7 if match["unit"] == "week" else 1) * (-1 if match["dir"] == "forward" else 1)
            yield _moved(message, match, _object(message, language, match, frame, (), stay=False) or "trip", days)


def _by_name(message: Message, language: str, frame: Frame) -> Iterator[Candidate]:
    for concept, days in (("week_after", 7), ("week_before", -7), ("day_after", 1), ("day_before", -1)):
        for match in pattern("changes", concept, language).finditer(message.folded):
            if frame.depart is None and frame.check_in is None:
                continue
            what = _object(message, language, match, frame, (), stay=False) or "trip"
            yield _moved(message, match, _told_of(message, frame) if abs(days) == 1 and what == "trip" else what, days)


def _evening_before(message: Message, language: str, frame: Frame) -> Iterator[Candidate]:
    """Read "can I go the evening before instead": a day earlier, late in the day; an hour at which to land is lifted."""
    for match in pattern("changes", "evening_before", language).finditer(message.folded):
        back = _object(message, language, match, frame, (), stay=False) == "return_"
        if back or frame.depart is None:
            continue
        where = _where(message, match)
        late = SetSlot(slot="depart_window", value=TimeWindow(start=_LATE), certainty=0.9, **where)
        lands = [SetSlot(slot="arrive_window", value=None, certainty=0.9, **where)] if frame.arrive_window else []
        yield Candidate(*match.span(), (Shift(what="depart", days=-1, certainty=0.9, **where), late, *lands), 1.6)


def _told_of(message: Message, frame: Frame) -> What:
    """Return the end that a message speaks of by its day: "the 7th is a Sunday … the day after then"."""
    for slot in ("return_", "depart", "check_out", "check_in"):
        when: When | None = getattr(frame, slot)
        if when and when.day and re.search(rf"\b{int(when.day[8:])}(?:st|nd|rd|th|\.|er)?\b", message.folded):
            return slot
    return "trip"


def _object(
    message: Message, language: str, match: re.Match[str], frame: Frame, asked: tuple[str, ...], *, stay: bool
) -> What | None:
    """Return what a shift is about, by the words of its clause; None for a length counted from the start."""
    text = message.folded
    left = max((m.end() for m in _CLAUSE.finditer(text, 0, match.start())), default=0)
    right = _CLAUSE.search(text, match.end())
    clause = text[left : right.start() if right else len(text)]
    if re.search(r"\bcheck(?:ing)?[- ]?out\b", clause):
        return "check_out"
    if re.search(r"\bcheck(?:ing)?[- ]?in\b", clause):
        return "check_in"
    if pattern("clock", "back", language).search(clause) and (frame.return_ or frame.nights or frame.duration_days):
        return "return_" if frame.return_ else "length"
    if pattern("changes", "everything", language).search(clause):
        return "trip"
    if pattern("clock", "leave", language).search(clause) and not stay:
        return "depart"
    end = (frame.check_out if stay else frame.return_) or frame.nights or frame.duration_days
    return None if end is None or {"return_", "check_out"} & set(asked) else "trip"


def _after_start(message: Message, match: re.Match[str], frame: Frame, days: int, *, stay: bool) -> Iterator[Candidate]:
    """Read "a week later" as the end of the trip, counted from its start, where no end is known."""
    first, last = ("check_in", "check_out") if stay and frame.check_in else ("depart", "return_")
    start: When | None = getattr(frame, first)
    if start and start.day and not match["earlier"]:
        when = start.model_copy(update={"said": message.text[match.start() : match.end()]})
        value = _plus(when, days)
        yield Candidate(*match.span(), (SetSlot(slot=last, value=value, certainty=0.9, **_where(message, match)),))


def _plus(when: When, days: int) -> When:
    day = date.fromisoformat(str(when.day)).toordinal() + days
    return When(said=when.said, day=date.fromordinal(day).isoformat())


def _moved(message: Message, match: re.Match[str], what: What, days: int) -> Candidate:
    operation = Shift(what=what, days=days, certainty=0.9, **_where(message, match))
    return Candidate(*match.span(), (operation,), 1.1)


class _Where(TypedDict):
    """The words of an operation, and where they are."""

    text: str
    start: int
    end: int


def _where(message: Message, match: re.Match[str]) -> _Where:
    return {"text": message.text[match.start() : match.end()], "start": match.start(), "end": match.end()}


def moved_to(message: Message, language: str, claims: list[SlotValue], frame: Frame) -> list[Operation]:
    """Return the shift of the whole trip where it, or what it is for, was moved to a day ("the meeting was moved to the 19th")."""
    days = [c for c in claims if c.slot in DATE_SLOTS]
    match = pattern("changes", "moved_to", language).search(message.folded)
    known = frame.depart
    if not (match and len(days) == 1 and days[0].end > match.start() and known and known.day and frame.return_):
        return []
    when = days[0].value
    left = message.folded[: match.start()]
    if not isinstance(when, When) or not when.day or pattern("clock", "back", language).search(left):
        return []
    moved = date.fromisoformat(when.day) - date.fromisoformat(known.day)
    if abs(moved.days) > _MOST:
        return []
    return [
        Shift(
            what="trip",
            days=moved.days,
            text=message.text[days[0].start : days[0].end],
            start=days[0].start,
            end=days[0].end,
        )
    ]
