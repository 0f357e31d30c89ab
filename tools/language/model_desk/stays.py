"""A stay, a table or tickets as a model read them, checked by the exact readers: what the guest's words say outranks it."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from tripintent.state.concierge.front import Decision
from tripintent.state.concierge.hours import clock_of, start_date
from tripintent.state.concierge.memory import RoomWish
from tripintent.state.concierge.service import Weekend
from tripintent.tools.front_desk.stays import WEEKENDS, StayReader
from tripintent.tools.knowledge.text import fold
from tripintent.tools.language.exact.asked_for import read_times
from tripintent.tools.language.exact.days import DayContext, read_days
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import DaySpan
from tripintent.tools.language.exact.people import read_young
from tripintent.tools.ports.desk_service import Message

HALF_A_DAY = 12 * 60
FEW = 2
"""Adults that need no figure: "a single", "my wife and I"."""
_SAID = {"startDate": "day", "numberOfNights": "nights", "people": "people", "time": "time", "Rooms": "people"}
_WORD = re.compile(r"\d+|[^\W\d_]+")
_CLOCK = re.compile(r"(\d{1,2}):(\d{2})")


class _Words(NamedTuple):
    """Finds of the exact readers in the guest's own words, the new ones and those before."""

    spans: tuple[DaySpan, ...]
    numbers: frozenset[int]
    minutes: tuple[tuple[int, bool], ...]
    young: bool


def read_stay(decision: Decision, message: Message, weekend: Weekend) -> Decision:
    """Return a decision with the wish that its parameters make on top of what was asked for before.

    What is missing, or held by no word of the guest, is what the newest words say; where they say nothing, a parameter is
    None, and named in ``dropped``, so that it is asked for. A number of nights in the newest words outranks the model's.
    """
    words, known, given = _words_of(message), message.memory.stay, decision.params
    today, house, new = message.now.date(), WEEKENDS[weekend], _words_of(message._replace(history=()))
    plain = StayReader(weekend).read(decision.text or message.text, message.language, today, known)
    told = () if decision.later or decision.takes is not None else plain.said
    update, said, dropped = dict[str, Any](problem="", others=()), list[str](), list(decision.dropped)
    start = _start(given, today)
    same = start is not None and start.isoformat() == known.start
    if start is not None and not same and _holds_day(words, start, house):
        away = (start - today).days
        offset = f"{away // 7} {away % 7}" if "-" not in str(given["startDate"]) else ""
        update |= {"start": start.isoformat(), "offset": offset}
        update["problem"] = "past" if start < today else ""
        said.append("day")
    elif not same and "day" in told and "startDate" in given:
        update |= {name: getattr(plain, name) for name in ("start", "offset", "others", "problem")}
        said.append("day")
    elif not same and given.get("startDate"):
        dropped.append("startDate")
    nights, people = given.get("numberOfNights"), given.get("people")
    rows: Any = given.get("Rooms") or ()
    rooms = tuple(RoomWish(adults=row["adults"], ages=tuple(row["childrenAges"])) for row in rows)
    minute = _minute(words, given.get("time"))
    alone = 1 in new.numbers or any(span.first and span.last in (None, span.first) for span in new.spans)
    one_night = nights == 1 and known.nights not in (None, 1) and alone  # after more nights were asked for
    read = (
        ("numberOfNights", "nights", nights, _holds_nights(words, nights, house) or one_night),
        ("people", "people", people, people in words.numbers or people in (1, FEW)),
        ("time", "minute", minute, minute is not None),
        ("Rooms", "rooms", rooms, _holds_rooms(words, rooms)),
    )
    for name, field, value, held in read:
        of_words = getattr(plain, field) if _SAID[name] in told and name in given else None
        if of_words and (not held or (field == "nights" and not _holds_nights(new, nights, house))):
            value, held = of_words, True  # noqa: PLW2901 - the words' own
        if not (given.get(name) or of_words) or (value and value == getattr(known, field)):
            continue
        if held:
            update[field] = value
            said.append(_SAID[name])
        elif not (name == "numberOfNights" and value == 1):
            dropped.append(name)
    if "rooms" in update:
        update["people"] = sum(room.adults + len(room.ages) for room in update["rooms"])
    wish = known.model_copy(update={**update, "said": tuple(dict.fromkeys(said))})
    if "nights" in update:
        wish = wish.model_copy(update={"nights_assumed": False})
    elif wish.start and wish.nights is None:
        wish = wish.model_copy(update={"nights": 1, "nights_assumed": True})
    dropped = [name for name in dict.fromkeys(dropped) if _SAID.get(name) not in said]
    kept = {name: None if name in dropped else value for name, value in given.items()}
    return decision.model_copy(update={"wish": wish, "params": kept, "dropped": tuple(dropped)})


def names_day(decision: Decision, message: Message, weekend: Weekend) -> bool:
    """Check whether the guest's words name the day that a model read, and it is not over; "Sunday" may be any that comes."""
    start, today = _start(decision.params, message.now.date()), message.now.date()
    return start is not None and start >= today and _holds_day(_words_of(message), start, WEEKENDS[weekend])


def told_in(text: str, language: str, today: date) -> str:
    """Return the figures, days and times that words tell, as a source of words about them: "half past eleven" is 23:30, too."""
    context = DayContext(today, language)
    days = (day for span in read_days(text, context) for day in (span.first, span.last) if day)
    times = (one for found in read_times(text, context) for one in (found.first, found.last) if one)
    minutes = (one.minutes + more for one in times for more in ((0,) if one.certain else (0, HALF_A_DAY)))
    clocks = (clock_of(minute % (2 * HALF_A_DAY)) for minute in minutes)
    return " ".join(sorted({*map(str, _numbers(text, language)), *map(str, days), *clocks}))


def _words_of(message: Message) -> _Words:
    """Read the guest's words, each message by itself."""
    texts = [*(one.text for one in message.history if one.by_guest), message.text]
    context = DayContext(message.now.date(), message.language)
    spans, numbers, minutes, young = list[DaySpan](), set[int](), list[tuple[int, bool]](), False
    for text in texts:
        spans += read_days(text, context)
        numbers |= _numbers(text, message.language)
        times = read_times(text, context)
        minutes += [(one.minutes, one.certain) for t in times for one in (t.first, t.last) if one]
        young = young or bool(read_young(fold(text), message.language, context.today).claims)
    return _Words(tuple(spans), frozenset(numbers), tuple(minutes), young)


def _numbers(text: str, language: str) -> set[int]:
    """Return the figures and the number words of a text."""
    words, found = lexicon(language), set[int]()
    for word in _WORD.findall(fold(text)):
        number = int(word) if word.isdecimal() else words.number(word)
        if number is not None:
            found.add(number)
    return found


def _start(given: Mapping[str, Any], today: date) -> date | None:
    value = given.get("startDate")
    try:
        return start_date(str(value), today) if value else None
    except (ValueError, OverflowError):
        return None


def _holds_day(words: _Words, day: date, house: tuple[int, int]) -> bool:
    """Check whether the words name a day, or days around it; of a weekend also the house's own first day."""
    return any(_within(span, day) or _weekend_of(span, house) == day for span in words.spans)


def _within(span: DaySpan, day: date) -> bool:
    if span.first is None:
        return span.last is not None and day <= span.last and span.kind == "until"
    if day == span.first or day in span.options:
        return True
    return span.kind == "since" and day >= span.first if span.last is None else span.first <= day <= span.last


def _weekend_of(span: DaySpan, house: tuple[int, int]) -> date | None:
    """Return the house's first day of the weekend that a span is; None for any other span."""
    if span.first is None or span.last is None or span.first.weekday() < 4 or (span.last - span.first).days > FEW:
        return None
    return span.first + timedelta(days=house[0] - span.first.weekday())


def _holds_nights(words: _Words, nights: object, house: tuple[int, int]) -> bool:
    return any(nights in _lengths(span, house) for span in words.spans)


def _lengths(span: DaySpan, house: tuple[int, int]) -> set[int]:
    """Return the nights that a span may mean: four days are three nights or four, a weekend is as long as the house says."""
    found = set[int]()
    if span.number and span.kind in ("nights", "days"):
        found.add(span.number)
        if span.kind == "days":
            found.add(span.number - 1)
    if span.kind == "range" and span.first and span.last:
        found.add((span.last - span.first).days)
    if _weekend_of(span, house) is not None:
        found.add(house[1])
    return found


def _holds_rooms(words: _Words, rooms: Sequence[RoomWish]) -> bool:
    """Check whether the words hold the heads and each age; a baby's age is said by the word for it."""
    adults, ages = sum(one.adults for one in rooms), [age for one in rooms for age in one.ages]
    heads = {adults, adults + len(ages), *(one.adults for one in rooms)} & words.numbers
    few = all(one.adults <= FEW for one in rooms)
    aged = all(age in words.numbers or (age < FEW and words.young) for age in ages)
    return (
        bool(rooms)
        and (bool(heads) or few)
        and aged
        and (len(rooms) == 1 or bool(heads) or len(rooms) in words.numbers)
    )


def _minute(words: _Words, time: object) -> int | None:
    """Return the minute of the day that was given, where the words hold it; half a day is open where they leave it open."""
    match = _CLOCK.fullmatch(str(time or ""))
    if match is None:
        return None
    minute = int(match[1]) * 60 + int(match[2])
    for said, certain in words.minutes:
        if minute == said or (not certain and minute % HALF_A_DAY == said % HALF_A_DAY):
            return minute
    return None
