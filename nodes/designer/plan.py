"""plan: empty days are filled by the day planner, as proposals of ours in the plan: tentative, each with its reason."""

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import NamedTuple, cast

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of, with_itinerary
from tripintent.nodes.runtime import Run
from tripintent.state.designer import editing
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import at
from tripintent.state.designer.operations import Ask, PlanDays
from tripintent.state.designer.ordering import by_time, span_of
from tripintent.state.designer.outcomes import Done, Refusal, segment_facts
from tripintent.state.designer.segments import FlightSegment, HotelSegment
from tripintent.state.designer.setting import dated, with_tastes
from tripintent.state.designer.talk import Event, Talk
from tripintent.state.offers import FlightOffer
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.attractions import INTERESTS, Attraction
from tripintent.tools.ports.day_planner import DaysRequest, Fixed, Frame, Item, PartOfDay, Party, PlannedDay, Spot
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.fares import fares_in_view
from tripintent.tools.toolbox.nearness import interests_of, meant, sights_of

_LONGEST = timedelta(days=31)
HOURS = re.compile(r"(\d\d:\d\d)-(\d\d:\d\d)")
"""Hours of a day that stay free, as the talk keeps them."""
_CHANGE = timedelta(hours=12)
"""From one flight to the next of the same journey; longer is a stay."""
_TO_LEAVE = timedelta(hours=2)
"""Before the hour at which one leaves, where no flight says more."""


async def plan(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Fill the days that hold nothing of the traveller's wish yet; what is there is never moved."""
    document, talk, turn = _known(state), state["talk"], state["design"]
    wanted = cast("PlanDays", turn.operations[0])
    left = turn.model_copy(update={"operations": turn.operations[1:]})
    lacks = _lacking(document, wanted)
    if lacks:
        waits = talk.model_copy(update={"wants_days": True})
        event = Event(kind="not_planned", facts={"missing": lacks})
        return {"talk": waits, "design": left.model_copy(update={"events": (*left.events, event)})}
    places = await sights_of(document, ports.designer.attractions)
    if not places:
        event = Event(kind="no_ideas", facts={"place": document.destinations[0].name})
        return {"design": left.model_copy(update={"events": (*left.events, event)})}
    had = document
    document = _without_proposals(document, wanted) if wanted.again else document
    stay = await _stay(document, state["trip_intent"], ports)
    frames = [f for f in _frames(document, talk, ports, stay) if not wanted.days or f.day.isoformat() in wanted.days]
    if not frames:
        event = Event(kind="planned", facts={"count": 0})
        shown = (Ask(said=wanted.said, about="all"), *left.operations)
        return {"design": left.model_copy(update={"events": (*left.events, event), "operations": shown})}
    unwanted = {a.id for a in places if meant(a, document.trip_preferences.avoidances)}
    request = DaysRequest(
        frames=tuple(frames),
        places=places,
        interests=tuple(one for one in INTERESTS if one in wanted.more) or interests_of(document),
        wanted=tuple(a.id for a in places if meant(a, [one for one in wanted.more if one not in INTERESTS])),
        avoided=tuple(a.id for a in places if a.kind in wanted.fewer or a.id in unwanted or _taken(document, a)),
        pace=document.trip_preferences.pace or "balanced",
        party=_party(state),
        rainy=wanted.rainy,
        less_walking=wanted.less_walking or bool(document.trip_preferences.mobility_restrictions),
    )
    made = ports.designer.planner.days(request)
    new, count = _filled(document, made.days, {a.id: a for a in places}, ports)
    facts: dict[str, JsonValue] = {
        "count": count,
        "days": [f.day.isoformat() for f in frames],
        "things": [
            segment_facts(s) for s in by_time(tuple(s for s in new.live if s.id not in {x.id for x in had.live}))
        ],
        "left": len(made.left_over),
        "out": len(had.segments) - len(document.segments) if len(had.segments) > len(document.segments) else None,
        "credits": list(dict.fromkeys(a.source for a in places if "©" in a.source)),
        "how": [name for name in ("rainy", "less_walking", "fewer", "more") if getattr(wanted, name)],
    }
    event = Event(kind="planned", facts=facts)
    done = talk.model_copy(update={"wants_days": False, "pending": ()})
    return {
        "documents": with_itinerary(new),
        "talk": done,
        "design": left.model_copy(update={"events": (*left.events, event)}),
    }


def _known(state: DesignerState) -> ItineraryDocument:
    """Return the plan with the days and the tastes that the trip knows."""
    trip = state["trip_intent"]
    return with_tastes(dated(itinerary_of(state), trip), trip.frame)


def _without_proposals(document: ItineraryDocument, wanted: PlanDays) -> ItineraryDocument:
    """Return the itinerary without what we proposed for these days ourselves: what the traveller put in or moved stays."""
    ours = {
        s.id
        for s in document.live
        if s.source == "agent"
        and s.metadata.get("planned")
        and s.start_datetime
        and (not wanted.days or s.start_datetime[:10] in wanted.days)
    }
    return document.model_copy(update={"segments": tuple(s for s in document.segments if s.id not in ours)})


def _lacking(document: ItineraryDocument, wanted: PlanDays) -> list[JsonValue]:
    """Return what is missing for a plan: where, when; and what they like, unless they said to go ahead."""
    missing: list[JsonValue] = [] if document.destinations else ["destination"]
    missing += [] if document.start_date and document.end_date else ["dates"]
    return missing + ([] if wanted.now or document.trip_preferences.interests else ["interests"])


def _party(state: DesignerState) -> Party:
    travelers = state["trip_intent"].party.travelers
    wishes = itinerary_of(state).trip_preferences.mobility_restrictions or ()
    text = wishes if isinstance(wishes, str) else " ".join(wishes)
    return Party(youngest=min(travelers.child_ages, default=None), wheelchair="wheelchair" in text or "step" in text)


class _Stay(NamedTuple):
    """When one lands at the first town of the plan, and when one leaves the last, local times; None where no flight says it."""

    lands: datetime | None = None
    leaves: datetime | None = None

    def holds(self, day: date) -> bool:
        """Tell whether a day is after the landing and before the way back."""
        return (not self.lands or day >= self.lands.date()) and (not self.leaves or day <= self.leaves.date())


async def _stay(document: ItineraryDocument, trip: TripIntent, ports: Ports) -> _Stay:
    """Return the stay between flights that are not in the plan yet: chosen ones, else those of the best option that is shown."""
    if any(isinstance(one, FlightSegment) for one in document.live):
        return _Stay()  # those in the plan speak for themselves
    offers = [one.offer for one in await fares_in_view(trip, ports, document)]
    flights = sorted((one for one in offers if isinstance(one, FlightOffer)), key=lambda one: one.depart_at)
    if not flights:
        return _Stay()
    lands = flights[0].arrive_at.replace(tzinfo=None)
    return _Stay(lands, flights[-1].depart_at.replace(tzinfo=None) if len(flights) > 1 else None)


def _frames(document: ItineraryDocument, talk: Talk, ports: Ports, stay: _Stay) -> list[Frame]:
    first, last = (date.fromisoformat(str(d)) for d in (document.start_date, document.end_date))
    days = [first + timedelta(days=n) for n in range(min(last - first, _LONGEST).days + 1)]
    base = _base(document, ports)
    fixed: dict[date, list[Fixed]] = defaultdict(list)
    begins: dict[date, time] = {}
    ends: dict[date, time] = {}
    arrives, leaves = (document.metadata.get(name) for name in ("arrives", "leaves"))
    if isinstance(arrives, str):
        begins[first] = min(time.fromisoformat(arrives), time(21))
    if isinstance(leaves, str):
        ends[last] = (datetime.combine(last, max(time.fromisoformat(leaves), time(9))) - _TO_LEAVE).time()
    if stay.lands:
        begins[stay.lands.date()] = min((stay.lands + timedelta(hours=1)).time(), time(21))
    if stay.leaves:
        ends[stay.leaves.date()] = (
            max((stay.leaves - timedelta(hours=3)).time(), time(7)) if stay.leaves.hour >= 4 else time(7)
        )
    days = [day for day in days if stay.holds(day)]
    arriving = _arriving(document)
    for segment in document.live:
        span = None if isinstance(segment, HotelSegment) else span_of(segment)
        if span is None:
            continue
        day = span.start.date()
        if isinstance(segment, FlightSegment) and span.end.date() in (first, last):
            arrives = span.end.date() == first and span.start.hour < 23 and segment in arriving
            if arrives:
                begins[first] = max(min((span.end + timedelta(hours=1)).time(), time(21)), begins.get(first, time.min))
                continue
            leaves_at = max((span.start - timedelta(hours=3)).time(), time(7)) if span.start.hour >= 4 else time(7)
            ends[day] = min(leaves_at, ends.get(day, time.max))  # of a journey with a change the first flight counts
            continue
        stop = span.end.time() if span.end.date() == day else time(23, 59)
        fixed[day].append(Fixed(id=segment.id, title=segment.id, starts=span.start.time(), ends=stop))
    for said, part in talk.free:
        if hours := HOURS.fullmatch(part):
            rest = Fixed(
                id="free", title="free", starts=time.fromisoformat(hours[1]), ends=time.fromisoformat(hours[2])
            )
            fixed[date.fromisoformat(said)].append(rest)
    free = [(d, p) for d, p in talk.free if not HOURS.fullmatch(p)]
    return [
        Frame(
            day=day,
            base=base,
            starts=begins.get(day),
            ends=ends.get(day),
            fixed=tuple(fixed[day]),
            free=_free(free, day),
        )
        for day in days
        if not _full(document, day)
    ]


def _arriving(document: ItineraryDocument) -> tuple[FlightSegment, ...]:
    """Return the flights that bring one there: the first of all, and those that go on from where it lands within a day's wait."""
    flights = sorted(
        (s for s in document.live if isinstance(s, FlightSegment) and span_of(s)), key=lambda s: str(s.start_datetime)
    )
    chain = flights[:1]
    for one in flights[1:]:
        before, after = span_of(chain[-1]), span_of(one)
        waits = after.start - before.end if before and after else _CHANGE
        here, there = chain[-1].destination, one.origin
        if not (here and there and here.code == there.code) or not timedelta(0) <= waits < _CHANGE:
            break
        chain.append(one)
    return tuple(chain)


def _free(said: Sequence[tuple[str, str]], day: date) -> tuple[PartOfDay, ...]:
    parts = [p for d, p in said if d == day.isoformat()]
    if "day" in parts:
        return ("morning", "afternoon", "evening")
    return cast("tuple[PartOfDay, ...]", tuple(dict.fromkeys(parts)))


def _full(document: ItineraryDocument, day: date) -> bool:
    """Tell whether a day was planned by us before."""
    return any(
        s.source == "agent" and s.start_datetime and s.start_datetime[:10] == day.isoformat() for s in document.live
    )


def _base(document: ItineraryDocument, ports: Ports) -> Spot | None:
    hotel = next((s for s in document.live if isinstance(s, HotelSegment)), None)
    point = hotel.location.coordinates if hotel else None
    return Spot(lat=point.latitude, lon=point.longitude) if point else None


def _taken(document: ItineraryDocument, attraction: Attraction) -> bool:
    return any(s.metadata.get("place") == attraction.id for s in document.live)


def _filled(
    document: ItineraryDocument, days: Sequence[PlannedDay], known: dict[str, Attraction], ports: Ports
) -> tuple[ItineraryDocument, int]:
    count = 0
    for day in days:
        for item in day.items:
            place = known.get(item.ref or "")
            if item.kind != "visit" or place is None:
                continue
            segment = editing.read_segment(_visit(day.day, item, place, ports.designer.new_id()))
            outcome = (
                Refusal(code="INVALID_DATA", message="")
                if isinstance(segment, Refusal)
                else editing.add(document, segment)
            )
            if isinstance(outcome, Done):
                document, count = outcome.document, count + 1
    return document, count


def _visit(day: date, item: Item, place: Attraction, new_id: str) -> dict[str, object]:
    return {
        "id": new_id,
        "type": "ACTIVITY",
        "source": "agent",
        "status": "TENTATIVE",
        "name": place.name,
        "category": place.kind,
        "location": {
            "name": place.name,
            "city": place.place,
            "address": place.address,
            "coordinates": {"latitude": place.lat, "longitude": place.lon},
        },
        "startDatetime": at(day, item.starts.isoformat(timespec="minutes")),
        "endDatetime": at(day, item.ends.isoformat(timespec="minutes")),
        "inferred": True,
        "inferredReason": ", ".join(item.why) or None,
        "metadata": {"place": place.id, "area": place.area, "planned": True, "names": list(place.also)},
    }
