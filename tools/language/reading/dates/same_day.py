"""A way back on the day of departure: "back the same evening", "a day trip", "en el mismo día"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tripintent.state.frame import Frame, TimeWindow, When
from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import cues_of_all, lexicon
from tripintent.tools.language.reading.message import Message

_BACK = (
    r"(?:(?:com\w+|fly\w*|get\w*|go\w*|head\w*|travel\w*|be)\s+(?:back|home)|return\w*(?:\s+(?:flight|home|trip))?|back(?:\s+home)?|home"
    r"|{back})"
)
_SAME = (
    r"(?:on\s+|in\s+|later\s+)?(?:the\s+|that\s+)?(?:very\s+)?same\s+(?P<part>day|date|morning|afternoon|evening|night)"
    r"|(?:the\s+)?same[- ]day|(?:en\s+)?el\s+mismo\s+dia|la\s+misma\s+(?P<es>tarde|noche)|le\s+meme\s+(?P<fr>jour|soir)"
    r"|(?:am|an)\s+(?:selben|gleichen|demselben)\s+(?P<de>tag|abend)|(?:no|na)\s+mesm[oa]\s+(?P<pt>dia|noite|tarde)"
    r"|(?:lo|in)\s+stesso\s+giorno|(?:la\s+)?stessa\s+(?P<it>sera)|in\s+giornata|dans\s+la\s+journee"
)
_WHOLE = (
    r"\b(?:same[- ]day\s+(?:return|round[- ]?trip)|(?:an?|just\s+an?|one)[\s-]+(?:quick\s+|short\s+)?day[- ]?trip"
    r"(?!\s+(?:from|around|in|while)\b)"
    r"|(?<!\w\s)(?<![\w-])day[- ]?trip|there\s+and\s+back\s+(?:in\s+(?:a|one)\s+day|the\s+same\s+day)"
    r"|(?:ida\s+y\s+)?vuelta\s+en\s+el\s+dia|bate\s+e\s+volta|aller-retour\s+dans\s+la\s+journee|tagesreise|tagesausflug)\b"
)
_EVENING = {"evening", "night", "noche", "tarde", "soir", "abend", "noite", "sera"}
_WINDOWS = {"morning": ("06:00", "12:00"), "afternoon": ("12:00", "18:00")}


class SameDay(NamedTuple):
    """The words for a return on the day of departure, and the part of the day, where one was said."""

    start: int
    end: int
    window: TimeWindow | None


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    back = "|".join(map(re.escape, cues_of_all("return")))
    lead = _BACK.replace("{back}", back)
    said = (
        rf"\b{lead}\W+(?:{_SAME})\b|\b(?:{_SAME.replace('?P<', '?P<b_')})\W+{lead}\b"
        rf"|\b{lead}\s+to\s+(?:\w+\s+){{1,3}}(?P<behind>{_SAME.replace('?P<', '?P<c_')})\b"
    )
    return lexicon(language).compile(said), re.compile(_WHOLE)


def find_same_day(message: Message, language: str) -> SameDay | None:
    """Return the words and take them, so that a day beside them is the day of departure."""
    back, whole = _patterns(language)
    match = back.search(message.open) or whole.search(message.open)
    if match is None:
        return None
    said = match.groupdict()
    span = match.span("behind") if said.pop("behind", None) else match.span()
    message.take(*span)
    return SameDay(*span, _window({part for part in said.values() if part}))


def same_day_claims(found: SameDay | None, claims: Sequence[SlotValue], frame: Frame) -> Iterator[SlotValue]:
    """Yield the return on the day of departure that the message or the frame knows; a trip of one day where none does."""
    if found is None:
        return
    span = found.start, found.end
    start: When | None = next((c.value for c in reversed(claims) if c.slot == "depart"), frame.depart)
    if start and start.day:
        yield SlotValue("return_", start.model_copy(update={"around": False}), *span, 0.9)
    else:
        yield SlotValue("duration_days", 1, *span, 0.9)
    if found.window:
        yield SlotValue("return_window", found.window, *span, 0.9)


def _window(parts: set[str]) -> TimeWindow | None:
    if parts & _EVENING:
        return TimeWindow(start="18:00", end="23:00")
    part = next(iter(parts & _WINDOWS.keys()), None)
    return TimeWindow(start=_WINDOWS[part][0], end=_WINDOWS[part][1]) if part else None
