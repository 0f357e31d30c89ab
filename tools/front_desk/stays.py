"""Which days, people, rooms and hours a guest asks for: words by the exact readers, dates by code in the organisation's zone."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from tripintent.state.concierge.memory import RoomWish, StayWish
from tripintent.state.concierge.service import Weekend
from tripintent.tools.front_desk.hearing import Clause, clauses_of
from tripintent.tools.front_desk.speech import turn, words
from tripintent.tools.knowledge.passages import fold
from tripintent.tools.language.exact.days import DayContext, read_days, read_times
from tripintent.tools.language.exact.lexicon import lexicon, pattern
from tripintent.tools.language.exact.mention import DaySpan, next_month_day
from tripintent.tools.language.exact.people import ADULT_FROM, read_young
from tripintent.tools.language.people.adapter import FreeFormPeople

WEEKENDS: dict[Weekend, tuple[int, int]] = {"thu-sat": (3, 2), "fri-sat": (4, 1), "fri-sun": (4, 2), "sat-sun": (5, 1)}
"""Weekday of the check-in (0 is Monday) and nights."""
WEEK = 6
"""Nights of "a week" (behaviour.md B2)."""
_NUMBERS = re.compile(r"\b(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b")

_ABOUT = re.compile(r"\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)ish\b", re.IGNORECASE)
LUNCH, NOON = 12 * 60 + 30, 12 * 60


class StayReader:
    """Reads one message on top of what was asked for before."""

    def __init__(self, weekend: Weekend = "fri-sun") -> None:
        self._people = FreeFormPeople()
        self._weekend: Weekend = weekend

    def clauses(self, text: str, today: date) -> Sequence[Clause]:
        """Return the clauses of a message without those whom it names."""
        return clauses_of(self._without_people(text, today))

    def _without_people(self, text: str, today: date) -> str:
        return self._people.apart(text, today)[1].strip(" .,;")

    def read(self, text: str, language: str, today: date, before: StayWish | None = None) -> StayWish:
        """Return the wish with what the message changed; ``said`` names what it said. A day of birth is not a day of the stay."""
        known, rest = before or StayWish(), self._without_people(text, today)
        clauses = clauses_of(rest)
        dated = {one for one in clauses if any(d.first for d in read_days(one.text, DayContext(today, language)))}
        asks = any(one.asks or (not one.denied and one in dated) for one in clauses)
        kept = [one for one in clauses if not (asks and one.denied)]
        said = rest if len(kept) == len(clauses) else " ".join(one.text for one in kept)
        folded = fold(said)
        month = _month(folded, language)
        spans = read_days(said, DayContext(today, language, near=_near(month, today, known)))
        wish = self._days(folded, spans, _Then(today, known, month))
        days = wish is not None
        wish, counted = _nights(folded, spans, wish or known, known)
        rooms, people = party_of(heads_in(folded, language, today), known)
        minute = minute_of(said, language, today)
        named = (("day", days), ("nights", counted), ("people", people is not None), ("time", minute is not None))
        update = {
            "rooms": rooms or known.rooms,
            "people": people or known.people,
            "minute": minute if minute is not None else known.minute,
            "said": tuple(name for name, has in named if has),
        }
        return wish.model_copy(update=update)

    def minute(self, text: str, language: str, today: date) -> int | None:
        """Return the minute of the day that a message names."""
        return minute_of(self._without_people(text, today), language, today)

    def _days(self, text: str, spans: Sequence[DaySpan], then: "_Then") -> StayWish | None:
        today, known = then.today, then.known
        start = date.fromisoformat(known.start) if known.start else None
        numbers = [d for m in _NUMBERS.finditer(text) if (d := _day_first(m))]
        if numbers:
            return _on(known, numbers[0], today, others=numbers[1:])
        first, last = _ends(spans)
        if start and first and last is None and first > start and turn("until").search(text):
            return _between(known, start, first, today)
        if first and last and not any(one.kind == "range" for one in spans) and turn("both_days").search(text):
            return _on(known, first, today, others=[last])
        # "Fri to Sun" is not the house's weekend
        ranges = [text[one.start : one.end] for one in spans if one.kind == "range"]
        if turn("weekend").search(text) and all(map(turn("weekend").search, ranges)):
            return self._on_weekend(known, today, first or next((one.first for one in spans if one.first), None))
        if start and turn("day_after").search(text):
            return _on(known, start + timedelta(days=1), today, relative=bool(known.offset))
        if first and last:
            return _between(known, first, last, today)
        if first:
            return _on(known, first, today, relative=not then.month and not re.search(r"\d{4}", text))
        return _vague(text, spans, then, start)

    def _on_weekend(self, known: StayWish, today: date, named: date | None) -> StayWish:
        """Return the wish on the house's weekend: that of the week which the words name, else the next to come."""
        weekday, nights = WEEKENDS[self._weekend]
        first = today + timedelta(days=(weekday - today.weekday()) % 7)
        if named is not None and (own := named + timedelta(days=weekday - named.weekday())) >= today:
            first = own
        return _on(known, first, today, relative=True).model_copy(update={"nights": nights, "nights_assumed": False})


def _ends(spans: Sequence[DaySpan]) -> tuple[date | None, date | None]:
    """Return the first and the last day that spans name: of one range, or of two days in a row."""
    ranged = next((one for one in spans if one.kind == "range"), None)
    if ranged:
        return ranged.first, ranged.last
    days = [one.first for one in spans if one.kind == "day" and one.first]
    later = days[1:]
    return (days[0] if days else None), (later[0] if len(later) == 1 else None)


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


def _vague(text: str, spans: Sequence[DaySpan], then: _Then, start: date | None) -> StayWish | None:
    """Read "mid December", "first week of April", a bare "11 to 14" or "December, I mean" on top of an earlier day."""
    today, known, month = then.today, then.known, then.month
    first = next(
        (one.first for one in spans if one.kind in ("window", "around", "choice", "since") and one.first), None
    )
    if first:
        return _on(known, first.replace(day=14) if turn("middle").search(text) else max(first, today), today)
    if start and (match := turn("range").search(text)) and not month:
        a, b = int(match[1]), int(match[2])
        return _between(known, _safe(start, a), _safe(start, b), today) if 0 < a < 32 and 0 < b < 32 else None
    if start and month:
        found = _safe(start.replace(month=month, day=1), start.day)
        while found < today:
            found = _safe(found.replace(year=found.year + 1, day=1), start.day)
        return _on(known, found, today)
    return None


def _nights(text: str, spans: Sequence[DaySpan], wish: StayWish, known: StayWish) -> tuple[StayWish, bool]:
    """Return the wish with its nights: said, a week, those said before, or one that is assumed once there is a day."""
    if wish is not known and wish.nights is not None and not wish.nights_assumed and "range" in wish.said:
        return wish, True
    said = [one.number for one in spans if one.kind in ("nights", "days") and one.number]
    counted = [one for one in spans if one.kind == "nights" and one.number]
    if known.nights and counted and (less := turn("less").match(text[counted[-1].end :])):
        said = [max(1, known.nights + (counted[-1].number or 0) * (-1 if less["less"] else 1))]
    count = WEEK if turn("week").search(text) else said[-1] if said else None
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


def _safe(month: date, day: int) -> date:
    """Return a day of a month; the last one where the month is shorter."""
    while True:
        try:
            return month.replace(day=day)
        except ValueError:
            day -= 1


def minute_of(text: str, language: str, today: date) -> int | None:
    """Return the minute of the day that words name: "at 7 in the evening", and "dinner at 7", are 1140."""
    text = _ABOUT.sub(r"\1", text)
    found, folded = read_times(text, DayContext(today, language)), fold(text)
    if not found:
        return LUNCH if pattern("clock", "midday", language).search(folded) else None
    first = found[0].first
    later = not first.certain and first.minutes < LUNCH and pattern("clock", "evening", language).search(folded)
    return first.minutes + (NOON if later else 0)


def rooms_of(wish: StayWish) -> tuple[RoomWish, ...]:
    """Return the rooms; one for two adults where nothing was said."""
    return wish.rooms or (RoomWish(),)


_MOST = 20
"""Rooms of one wish, and people of one number."""


class GuestHeads(NamedTuple):
    """The heads that a message names; None where it names none."""

    rooms: int | None = None
    adults: int | None = None
    people: int | None = None
    young: int = 0
    ages: tuple[int, ...] = ()


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    return lexicon(language).compile(words("sentences")["heads"][name])


def heads_in(folded: str, language: str, today: date) -> GuestHeads:
    """Return the heads that a folded text names."""
    young = {one.slot: one.value for one in read_young(folded, language, today).claims}
    ages = tuple(int(one) for one in young.get("ages") or ())
    if not ages and (apart := _pattern("aged", language).search(folded)):
        age = lexicon(language).number(apart["age"])
        ages = (age,) if age is not None and age < ADULT_FROM else ()
    infants = int(young.get("infants") or 0)
    ages += (0,) * max(infants - sum(age < 2 for age in ages), 0)
    rooms, adults, people = (_number(name, folded, language) for name in ("rooms", "adults", "people"))
    if people is None and _pattern("few", language).search(folded):
        people = 2
    if people is None and _pattern("one", language).search(folded):
        people = 1
    if adults is None and people is None and not ages and _pattern("single", language).search(folded):
        adults = rooms or 1
    return GuestHeads(rooms, adults, people, max(int(young.get("children") or 0) + infants, len(ages)), ages)


def _number(name: str, folded: str, language: str) -> int | None:
    """Return the last number of a kind that a text names: a correction comes after what it corrects."""
    found = [match.group(key) for match in _pattern(name, language).finditer(folded) for key in match.groupdict()]
    numbers = [n for one in found if one and (n := lexicon(language).number(one)) is not None and 0 < n <= _MOST * 10]
    return numbers[-1] if numbers else None


def party_of(said: GuestHeads, known: StayWish) -> tuple[tuple[RoomWish, ...], int | None]:
    """Return the rooms and the head count that a message tells; nothing of what it does not say."""
    ages, adults, people = said.ages, said.adults, said.people
    if people is None and adults and said.young > len(ages):
        people = adults + said.young
    before = known.rooms[0] if known.rooms else None
    count = min(said.rooms or 1, _MOST)
    if count > 1:
        grown = adults or (people - len(ages) if people and people > len(ages) else None)
        if grown is None:
            return (RoomWish(adults=2),) * count, people
        return _over_rooms(grown, ages, count), people or grown + len(ages)
    if adults is None and people is None and not ages:
        return (), None
    grown = (
        adults or (people - len(ages) if people and people > len(ages) else None) or (before.adults if before else 2)
    )
    kept = ages or (before.ages if before and adults is None and people is None else ())
    return (RoomWish(adults=grown, ages=tuple(kept)),), people or grown + len(kept)


def _over_rooms(adults: int, ages: Sequence[int], count: int) -> tuple[RoomWish, ...]:
    """Spread a party evenly over rooms: the adults first, then each child into the room with the fewest."""
    rooms = [RoomWish(adults=max(1, adults // count + (n < adults % count))) for n in range(count)]
    for age in ages:
        n = min(range(count), key=lambda i: rooms[i].adults + len(rooms[i].ages))
        rooms[n] = rooms[n].model_copy(update={"ages": (*rooms[n].ages, age)})
    return tuple(rooms)
