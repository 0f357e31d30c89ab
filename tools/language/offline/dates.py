"""The days and lengths that clauses say, as operations: departure, return, the days of the stay, nights, days that may move."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from tripintent.state.frame import When
from tripintent.state.operations import Operation, SetSlot, Shift, Unclear
from tripintent.tools.language.exact.calendar import day_of
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import matches
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.day_mentions import Day, days_of
from tripintent.tools.language.offline.day_roles import Placed, Topic, placed
from tripintent.tools.language.offline.day_shifts import corrected_days, shifts
from tripintent.tools.language.offline.message import Value
from tripintent.tools.language.offline.place_roles import has_word, source
from tripintent.tools.language.offline.route import Route, routed
from tripintent.tools.language.offline.scope import denies
from tripintent.tools.language.offline.words import pattern

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_SURE = 0.75
_MOST_MARGIN = 7
_MONTH = 27
_CLOSE = 3
"""Letters of a no right before a length."""


def read_dates(clauses: Sequence[Clause], known: "Known", route: Route | None = None) -> list[Operation]:
    """Return the operations of days and lengths; what a shift or a stop takes is not a day of the journey besides.

    ``route``: where it was read before.
    """
    if not clauses:
        return []
    route = routed(clauses, known) if route is None else route
    moved = shifts(clauses, known)
    spans = [(one.start, one.end) for one in moved]
    taken = {
        v.start for c in clauses for v in c.of("day", "length") if any(v.start < e and s < v.end for s, e in spans)
    }
    topic = Topic(known, is_stay(clauses, known, route), clauses[0].message.today)
    right = corrected_days(clauses, known)
    if right is not None:
        return [*moved, *right]
    days = days_of(clauses, known, route.days | taken)
    lengths = [v for c in clauses for v in c.of("length") if v.start not in route.lengths | taken]
    lengths = [v for v in lengths if not _is_part_of_stay(clauses[0], v)]
    days, within = _lengths_within(days)
    days, weekdays = _weekdays_of_a_month(days)
    days, weekend = ([*days], weekdays) if weekdays else _on_weekends(days, clauses)
    found = list(placed(days, topic))
    ends = [one.day.clause for one in found if one.slot in ("return_", "check_out") and one.when.day]
    moved = [one for one in moved if not (isinstance(one, Shift) and one.what == "length" and _within(one, ends))]
    return [
        *moved,
        *(one for p in found for one in _operations(p)),
        *_lengths(clauses, lengths, topic, found),
        *within,
        *(weekend if not lengths else []),
        *_same_day(clauses, found, topic),
        *_leaves_same_day(clauses, found),
    ]


def _within(one: Shift, clauses: Sequence[Clause]) -> bool:
    """Tell whether a move is in a clause that names the day itself: "back on Monday instead, one more night"."""
    return any(clause.start <= one.start < clause.end for clause in clauses)


def _is_part_of_stay(clause: Clause, value: Value) -> bool:
    """Tell whether a length is that of a hotel for a part of the journey only: "only for the first three nights"."""
    text, language = clause.message.folded, clause.language
    return any(
        m.start() < value.end and value.start < m.end() for m in matches("needs", "part_of_stay", language, text)
    )


def is_stay(clauses: Sequence[Clause], known: "Known", route: Route) -> bool:
    """Tell whether days and lengths are those of a stay: by the words, the question, then what is known."""
    frame, asked = known.frame, set(known.asked)
    dated = [c for c in clauses if c.of("day", "length")] or clauses
    text, language = " ".join(c.folded for c in dated), clauses[0].language
    flight, hotel = has_word("flight", language, text), has_word("stay", language, text)
    if not known.frame.depart and any(one.role == "origin" for one in route.places):
        return False
    if flight != hotel:
        return hotel
    if {"check_in", "check_out"} & asked:
        return not {"depart", "return_"} & asked
    stay, journey = bool(frame.check_in or frame.check_out), bool(frame.depart or frame.return_ or frame.origin)
    if stay != journey:
        return stay
    return bool(frame.lodging_needed) and not (frame.flights_needed or frame.depart or frame.origin)


def _operations(one: Placed) -> Iterator[Operation]:
    day, when = one.day, one.when
    slot = one.slot
    yield day.clause.made(SetSlot, day.start, day.end, slot=slot, value=when, certainty=one.certainty)
    if when.day is None and when.earliest is None and when.latest is None:
        yield day.clause.made(Unclear, day.start, day.end, slot=slot, reason="not_a_date")
    elif one.certainty < _SURE and day.mention.options:
        options = tuple(d for d in (when.day, *day.mention.options) if d)
        yield day.clause.made(Unclear, day.start, day.end, slot=slot, reason="ambiguous_date", options=options)


def _lengths(
    clauses: Sequence[Clause], lengths: Sequence[Value], topic: Topic, found: Sequence[Placed]
) -> Iterator[Operation]:
    """Yield nights, days of the journey, and days that it may move; a new length moves a known end."""
    for value in lengths:
        clause = next(c for c in clauses if value.within(c.start, c.end))
        span = value.value
        if not isinstance(span, DaySpan) or span.number is None:
            continue
        if denies(clause.message.folded[clause.start : value.start].rstrip()[-_CLOSE:], clause.language):
            continue  # "it is not one day"
        if _is_age(clause, value):
            continue
        if span.number == 1 and has_word("rate", clause.language, clause.folded):
            continue  # "what does it cost a night?"
        if span.kind == "flexible":
            yield clause.made(
                SetSlot, value.start, value.end, slot="flexible_days", value=min(span.number, _MOST_MARGIN) or None
            )
            continue
        yield from _length(clause, value, span, topic)
        frame = topic.frame
        start, end = day_of(frame.depart), day_of(frame.return_)
        if start and end and not any(p.slot in ("depart", "return_") for p in found):
            nights = span.number - (span.kind == "days" and not _is_week(clause, value) and not topic.stay)
            on = When(
                said=clause.message.text[value.start : value.end], day=(start + timedelta(days=nights)).isoformat()
            )
            yield clause.made(SetSlot, value.start, value.end, slot="return_", value=on, certainty=0.9)


def _is_age(clause: Clause, value: Value) -> bool:
    """Tell whether a length in months is how old a child of the clause is: "we have a baby, 14 months"."""
    months = lexicon(clause.language).compile(r"%month%").search(clause.message.folded[value.start : value.end])
    return (
        months is not None and lexicon(clause.language).compile(r"%infant%|%toddler%").search(clause.folded) is not None
    )


def _is_week(clause: Clause, value: Value) -> bool:
    said = clause.message.folded[value.start : value.end]
    return lexicon(clause.language).compile(r"%week%|%fortnight%|%month%").search(said) is not None


def _length(clause: Clause, value: Value, span: DaySpan, topic: Topic) -> Iterator[Operation]:
    asked = set(topic.known.asked)
    text, week = clause.message.folded, _is_week(clause, value)
    trip = pattern(rf"[\s-]*(?:\w+\s+)?{source('trip_noun', language=clause.language)}").match(text, value.end)
    of_stay = span.kind == "nights" or (not trip and (topic.stay or bool({"nights", "check_out"} & asked)))
    open_ended = pattern(r"\d{1,2}\s*(?:-|to|or|bis|oder|o|ou|a)\s*$").search(text[: value.start]) is not None
    certainty = 0.6 if open_ended else 1.0
    slots = ["nights"] if of_stay else ["duration_days", "nights"] if week and not trip else ["duration_days"]
    for slot in slots:
        yield clause.made(SetSlot, value.start, value.end, slot=slot, value=span.number, certainty=certainty)


def _lengths_within(days: list[Day]) -> tuple[list[Day], list[Operation]]:
    """Read "Rome and Venice in 10 days, in May" as ten days; alone, "in 10 days" is a day."""

    def counted(day: Day) -> int | None:
        words = lexicon(day.clause.language)
        said = day.clause.message.folded[day.start : day.end].strip()
        match = words.compile(r"%in%\s+(?P<n>%num%|%a%)\s+(?:(?P<week>%week%)|%day%)").fullmatch(said)
        return (words.number(match["n"]) or 1) * (7 if match["week"] else 1) if match else None

    spans = [d for d in days if counted(d)]
    others = [d for d in days if d not in spans]
    if len(spans) != 1 or not others or any(_ends(d) for d in others):
        return days, []
    one = spans[0]
    return others, [one.clause.made(SetSlot, one.start, one.end, slot="duration_days", value=counted(one))]


def _ends(day: Day) -> bool:
    return has_word("day_back", day.clause.language, day.left) or has_word("until", day.clause.language, day.left)


def _weekdays_of_a_month(days: list[Day]) -> tuple[list[Day], list[Operation]]:
    """Read "in January, Thursday to Sunday" as any Thursday of January, with the nights to the Sunday."""
    month = next((day for day in days if _is_month(day.when)), None)
    named = [day for day in days if (loose := day.mention.loose) and loose.weekday is not None and loose.nth is None]
    if month is None or not named or len(named) + 1 != len(days):
        return days, []
    first, last = _weekday(named[0]), _weekday(named[-1], last=True)
    start, end = (date.fromisoformat(one) for one in (month.when.earliest or "", month.when.latest or ""))
    dates = (start + timedelta(days=n) for n in range((end - start).days + 1))
    among = tuple(one.isoformat() for one in dates if one.weekday() == first)
    when = month.when.model_copy(update={"among": among, "weekends": False})
    nights = (
        []
        if first is None or last is None or (len(named) == 1 and not named[0].mention.until)
        else [(last - first) % 7 or 7]
    )
    made = (month.clause.made(SetSlot, named[0].start, named[-1].end, slot="nights", value=one) for one in nights)
    return [month.put(month.mention._replace(when=when))], list(made)


def _weekday(day: Day, *, last: bool = False) -> int | None:
    """Return the weekday of a mention, or of its end."""
    loose = day.mention.ending if last and day.mention.until else day.mention.loose
    return loose.weekday if loose else None


def _on_weekends(days: list[Day], clauses: Sequence[Clause]) -> tuple[list[Day], list[Operation]]:
    """Read a weekend apart from its month as one of that month ("a weekend in Porto in March"), with its nights."""
    made: list[Operation] = []
    for n, day in enumerate(days):
        here = day.clause if day.when.weekends else None
        for clause in clauses if here is None and _is_month(day.when) and len(days) == 1 else ():
            said = lexicon(clause.language).compile(r"\b%weekend%\b").search(clause.folded)
            here = clause if said else here
        if here:
            days[n] = day.put(day.mention._replace(when=day.when.model_copy(update={"weekends": True})))
            long = lexicon(here.language).compile(r"\b%long_weekend%\b").search(here.folded)
            made.append(day.clause.made(SetSlot, day.start, day.end, slot="nights", value=3 if long else 2))
        elif day.mention.nights:
            made.append(day.clause.made(SetSlot, day.start, day.end, slot="nights", value=day.mention.nights))
    return days, made


def _is_month(when: When) -> bool:
    if when.day or not when.earliest or not when.latest:
        return False
    return (date.fromisoformat(when.latest) - date.fromisoformat(when.earliest)).days >= _MONTH


def _leaves_same_day(clauses: Sequence[Clause], found: Sequence[Placed]) -> Iterator[Operation]:
    """Yield a departure on the day of arrival: "must land on Monday, leaving Madrid the same day"."""
    landing = next((p.when for p in found if p.slot == "arrive_day"), None)
    for clause in clauses if landing else ():
        leave, same = (source(name, language=clause.language) for name in ("leave", "same_day"))
        match = pattern(rf"{leave}[^.;!?]{{0,40}}?\W{same}").search(clause.folded)
        if match:
            at, end = clause.start + match.start(), clause.start + match.end()
            yield clause.made(SetSlot, at, end, slot="depart", value=landing, certainty=0.9)
            return


def _same_day(clauses: Sequence[Clause], found: Sequence[Placed], topic: Topic) -> Iterator[Operation]:
    """Yield a return on the day of departure: "back the same evening", "a day trip"."""
    for clause in clauses:
        language = clause.language
        back, same = source("day_back", language=language), source("same_day", language=language)
        match = pattern(
            rf"{back}[\s\w]{{0,12}}?\W{same}|{same}\W+{back}|{source('day_trip', language=language)}"
        ).search(clause.folded)
        if match is None:
            continue
        start = next((p.when for p in reversed(found) if p.slot == "depart"), topic.frame.depart)
        at, end = clause.start + match.start(), clause.start + match.end()
        if start and start.day:
            day = start.model_copy(update={"around": False})
            yield clause.made(SetSlot, at, end, slot="return_", value=day, certainty=0.9)
            yield clause.made(SetSlot, at, end, slot="return_arrive_by", value=day, certainty=0.9)
        else:
            yield clause.made(SetSlot, at, end, slot="duration_days", value=1, certainty=0.9)
        return
