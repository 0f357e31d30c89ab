"""Times of day: "morning flight", "after 5 pm", "home before 8 pm", "no red-eyes"."""

import re
from collections.abc import Iterator

from tripintent.state.frame import TimeWindow
from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.message import Message

_TIME = r"(?P<h{0}>\d{{1,2}})(?:[:.h](?P<m{0}>\d{{2}}))?\s*(?P<half{0}>a\.?m\b\.?|p\.?m\b\.?|o'?clock)?"
_RANGE = re.compile(r"\bbetween\s+" + _TIME.format(1) + r"\s*(?:and|-|to)\s*" + _TIME.format(2))
_POINT = re.compile(
    (
        r"(?:\b(?P<lead>before|by|after|from|no later than|no earlier than|not before|around|about|at|until"
        r"|until)\s+)?(?<![\d$€£/.])"
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
_BACK = re.compile(r"\b(?:return\w*|back|home|coming home|on the way back|inbound)\b")
_ARRIVE = re.compile(
    r"\b(?:arriv\w*|land\w*|get (?:there|in|to)|be (?:there|home|back|in|at)|home by|home before|there by)\b"
)
_GREETING = re.compile(r"\bgood\s+$")


def read_clock(message: Message) -> Iterator[Claim]:
    """Yield the time windows of the way out and the way back, and ``avoid_red_eye``; all clock words are taken."""
    red_eye = _RED_EYE.search(message.open)
    if red_eye:
        yield Claim("avoid_red_eye", value=True, start=red_eye.start(), end=red_eye.end())
    for start, end, window in _windows(message):
        message.take(start, end)
        slot = _slot(message, start)
        if slot:
            yield Claim(slot, window, start, end, 0.9)


def _windows(message: Message) -> list[tuple[int, int, TimeWindow]]:
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
    return found


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
    if lead in {"before", "by", "no later than", "until"}:
        return TimeWindow(end=at)
    if lead in {"after", "from", "no earlier than", "not before"}:
        return TimeWindow(start=at)
    hour = int(at[:2])
    return TimeWindow(start=f"{max(0, hour - 1):02d}{at[2:]}", end=f"{min(23, hour + 1):02d}{at[2:]}")


def _slot(message: Message, position: int) -> str | None:
    sentence = message.sentence_at(position)
    before = message.folded[sentence.start : position]
    clause = re.split(r"[,;]| and ", before)[-1]
    back, arrive = bool(_BACK.search(clause)), bool(_ARRIVE.search(clause))
    if re.search(r"\bcheck[- ]?(?:in|out)", clause):
        return None
    if back:
        return (
            "return_arrive_window"
            if (arrive and re.search(r"\bhome\b", clause)) or re.search(r"\barriv|\bland", clause)
            else "return_window"
        )
    return "arrive_window" if arrive else "depart_window"
