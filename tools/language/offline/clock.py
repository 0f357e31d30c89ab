"""Times of day: "morning flight", "after 5 pm", "home before 8 pm", "no red-eyes"."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.state.frame import TimeWindow
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.lexicon import alternation, lexicon
from tripintent.tools.language.offline.message import Message

_TIME = (
    r"(?P<h{0}>\d{{1,2}})(?:[:.h](?P<m{0}>\d{{2}}))?\s*(?P<half{0}>a\.?m\b\.?|p\.?m\b\.?|o'?clock|uhr\b"
    r"|heures?\b|horas?\b|h\b)?"
)
_RANGE = re.compile(r"\bbetween\s+" + _TIME.format(1) + r"\s*(?:and|-|to)\s*" + _TIME.format(2))
_POINT = re.compile(
    (
        r"(?:\b(?P<lead>before|by|after|from|no later than|no earlier than|not before|around|about|at|until"
        r"|vor|nach|gegen|um|avant|apres|vers|antes d(?:e l)?as|despues de las|depois das|prima delle|dopo le|verso le|a las|alle|as)"
        r"\s+)?(?<![\d$€£/.])"
    )
    + _TIME.format(1)
)
_NOON = re.compile(r"\b(?P<lead>before|by|after|around|at)\s+(?P<when>noon|midday|midnight)\b")
_PARTS = {
    "early morning": ("05:00", "09:00"), "morning": ("06:00", "12:00"), "mornings": ("06:00", "12:00"), "midday": ("11:00", "14:00"),
    "lunchtime": ("11:00", "14:00"), "afternoon": ("12:00", "18:00"), "late afternoon": ("15:00", "18:00"), "evening": ("18:00", "23:00"),
    "evenings": ("18:00", "23:00"), "night": ("20:00", "23:59"), "late night": ("21:00", "23:59"), "overnight": ("20:00", "23:59"),
}  # fmt: skip
_PART = re.compile(
    r"\b(?:in the\s+|this\s+)?(?P<part>early morning|late afternoon|late night|mornings?|afternoon|evenings?"
    r"|midday|lunchtime)\b(?P<flight>\s+(?:flights?|departures?))?"
)
_RED_EYE = re.compile(
    r"\b(?:no|not|avoid|hate|don't (?:want|like)|without|never)\b[^.;]{0,25}\b(?:red[- ]?eyes?|overnight flights?)\b"
)
_BEFORE = {"before", "by", "no later than", "until", "vor", "avant", "antes de las", "antes das", "prima delle"}
_AFTER = {"after", "from", "no earlier than", "not before", "nach", "apres", "despues de las", "depois das", "dopo le"}
_BACK = re.compile(r"\b(?:return\w*|back|home|coming home|on the way back|inbound)\b")
_BACK_BEHIND = re.compile(r"\s+(?:return|way back|inbound|flights? (?:back|home))\b")
"""Behind a part of the day: "an evening return"."""
_ARRIVE = re.compile(
    r"\b(?:arriv\w*|land\w*|get (?:there|in|to)|be (?:there|home|back|in|at)|home by|home before|there by)\b"
)
_GREETING = re.compile(r"\bgood\s+$")
_MEAL = re.compile(r"\bcafes?\s+$")
"""Portuguese breakfast is "the morning's coffee"."""


def read_clock(message: Message, language: str) -> Iterator[Claim]:
    """Yield the time windows of the way out and the way back, and ``avoid_red_eye``; all clock words are taken."""
    red_eye = _RED_EYE.search(message.open)
    if red_eye:
        yield Claim("avoid_red_eye", value=True, start=red_eye.start(), end=red_eye.end())
    for start, end, window in _windows(message, language):
        message.take(start, end)
        slot = "return_window" if _BACK_BEHIND.match(message.folded, end) else _slot(message, start, language)
        if slot:
            yield Claim(slot, window, start, end, 0.9)


def _windows(message: Message, language: str) -> list[tuple[int, int, TimeWindow]]:
    text = message.open
    found: list[tuple[int, int, TimeWindow]] = []
    for match in _RANGE.finditer(text):
        low, high = _time(match, 1, match["half2"]), _time(match, 2)
        if low and high and (match["half2"] or match["m2"]):
            found.append((*match.span(), TimeWindow(start=low, end=high)))
    for match in _POINT.finditer(text):
        at = _time(match, 1)
        said = bool(match["half1"]) or (bool(match["m1"]) and "." not in match.group())
        if at and said and not _overlaps(found, match):
            found.append((*match.span(), _around(match["lead"], at)))
    for match in _NOON.finditer(text):
        at = "12:00" if match["when"] != "midnight" else "23:59"
        found.append((*match.span(), _around(match["lead"], at)))
    for match in _PART.finditer(text):
        if not _overlaps(found, match) and not _GREETING.search(text[: match.start()]):
            low, high = _PARTS[match["part"]]
            found.append((*match.span(), TimeWindow(start=low, end=high)))
    for name, pattern in _foreign_parts(language):
        low, high = _PARTS[name]
        found += [
            (*m.span(), TimeWindow(start=low, end=high))
            for m in pattern.finditer(text)
            if not _overlaps(found, m) and not _MEAL.search(text[: m.start()])
        ]
    return found


@cache
def _foreign_parts(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the parts of the day in another language than English ("por la mañana", which is no tomorrow)."""
    parts = lexicon(language).tables("day_parts")
    return tuple((name, re.compile(r"\b" + alternation(words) + r"\b")) for name, words in parts.items())


@cache
def _ways(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the words for the way back and for an arrival, English and those of the language."""
    words = lexicon(language)
    back, arrive = words.cues("return"), words.cues("arrive")
    return (
        re.compile(_BACK.pattern + (r"|\b" + alternation(back) + r"\b" if back else "")),
        re.compile(_ARRIVE.pattern + (r"|\b" + alternation(arrive) + r"\b" if arrive else "")),
    )


def _overlaps(found: list[tuple[int, int, TimeWindow]], match: re.Match[str]) -> bool:
    return any(match.start() < end and match.end() > start for start, end, _ in found)


def _time(match: re.Match[str], group: int, half: str | None = None) -> str | None:
    hour, minute = int(match[f"h{group}"]), int(match[f"m{group}"] or 0)
    said = (match[f"half{group}"] or half or "").replace(".", "")
    if said == "pm" and hour < 12:
        hour += 12
    if said == "am" and hour == 12:
        hour = 0
    return f"{hour:02d}:{minute:02d}" if hour < 24 and minute < 60 else None


def _around(lead: str | None, at: str) -> TimeWindow:
    if lead in _BEFORE:
        return TimeWindow(end=at)
    if lead in _AFTER:
        return TimeWindow(start=at)
    hour = int(at[:2])
    return TimeWindow(start=f"{max(0, hour - 1):02d}{at[2:]}", end=f"{min(23, hour + 1):02d}{at[2:]}")


def _slot(message: Message, position: int, language: str) -> str | None:
    sentence = message.sentence_at(position)
    before = message.folded[sentence.start : position]
    clause = re.split(r"[,;]| (?:and|y|et|und|e) ", before)[-1]
    back, arrive = (bool(pattern.search(clause)) for pattern in _ways(language))
    if re.search(r"\bcheck[- ]?(?:in|out)", clause):
        return None
    if back:
        return (
            "return_arrive_window"
            if (arrive and re.search(r"\bhome\b", clause)) or re.search(r"\barriv|\bland", clause)
            else "return_window"
        )
    return "arrive_window" if arrive else "depart_window"
