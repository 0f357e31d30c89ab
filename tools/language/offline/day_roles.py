"""Which day is which: departure, return, check-in, check-out, by the words beside it, the question, then what is open."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tripintent.state.frame import Frame, When
from tripintent.tools.language.exact.calendar import DATE_SLOTS, day_of
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.offline.day_mentions import Day
from tripintent.tools.language.offline.place_roles import has_word, source

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_CUES = ("check_in", "check_out", "day_back", "until", "arrive", "leave", "go", "start", "from")
_FLIGHT = {"check_in": "check_in", "check_out": "check_out", "day_back": "return_", "until": "return_"}
_STAY = {"check_out": "check_out", "day_back": "check_out", "until": "check_out", "leave": "check_out"}
_PAIRS = {"depart": "return_", "check_in": "check_out"}
_FIRST = {end: start for start, end in _PAIRS.items()}
_AND = re.compile(r"\s*(?:,|and|&|und|et|y|e|,\s*and)\s*(?:(?:on|the|am|den|le|el|il|o|a)\s+)*")
_ELSEWHERE = re.compile(r"[,;]\s*(?:[\w'$-]+\s+){3,}")
"""A comma and some words between a cue and a day: the cue is another clause's."""
_SOON = timedelta(days=7)


class Placed(NamedTuple):
    """A day of the journey or stay, with the words that it comes from."""

    slot: str
    when: When
    day: Day
    certainty: float = 1.0


class Topic(NamedTuple):
    """The context that decides a day that no word beside it explains."""

    known: "Known"
    stay: bool
    today: date

    @property
    def frame(self) -> Frame:
        """Return what is known of the journey."""
        return self.known.frame


@cache
def _cues(language: str) -> re.Pattern[str]:
    rows = [f"(?P<{name}>{source(name, language=language)})" for name in _CUES[:-1]]
    return re.compile(
        "|".join(
            (
                *rows,
                rf"(?P<from>{source('from', language=language)}(?=\s+(?:(?:the|on|dem|den|el|le|il|lo|o|dia)\s+)*\Z))",
            )
        )
    )


def _cues_of(day: Day) -> list[str]:
    """Return the cues before a day, in their order."""
    denied = re.compile(rf"{source('not', language=day.clause.language)}\s+(?:(?:the|my|our)\s+)?$")
    return [
        m.lastgroup or ""
        for m in _cues(day.clause.language).finditer(day.left)
        if not _ELSEWHERE.search(day.left, m.end())
        and not denied.search(day.left[: m.start()])
        and not (m.lastgroup == "until" and day.passes_a_place(m.end()))  # "through Scotland in July"
    ]


def _cue_behind(day: Day, *, last: bool) -> str | None:
    """Return the cue behind a day that speaks of it: "the 5th is when I leave", "am 21. zurück"."""
    if not last and len(day.right.split()) <= 3:
        return None
    text = re.split(r"\b(?:and|but|not|und|aber|et|mais|pero|ma|mas)\b|[,;]", day.right)[0]
    match = _cues(day.clause.language).search(text)
    far = match is None or match.start() > 45
    return None if far or match is None or match.lastgroup in {"from", "go", "start", "until"} else match.lastgroup


def placed(days: Sequence[Day], topic: Topic) -> Iterator[Placed]:
    """Yield each day with its slot, a range as two."""
    given: dict[str, When] = {}
    window: When | None = None
    for n, day in enumerate(days):
        stay = topic.stay or ({"depart", "return_"} <= given.keys() and _of_hotel(day))
        slot, certainty = _slot(days, n, topic._replace(stay=stay), given)
        same = any(given[name].day == day.when.day for name in given)
        if (same and day.when.day and not day.mention.until and not _cues_of(day)) or _lands(slot, day, given):
            continue
        begun = topic.frame.depart or topic.frame.check_in
        known: When | None = getattr(topic.frame, slot, None) or window or (begun if begun and begun.day else None)
        mention = day.mention
        if known and mention.loose is not None and (mention.loose.weekday is None or not known.day):
            mention = mention.near(known, topic.today)
        resolved = _after_start(slot, _in_known_week(day.put(mention), slot, topic), topic.frame, given)
        for name, when in _ends(slot, resolved, topic):
            given[name] = when
            if when.earliest and not when.day:
                window = When(said=when.said, earliest=when.earliest, latest=when.latest)
            lands = name == "depart" and not day.mention.until and _cues_of(day)[-1:] == ["arrive"]
            landing = _landing(when) if lands else None
            yield Placed(*(landing or (name, when)), resolved, min(certainty, resolved.mention.confidence))


def _landing(when: When) -> tuple[str, When] | None:
    """Return the slot of a day on which, or by which, one has to be there; None for an open day."""
    if when.day and not when.around:
        return "arrive_day", when
    return ("arrive_by", When(said=when.said, day=when.latest)) if when.latest and not when.earliest else None


def _of_hotel(day: Day) -> bool:
    return has_word("stay", day.clause.language, day.left)


def _lands(slot: str, day: Day, given: dict[str, When]) -> bool:
    """Tell "leave the 11th, land on the 12th": it leaves on the 11th."""
    return slot == "depart" and "depart" in given and not day.mention.until and _cues_of(day)[-1:] == ["arrive"]


def _slot(days: Sequence[Day], n: int, topic: Topic, given: dict[str, When]) -> tuple[str, float]:
    day, frame = days[n], topic.frame
    cues = _cues_of(day)
    stay = _is_of_stay(topic)
    table = _STAY if stay else _FLIGHT
    first = "check_in" if stay else "depart"
    if day.when.among and len(days) == 1:
        return first, 0.9
    shared = _shared(cues, table, days, n)
    if shared:
        return shared, 1.0
    behind = _cue_behind(day, last=n + 1 == len(days))
    journey = frame.depart is not None and frame.check_in is None
    if behind == "day_back" and re.match(rf"\.?\s+{source('day_back', language=day.clause.language)}", day.right):
        return ("return_" if journey else table["day_back"]), 1.0
    if cues:
        return _slot_of_cue(cues[-1], days, n, topic, given)
    if not given and len(days) == 1:
        told = _told_again(day, topic) or (None if day.mention.until else _changed_last(topic))
        if told:
            return told, 1.0
    if behind and not day.when.weekends:
        return table.get(behind, first), 1.0
    return _next_open(topic, given), 0.9


def _is_of_stay(topic: Topic) -> bool:
    """Tell whether days are those of a stay: of a trip that starts somewhere the flight's come first."""
    frame = topic.frame
    return topic.stay and not (frame.origin and not frame.depart and frame.flights_needed is not False)


def _slot_of_cue(cue: str, days: Sequence[Day], n: int, topic: Topic, given: dict[str, When]) -> tuple[str, float]:
    """Return what the word right before a day makes of it."""
    day, frame, stay = days[n], topic.frame, _is_of_stay(topic)
    slot = (_STAY if stay else _FLIGHT).get(cue, "check_in" if stay else "depart")
    if cue == "day_back":
        later = any("day_back" in _cues_of(other) for other in days[n + 1 :])
        if not given and later and _is_ticket(day):
            return _next_open(topic, given), 0.9
        journey = frame.depart is not None and frame.check_in is None
        return ("return_" if journey else slot), 1.0
    if _answers_return(cue, topic, days):
        return "return_", 0.8
    if cue == "leave" and not stay and n and "arrive" in _cues_of(days[n - 1]):
        return "return_", 0.9
    if cue == "until" and len(days) == 1 and not given and _only_from_until(day):
        return slot, 1.0
    if cue in {"go", "from", "start"} and (slot in given or _asks_other(topic, slot)):
        return _next_open(topic, given), 0.9
    return slot, 1.0


def _only_from_until(day: Day) -> bool:
    return bool(day.left.strip())


def _asks_other(topic: Topic, slot: str) -> bool:
    """Tell whether another day was asked for, and this one is known: "I'd go on the 12th" answers "when do you return?"."""
    asked = set(topic.known.asked) & set(DATE_SLOTS)
    return bool(asked) and slot not in asked and getattr(topic.frame, slot) is not None


@cache
def _ticket(language: str) -> re.Pattern[str]:
    return re.compile(rf"{source('day_back', language=language)}[ -]?(?:flights?|tickets?|trip|fare|journey|fluge?)")


def _is_ticket(day: Day) -> bool:
    """Tell whether "return" names the kind of ticket, and no way back."""
    return _ticket(day.clause.language).search(day.left) is not None or "return" in day.left.split()


def _answers_return(cue: str, topic: Topic, days: Sequence[Day]) -> bool:
    """Read "I'm leaving on the 12th" as the return when only that was asked for and the departure is known."""
    asked = topic.known.asked
    return (
        cue in {"leave", "go", "arrive"}
        and len(days) == 1
        and "return_" in asked
        and "depart" not in asked
        and topic.frame.depart is not None
        and not has_word("corrects", days[0].clause.language, days[0].clause.folded)
    )


def _shared(cues: list[str], table: dict[str, str], days: Sequence[Day], n: int) -> str | None:
    """Read "my check in and check out are the 11th and the 13th": two cues before two days."""
    if n + 1 == len(days) or len(cues) < 2:
        return None
    between = days[n].clause.message.folded[days[n].end : days[n + 1].start]
    start = {"check_in": "check_in", "leave": "depart", "go": "depart"}.get(cues[-2], "")
    joined = re.search(r"\b(?:and|und|et|y|e)\b|[&/]", days[n].left)
    return start if joined and _AND.fullmatch(between) and _PAIRS.get(start) == table.get(cues[-1]) else None


def _told_again(day: Day, topic: Topic) -> str | None:
    """Return the slot that has this very day of the month already: "yes, the 13th please" confirms it."""
    loose = day.mention.loose
    if loose is None or loose.day is None or day.mention.until or set(topic.known.asked) & set(DATE_SLOTS):
        return None
    same = [s for s in DATE_SLOTS if (on := day_of(getattr(topic.frame, s))) and on.day == loose.day]
    return same[0] if len(same) == 1 else None


def _changed_last(topic: Topic) -> str | None:
    """Return the end that the last change moved: a day alone behind it corrects this end."""
    if not topic.known.earlier or set(topic.known.asked) & {*DATE_SLOTS, "trip_type"}:
        return None
    before, now = topic.known.earlier[-1], topic.frame
    moved = {slot for slot in DATE_SLOTS if (old := getattr(before, slot)) and old != getattr(now, slot)}
    ends = (("depart", "check_in"), ("return_", "check_out"), ("check_in",), ("check_out",))
    return next((one[0] for one in ends if one[0] in moved and moved <= set(one)), None)


def _next_open(topic: Topic, given: dict[str, When]) -> str:
    """Return the day that was asked for and is not given yet, else the next one of the topic that is open."""
    frame = topic.frame
    for slot in topic.known.asked:
        if slot in DATE_SLOTS and slot not in given:
            return slot
        if slot == "trip_type" and frame.depart and frame.return_ is None and not given:
            return "return_"
    first, second = ("check_in", "check_out") if topic.stay else ("depart", "return_")
    known_first, known_second = getattr(frame, first) is not None, getattr(frame, second) is not None
    if first not in given and (not known_first or (not given and known_second)):
        return first
    if second in given or (not topic.stay and frame.trip_type == "one_way"):
        return first
    wanted = topic.stay or frame.trip_type == "round_trip"
    return second if first in given or (wanted and not known_second) else first


def _ends(slot: str, day: Day, topic: Topic) -> list[tuple[str, When]]:
    mention = day.mention
    if mention.until is None and slot == "check_in" and _is_night(day):
        return [(slot, mention.when), ("check_out", _next_day(mention.when))]
    if mention.until is None:
        return [(slot, mention.when)]
    first = _FIRST.get(slot, slot)
    if topic.frame.trip_type == "one_way" and first == "depart":
        window = When(said=mention.when.said, earliest=mention.when.day, latest=mention.until.day)
        return [("depart", window)]
    return [(first, mention.when), (_PAIRS[first], mention.until)]


def _is_night(day: Day) -> bool:
    """Tell whether the words of a day are those of one night: "a hotel for tonight"."""
    said = day.clause.message.folded[day.start : day.end]
    return pattern("dates", "tonight", day.clause.language).fullmatch(said) is not None


def _next_day(when: When) -> When:
    on = day_of(when)
    return when.model_copy(update={"day": (on + timedelta(days=1)).isoformat()}) if on else when


def _in_known_week(day: Day, slot: str, topic: Topic) -> Day:
    """Read a weekday for a day that is weeks away in the week of the day known."""
    loose, own = day.mention.loose, day_of(getattr(topic.frame, slot))
    base = own or day_of(topic.frame.depart or topic.frame.check_in)
    until, ending = day.mention.until, day.mention.ending
    if loose is None or loose.weekday is None or base is None or loose.nth is not None:
        return day
    if until:
        own = base if ending and ending.weekday is not None else None
    if not (own and own > topic.today + _SOON):
        return day
    start = base - timedelta(days=3)
    on = start + timedelta(days=(loose.weekday - start.weekday()) % 7)
    if until and ending and ending.weekday is not None:
        last = on + timedelta(days=(ending.weekday - loose.weekday) % 7 or 7)
        until = until.model_copy(update={"day": last.isoformat()})
    when = day.when.model_copy(update={"day": on.isoformat()})
    return day.put(day.mention._replace(when=when, until=until, confidence=1.0, options=(), loose=None))


def _after_start(slot: str, day: Day, frame: Frame, given: dict[str, When]) -> Day:
    """Move "back on Sunday" behind the departure, where the words leave the week open."""
    first = _FIRST.get(slot)
    start = (given.get(first) or getattr(frame, first) or frame.depart) if first else None
    on = day_of(start) or (day_of(When(said="", day=start.earliest)) if start else None)
    return day.put(day.mention.not_before(on)) if on else day
