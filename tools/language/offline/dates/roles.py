"""Which date is which: departure, return, check-in, check-out, by the words beside it, the question, then the topic."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from tripintent.state.frame import Frame, When
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.dates.cues import cue_behind, cues_before, is_back_behind
from tripintent.tools.language.offline.dates.mentions import DateMention
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.topic import talks_of_hotels

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
_PAIRS = {"depart": "return_", "check_in": "check_out"}
_TODAY = {"today", "tonight", "this evening", "this morning", "this afternoon"}
_IDLE = re.compile(
    r"\b(?:all|help|need|needed|everything|you|assist\w*|anything|nothing|done|thanks?|else|it|set|me|good"
    r"|service)\s+(?:i need\s+|for\s+|me\s+|you\s+|from\s+|your\s+|help\s+|with\s+)*$"
)
_CORRECTS = re.compile(r"\b(?:actually|instead|change|sorry|rather|no)\b")
_RETURN_TICKET = re.compile(r"\breturn (?:flight|ticket|trip|fare|journey)s?\b")
DATE_SLOTS = ("depart", "return_", "check_in", "check_out")


class DateContext(NamedTuple):
    """What decides a date that no word beside it explains."""

    frame: Frame
    asked: tuple[str, ...]
    stay: bool
    today: date


def date_claims(message: Message, language: str, mentions: list[DateMention], context: DateContext) -> Iterator[Claim]:
    """Yield one claim per date, a range as two."""
    given: list[str] = []
    days: dict[str, When] = {}
    for i, mention in enumerate(mentions):
        if _is_small_talk(message, mention) or _is_birthday(mention, context.today):
            continue
        here = context._replace(stay=context.stay or _of_hotel(message, language, mentions, i, given))
        slot, confidence = _slot(message, language, mentions, i, context=here, given=given)
        known: When | None = getattr(context.frame, slot)
        later = mention.near(known, context.today) if known and _keeps(mention, known) else mention
        later = _after_start(slot, later, context.frame, days)
        for name, when in _placed(slot, later, context):
            given.append(name)
            days[name] = when
            yield Claim(name, when, mention.start, mention.end, min(confidence, later.confidence))


def _of_hotel(message: Message, language: str, mentions: list[DateMention], i: int, given: list[str]) -> bool:
    """Tell whether the days of travel are said and these are the hotel's ("June 14 to 21, hotel June 15 to 20")."""
    if not {"depart", "return_"} <= set(given):
        return False
    between = message.folded[mentions[i - 1].end : mentions[i].start]
    return talks_of_hotels(between, language) or ("check_in" in given and "check_out" not in given)


def _keeps(mention: DateMention, known: When) -> bool:
    """Tell whether a day stands in the month or window said before: "the 5th", or "Friday" of "over Easter"."""
    return mention.loose is not None and (mention.loose.weekday is None or not known.day)


def _after_start(slot: str, mention: DateMention, frame: Frame, days: dict[str, When]) -> DateMention:
    """Move "back on Sunday" behind the departure, where the words leave the week open."""
    first = next((a for a, b in _PAIRS.items() if b == slot), None)
    start = days.get(first, getattr(frame, first)) if first else None
    try:
        return mention.not_before(date.fromisoformat(start.day)) if start and start.day else mention
    except ValueError:
        return mention


def _is_small_talk(message: Message, mention: DateMention) -> bool:
    """Tell "that will be all for today" and "how are you today" from a day of travel."""
    return mention.when.said.lower() in _TODAY and bool(_IDLE.search(message.folded[: mention.start]))


def _is_birthday(mention: DateMention, today: date) -> bool:
    """Tell a date years ago, which is somebody's birthday ("John Doe 1 January 1980"), from a slip of the year."""
    day = mention.when.day
    return day is not None and int(day[:4]) < today.year - 1


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
    table = _STAY if context.stay else _FLIGHT
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
        if cues[-1] == "LEAVE" and not context.stay and _arrives_first(message, mentions, i):
            return "return_", 0.9
        if cues[-1] in {"GO", "FROM", "START"} and slot in given:
            return _next_open(context, given), 0.9
        return slot, 1.0
    behind = cue_behind(message, language, mentions, i)
    if behind:
        return table[behind], 1.0
    return _next_open(context, given), 0.9


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
