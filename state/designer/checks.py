"""Checks over a whole plan. Each finding names its rule, the segments, and what would mend it, as codes and facts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Literal

from pydantic import Field, JsonValue

from tripintent.state.caps import DAYS
from tripintent.state.designer.gaps import Gap, gaps_in, ride_for
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import between, day_of, has_time, local
from tripintent.state.designer.moving import move
from tripintent.state.designer.ordering import by_time, effective_end, is_meal, nights_of, overlapping, span_of
from tripintent.state.designer.outcomes import Done
from tripintent.state.designer.parts import Atlas, Location, Price, travel_minutes
from tripintent.state.designer.sameness import same_place
from tripintent.state.designer.segments import (
    ActivitySegment,
    BaseSegment,
    FlightSegment,
    HotelSegment,
    MeetingSegment,
    Segment,
    end_place,
    is_had,
    start_place,
    title_of,
)
from tripintent.state.frozen import Frozen

Rule = Literal[
    "OVERLAPPING_TIMES", "IMPOSSIBLE_SEQUENCE", "MISSING_TRANSFER", "MISSING_AIRPORT_TRANSFER", "NIGHT_WITHOUT_BED",
    "TWO_HOTELS_IN_ONE_NIGHT", "OUTSIDE_TRIP", "OVER_BUDGET", "TOO_MUCH_FOR_PACE", "NO_MEAL", "CLOSED", "HOURS_UNKNOWN",
]  # fmt: skip
Severity = Literal["HIGH", "MEDIUM", "LOW"]

PER_DAY = {"packed": 6, "balanced": 4, "leisurely": 3}
NO_MEAL_AFTER = timedelta(hours=9)
AIRPORT_BEFORE = timedelta(minutes=60)
_CROWDED = 20
"""On a day with more entries no free time is looked for."""


class Finding(Frozen):
    """One broken rule. ``facts`` is what words are made of; ``mend`` the codes of what would repair it."""

    rule: Rule
    severity: Severity
    segments: tuple[str, ...] = ()
    day: str | None = None
    facts: Mapping[str, JsonValue] = Field(default_factory=dict)
    mend: tuple[str, ...] = ()


_RULES: Mapping[Rule, tuple[Severity, tuple[str, ...]]] = {
    "OVERLAPPING_TIMES": ("HIGH", ("move_second", "move_first", "delete_one")),
    "IMPOSSIBLE_SEQUENCE": ("HIGH", ("move_second_later", "move_first_earlier")),
    "MISSING_TRANSFER": ("HIGH", ()),
    "MISSING_AIRPORT_TRANSFER": ("MEDIUM", ()),
    "NIGHT_WITHOUT_BED": ("MEDIUM", ("add_hotel", "extend_stay")),
    "TWO_HOTELS_IN_ONE_NIGHT": ("HIGH", ("shorten_stay", "delete_one")),
    "OUTSIDE_TRIP": ("MEDIUM", ("extend_trip", "move_inside")),
    "OVER_BUDGET": ("MEDIUM", ("cheaper", "raise_budget")),
    "TOO_MUCH_FOR_PACE": ("LOW", ("move_to_another_day", "delete_one")),
    "NO_MEAL": ("LOW", ("add_meal",)),
    "CLOSED": ("HIGH", ("move_inside_hours",)),
    "HOURS_UNKNOWN": ("LOW", ("check_hours",)),
}
"""How severe each rule is, and what mends it."""


def _finding(rule: Rule, segments: Iterable[BaseSegment] = (), day: str | None = None, **facts: JsonValue) -> Finding:
    severity, mend = _RULES[rule]
    ids = tuple(one.id for one in segments)
    return Finding(rule=rule, severity=severity, segments=ids, day=day, facts=facts, mend=mend)


def check(document: ItineraryDocument, atlas: Atlas) -> tuple[Finding, ...]:
    """Return everything that is wrong with a plan, the severe first. What leaves it by a change that waits is in the way of nothing."""
    live = tuple(one for one in document.live if not one.metadata.get("leaves"))
    found = [
        *_overlaps(live),
        *_two_beds(live),
        *_impossible(live, atlas),
        *_nights(document),
        *_outside(document),
        *_transfers(live, atlas),
        *_budget(document),
        *_pace(document),
        *_meals(live),
        *_hours(live),
    ]
    return tuple(sorted(found, key=lambda f: ("HIGH", "MEDIUM", "LOW").index(f.severity)))


def _overlaps(segments: Sequence[Segment]) -> Iterator[Finding]:
    for a, b in overlapping(segments):
        times = {"first_end": effective_end(a), "second_start": b.start_datetime}
        yield _finding("OVERLAPPING_TIMES", (a, b), b.first_day, first=title_of(a), second=title_of(b), **times)


def clashes(document: ItineraryDocument, atlas: Atlas) -> tuple[Finding, ...]:
    """Return what cannot take place at its time: two things at once, too little time for a way, a closed door."""
    live = document.live
    return tuple(f for f in (*_overlaps(live), *_impossible(live, atlas), *_hours(live)) if f.rule != "HOURS_UNKNOWN")


def free_start(document: ItineraryDocument, segment: Segment, atlas: Atlas) -> str | None:
    """Return when, on its day and nearest to now, a segment and what follows it clash with nothing; None where they always do."""
    day, now = segment.first_day or "", segment.start_datetime or ""
    near = tuple(s for s in document.live if (s.first_day or "9") <= day <= (s.last_day or ""))
    if not has_time(now) or len(near) > _CROWDED:
        return None
    alone = document.model_copy(update={"segments": near})
    known = {(f.rule, f.segments) for f in clashes(alone, atlas)}
    starts = [f"{day}T{at // 4:02}:{at % 4 * 15:02}" for at in range(8 * 4, 22 * 4 + 1)]
    for start in sorted(starts, key=lambda one: abs(local(one) - local(now))):
        done = move(alone, segment.id, start)
        left = {(f.rule, f.segments) for f in clashes(done.document, atlas)} if isinstance(done, Done) else None
        if left is not None and left <= known and not any(segment.id in ids for _, ids in left):
            return start
    return None


def with_free_times(document: ItineraryDocument, found: Sequence[Finding], atlas: Atlas) -> tuple[Finding, ...]:
    """Return findings; of two things at one time (the first ten such) with what may move, and when it is ``free``, or null."""
    told, pairs = [*found], [n for n, one in enumerate(found) if one.rule == "OVERLAPPING_TIMES"]
    for n in pairs[:10]:
        own = [s for i in reversed(found[n].segments) if (s := document.segment(i)) and s.source != "booking"]
        tried = ((s.id, start) for s in own if (start := free_start(document, s, atlas)))
        moves, free = next(tried, (own[0].id if own else "", None))
        told[n] = found[n].model_copy(update={"facts": {**found[n].facts, "moves": moves, "free": free}})
    return tuple(told)


def _two_beds(segments: Sequence[Segment]) -> Iterator[Finding]:
    beds: dict[str, list[HotelSegment]] = defaultdict(list)
    for hotel in segments:
        if isinstance(hotel, HotelSegment):
            for night in nights_of(hotel):
                if not night.is_checkout:
                    beds[night.start[:10]].append(hotel)
    for day, hotels in beds.items():
        if len(hotels) > 1 and all(
            set(h.traveler_ids) & set(hotels[0].traveler_ids) or not h.traveler_ids for h in hotels
        ):
            yield _finding("TWO_HOTELS_IN_ONE_NIGHT", hotels, day, hotels=[h.property.name for h in hotels])


def _impossible(segments: Sequence[Segment], atlas: Atlas) -> Iterator[Finding]:
    """Yield neighbours without enough time for the way between them, by distance and the usual means."""
    spans = [s for seg in by_time(segments) if not is_had(seg) and (s := span_of(seg)) is not None]
    for a, b in pairwise(spans):
        here, there = end_place(a.segment), start_place(b.segment)
        if here is None or there is None or same_place(here, there) or b.start < a.end:
            continue
        way = travel_minutes(here, there, atlas)
        if way is None:
            continue
        real = a.end_real and b.start_real
        available = (b.start_real - a.end_real) if real and a.end_real and b.start_real else b.start - a.end
        needed = timedelta(minutes=way) + (AIRPORT_BEFORE if isinstance(b.segment, FlightSegment) else timedelta())
        if available < needed:
            yield _finding(
                "IMPOSSIBLE_SEQUENCE",
                (a.segment, b.segment),
                b.start.date().isoformat(),
                first=title_of(a.segment),
                second=title_of(b.segment),
                minutes_needed=round(needed / timedelta(minutes=1)),
                minutes_available=round(available / timedelta(minutes=1)),
            )


def _transfers(segments: Sequence[Segment], atlas: Atlas) -> Iterator[Finding]:
    for gap in gaps_in(segments, atlas):
        airport = isinstance(gap.before, FlightSegment) or isinstance(gap.after, FlightSegment)
        local = gap.suggested_type == "TRANSFER"
        if local and not (airport and _is_ride(gap)):
            continue  # a walk or a tram across town is not a hole in a plan
        found = _finding(
            "MISSING_AIRPORT_TRANSFER" if local else "MISSING_TRANSFER",
            (gap.before, gap.after),
            gap.after.first_day,
            first=title_of(gap.before),
            second=title_of(gap.after),
            suggested=gap.suggested_type,
            kilometres=gap.kilometres and round(gap.kilometres),
            minutes_available=gap.available,
            too_tight=gap.too_tight,
            **_ride(gap, atlas),
        )
        severity = "HIGH" if gap.too_tight else found.severity
        yield found.model_copy(update={"severity": severity, "mend": (f"add_{gap.suggested_type.lower()}",)})


def _is_ride(gap: Gap) -> bool:
    """Check whether one goes there straight from the airport: with hours in between, only to a bed or to the next flight."""
    straight = isinstance(gap.after, HotelSegment | FlightSegment) or gap.available is None
    return straight or (gap.available or 0) - gap.needs_minutes < _HOURS_LATER


_HOURS_LATER = 120


def _ride(gap: Gap, atlas: Atlas) -> dict[str, JsonValue]:
    """Return, as ``ride``, what ``add_transfer`` takes for the ride that fills a gap, by towns and not codes; nothing where none fits."""
    ride = ride_for(gap, "ride")
    if ride is None or not ride.start_datetime or not ride.end_datetime:
        return {}

    def named(place: Location) -> dict[str, JsonValue]:
        name = (atlas.town(place) if place.name == place.code else None) or place.name
        return place.model_dump(include={"code", "city"}, exclude_none=True) | {"name": name}

    here, there = named(ride.pickup_location), named(ride.dropoff_location)
    minutes = between(ride.start_datetime, ride.end_datetime) / timedelta(minutes=1)
    when: dict[str, JsonValue] = {"pickupTime": ride.start_datetime, "estimatedDurationMinutes": minutes}
    return {"ride": {"transferType": ride.transfer_type, "pickupLocation": here, "dropoffLocation": there, **when}}


def _nights(document: ItineraryDocument) -> Iterator[Finding]:
    """Yield the nights of the trip without a bed; a night in a flight or a train counts as one."""
    hotels = [s for s in document.live if isinstance(s, HotelSegment)]
    days = _trip_days(document)
    booked = {s.status for s in document.segments if s.source == "booking"}
    if len(days) < 2 or (not hotels and (not document.segments or booked == {"CANCELLED"})):
        return
    beds = {n.start[:10] for h in hotels for n in nights_of(h) if not n.is_checkout}
    missing = [d.isoformat() for d in days[:-1] if d.isoformat() not in beds and not _rides_through(document, d)]
    for run in _runs(missing):
        ends = {"first": run[0], "last": run[-1], "until": _next_day(run[-1])}
        yield _finding("NIGHT_WITHOUT_BED", (), run[0], nights=len(run), **ends)


def _rides_through(document: ItineraryDocument, night: date) -> bool:
    return any(
        s.start_datetime
        and s.end_datetime
        and s.type in ("FLIGHT", "RAIL")
        and day_of(s.start_datetime) <= night < day_of(s.end_datetime)
        for s in document.live
    )


def _outside(document: ItineraryDocument) -> Iterator[Finding]:
    for s in document.live:
        early = s.first_day and document.start_date and s.first_day < document.start_date
        late = s.last_day and document.end_date and s.last_day > document.end_date
        if early or late:
            ends = {"trip_start": document.start_date, "trip_end": document.end_date}
            yield _finding("OUTSIDE_TRIP", (s,), s.first_day, title=title_of(s), **ends)


def _budget(document: ItineraryDocument) -> Iterator[Finding]:
    """Yield when the prices of one currency together pass the budget; activities count for each traveller."""
    budget = document.trip_preferences.budget
    if budget is None:
        return
    heads, days = max(len(document.travelers), 1), max(len(_trip_days(document)), 1)
    times = {"total": 1, "per_person": heads, "per_day": days}[budget.period]
    limit = budget.amount.amount * times
    priced = [s for s in document.live if (p := s.total_price or s.price) and p.currency == budget.amount.currency]
    total = sum((_cost(s, heads).amount for s in priced), start=budget.amount.amount * 0)
    if total > limit:
        sums = {"total": str(total), "limit": str(limit), "currency": budget.amount.currency}
        yield _finding("OVER_BUDGET", priced, **sums)


def _cost(segment: BaseSegment, heads: int) -> Price:
    price = segment.total_price or segment.price or Price(amount=Decimal(0))
    each = isinstance(segment, ActivitySegment) and segment.total_price is None
    return price.model_copy(update={"amount": price.amount * heads}) if each else price


def _pace(document: ItineraryDocument) -> Iterator[Finding]:
    pace = document.trip_preferences.pace
    if pace is None:
        return
    days: dict[str, list[Segment]] = defaultdict(list)
    for s in document.live:
        if isinstance(s, ActivitySegment | MeetingSegment) and s.start_datetime and not is_meal(s):
            days[s.start_datetime[:10]].append(s)
    for day, things in sorted(days.items()):
        if len(things) > PER_DAY[pace]:
            yield _finding("TOO_MUCH_FOR_PACE", things, day, count=len(things), most=PER_DAY[pace], pace=pace)


def _meals(segments: Sequence[Segment]) -> Iterator[Finding]:
    """Yield days with nine hours of plans in a row and nothing to eat in them."""
    days: dict[date, list[tuple[datetime, datetime, Segment]]] = defaultdict(list)
    for segment in segments:
        span = None if is_had(segment) else span_of(segment)
        if span:
            days[span.start.date()].append((span.start, span.end, segment))
    for day, things in sorted(days.items()):
        stretch: list[tuple[datetime, datetime, Segment]] = []
        for one in sorted(things, key=lambda t: t[0]):
            if is_meal(one[2]):
                stretch = []
                continue
            if stretch and one[0] - max(t[1] for t in stretch) >= timedelta(minutes=60):
                stretch = []
            stretch.append(one)
            if max(t[1] for t in stretch) - stretch[0][0] >= NO_MEAL_AFTER:
                yield _finding("NO_MEAL", [t[2] for t in stretch], day.isoformat())
                break


def _hours(segments: Sequence[Segment]) -> Iterator[Finding]:
    """Yield activities outside their opening hours. ``metadata.openingHours`` is ``[["09:00", "18:00"], …]`` for that day."""
    for s in segments:
        if not isinstance(s, ActivitySegment) or not s.start_datetime or not has_time(s.start_datetime):
            continue
        hours = s.metadata.get("openingHours")
        if hours is None:
            if s.metadata.get("place"):
                yield _finding("HOURS_UNKNOWN", (s,), s.first_day, title=s.name)
            continue
        start, end = s.start_datetime[11:16], (effective_end(s) or s.start_datetime)[11:16]
        inside = isinstance(hours, list) and any(
            isinstance(o, list) and len(o) == 2 and str(o[0]) <= start and end <= str(o[1]) for o in hours
        )
        if not inside:
            yield _finding("CLOSED", (s,), s.first_day, title=s.name, hours=hours)


def _trip_days(document: ItineraryDocument) -> list[date]:
    """Return the days of a trip; none of one too long to sleep through in one plan."""
    starts = [s.start_datetime[:10] for s in document.live if s.start_datetime]
    ends = [s.end_datetime[:10] for s in document.live if s.end_datetime]
    first = document.start_date or min(starts, default=None)
    last = document.end_date or max([*ends, *starts], default=None)
    if not first or not last:
        return []
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    length = (end - start).days + 1
    return [start + timedelta(days=n) for n in range(length)] if length <= DAYS else []


def _runs(days: list[str]) -> Iterator[list[str]]:
    run: list[str] = []
    for day in days:
        if run and _next_day(run[-1]) != day:
            yield run
            run = []
        run.append(day)
    if run:
        yield run


def _next_day(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
