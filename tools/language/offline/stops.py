"""Words beside a stop of a journey: its nights, its days, and where the list of stops goes on."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tripintent.state.frame import WIDE, Frame, Place, Visit
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.message import Message, Value
from tripintent.tools.language.offline.place_roles import Named, source, word

_DATED = re.compile(r"(?:(?:\s*[,(]\s*|\s+(?:[^\W\d]+\s+){0,2})<(?:DATE|LENGTH|TIME)>\)?)+")
_WEEK = 7


def is_same(a: Place, b: Place) -> bool:
    """Tell whether two places are one, by code or by name."""
    return (a.code is not None and a.code == b.code) or (a.name or a.said).casefold() == (b.name or b.said).casefold()


def is_wide(place: Place) -> bool:
    """Tell whether a place is larger than a city."""
    return place.kind in WIDE


def gap(message: Message, first: int, last: int) -> str:
    """Return the marked words between two places, without a day or length right behind the first."""
    return _DATED.sub("", message.marked(first, last), count=1)


@cache
def leads_to(language: str) -> re.Pattern[str]:
    """Return the pattern between a start and where it leads: "to", an arrow."""
    to, fill, back = (source(name, language=language) for name in ("destination", "fill", "back"))
    return re.compile(rf"\s*,?\s*(?:(?:{back}\s+)?{to}|->|→|>|-+>?)\s*(?:{fill}\s*)*")


@cache
def joins_list(language: str) -> re.Pattern[str]:
    """Return the pattern between two stops of one list."""
    then, lead = source("then", language=language), source("destination", "near", "fill", language=language)
    return re.compile(rf"\s*(?:,|\+|/|{then})(?:[\s,]*{then})*(?:\s*<(?:LENGTH|NUM)>)?(?:\s*{lead})*\s*")


@cache
def either(language: str) -> re.Pattern[str]:
    """Return the pattern between two places of which one is meant."""
    lead = source("destination", "near", "fill", "origin", language=language)
    return re.compile(rf"\s*,?\s*{source('or', language=language)}(?:\s*{lead})*\s*")


class Beside(NamedTuple):
    """Values beside stops: nights and days by the start of the stop, and the values that are theirs."""

    nights: dict[int, int]
    days: dict[int, tuple[int, int]]
    taken: frozenset[int] = frozenset()


@cache
def _before(language: str) -> re.Pattern[str]:
    lead, each = source("near", "destination", "fill", language=language), source("each", language=language)
    return re.compile(rf"\s*(?:{each}\s*)?(?:{lead}\s*)*")


@cache
def _behind(language: str) -> re.Pattern[str]:
    lead = source("lasting", "near", language=language)
    return re.compile(rf"\s*[(,:-]?\s*(?:<DATE>\s*,?\s*)?(?:{lead}\s*)*")


@cache
def _day_behind(language: str) -> re.Pattern[str]:
    lead = source("near", "from", "arrive", "fill", "go", language=language)
    return re.compile(rf"\s*[(,:-]?\s*(?:(?:{lead}|am|le|el|il|em|dia|del|du|vom|the)\s*)*")


def nights_of(value: Value) -> int | None:
    """Return the nights that a length or a bare number says."""
    if isinstance(value.value, int):
        return value.value
    return value.value.number if isinstance(value.value, DaySpan) and value.value.kind != "flexible" else None


def beside(clauses: Sequence[Clause], stops: Sequence[Named]) -> Beside:
    """Return the nights and days said beside stops; a bare number counts nights where another stop has them in words."""
    nights: dict[int, int] = {}
    days: dict[int, tuple[int, int]] = {}
    taken: set[int] = set()
    for clause in clauses:
        message, inside = clause.message, [p for p in stops if clause.start <= p.start and p.end <= clause.end]
        lengths = clause.of("length")
        counted = [*lengths, *(clause.of("number") if lengths else [])]
        for n, stop in enumerate(inside):
            left = inside[n - 1].end if n else clause.start
            right = inside[n + 1].start if n + 1 < len(inside) else clause.end
            value = _length_at(message, stop, [v for v in counted if v.within(left, right) and v.start not in taken])
            if value and (count := nights_of(value)):
                nights[stop.start] = count
                taken.add(value.start)
            elif lengths and (count := _worded(message, left, stop.start)):
                nights[stop.start] = count
            day = next((v for v in clause.of("day") if v.within(stop.end, right)), None)
            if day and _day_behind(message.language).fullmatch(message.folded, stop.end, day.start):
                days[stop.start] = (day.start, day.end)
    later = [p.start for p in stops[1:] if p.start in days]
    days = {start: span for start, span in days.items() if start in later} if later else {}
    return Beside(nights, days, frozenset(taken))


def _worded(message: Message, left: int, at: int) -> int | None:
    """Return a bare number in words before a stop, where another has its nights: "three nights in Rome, then four in Florence"."""
    words, lead = lexicon(message.language), source("near", "destination", "fill", language=message.language)
    match = words.compile(rf"(?<!\w)(?P<n>%num%)\s+(?:{lead}\s*)+$").search(message.folded[left:at])
    return words.number(match["n"]) if match else None


def _length_at(message: Message, stop: Named, values: Sequence[Value]) -> Value | None:
    for value in values:
        if value.end <= stop.start and _before(message.language).fullmatch(message.folded[value.end : stop.start]):
            return value
    for value in values:
        if value.start >= stop.end and _behind(message.language).fullmatch(message.marked(stop.end, value.start)):
            follows = message.folded[value.end :]
            if not re.match(rf"\s*{source('near', language=message.language)}\s", follows):
                return value
    return None


def each_nights(clauses: Sequence[Clause]) -> Value | None:
    """Return the length said of every stop at once: "3 nights each"."""
    for clause in clauses:
        for value in clause.of("length"):
            text, each = clause.message.folded, source("each", language=clause.language)
            if re.match(rf"\s*{each}", text[value.end : clause.end]) or re.search(
                rf"{each}\s*$", text[clause.start : value.start]
            ):
                return value
    return None


def kept(visit: Visit, frame: Frame) -> Visit:
    """Return a stop with what was known of it before."""
    for old in frame.visits:
        if is_same(old.place, visit.place):
            said = {name: value for name in Visit.model_fields if (value := getattr(visit, name)) is not None}
            return old.model_copy(update=said)
    return visit


def distinct(stops: Sequence[Named]) -> list[Named]:
    """Drop repetitions, and a country or region whose cities are named too."""
    cities = {p.place.country for p in stops if not is_wide(p.place)}
    chosen: list[Named] = []
    for one in stops:
        if not (is_wide(one.place) and one.place.country in cities) and not any(
            is_same(one.place, c.place) for c in chosen
        ):
            chosen.append(one)
    return chosen


def says(clauses: Sequence[Clause], name: str) -> bool:
    """Tell whether a cue is in one of the clauses."""
    return any(word(name, one.language).search(one.folded) for one in clauses)
