"""Which date is which: departure, return, check-in, check-out, by the words beside it, the question, then the topic."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from tripintent.state.frame import Frame, When
from tripintent.tools.language.exact.calendar import DATE_SLOTS
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.reading.dates.consistent import agreeing
from tripintent.tools.language.reading.dates.cues import cue_behind, cues_before, is_back_behind
from tripintent.tools.language.reading.dates.idle import of_travel, spoken_of
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.topic import talks_of_hotels

_FLIGHT = {
    "IN": "check_in",
    "OUT": "check_out",
    "BACK": "return_",
    "UNTIL": "return_",
    "ARRIVE": "depart",
    "LEAVE": "depart",
    "GO": "depart",
    "START": "depart",
    "FROM": "depart",
}
_STAY = {
    "IN": "check_in",
    "OUT": "check_out",
    "BACK": "check_out",
    "UNTIL": "check_out",
    "ARRIVE": "check_in",
    "LEAVE": "check_out",
    "GO": "check_in",
    "START": "check_in",
    "FROM": "check_in",
}
_ENDS = (("depart", "check_in"), ("return_", "check_out"), ("check_in",), ("check_out",))
"""What one change moves together: an end of the journey with that of the stay."""
_PAIRS = {"depart": "return_", "check_in": "check_out"}
_CORRECTS = re.compile(r"\b(?:actually|instead|change|sorry|rather|no)\b")
_RETURN_TICKET = re.compile(r"\breturn (?:flight|ticket|trip|fare|journey)s?\b")


class DateContext(NamedTuple):
    """What decides a date that no word beside it explains."""

    frame: Frame
    asked: tuple[str, ...]
    stay: bool
    today: date
    earlier: tuple[Frame, ...] = ()


def date_claims(message: Message, language: str, mentions: list[DateMention], context: DateContext) -> list[SlotValue]:
    """Return one claim per date, a range as two; of several readings the one in which the days agree."""
    mentions = of_travel(message, language, mentions, context.today, dated=_is_dated(context))
    claims = list(_by_cues(message, language, mentions, context))
    return agreeing(claims, context.frame, context.asked, spoken_of(message, language, mentions))


def _is_dated(context: DateContext) -> bool:
    """Tell whether the days are known, more than a week away, and not asked for."""
    known = context.frame.depart or context.frame.check_in
    day = (known.day or known.earliest) if known else None
    return bool(day and day > (context.today + _SOON).isoformat()) and not set(DATE_SLOTS) & set(context.asked)


def _by_cues(message: Message, language: str, mentions: list[DateMention], context: DateContext) -> Iterator[SlotValue]:
    given: list[str] = []
    days: dict[str, When] = {}
    window: When | None = None
    for i, mention in enumerate(mentions):
        here = context._replace(stay=context.stay or _of_hotel(message, language, mentions, i, given))
        slot, confidence = _slot(message, language, mentions, i, context=here, given=given)
        if slot == "depart" and "depart" in given and mention.until is None and _lands(message, language, mentions, i):
            continue  # "leave the 11th, land on the 12th before noon" leaves on the 11th
        if any(days[name].day == mention.when.day for name in given) and _said_twice(message, language, mentions, i):
            continue
        known: When | None = getattr(context.frame, slot) or window
        later = mention.near(known, context.today) if known and _keeps(mention, known) else mention
        later = _in_known_week(message, later, context, slot)
        later = _after_start(slot, later, context.frame, days)
        for name, when in _placed(slot, later, context):
            given.append(name)
            days[name] = when
            if mention.loose and mention.loose.weekend and mention.until:
                window = When(said=when.said, earliest=mention.when.day, latest=mention.until.day)
            elif when.earliest and not when.day:
                window = When(said=when.said, earliest=when.earliest, latest=when.latest)
            yield SlotValue(name, when, mention.start, mention.end, min(confidence, later.confidence))


def _of_hotel(message: Message, language: str, mentions: list[DateMention], i: int, given: list[str]) -> bool:
    """Tell whether the days of travel are said and these are the hotel's ("June 14 to 21, hotel June 15 to 20")."""
    if not {"depart", "return_"} <= set(given):
        return False
    between = message.folded[mentions[i - 1].end : mentions[i].start]
    return talks_of_hotels(between, language) or ("check_in" in given and "check_out" not in given)


_THAT_WEEK = re.compile(
    r"[\s,]*(?:of\s+|in\s+)?(?:that|the same|esa|cette|der|dieser|dessa|quella)\s+(?:week|semana|semaine|woche|settimana)\b"
)
_SOON = timedelta(days=7)
_MEANT = re.compile(r"\b(?:mean|meant|instead|rather|actually|digo|veux dire|meine|quero dizer|intendo)\b")


def _in_known_week(message: Message, mention: DateMention, context: DateContext, slot: str) -> DateMention:
    """Read "Monday to Sunday of that week", or a weekday for a day that is weeks away, in the week of the day known."""
    loose = mention.loose
    own: When | None = getattr(context.frame, slot)
    known = own or context.frame.depart or context.frame.check_in
    if loose is None or loose.weekday is None or known is None:
        return mention
    anchor = known.day or known.earliest
    that_week = _THAT_WEEK.match(message.folded, mention.end)
    far = own is not None and own.day is not None and own.day > (context.today + _SOON).isoformat()
    if not anchor or not (that_week or far or (_MEANT.search(message.folded) and slot in {"depart", "check_in"})):
        return mention
    base = date.fromisoformat(anchor)
    start = base - timedelta(days=base.weekday() if that_week else 3)
    first = start + timedelta(days=(loose.weekday - start.weekday()) % 7)
    when = mention.when.model_copy(update={"day": first.isoformat()})
    last = mention.ending.resolved(first + timedelta(days=1)) if mention.ending else None
    until = mention.until.model_copy(update={"day": last.isoformat()}) if mention.until and last else mention.until
    return mention._replace(when=when, until=until, confidence=1.0, options=(), loose=None)


def _keeps(mention: DateMention, known: When) -> bool:
    """Tell whether a day stands in the month or window said before: "the 5th", or "Friday" of "over Easter"."""
    return mention.loose is not None and (mention.loose.weekday is None or not known.day)


def _after_start(slot: str, mention: DateMention, frame: Frame, days: dict[str, When]) -> DateMention:
    """Move "back on Sunday" behind the departure, where the words leave the week open."""
    first = next((a for a, b in _PAIRS.items() if b == slot), None)
    start = days.get(first, getattr(frame, first)) if first else None
    try:
        known = (start.day or start.earliest) if start else None
        return mention.not_before(date.fromisoformat(known)) if known else mention
    except ValueError:
        return mention


def _placed(slot: str, mention: DateMention, context: DateContext) -> list[tuple[str, When]]:
    if mention.until is None:
        return [(slot, mention.when)]
    first = {"return_": "depart", "check_out": "check_in"}.get(slot, slot)
    if context.frame.trip_type == "one_way" and first == "depart":
        window = When(said=mention.when.said, earliest=mention.when.day, latest=mention.until.day)
        return [("depart", window)]
    return [(first, mention.when), (_PAIRS[first], mention.until)]


def _slot(
    message: Message, language: str, mentions: list[DateMention], i: int, *, context: DateContext, given: list[str]
) -> tuple[str, float]:
    table = _STAY if context.stay and not _journey_is_open(context) else _FLIGHT
    cues = cues_before(message, language, mentions, i)
    shared = _shared(cues, table, mentions, i, message)
    if shared:
        return shared, 1.0
    journey = context.frame.depart is not None and context.frame.check_in is None
    if is_back_behind(message, language, mentions, i):
        return "return_" if journey else table["BACK"], 1.0
    if cues:
        slot = "return_" if cues[-1] == "BACK" and journey else table[cues[-1]]
        if cues[-1] == "BACK" and not given and _names_the_ticket(message, language, mentions, i):
            return _next_open(context, given), 0.9
        if _answers_return(cues[-1], context, message, mentions):
            return "return_", 0.8
        if cues[-1] in {"LEAVE", "BACK", "GO"} and table is _STAY:
            return slot, 0.9
        if cues[-1] == "LEAVE" and not context.stay and _arrives_first(message, mentions, i):
            return "return_", 0.9
        if cues[-1] in {"GO", "FROM", "START"} and slot in given:
            return _next_open(context, given), 0.9
        return slot, 1.0
    told_again = _told_again(mentions[i], context) if not given and len(mentions) == 1 else None
    if told_again:
        return told_again, 1.0
    changed = _changed_last(context) if not given and len(mentions) == 1 and not mentions[i].until else None
    if changed:
        return changed, 0.9
    when = mentions[i].when
    behind = None if when.weekends or when.among else cue_behind(message, language, mentions, i)
    if behind:
        return table[behind], 0.9 if behind in {"LEAVE", "BACK", "GO"} and table is _STAY else 1.0
    return _next_open(context, given), 0.9


def _journey_is_open(context: DateContext) -> bool:
    """Tell whether a journey still waits for its days: "leave" and "back" are then those of the journey, hotel or not."""
    frame = context.frame
    return frame.origin is not None and frame.depart is None and frame.flights_needed is not False


def _told_again(mention: DateMention, context: DateContext) -> str | None:
    """Return the slot that has this very day of the month already: "yes, the 13th please" confirms it."""
    number = mention.loose.day if mention.loose and not mention.until else None
    asked = set(context.asked) & set(DATE_SLOTS)
    if number is None or asked:
        return None
    same = [
        slot
        for slot in DATE_SLOTS
        if (when := getattr(context.frame, slot)) and when.day and int(when.day[8:]) == number
    ]
    return same[0] if len(same) == 1 else None


def _changed_last(context: DateContext) -> str | None:
    """Return the end that the last change moved: a day alone behind it corrects this end ("no wait, keep Sunday")."""
    if not context.earlier or set(context.asked) & {*DATE_SLOTS, "trip_type"}:
        return None
    before, now = context.earlier[-1], context.frame
    moved = {slot for slot in DATE_SLOTS if (old := getattr(before, slot)) and old != getattr(now, slot)}
    return next((ends[0] for ends in _ENDS if ends[0] in moved and moved <= set(ends)), None)


def _names_the_ticket(message: Message, language: str, mentions: list[DateMention], i: int) -> bool:
    """Read "return flight Edinburgh-London 3 Dec, back 7 Dec": the ticket is a return, and the way back has a day of its own."""
    if not _RETURN_TICKET.search(message.folded[: mentions[i].start]):
        return False
    return any("BACK" in cues_before(message, language, mentions, j) for j in range(i + 1, len(mentions)))


def _answers_return(cue: str, context: DateContext, message: Message, mentions: list[DateMention]) -> bool:
    """Read "I'm leaving on the 12th" as the return when only that was asked for and the departure is known."""
    return (
        cue in {"LEAVE", "GO", "ARRIVE"}
        and len(mentions) == 1
        and "return_" in context.asked
        and "depart" not in context.asked
        and context.frame.depart is not None
        and not _CORRECTS.search(message.folded)
    )


def _shared(
    cues: list[str], table: dict[str, str], mentions: list[DateMention], i: int, message: Message
) -> str | None:
    """Read "my check in and check out are the 11th and the 13th": two cues before two dates."""
    if i + 1 < len(mentions) and len(cues) >= 2:
        gap = message.folded[mentions[i].end : mentions[i + 1].start]
        first, second = table[cues[-2]], table[cues[-1]]
        joined = message.folded[: mentions[i].start]
        if (
            re.fullmatch(r"\s*(?:,|and|&|,\s*and)\s*(?:on\s+)?", gap)
            and _PAIRS.get(first) == second
            and re.search(r"\b(?:and|&|/)\b", joined)
        ):
            return first
    return None


def _arrives_first(message: Message, mentions: list[DateMention], i: int) -> bool:
    """Read "we land on the 4th and leave on the 11th": leaving after an arrival is the way back."""
    return i > 0 and bool(
        re.search(r"\b(?:arriv\w*|land\w*|get there|be there)\b", message.folded[: mentions[i - 1].start])
    )


def _said_twice(message: Message, language: str, mentions: list[DateMention], i: int) -> bool:
    """Read "7 dec. Monday 7 December" as one day: no word beside the second makes it another end."""
    mention = mentions[i]
    return mention.when.day is not None and mention.until is None and not cues_before(message, language, mentions, i)


def _lands(message: Message, language: str, mentions: list[DateMention], i: int) -> bool:
    """Tell whether the words beside a day speak of an arrival."""
    return "ARRIVE" in cues_before(message, language, mentions, i)[-1:]


def _way_back_is_open(context: DateContext, given: list[str]) -> bool:
    """Tell whether "one way, or on which day do you come back?" waits for a day."""
    frame = context.frame
    return frame.depart is not None and frame.return_ is None and not given


def _next_open(context: DateContext, given: list[str]) -> str:
    """Return the date that was asked for and is not given yet, else the next one of the topic that is open."""
    for slot in context.asked:
        if slot in DATE_SLOTS and slot not in given:
            return slot
        if slot == "trip_type" and _way_back_is_open(context, given):
            return "return_"
    first, second = ("check_in", "check_out") if context.stay else ("depart", "return_")
    if first not in given and (
        getattr(context.frame, first) is None or (not given and getattr(context.frame, second) is not None)
    ):
        return first
    if second in given or (not context.stay and context.frame.trip_type == "one_way"):
        return first
    wanted = context.stay or context.frame.trip_type == "round_trip"
    if first in given or (wanted and getattr(context.frame, second) is None):
        return second
    return first
