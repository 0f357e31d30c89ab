"""Which days, people and hours a guest asks for: words by the offline reader, dates by code in the organisation's zone."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from tripintent.state.concierge.memory import RoomWish, StayWish
from tripintent.state.concierge.service import Weekend
from tripintent.state.frame import Frame
from tripintent.tools.front_desk.parties import party_of
from tripintent.tools.language.exact.calendar import next_month_day
from tripintent.tools.language.exact.clock import TimeMention
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.language.people.adapter import FreeFormPeople
from tripintent.tools.ports.language import ReadRequest
from tripintent.tools.routing.text import fold

WEEKENDS: dict[Weekend, tuple[int, int]] = {"thu-sat": (3, 2), "fri-sat": (4, 1), "fri-sun": (4, 2), "sat-sun": (5, 1)}
"""Weekday of the check-in (0 is Monday) and nights."""
WEEK = 6
"""Nights of "a week" (behaviour.md B2)."""
_WEEKEND = re.compile(r"\b(weekend|week-end|wochenende|fin de semana|finde|fine settimana|fim de semana)\b")
_NUMBERS = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b")
_RANGE = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th|\.)?\s*(?:to|till|until|-|–|bis|au|al|a)\s*(?:the )?(\d{1,2})(?:st|nd"
    r"|rd|th|\.)?(?![\d:/.]|\s*(?:am|pm|uhr|h\b))"
)
_DAY_AFTER = re.compile(
    r"\b(the day after|a day later|one day later|einen tag spater|le jour d'apres|le lendemain"
    r"|un dia despues|il giorno dopo|no dia seguinte)\b(?! tomorrow)"
)
_WEEK = re.compile(r"\b(a|one|eine|une|una|uma) (week|woche|semaine|semana|settimana)\b|\bweek-long\b")
_MID = re.compile(r"\b(mid|mitte|mi-|mediados de|meta|meados de)\b")

LUNCH, NOON = 12 * 60 + 30, 12 * 60
REMARKS, LIKELY = ("filler", "complaint"), 0.6
"""Kinds of words that say nothing of a stay, and the chance from which words are of them."""


_KEPT = 8
"""Messages whose clauses are kept, for those who ask of the same words in one turn; no guest's words stay for long."""


class StayReader:
    """Reads one message on top of what was asked for before."""

    def __init__(self, engine: OfflineParser, weekend: Weekend = "fri-sun") -> None:
        self._engine, self._people = engine, FreeFormPeople()
        self.clauses = lru_cache(maxsize=_KEPT)(self._clauses)
        self._weekend: Weekend = weekend

    def read(self, text: str, language: str, today: date, before: StayWish | None = None) -> StayWish:
        """Return the wish with what the message changed; ``said`` names what it said. A day of birth is not a day of the stay."""
        known = before or StayWish()
        kept = self._kept(text, language, today)
        everything = len(kept) == len(self.clauses(text, language, today))
        text = self._people.apart(text, today)[1] if everything else " ".join(one.text for one in kept)
        folded = fold(text)
        month = _month(folded, language)
        hearing = ReadRequest(text=text, today=today, language=language, near=_near(month, today, known))
        frame = self._engine.read(hearing).frame
        said: list[str] = []
        wish = self._days(folded, frame, _Then(today, known, month))
        if wish is not None:
            said.append("day")
        wish = wish or known
        wish, counted = _nights(folded, frame, wish, known)
        rooms, people = party_of(frame, known)
        minute = minute_of(kept)
        said += [
            name
            for name, has in (("nights", counted), ("people", people is not None), ("time", minute is not None))
            if has
        ]
        update = {
            "rooms": rooms or known.rooms,
            "people": people or known.people,
            "minute": minute if minute is not None else known.minute,
            "said": tuple(said),
        }
        return wish.model_copy(update=update)

    def _kept(self, text: str, language: str, today: date) -> Sequence[Clause]:
        """Return the clauses without names, remarks and what is denied beside a question or another day ("not the 28th! The 4th")."""
        clauses = self.clauses(text, language, today)
        asks = any(one.asks for one in clauses) or any(one.of("day") and not one.denied for one in clauses)
        return [one for one in clauses if not ((asks and one.denied) or one.chance(REMARKS) >= LIKELY)]

    def minute(self, text: str, language: str, today: date) -> int | None:
        """Return the minute of the day that a message names."""
        return minute_of(self.clauses(text, language, today))

    def _clauses(self, text: str, language: str, today: date) -> Sequence[Clause]:
        """Return the clauses of a message without those whom it names, each with what it may mean."""
        rest = self._people.apart(text, today)[1].strip(" .,;")
        asked = ReadRequest(text=rest, today=today, language=language)
        return tuple(self._engine.clauses(asked, "collecting")) if rest else ()

    def _days(self, text: str, frame: Frame, then: "_Then") -> StayWish | None:
        today, known = then.today, then.known
        start = date.fromisoformat(known.start) if known.start else None
        numbers = [d for m in _NUMBERS.finditer(text) if (d := _day_first(m))]
        if numbers:
            return _on(known, numbers[0], today, others=numbers[1:])
        first, last = _day(frame, "check_in", "depart"), _day(frame, "check_out", "return_")
        if _WEEKEND.search(text) and not (first and last and _ends_told(frame)):
            return self._on_weekend(known, today, first)
        if start and _DAY_AFTER.search(text):
            return _on(known, start + timedelta(days=1), today, relative=bool(known.offset))
        if first and last:
            return _between(known, first, last, today)
        if first:
            return _on(known, first, today, relative=not then.month and not re.search(r"\d{4}", text))
        return _vague(text, frame, then, start)

    def _on_weekend(self, known: StayWish, today: date, named: date | None) -> StayWish:
        """Return the wish on the house's weekend: that of the week which the words name, else the next to come."""
        weekday, nights = WEEKENDS[self._weekend]
        first = today + timedelta(days=(weekday - today.weekday()) % 7)
        if named is not None and (own := named + timedelta(days=weekday - named.weekday())) >= today:
            first = own
        return _on(known, first, today, relative=True).model_copy(update={"nights": nights, "nights_assumed": False})


class _Then(NamedTuple):
    """When words are said, the wish before them, and the one month that they name."""

    today: date
    known: StayWish
    month: int | None


def _month(text: str, language: str) -> int | None:
    months = {n for word in re.findall(r"[a-z]{3,}", text) if (n := lexicon(language).months.get(word))}
    return months.pop() if len(months) == 1 else None


def _near(month: int | None, today: date, known: StayWish) -> date | None:
    """Return a day of the month in which a bare number lies: the month that is named, else that of the known start."""
    if month is not None:
        return next_month_day(month, 1, today.replace(day=1))
    return date.fromisoformat(known.start) if known.start else None


def _ends_told(frame: Frame) -> bool:
    """Check whether the words say themselves on which day a stay ends: "Fri to Sun" is not the house's weekend."""
    last = frame.check_out or frame.return_
    return last is not None and not _WEEKEND.search(fold(last.said or ""))


def _vague(text: str, frame: Frame, then: _Then, start: date | None) -> StayWish | None:
    """Read "mid December", "first week of April", a bare "11 to 14" or "December, I mean" on top of an earlier day."""
    today, known, month = then.today, then.known, then.month
    window = frame.check_in or frame.depart
    if window and window.earliest:
        first = date.fromisoformat(window.earliest)
        return _on(known, first.replace(day=14) if _MID.search(text) else max(first, today), today)
    if start and (match := _RANGE.search(text)) and not month:
        a, b = int(match[1]), int(match[2])
        return _between(known, _safe(start, a), _safe(start, b), today) if 0 < a < 32 and 0 < b < 32 else None
    if start and month:
        found = _safe(start.replace(month=month, day=1), start.day)
        while found < today:
            found = _safe(found.replace(year=found.year + 1, day=1), start.day)
        return _on(known, found, today)
    return None


def _nights(text: str, frame: Frame, wish: StayWish, known: StayWish) -> tuple[StayWish, bool]:
    """Return the wish with its nights: said, a week, those said before, or one that is assumed once there is a day."""
    if wish is not known and wish.nights is not None and not wish.nights_assumed and "range" in wish.said:
        return wish, True
    count = WEEK if _WEEK.search(text) else frame.nights
    if count:
        return wish.model_copy(update={"nights": count, "nights_assumed": False}), True
    if wish.nights is None and wish.start:
        return wish.model_copy(update={"nights": 1, "nights_assumed": True}), False
    return wish, False


def _on(known: StayWish, day: date, today: date, *, relative: bool = False, others: Sequence[date] = ()) -> StayWish:
    away = (day - today).days
    return known.model_copy(
        update={
            "start": day.isoformat(),
            "offset": f"{away // 7} {away % 7}" if relative and away >= 0 else "",
            "others": tuple(d.isoformat() for d in others),
            "problem": "past" if day < today else "",
        }
    )


def _between(known: StayWish, first: date, last: date, today: date) -> StayWish:
    wish = _on(known, first, today)
    nights = (last - first).days
    problem = "reversed" if nights <= 0 else wish.problem
    kept = nights if nights > 0 else known.nights
    return wish.model_copy(update={"nights": kept, "nights_assumed": False, "problem": problem, "said": ("range",)})


def _day_first(match: re.Match[str]) -> date | None:
    day, month, year = int(match[1]), int(match[2]), int(match[3])
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


def _day(frame: Frame, *names: str) -> date | None:
    for name in names:
        when = getattr(frame, name)
        if when is not None and when.day:
            return date.fromisoformat(when.day)
    return None


def _safe(month: date, day: int) -> date:
    """Return a day of a month; the last one where the month is shorter."""
    while True:
        try:
            return month.replace(day=day)
        except ValueError:
            day -= 1


def minute_of(clauses: Sequence[Clause]) -> int | None:
    """Return the minute of the day that words name: "at 7 in the evening", and "dinner at 7", are 1140."""
    language = clauses[0].language if clauses else ""
    said = " ".join(one.folded for one in clauses)
    found = [value.value.first for one in clauses for value in one.of("time") if isinstance(value.value, TimeMention)]
    if not found:
        return LUNCH if clauses and pattern("clock", "midday", language).search(said) else None
    later = not found[0].certain and found[0].minutes < LUNCH and pattern("clock", "evening", language).search(said)
    return found[0].minutes + (NOON if later else 0)


def rooms_of(wish: StayWish) -> tuple[RoomWish, ...]:
    """Return the rooms; one for two adults where nothing was said."""
    return wish.rooms or (RoomWish(),)
