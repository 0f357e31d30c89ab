"""When a clause says that something of the plan is: days as the trip means them, hours, parts of a day, lengths, shifts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, cached_property
from typing import NamedTuple, cast

from tripintent.state.designer.operations import PartOfDay
from tripintent.tools.language.exact.calendar import parsed
from tripintent.tools.language.exact.clock import TimeMention
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import chain, pattern, phrases
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.words import cue, has, table
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

WORDS = "offline_plan"
_DATED = frozenset({"es", "it", "pt"})
"""Languages in which "day 15" is the 15th."""
_SLASHED = re.compile(r"\d{1,2}/\d{1,2}(?:/\d+)?")
_BEFORE = 16
"""Characters before a value that may say that it is not the one wanted."""


class DayAt(NamedTuple):
    """A day of the trip and its place in the message. ``declined``: it is what shall not be, or what was until now."""

    start: int
    end: int
    day: date
    until: date | None = None
    declined: bool = False


class By(NamedTuple):
    """How far something moves."""

    minutes: int = 0
    days: int = 0


def bounds(view: View) -> tuple[date | None, date | None]:
    """Return the first and last day of the plan, else of the journey."""
    plan, frame = view.plan, view.frame or view.trip.frame
    days = sorted(x[:10] for s in plan.live for x in (s.start_datetime, s.end_datetime) if x)
    begins, ends = frame.depart or frame.check_in, frame.return_ or frame.check_out
    first = plan.start_date or (begins.day if begins else None) or (days[0] if days else None)
    last = plan.end_date or (ends.day if ends else None) or (days[-1] if days else None)
    return parsed(first), parsed(last)


@cache
def _ordinal(language: str) -> re.Pattern[str]:
    """Return a day by its place in the trip: "the third day", "am letzten Abend", "day 3"."""
    rows: list[list[str]] = [[] for _ in range(11)]
    for code in chain(language):
        words = read_words(code, "options")
        for row, said in zip(rows, [*words["ordinals"].split("|")[:10], words["last"]], strict=False):
            row += [fold(w).strip() for w in re.split(r"[|/]", said)]
    named = "|".join(
        rf"(?P<n{n}>(?:{'|'.join(map(re.escape, row))})\w{{0,2}}{'|' + str(n) + '(?:st|nd|rd|th|e|er|eme)' * (n < 11)})"
        for n, row in enumerate(rows, 1)
    )
    parts = "|".join(phrases("itinerary", part, language) for part in ("morning", "afternoon", "evening"))
    unit = rf"(?:%day%(?!\w)|(?=(?:{parts}|manana|night|noche|nacht|nuit|notte|noite)(?!\w)))"
    return lexicon(language).compile(rf"(?<!\w)(?:{named})\s+{unit}")


@dataclass(frozen=True)
class Timing:
    """The days, hours and lengths of a clause; places are those of the message."""

    clause: Clause
    view: View

    @cached_property
    def trip(self) -> tuple[date | None, date | None]:
        """The first and last day of the trip; where none are known, those that the message gives ("3 to 7 March")."""
        if any(known := bounds(self.view)):
            return known
        said = (cast("DaySpan", v.value) for v in self.clause.message.of("day"))
        return next(((one.first, one.last) for one in said if one.kind == "range"), (None, None))

    @cached_property
    def days(self) -> tuple[DayAt, ...]:
        """The days, left to right; what one reading takes, no other has."""
        kept: list[DayAt] = []
        for one in (*self._of_trip(), *self._dated()):
            if all(one.end <= k.start or one.start >= k.end for k in kept):
                kept.append(one)
        kept.sort()
        for at, one in enumerate(kept):
            said = self.clause.message.folded[max(self.clause.start, one.start - _BEFORE) : one.start]
            came = len(kept) > at + 1 and _ends("from", said, self.clause.language)
            kept[at] = one._replace(declined=came or _ends("not", said, self.clause.language))
        return tuple(kept)

    @property
    def day(self) -> str | None:
        """The day that is wanted: the last one that is not declined."""
        found = [one.day for one in self.days if not one.declined]
        return found[-1].isoformat() if found else None

    @property
    def lost(self) -> bool:
        """Tell whether a day was said that the trip does not have."""
        return not self.days and any(cast("DaySpan", v.value).first for v in self.clause.of("day"))

    @property
    def source(self) -> str | None:
        """The day that something is on until now, where the words tell it from the wanted one."""
        found = [one.day for one in self.days if one.declined]
        rest = [one.day for one in self.days if not one.declined]
        day = found[0] if found else rest[0] if len(rest) > 1 else None
        return day.isoformat() if day else None

    @cached_property
    def times(self) -> tuple[TimeMention, ...]:
        """The hours that are wanted; "not 4" is not one."""
        found = []
        for value in self.clause.of("time"):
            said = self.clause.message.folded[max(self.clause.start, value.start - _BEFORE) : value.start]
            taken = any(one.start < value.end and value.start < one.end for one in self.days)
            taken = taken or any(
                a <= value.start and value.end <= b and (a, b) != (value.start, value.end) for a, b, _ in self.parts
            )
            taken = taken or bool(self.length and self.length[0] <= value.start < self.length[1])
            if not taken and not _ends("not", said, self.clause.language):
                found.append(cast("TimeMention", value.value))
        return tuple(found)

    @property
    def start_end(self) -> tuple[str | None, str | None]:
        """The hours from and until, HH:MM: the last ones said, or two one after the other ("leaves 10:05, lands 12:20")."""
        time = self.times[-1] if self.times else None
        if len(self.times) == 2 and not any(one.last for one in self.times):
            first, last = (one.first.text() for one in self.times)
            gap = self.clause.message.folded[self.times[0].end : self.times[1].start]
            if first < last and has("ends", self.clause.language, gap, WORDS):
                return first, last
        return (time.first.text(), time.last.text() if time.last else None) if time else (None, None)

    @cached_property
    def parts(self) -> tuple[tuple[int, int, PartOfDay], ...]:
        """The parts of the day that are said, with their places."""
        found, language = list[tuple[int, int, PartOfDay]](), self.clause.language
        parts: tuple[PartOfDay, ...] = ("morning", "afternoon", "evening")
        for part in parts:
            for one in (table("parts", language, WORDS)[part], pattern("itinerary", part, language)):
                for hit in one.finditer(self.clause.folded):
                    start, end = hit.start() + self.clause.start, hit.end() + self.clause.start
                    start = max([start, *(d.end for d in self.days if d.start <= start < d.end)])
                    said = self.clause.folded[max(0, hit.start() - _BEFORE) : hit.start()]
                    if start < end and not _ends("not", said, language):
                        found.append((start, end, part))
        return tuple(sorted(found))

    @property
    def part(self) -> PartOfDay | None:
        """The part of the day, where no hour is said."""
        return self.parts[-1][2] if self.parts and not self.times else None

    @cached_property
    def length(self) -> tuple[int, int, By] | None:
        """A number of minutes, hours or days and its place ("half an hour", "due ore", "a day later")."""
        for hit in _amount(self.clause.language).finditer(self.clause.folded):
            count = 1 if not hit["n"] else lexicon(self.clause.language).number(hit["n"]) or 0
            start, end = hit.start() + self.clause.start, hit.end() + self.clause.start
            clash = (one.start for one in self.clause.of("time") if one.start < end and start < one.end)
            if not (hit["half"] or count) or not all(self._lasts(hit, count, one) for one in clash):
                continue
            by = By(30) if hit["half"] else By(count) if hit["minutes"] else By(count * 60)
            return start, end, By(days=count * (7 if hit["weeks"] else 1)) if hit["days"] or hit["weeks"] else by
        return None

    def _lasts(self, hit: re.Match[str], count: int, start: int) -> bool:
        """Tell whether hours that look like a time of day are a length: "due ore" behind no "alle"."""
        lead = phrases("itinerary", "clock_lead", self.clause.language)
        before = self.clause.folded[: hit.start()]
        led = re.search(rf"(?<!\w)(?:{lead}|a|vers|um|alle|as)\s+$", before) and not re.search(
            r"\b(?:de|di|d'|pour|para)\s*$", before
        )
        return (
            bool(hit["hours"])
            and len(hit["hours"]) > 1
            and count <= 6
            and start >= hit.start() + self.clause.start
            and not led
        )

    @property
    def shift(self) -> By | None:
        """How far the words move something, earlier or later; None where they do not."""
        if not self.length:
            return None
        folded, language, by = self.clause.folded, self.clause.language, self.length[2]
        behind = folded[self.length[1] - self.clause.start :][:_BEFORE]
        for text in (behind, folded):
            early, late = (has(name, language, text, WORDS) for name in ("earlier", "later"))
            if early or late:
                sign = -1 if early and not (late and _first("later", "earlier", language, text)) else 1
                return By(by.minutes * sign, by.days * sign)
        return None

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The places of all this in the message."""
        found = [*((d.start, d.end) for d in self.days), *(p[:2] for p in self.parts)]
        found += [(one.start, one.end) for one in self.clause.of("time", "email")]
        return sorted([*found, *([self.length[:2]] if self.length else [])])

    def _of_trip(self) -> Iterator[DayAt]:
        """Yield the days that are told by their place in the trip, or by the day spoken of."""
        (first, last), folded, at = self.trip, self.clause.folded, self.clause.start
        for name, day in (("arrival", first), ("departure", last)):
            for hit in cue(name, self.clause.language, WORDS).finditer(folded) if day else ():
                yield DayAt(at + hit.start(), at + hit.end(), cast("date", day))
        for hit in (*_ordinal(self.clause.language).finditer(folded), *_numbered(self.clause.language, folded)):
            groups = hit.groupdict()
            n = next((int(key[1:]) for key, said in groups.items() if said and key != "n"), 0)
            named = not n
            n = n or lexicon(self.clause.language).number(groups["n"]) or 0
            day = self._nth(n, dated=named and self.clause.language in _DATED) if first and last else None
            if day:
                yield DayAt(at + hit.start(), at + hit.end(), day)
        for name, days in (("same_day", 0), ("next_day", 1)):
            for hit in cue(name, self.clause.language, WORDS).finditer(folded):
                if spoken := self._spoken(at + hit.start()):
                    yield DayAt(at + hit.start(), at + hit.end(), spoken + timedelta(days=days))

    def _spoken(self, before: int) -> date | None:
        """Return the day that was spoken of last: in the message before these words, else in the talk."""
        message = self.clause.message
        for value in reversed([v for v in message.of("day") if v.end <= before]):
            span = cast("DaySpan", value.value)
            if span.first and (day := self._within(span.first, fold(message.text[value.start : value.end]))):
                return day
        return parsed(self.view.talk.spoken_day)

    def _nth(self, n: int, *, dated: bool) -> date | None:
        first, last = cast("tuple[date, date]", self.trip)
        days = [first + timedelta(days=x) for x in range(min((last - first).days, 90) + 1)]
        date_of_month = next((d for d in days if d.day == n), None)
        place = days[-1] if n == 11 else days[n - 1] if 0 < n <= len(days) else None
        return (date_of_month or place) if dated else (place or date_of_month)

    def _dated(self) -> Iterator[DayAt]:
        for value in self.clause.of("day"):
            span = cast("DaySpan", value.value)
            said = self.clause.message.text[value.start : value.end]
            behind = self.clause.message.text[value.end : self.clause.end]
            if _SLASHED.fullmatch(said) and re.match(r"\s[A-Z]\w+", behind):
                continue  # the 9/11 Memorial
            if span.first and (day := self._within(span.first, fold(said))):
                until = span.last if span.kind == "range" else None
                yield DayAt(value.start, value.end, day, until)
        weekdays, (first, _) = lexicon(self.clause.language).weekdays, self.trip
        for hit in re.finditer(
            rf"(?<!\w)({'|'.join(weekdays)})(?=abend|vormittag|nachmittag|mittag|morgen|fruh|nacht|s?(?!\w))",
            self.clause.folded,
        ):
            day = (first or self.view.today) + timedelta(
                days=(weekdays[hit[1]] - (first or self.view.today).weekday()) % 7
            )
            if len(hit[1]) > 5:
                yield DayAt(hit.start() + self.clause.start, hit.end() + self.clause.start, day)

    def _within(self, day: date, said: str) -> date | None:
        """Return the day of the trip that words mean; a day that is written out may lie outside."""
        first, last = self.trip
        if not first or not last or first <= day <= last:
            return day
        days = [first + timedelta(days=x) for x in range(min((last - first).days, 90) + 1)]
        weekday = next((n for word, n in lexicon(self.clause.language).weekdays.items() if word in said.split()), None)
        number = re.search(r"\d{1,2}", said)
        months = any(word in said for word in lexicon(self.clause.language).months if len(word) > 2)
        if number:
            near = [d for d in days if d.day == int(number[0])]
            return day if months or re.search(r"\d[/.-]\d", said) else near[0] if near else None
        return next((d for d in days if d.weekday() == weekday), None)


@cache
def _amount(language: str) -> re.Pattern[str]:
    row = {name: phrases("itinerary", name, language) for name in ("hours", "minutes", "half_hour")}
    return lexicon(language).compile(
        rf"(?<!\w)(?:(?P<half>{row['half_hour']}|(?:mezz'|meia |media )(?:ora|hora))|(?:an?\s+|un'|(?P<n>%num%)(?:\s+|-|(?<=\d)))"
        rf"(?:(?P<hours>{row['hours']}|h)|(?P<minutes>{row['minutes']})|(?P<days>%day%)|(?P<weeks>%week%)))(?!\w)"
    )


def _numbered(language: str, folded: str) -> Iterator[re.Match[str]]:
    for code in chain(language):
        for one in read_words(code, WORDS)["day_n"].split(" | "):
            yield from re.finditer(rf"(?<!\w)(?:{one})(?!\w|[:.]\d)", folded)


def _first(one: str, other: str, language: str, text: str) -> bool:
    a, b = cue(one, language, WORDS).search(text), cue(other, language, WORDS).search(text)
    return bool(a and b and a.start() < b.start())


def _ends(name: str, text: str, language: str) -> bool:
    """Tell whether a text ends with a cue."""
    return any(not text[hit.end() :].strip() for hit in cue(name, language, WORDS).finditer(text))
