"""One clause of a message with its days, times and lengths, and what is left of it without them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from itertools import islice

from tripintent.state.designer.operations import PartOfDay, When
from tripintent.tools.language.exact.clock import TimeMention, find_times, sure_times
from tripintent.tools.language.exact.tables import own_pattern, pattern
from tripintent.tools.language.reading.itinerary.days import DayMention, TripDays, find_days
from tripintent.tools.language.reading.itinerary.lengths import Length, find_lengths
from tripintent.tools.places.folding import fold

_SPLIT = re.compile(
    r"(?:,\s*|\s+)(?:(?:oh |ah )?no[,]? wait|wait,? no|no,? sorry|sorry,? I mean(?:t)?|I mean(?:t)?|make that|scratch that)[,:]?\s+",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"(?:,\s*(?:(?:and|und|et|y|e|ed)\s+)?(?:(?:then|dann|danach|puis|ensuite|luego|despu[eé]s|poi|depois)\s+)?|;\s*"
    r"|\s+(?:and|und|et|y|e|ed)\s+(?:(?:then|dann|danach|puis|ensuite|luego|poi|depois)\s+)?|\s+(?:then|dann|danach|puis|ensuite|luego|poi|depois)\s+)(?=\S)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"(?<!\b[A-Z])(?<!\bSt)(?<!\bno)(?<!\bNo)(?<!\d)[.!]+(?=\s|$)|(?<=\d)[.!](?=\s+(?!Jan|Feb|M[aä]r|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[A-Z])|\?+(?=\s|$)|\n+|:\s+(?=\S)|\s[-–]\s(?=[a-z]{3})"
)
_COMPOUND = re.compile(r"(?<=tag|och)(?:vormittag|nachmittag|mittag|morgen|abend|nacht)s?\b")
"""The part of the day in a German word ("Mittwochnachmittag")."""
_PARTS: tuple[tuple[str, PartOfDay], ...] = (
    ("morning", "morning"),
    ("afternoon", "afternoon"),
    ("evening", "evening"),
    ("last_evening", "evening"),
)
_BESIDE = re.compile(r"[\s,]*(?:[a-z']{1,4}\s+){0,2}")
"""What may stand between a day and its part: small words."""
_LODGING = re.compile(
    r"\b(?:hotel|hostel|b&b|bnb|pension|inn|guest ?house|apartment|airbnb|resort|lodge|check(?:ing)?[- ]?in|nights?|stay\w*"
    r"|albergo|unterkunft|ubernacht\w*|nacht|nachte|nuits?|noches?|nott[ei]|noites?)\b"
)
_TIMETABLE = re.compile(
    r"\b(?:flight|plane|train|bus to|coach to|leaves|departs|departure|lands|arrives|arrival)\b|\b[A-Z]{2} ?\d{2,4}\b"
)


@dataclass(frozen=True)
class Clause:
    """A piece of a message. ``corrects``: it takes back what the clause before said of day or time."""

    text: str
    days_of: TripDays
    language: str = "en"
    corrects: bool = False
    asks: bool = False

    @cached_property
    def folded(self) -> str:
        """The clause in small letters without accents, of the same length."""
        return fold(self.text)

    @cached_property
    def lengths(self) -> Sequence[Length]:
        """How long things take."""
        return find_lengths(self.folded, self.language)

    @cached_property
    def days(self) -> Sequence[DayMention]:
        """The days, those inside a length left out."""
        spans = [*((x.start, x.end) for x in self.lengths), *sure_times(self.folded, self.language)]
        spans += [m.span() for m in own_pattern("itinerary", "in_the_morning", self.language).finditer(self.folded)]
        text = _COMPOUND.sub(lambda m: " " * len(m.group()), _masked(self.folded, spans))
        return find_days(text, self.language, self.days_of, nights=bool(_LODGING.search(self.folded)))

    @cached_property
    def times(self) -> Sequence[TimeMention]:
        """The times of day, read beside days and lengths."""
        spans = [*((x.start, x.end) for x in self.lengths), *((x.start, x.end) for x in self.days)]
        return find_times(_masked(self.folded, spans), self.language, timetable=bool(_TIMETABLE.search(self.text)))

    @cached_property
    def part(self) -> tuple[int, int, PartOfDay] | None:
        """Where the part of the day stands that is said beside a day ("on Thursday morning"), and which it is."""
        for row, part in _PARTS:
            for match in pattern("itinerary", row, self.language).finditer(self.folded):
                start, end = match.span()
                for day in self.days:
                    if _BESIDE.fullmatch(self.folded[min(day.end, end) : max(day.start, start)]):
                        return (max(start, day.end) if end > day.end else start), end, part
        return None

    @cached_property
    def rest(self) -> str:
        """The clause without days, times and lengths; a bar stands where each was."""
        spans = sorted(
            [
                *((x.start, x.end) for x in self.lengths),
                *((x.start, x.end) for x in self.days),
                *((x.start, x.end) for x in self.times),
                *((self.part[:2],) if self.part and not self.times else ()),
            ]
        )
        kept, at = [], 0
        for start, end in spans:
            kept.append(self.text[at:start])
            at = max(at, end)
        return " | ".join((*kept, self.text[at:]))

    def when(self) -> When:
        """Return day, times and length; what was said last of each counts."""
        day = self.days[-1] if self.days else None
        several = len(self.days) > 1 and not day_until(self.days)
        first = self.days[0] if self.days else None
        until = day.until if day else None
        if several and first and day and _LODGING.search(self.folded):
            day, until = first, day.day
        time = self.times[-1] if self.times else None
        length = next((x.minutes for x in reversed(self.lengths) if x.minutes), None)
        nights = next((x.nights for x in self.lengths if x.nights), None)
        return When(
            day=day.day.isoformat() if day else None,
            until=until.isoformat() if until else None,
            start=time.first.text() if time else None,
            end=time.last.text() if time and time.last else None,
            minutes=length,
            nights=nights,
            part=self.part[2] if self.part and not time else None,
        )


def day_until(days: Sequence[DayMention]) -> date | None:
    """Return the end of the last range among days."""
    return next((d.until for d in reversed(days) if d.until), None)


@lru_cache(maxsize=32)
def clauses_of(text: str, days_of: TripDays, language: str) -> tuple[Clause, ...]:
    """Return the clauses of a message in their order. A list is split where both sides have a time or dates of their own."""
    found: list[Clause] = []
    at = 0
    for mark in (*_SENTENCE.finditer(text), None):
        end = mark.start() if mark else len(text)
        sentence = text[at:end].strip(" ,;")
        asks = bool(mark and "?" in mark.group())
        at = mark.end() if mark else end
        for number, piece in enumerate(p for p in _SPLIT.split(sentence) if p.strip(" ,.;")):
            clause = Clause(piece.strip(" ,;"), days_of, language, corrects=number > 0, asks=asks)
            found += _listed(clause)
    return tuple(found)


def _listed(clause: Clause) -> list[Clause]:
    parts: list[str] = []
    at = 0
    timed = clause.times or (clause.days and _LODGING.search(clause.folded))
    for mark in islice(_LIST.finditer(clause.text), _MARKS) if timed else ():
        before = clause.text[max(at, mark.start() - _AROUND) : mark.start()]
        behind = clause.text[mark.end() : mark.end() + _AROUND]
        if _stands_alone(before, clause) and _stands_alone(behind, clause):
            parts.append(clause.text[at : mark.start()])
            at = mark.end()
    if not parts and clause.text == clause.text.strip():
        return [clause]
    parts.append(clause.text[at:])
    return [Clause(p.strip(), clause.days_of, clause.language, clause.corrects, clause.asks) for p in parts]


_AROUND, _MARKS = 120, 24
"""Characters around a comma or "and" that say whether it parts a list, and how many of one sentence are looked at."""
_NAMED = re.compile(r"[^\W\d]{3,}")
_BARE = re.compile(
    r"\b(?:lands?|landing|arriv\w+|ends?|leaves?|departs?|check(?:ing)?|out|from|until|till|the|same|that|day|evening|morning|afternoon"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|for|about|takes?|hours?|please|time|pick\w*|back|home|now|earlier|later|move|it|change|put|add|take|them|this|instead|ok)\b"
)


def _stands_alone(text: str, clause: Clause) -> bool:
    """Tell whether a piece names something and says when: it has a time or days, and words beside them."""
    piece = Clause(text, clause.days_of, clause.language)
    if not piece.times and not (piece.days and _LODGING.search(piece.folded)):
        return False
    return bool(_NAMED.search(_BARE.sub(" ", fold(piece.rest))))


def _masked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)
