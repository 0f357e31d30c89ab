"""How long things usually take, by their names; low confidence where nothing is known."""

import re
from datetime import timedelta
from typing import Literal, NamedTuple

from tripintent.state.designer.moments import has_time, shifted
from tripintent.state.designer.segments import (
    ActivitySegment,
    BaseSegment,
    CustomSegment,
    MeetingSegment,
    TransferSegment,
    title_of,
)

Confidence = Literal["high", "medium", "low"]


class Usual(NamedTuple):
    """Hours, and how sure the rule is."""

    hours: float
    confidence: Confidence
    rule: str


_COOKING = r"(?:clase|curso|corso|lezione|aula) d[ei] (?:cocina|cucina|cozinha|culin\w+)"
_RULES: tuple[tuple[str, float, Confidence], ...] = (
    ("breakfast|fr[uü]hst[uü]ck|petit d[eé]jeuner|desayuno|colazione", 1, "high"),
    ("brunch", 1.5, "high"),
    ("lunch|mittagessen|d[eé]jeuner|almuerzo|almo[cç]o|pranzo", 1.5, "high"),
    ("dinner|supper|abendessen|d[iî]ner|cena|jantar", 2, "high"),
    ("opera|ballet|oper", 3, "high"),
    ("movie|cinema|film|kino", 2, "high"),
    ("concert|konzert|concierto|concerto|show|musical|theat(?:re|er)|broadway|matinee", 2.5, "high"),
    (
        f"cooking (?:class|lesson)|workshop|kochkurs|cours de cuisine|{_COOKING}",
        3,
        "medium",
    ),
    ("tour|excursion|\\w*f[uü]hrung|visite guid[eé]e|visita guiada|visita guidata", 3, "medium"),
    ("museums?|gallery|galleries|exhibition|mus[eé]e|museo", 2, "medium"),
    ("spa|massage|sauna", 2, "medium"),
    ("golf", 4, "medium"),
    ("hik(?:e|ing)|trek|wanderung", 3, "medium"),
    ("meeting|call", 1, "medium"),
    ("coffee|caf[eé]|cake|drinks?|aperitivo|gelato", 1, "medium"),
)
_COMPILED: tuple[tuple[re.Pattern[str], float, Confidence, str], ...] = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), hours, sure, words) for words, hours, sure in _RULES
)
DEFAULT_HOURS = 2.0
TRANSFER_HOURS = 0.5


def usual_duration(name: str, *, is_meeting: bool = False) -> Usual:
    """Return how long a thing of this name usually takes; 2 hours with low confidence when nothing is known of it."""
    for pattern, hours, confidence, words in _COMPILED:
        if pattern.search(name):
            return Usual(hours, confidence, words.split("|")[0])
    return Usual(1, "medium", "meeting") if is_meeting else Usual(DEFAULT_HOURS, "low", "default")


def duration_of(segment: BaseSegment) -> Usual:
    """Return the usual duration of a segment, by its name, description and category."""
    if isinstance(segment, TransferSegment):
        return Usual(TRANSFER_HOURS, "medium", "transfer")
    words = [title_of(segment)]
    if isinstance(segment, ActivitySegment | CustomSegment):
        words += [segment.description or ""]
    if isinstance(segment, ActivitySegment):
        words += [segment.category or ""]
    found = usual_duration(words[0], is_meeting=isinstance(segment, MeetingSegment))
    return found if found.confidence != "low" else usual_duration(" ".join(words))


def effective_end(segment: BaseSegment) -> str | None:
    """Return the end, or the start and the usual duration where no end is said."""
    start, end = segment.start_datetime, segment.end_datetime
    if start is None or not has_time(start):
        return end or start
    if end is not None and has_time(end) and end != start:
        return end
    return shifted(start, timedelta(hours=duration_of(segment).hours))
