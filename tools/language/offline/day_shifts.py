"""Days counted from those known ("a week later", "two nights longer", "moved to the 19th"), or put right ("not Monday, Tuesday")."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, Literal

from tripintent.state.frame import Frame, When
from tripintent.state.operations import Operation, Restore, SetSlot, Shift
from tripintent.tools.language.exact.calendar import DATE_SLOTS, day_of, safe_date
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import matches, pattern, phrases
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.place_roles import has_word, source
from tripintent.tools.language.offline.words import is_small
from tripintent.tools.language.offline.words import pattern as compiled
from tripintent.tools.places.folding import fold
from tripintent.tools.places.index import everyday

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

End = Literal["depart", "return_", "check_in", "check_out"]
What = Literal["trip", "depart", "return_", "check_in", "check_out", "length"]
_AMOUNT = r"(?P<n>%num%|%a%)\s+(?:(?P<week>%week%)|(?P<month>%month%)|%day%|%night%)\s+"
_PUSH = (
    r"\b(?:push|move|shift|bring|postpone|put|delay|set)\w*\s+(?:\w+\s+){0,3}?(?P<dir>back|forward|off)?\s*by\s+"
    r"(?P<n>%num%|an?)\s+(?:(?P<week>%week%)|%day%)\b"
)
_ENDS: tuple[End, ...] = ("depart", "return_", "check_in", "check_out")
_NAMED = (("week_after", 7), ("week_before", -7), ("day_after", 1), ("day_before", -1))
_PART = re.compile(r"[.!?;,\n]|\b(?:and|y|et|und|but|so)\b")
_NUMBER = (
    r"(?:(?:on|the|am|den|der|el|le|il|o|dia|del|du|do|al|lieber|but|sondern|sino|mais|ma|mas)\s+)*"
    r"(?P<{}>\d{{1,2}})(?:st|nd|rd|th|\.|er|o)?(?!\d|\s*%month_name%|[:.]\d)"
)


@cache
def counted(language: str) -> re.Pattern[str]:
    """Return what matches days or weeks later or earlier: "a day later", "two weeks earlier"."""
    later, earlier = phrases("changes", "later", language), phrases("changes", "earlier", language)
    return lexicon(language).compile(rf"\b{_AMOUNT}(?:(?P<later>{later})|(?P<earlier>{earlier}))(?!\w)")


def shifts(clauses: Sequence[Clause], known: "Known") -> list[Operation]:
    """Return moves of the days known, and the days said first where these are wanted again; no words say two."""
    kept: list[Operation] = []
    for one in _shifts(clauses, known):
        pair = isinstance(one, SetSlot) and any(isinstance(k, SetSlot) and k.start == one.start for k in kept)
        if pair or all(one.end <= k.start or one.start >= k.end for k in kept):
            kept.append(one)
    return kept


def _shifts(clauses: Sequence[Clause], known: "Known") -> Iterator[Operation]:
    frame = known.frame
    for clause in clauses:
        for match in pattern("changes", "first_dates", clause.language).finditer(clause.folded):
            yield _made(clause, match, Restore(what="first_dates"))
        if not (frame.depart or frame.check_in or frame.nights or frame.duration_days):
            continue
        yield from _reversed(clause, frame)
        if _of_somebody(clause):
            continue
        yield from _by_number(clause, known)
        told = clause.asks or has_word("arrive", clause.language, clause.folded)  # "does it land the day after?"
        for concept, days in () if told else _NAMED:
            for match in pattern("changes", concept, clause.language).finditer(clause.folded):
                what = _told_end(clauses, frame) or _object(clause, match, known) or "trip"
                yield _made(clause, match, Shift(what=what, days=days))
        for concept, sign in (("more_nights", 1), ("fewer_nights", -1)):
            for match in matches("changes", concept, clause.language, clause.folded):
                said = next((v for v in match.groupdict().values() if v), "one")
                days = (lexicon(clause.language).number(said) or 1) * sign
                yield _made(clause, match, Shift(what="length", days=days))
                break


def _of_somebody(clause: Clause) -> bool:
    """Tell whether somebody by name comes or goes on another day: "but Lisa comes one day later" moves no one else."""
    if clause.language == "de":  # where every noun has a capital
        return False
    text = clause.message.text[clause.start : clause.end]
    named = re.search(r"(?:^\W*(?:[a-z]+\s+)?)([A-Z][a-zà-ÿ’'-]+)\s+[a-zà-ÿ]", text)
    if named is None or _names_a_place(clause, named):
        return False
    first = named.start(1) == len(text) - len(text.lstrip())
    return not is_small(fold(named[1]), clause.language) and not (first and fold(named[1]) in everyday())


def _names_a_place(clause: Clause, named: re.Match[str]) -> bool:
    start, end = clause.start + named.start(1), clause.start + named.end(1)
    return bool(clause.message.of("place", start=start, end=end))


def _made(clause: Clause, match: re.Match[str], one: Operation) -> Operation:
    start, end = clause.start + match.start(), clause.start + match.end()
    said = {"text": clause.message.text[start:end], "start": start, "end": end, "certainty": 0.9}
    return one.model_copy(update=said)


def _reversed(clause: Clause, frame: Frame) -> Iterator[Operation]:
    """Read "the other way round" where the way back is before the way out: the two days were mixed up."""
    out, back = frame.depart, frame.return_
    match = pattern("changes", "reversed_dates", clause.language).search(clause.folded)
    if match and out and back and out.day and back.day and back.day < out.day:
        yield _made(clause, match, SetSlot(slot="depart", value=back))
        yield _made(clause, match, SetSlot(slot="return_", value=out))


def _by_number(clause: Clause, known: "Known") -> Iterator[Operation]:
    words, frame = lexicon(clause.language), known.frame
    for match in counted(clause.language).finditer(clause.folded):
        days = (words.number(match["n"]) or 1) * (7 if match["week"] else 30 if match["month"] else 1)
        what = _object(clause, match, known)
        start = day_of(frame.depart or frame.check_in)
        if what:
            yield _made(clause, match, Shift(what=what, days=-days if match["earlier"] else days))
        elif start and not match["earlier"]:
            when = When(said=match.group(), day=(start + timedelta(days=days)).isoformat())
            yield _made(clause, match, SetSlot(slot="return_" if frame.depart else "check_out", value=when))
    for match in words.compile(_PUSH).finditer(clause.folded):
        days = (words.number(match["n"]) or 1) * (7 if match["week"] else 1) * (-1 if match["dir"] == "forward" else 1)
        yield _made(clause, match, Shift(what=_object(clause, match, known) or "trip", days=days))


def _told_end(clauses: Sequence[Clause], frame: Frame) -> What | None:
    """Return the end of the journey that a message tells a fact of: "the 7th is a Sunday" where one returns on the 7th."""
    told = source("is_a", language=clauses[0].language)
    for value in (v for c in clauses for v in c.of("day") if isinstance(v.value, DaySpan)):
        day = value.value.first if isinstance(value.value, DaySpan) else None
        if day and compiled(rf"\s+{told}\s").match(clauses[0].message.folded, value.end):
            return next((slot for slot in _ENDS if day_of(getattr(frame, slot)) == day), None)
    return None


def _object(clause: Clause, match: re.Match[str], known: "Known") -> What | None:
    """Return what a shift is about, by the words beside it; None for a length counted from the start."""
    frame, language, text = known.frame, clause.language, clause.folded
    left = max((m.end() for m in _PART.finditer(text, 0, match.start())), default=0)
    right = _PART.search(text, match.end())
    said = text[left : match.start()] + " " + text[match.end() : right.start() if right else len(text)]
    for slot in ("check_out", "check_in"):
        if has_word(slot, language, said):
            return "check_out" if slot == "check_out" else "check_in"
    ends = frame.return_ or frame.nights or frame.duration_days
    if has_word("day_back", language, said) and ends:
        return "return_" if frame.return_ else "length"
    if has_word("together", language, said):
        return "trip"
    if has_word("leave", language, said) or pattern("clock", "leave", language).search(said):
        return "depart" if frame.depart else "check_in"
    length = frame.check_out or ends
    return None if length is None or {"return_", "check_out"} & set(known.asked) else "trip"


def corrected_days(clauses: Sequence[Clause], known: "Known") -> list[Operation] | None:
    """Return known days put right: "May, not December", "not the 28th, the 29th"; None where none is."""
    for clause in clauses if _known_days(known.frame) else ():
        words, denial = lexicon(clause.language), source("not", language=clause.language)
        filler = r"(?:(?:in|on|for|the|am|el|le|il|em|en|but|sondern|sino|mais|ma|mas)\s+)*"
        for kind, name in (("months", "%month_name%"), ("weekdays", "%weekday%")):
            orders = (
                rf"\b(?P<new>{name})\s*,?\s*(?:and\s+)?{denial}\s+{filler}(?P<old>{name})\b(?!\s*\d)",
                rf"{denial}\s+{filler}(?P<old>{name})\b(?!\s*\d)\s*[,;!.-]*\s*{filler}(?P<new>{name})\b(?!\s*\d)",
            )
            match = next((m for one in orders if (m := words.compile(one).search(clause.folded))), None)
            if match:
                table = words.months if kind == "months" else words.weekdays
                old, new = (table.get(match[part].rstrip(".")) for part in ("old", "new"))
                if old is not None and new is not None:
                    move = _in_month if kind == "months" else _on_weekday
                    return [_made(clause, match, one) for one in move(known.frame, old, new, match.group())]
        number = words.compile(rf"{denial}\s+{_NUMBER.format('old')}\s*[,;!.-]*\s*{_NUMBER.format('new')}").search(
            clause.folded
        )
        if number:
            found = list(_on_number(known.frame, int(number["old"]), int(number["new"]), number.group()))
            if found:
                return [_made(clause, number, one) for one in found]
    return None


def _known_days(frame: Frame) -> dict[str, date]:
    return {slot: day for slot in DATE_SLOTS if (day := day_of(getattr(frame, slot)))}


def _set(slot: str, said: str, day: date) -> SetSlot:
    return SetSlot(slot=slot, value=When(said=said, day=day.isoformat()))


def _in_month(frame: Frame, old: int, new: int, said: str) -> Iterator[SetSlot]:
    known = _known_days(frame)
    months = {day.month for day in known.values()}
    start = min(known.values(), default=None)
    for slot, day in known.items():
        if start is None or (day.month != old and old in months) or (old not in months and new in months | {0}):
            continue
        moved = safe_date(
            start.year + ((new, day.day) < (start.month, start.day) and day.month == start.month), new, day.day
        )
        if moved and moved != day:
            yield _set(slot, said, moved)


def _on_weekday(frame: Frame, old: int, new: int, said: str) -> Iterator[SetSlot]:
    for slot, day in _known_days(frame).items():
        if day.weekday() == old:
            step = (new - old) % 7
            yield _set(slot, said, day + timedelta(days=step if step <= 3 else step - 7))
            return


def _on_number(frame: Frame, old: int, new: int, said: str) -> Iterator[SetSlot]:
    for slot, day in _known_days(frame).items():
        moved = safe_date(day.year, day.month, new) if day.day == old else None
        if moved:
            yield _set(slot, said, moved)
            return
