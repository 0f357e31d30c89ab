"""The days of clauses that can be days of the journey, each with its words; those of passports, events and small talk are left out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from tripintent.state.frame import When
from tripintent.tools.language.check import owner_of_day
from tripintent.tools.language.exact.feasts import is_feast
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.exact.tables import pattern as table_pattern
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.place_roles import SENTENCE, source, word
from tripintent.tools.language.offline.words import pattern

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_YEARS_AGO = 1
_LEAD = 2
"""Words before the day that begins a clause."""
_NEAR = 40
"""Characters before a weekend in which the way that is meant is named."""
_AROUND: dict[int | None, int] = {4: 0, 5: 1, 6: 2, 0: 3}
"""Weekdays of a weekend (Monday is 0), in days from its Friday."""


@dataclass(frozen=True)
class Day:
    """A day or range of a clause. ``left`` and ``right`` are the words of its sentence up to the days beside it."""

    mention: DateMention
    clause: Clause
    left: str = ""
    right: str = ""

    @property
    def start(self) -> int:
        """Where its words begin."""
        return self.mention.start

    @property
    def end(self) -> int:
        """Where its words end."""
        return self.mention.end

    @property
    def when(self) -> When:
        """The day, or the first one of a range."""
        return self.mention.when

    def passes_a_place(self, at: int) -> bool:
        """Tell whether a place is between a word of ``left`` and the day."""
        start = self.start - len(self.left) + at
        return bool(self.clause.message.of("place", start=start, end=self.start))

    def put(self, mention: DateMention) -> "Day":
        """Return the words with another reading."""
        return replace(self, mention=mention)


def days_of(clauses: Sequence[Clause], known: "Known", taken: frozenset[int]) -> list[Day]:
    """Return the days of travel, left to right. ``taken`` are the starts of days that belong to something else."""
    message = clauses[0].message
    spans = {(v.start, v.end): c for c in clauses for v in c.of("day") if v.start not in taken}
    if not spans:
        return []
    days = [Day(m, spans[m.start, m.end]) for m in message.mentions if (m.start, m.end) in spans]
    owners = [owner_of_day(message.folded, d.start, d.end, message.language) for d in days]
    own = [d for d, owner in zip(days, owners, strict=True) if owner is None]
    events = [d for d, owner in zip(days, owners, strict=True) if owner == "event"]
    if known.frame.depart is None and (not own or _only_back(own, events)):
        days = sorted([*events, *own], key=lambda day: day.start)
    else:
        days = own
    days = [d for d in _worded(_without_wider(days), clauses) if not _is_idle(d)]
    return _of_one_way(_without_feasts(_in_feast(_put_right(days))))


def _without_wider(days: Sequence[Day]) -> list[Day]:
    """Return the days without a month in which two days are named: "a trip in January, flying on the 9th, home on the 24th"."""

    def names_more(one: Day) -> bool:
        when = one.when
        said = [d.when.day for d in days if d.when.day]
        within = [day for day in said if when.earliest and when.latest and when.earliest <= day <= when.latest]
        return not when.day and len(within) > 1

    return [one for one in days if not names_more(one)]


def _only_back(own: Sequence[Day], events: Sequence[Day]) -> bool:
    """Tell whether the day of an event is all that says when one goes: "a wedding on 5 June, back on the 8th"."""
    if len(own) != 1 or len(events) != 1 or own[0].start < events[0].end:
        return False
    language, between = own[0].clause.language, own[0].clause.message.folded[events[0].end : own[0].start]
    return bool(pattern(source("day_back", language=language)).search(between))


def _worded(days: Sequence[Day], clauses: Sequence[Clause]) -> list[Day]:
    """Return the days with the words around them: of their sentence and clause, up to the days beside them.

    A clause that begins with its day goes on with the one before it: "I do have to come back, on the 16th".
    """
    before = {one.end: one for one in clauses}
    found: list[Day] = []
    for n, day in enumerate(days):
        text, clause = day.clause.message.folded, day.clause
        goes_on = len(text[clause.start : day.start].split()) <= _LEAD
        start = before.get(clause.start, clause).start if goes_on else clause.start
        ends = [m.end() for m in SENTENCE.finditer(clause.message.text, start, day.start)]
        left = max([start, *ends[-1:], days[n - 1].end if n else 0])
        stop = SENTENCE.search(clause.message.text, day.end, clause.end)
        following = days[n + 1].start if n + 1 < len(days) else clause.end
        right = max(min(stop.start() if stop else clause.end, following, clause.end), day.end)
        found.append(replace(day, left=text[left : day.start], right=text[day.end : right]))
    return found


def _is_idle(day: Day) -> bool:
    """Tell whether a day is not one of this journey: small talk, long past, denied, or told as a fact."""
    language, clause = day.clause.language, day.clause
    today = clause.message.today
    said = day.clause.message.folded[day.start : day.end]
    if day.when.day and day.when.day[:4].isdigit() and int(day.when.day[:4]) < today.year - _YEARS_AGO:
        return True
    near = table_pattern("dates", "today", language).fullmatch(said)
    if near and pattern(rf"{source('small_talk', language=language)}\s*$").search(day.left):
        return True
    if pattern(rf"{source('cannot', language=language)}\s+(?:(?:on|the|am|den|le|el|il|em|no|dia)\s+)*$").search(
        day.left
    ):
        return True
    later = table_pattern("dates", "later", language).search(day.left + said + day.right[:20])
    loose = day.mention.loose is not None and day.mention.loose.weekday is not None
    if later and (near or loose):
        return True
    told = source("is_a", language=language)
    weekday = lexicon(language).part("weekday")
    article, text = r"(?:an?|ein|un|um|una|eine)", clause.message.folded
    is_told = pattern(rf"\s+{told}\s+{article}\s+{weekday}").match(text, day.end)
    tells = pattern(rf"{told}\s+{article}\s+$").search(day.left) if loose else None
    return bool(is_told or tells)


def _put_right(days: list[Day]) -> list[Day]:
    """Drop the days before "I meant the 22nd", and a day that the next one takes back ("the 5th, sorry, the 6th")."""
    kept: list[Day] = []
    for n, day in enumerate(days):
        following = days[n + 1] if n + 1 < len(days) else None
        language, text = day.clause.language, day.clause.message.folded
        between = text[day.end : following.start] if following else ""
        slip = pattern(
            rf"(?:[\s,-]*|\.\s+-\s+)(?:oh |oops |uh )?{source('corrects', language=language)}[\s,]*(?:wait[\s,]*)?(?:i mean\s+)?"
            r"(?:(?:on|the|am|den|der|el|le|il|o|make|that)\s+)*"
        )
        if following and (
            table_pattern("dates", "meant", language).search(between) or (between.strip() and slip.fullmatch(between))
        ):
            days[n + 1] = replace(following, left=day.left)
            continue
        kept.append(day)
    return kept


def _in_feast(days: list[Day]) -> list[Day]:
    """Read weekdays beside one feast or long weekend as its days: "Presidents' Day weekend: leave Friday, back Monday"."""
    feasts = [d for d in days if (_is_weekend(d) or is_feast(d.when.said)) and (d.when.day or d.when.earliest)]
    return [_near_feast(d, feasts[0]) for d in days] if len(feasts) == 1 else days


def _near_feast(day: Day, feast: Day) -> Day:
    loose = day.mention.loose
    first, until = date.fromisoformat(str(feast.when.day or feast.when.earliest)), feast.mention.until
    if not loose or loose.weekday is None or loose.nth is not None or day.mention.until or day is feast:
        return day
    last = date.fromisoformat(str((until.day if until else None) or feast.when.latest or first))
    on = first + timedelta(days=(loose.weekday - first.weekday()) % 7)
    if on > last + timedelta(days=1):
        on -= timedelta(days=7)
    if on < first - timedelta(days=1):
        return day
    return day.put(day.mention._replace(when=day.when.model_copy(update={"day": on.isoformat()}), loose=None))


def _without_feasts(days: list[Day]) -> list[Day]:
    """Drop a feast beside both days of the journey: "11 to 14 February, a Valentine's surprise" dates it already."""
    plain = [d for d in days if not is_feast(d.when.said)]
    return plain if len(plain) > 1 or any(d.mention.until for d in plain) else days


def _of_one_way(days: list[Day]) -> list[Day]:
    """Read a weekend of one way as an open day ("back next weekend"), "Friday" beside a weekend as its Friday."""
    weekends = [d for d in days if _is_weekend(d)]
    if len(weekends) == 1:
        days = [_of_weekend(d, weekends[0]) for d in days]
    others = [d for d in days if not _is_weekend(d)]
    inside = [w for w in weekends if any(_in_weekend(d, w) for d in others)]
    kept = [d for d in days if d not in inside]
    return [_open(d) if _is_weekend(d) and (len(kept) > 1 or _of_a_way(d)) else d for d in kept]


def _is_weekend(day: Day) -> bool:
    return bool(day.mention.until and day.mention.loose and day.mention.loose.weekend)


def _of_a_way(day: Day) -> bool:
    near = day.left[-_NEAR:]
    back = word("day_back", day.clause.language).search(near)
    return back is not None


def _of_weekend(day: Day, weekend: Day) -> Day:
    weekday = day.mention.loose.weekday if day.mention.loose and not day.mention.until else None
    if weekday not in _AROUND or _is_weekend(day):
        return day
    on = date.fromisoformat(str(weekend.when.day)) + timedelta(days=_AROUND[weekday])
    return day.put(day.mention._replace(when=day.when.model_copy(update={"day": on.isoformat()}), loose=None))


def _in_weekend(day: Day, weekend: Day) -> bool:
    until = weekend.mention.until
    return bool(day.when.day and until and until.day and str(weekend.when.day) <= day.when.day <= until.day)


def _open(day: Day) -> Day:
    friday, until = date.fromisoformat(str(day.when.day)), day.mention.until
    first = (friday + timedelta(days=1)).isoformat()
    when = When(said=day.when.said, earliest=first, latest=until.day if until else None)
    return day.put(DateMention(day.start, day.end, when, None, day.mention.confidence))
