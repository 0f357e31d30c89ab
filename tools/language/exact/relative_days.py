"""Rules for days counted from today or from another day: weekdays, "tomorrow", "in three weeks", "Friday week", "two days later"."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Literal, NamedTuple

from tripintent.tools.language.exact.lexicon import Lexicon, lexicon, matches, patterns
from tripintent.tools.language.exact.mention import (
    Partial,
    add_months,
    by_name,
    coming_weekday,
    nth_weekday,
    weekday_in_week,
)

Unit = Literal["day", "night", "week"]


class Length(NamedTuple):
    """A length as said: ``unit`` is what was counted ("week" is seven of either)."""

    start: int
    end: int
    size: int
    unit: Unit


_UNITS: dict[str, tuple[int, Unit]] = {"night": (1, "night"), "week": (7, "week"), "month": (30, "week")}
_SINGLE: dict[str, tuple[int, Unit]] = {
    "long": (3, "night"), "weekend": (2, "night"), "night": (1, "night"), "month": (30, "week"), "fortnight": (14, "week"),
}  # fmt: skip
"""Days of what is counted, and of what is said of one."""


def find_lengths(text: str, language: str) -> Iterator[Length]:
    """Yield the lengths of a folded text."""
    counted, single, long = (pattern for _, pattern in patterns("lengths", language))
    for match in counted.finditer(text):
        if length := _length(match, language):
            yield length
    for match in single.finditer(text):
        yield _single(match)
    for match in long.finditer(text):
        yield Length(*match.span(), 3, "night")


def _length(match: re.Match[str], language: str) -> Length | None:
    count = lexicon(language).number(match["num"])
    if not count or count > 365:
        return None
    days, unit = next((length for name, length in _UNITS.items() if match[name]), (1, "day"))
    return Length(*match.span(), days * count, unit)


def _single(match: re.Match[str]) -> Length:
    return Length(*match.span(), *next((length for name, length in _SINGLE.items() if match[name]), (7, "week")))


FLEXIBLE = 3
"""Days that "flexible" means without a number: what the date grids of flight searches show either way."""
_CONCEPTS = (("dates_flexible", FLEXIBLE), ("by_two_days", 2), ("by_a_day", 1), ("dates_fixed", None))
_SIGNS = re.compile(r"(?:\+\s?/?\s?-|±)\s*(?P<n>\d+)(?:\s*[^\W\d]+)?")


class Margin(NamedTuple):
    """Days either way; None where the dates are said to be fixed."""

    start: int
    end: int
    days: int | None


def find_margins(text: str, language: str) -> list[Margin]:
    """Return the margins of a folded text: those with a number, where there is one, and what "flexible" means else."""
    found = [
        Margin(*match.span(), _number(match, language) or days)
        for concept, days in _CONCEPTS
        for match in matches("changes", concept, language, text)
    ]
    found += [Margin(*match.span(), int(match["n"])) for match in _SIGNS.finditer(text)]
    return [one for one in found if one.days != FLEXIBLE] or found


def _number(match: re.Match[str], language: str) -> int | None:
    number = next((value for value in match.groupdict().values() if value), None)
    return lexicon(language).number(number) if number else None


FILLER = "\x00"
"""The mark where a value was taken out of a text."""


_MOST = 400
"""Days, weeks or months; nothing is booked farther ahead."""


def _weekday(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "Tuesday", "next Tuesday", "Tuesday next week", "the following Monday", "Friday after next"."""
    weekday = words.weekdays.get(match["name"].rstrip("."))
    if weekday is None:
        return None
    said = match.groupdict()
    if match.group() in _WORDS_TOO and not _is_a_day(match, words):
        return None
    for name, weeks in (("after_next", 2), ("next_week", 1), ("this_week", 0)):
        if said.get(name):
            return Partial(*match.span(), fixed=weekday_in_week(weekday, weeks, today))
    nearest = coming_weekday(weekday, today)
    if said.get("next"):
        following = weekday_in_week(weekday, 1, today)
        unclear = nearest not in (following, today)
        return Partial(*match.span(), fixed=following, options=(nearest,) if unclear else ())
    if said.get("this"):
        return Partial(*match.span(), fixed=nearest)
    if nearest == today:
        return Partial(*match.span(), weekday=weekday, options=(today + timedelta(weeks=1),))
    return Partial(*match.span(), weekday=weekday)


_WORDS_TOO = frozenset(("sun", "sat", "mar", "mer"))
"""Short names of weekdays that are words as well: the sun, "we sat", the sea in Spanish, Portuguese and French."""
_DAY_BEFORE = r"(?:%weekday%\.?|\b(?:{}))[\s,]*(?:%to%|%and%|-|/|&|or)?\s*$"
_DAY_BEHIND = r"\.(?=\s*(?:$|[a-z]))|\s*(?:%to%|%and%|-|/|&|or)?\s*%weekday%\b"
_ENGLISH = (
    r"on|this|next|coming|from|until|till|by|late|early|return(?:ing)?|back|leav(?:e|ing)|depart(?:ing|ure)?|out|home|go|fly"
    r"|morning of|evening of"
)
_SEA = re.compile(r"\b(?:al|del|de|la|du|en|vue|vista|frente|ao|do|no|o)\s+$")
_HOURS_BEHIND = rf"|\s+(?:{FILLER}|morning|noon|afternoon|evening|night|am|pm|early|late)"


def _is_a_day(match: re.Match[str], words: Lexicon) -> bool:
    """Tell "fly back sun evening" and "fri-sun" from "sun and beach", "mer." from "bord de mer"."""
    english = match.group() in {"sun", "sat"}
    before = words.compile(_DAY_BEFORE.replace("{}", _ENGLISH if english else "(?!)"))
    behind = words.compile(_DAY_BEHIND + (_HOURS_BEHIND if english else ""))
    text = match.string
    if _SEA.search(text, 0, match.start()):
        return False
    return before.search(text, 0, match.start()) is not None or behind.match(text, match.end()) is not None


def _weeks_from(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "Friday week", "a fortnight on Monday", "two weeks from Tuesday", "a week tomorrow"."""
    said = match.groupdict()
    weeks = words.weeks_behind.get(" ".join((said.get("behind") or "").split()))
    if weeks is None:
        weeks = (words.number(said.get("num") or "") or 1) * (2 if said.get("fortnight") else 1)
    weekday = words.weekdays.get((said.get("name") or "").rstrip("."))
    day = coming_weekday(weekday, today) if weekday is not None else today + timedelta(days=_near(said["near"], words))
    return Partial(*match.span(), fixed=day + timedelta(weeks=weeks))


def _near(said: str, words: Lexicon) -> int:
    return words.relative_days[" ".join(said.split())]


def _nth(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "the first Monday in March", "the last Sunday of next month", "first Friday of the month"."""
    said = match.groupdict()
    nth = words.nth.get(" ".join(said["nth"].split())) or int(re.sub(r"\D", "", said["nth"]) or 0)
    weekday = words.weekdays[said["name"].rstrip(".")]
    year = int(said["year"]) if said.get("year") else None
    if said.get("month"):
        return Partial(
            *match.span(), nth=nth, weekday=weekday, month=words.months[said["month"].rstrip(".")], year=year
        )
    first = add_months(today.replace(day=1), 1 if said.get("next") else 0)
    found = nth_weekday(first.year, first.month, weekday, nth)
    if found is None or (found < today and not said.get("this")):
        later = add_months(first, 1)
        found = nth_weekday(later.year, later.month, weekday, nth)
    return Partial(*match.span(), fixed=found) if found else None


def _following(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    """Read "the following Monday": the first one after the day named before it."""
    return Partial(*match.span(), weekday=words.weekdays[match["name"].rstrip(".")], follows=True)


def _later(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    """Read "two days later", "a week after that": counted from the day named before it."""
    said = match.groupdict()
    count = words.number(said.get("num") or "") or 1
    days = count * (7 if said.get("weeks") else 14 if said.get("fortnight") else 1)
    return Partial(*match.span(), plus=days) if days <= _MOST else None


def _relative(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    offset = words.relative_days[" ".join(match.group().split())]
    return Partial(*match.span(), fixed=today + timedelta(days=offset))


def _counted(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "in three weeks", "10 days from now", "two weeks from tomorrow"."""
    said = match.groupdict()
    count = 1 if said.get("a") else words.number(said.get("num") or said.get("num2") or "")
    count = 1 if count is None and said.get("fortnight") else count
    if count is None or count > _MOST:
        return None
    start = today + timedelta(days=1 if said.get("tomorrow") else 0)
    if said.get("fortnight"):
        return Partial(*match.span(), fixed=start + timedelta(weeks=2 * count))
    if said.get("weeks"):
        return Partial(*match.span(), fixed=start + timedelta(weeks=count))
    if said.get("months"):
        return Partial(*match.span(), fixed=add_months(start, count))
    return Partial(*match.span(), fixed=start + timedelta(days=count))


RELATIVE_RULES = by_name(_nth, _weeks_from, _following, _later, _weekday, _relative, _counted)
