"""The list of conversations, and how long each has been quiet."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import StateSnapshot

from tripintent.app.results import card_of
from tripintent.app.running import Graph, pending_of, staff_wait_of
from tripintent.state.concierge.memory import shown
from tripintent.state.questions.plan import plan_of
from tripintent.state.rebooking import coverage
from tripintent.state.trip import TripIntent

Quiet = Literal["active", "idle", "archived", "expired"]
QUIET: tuple[tuple[timedelta, Quiet], ...] = (
    (timedelta(minutes=30), "active"),
    (timedelta(hours=24), "idle"),
    (timedelta(days=30), "archived"),
)
"""Up to when a conversation is called what, after its last turn. All can be taken up again by their id; nothing is deleted."""
PREVIEW = 100
"""Characters of the newest words that a list shows."""


@dataclass(frozen=True)
class ThreadSummary:
    """One line of the list. ``route`` is in the traveller's own places: ``JFK–SFO–JFK``, of which ``codes`` are the parts."""

    thread_id: str
    trip_id: str
    phase: str
    state: str
    route: str
    first_day: str | None
    waits: bool
    waits_for_staff: bool
    updated_at: str | None
    codes: tuple[str, ...] = ()
    language: str = "en"
    last_day: str | None = None
    quiet: Quiet = "active"
    preview: str = ""
    messages: int = 0
    travellers: int = 0
    booked: bool = False


async def list_threads(graph: Graph, limit: int) -> list[ThreadSummary]:
    """Return the newest threads."""
    saver = graph.checkpointer
    if not isinstance(saver, BaseCheckpointSaver):
        return []
    first = saver.alist(None, filter={"step": -1}, limit=limit)  # the first checkpoint of a thread: one row for each
    ids = [t.config.get("configurable", {})["thread_id"] async for t in first]
    return [summary_of(one, await graph.aget_state({"configurable": {"thread_id": one}})) for one in dict.fromkeys(ids)]


def summary_of(thread_id: str, snapshot: StateSnapshot) -> ThreadSummary:
    """Return the line of a conversation. ``preview`` is the beginning of what was said last."""
    trip: TripIntent = snapshot.values.get("trip_intent") or TripIntent()
    said = snapshot.values.get("messages") or ()
    return ThreadSummary(
        thread_id=thread_id,
        trip_id=trip.trip_id,
        phase=trip.status.phase,
        state=trip.status.state,
        route=route_of(trip),
        first_day=first_day_of(trip),
        waits=card_of(pending_of(snapshot)) is not None,
        waits_for_staff=staff_wait_of(snapshot) is not None,
        updated_at=snapshot.created_at,
        codes=codes_of(trip),
        language=trip.request.language,
        last_day=last_day_of(trip),
        quiet=quiet_since(snapshot.created_at),
        preview=" ".join(shown(said[-1].text).split())[:PREVIEW] if said else "",
        messages=len(said),
        travellers=heads_of(trip),
        booked=any(one.status == "confirmed" for one in trip.working_memory.bookings),
    )


def heads_of(trip: TripIntent) -> int:
    """Return how many travel; 0 while it was not said."""
    said = trip.party.travelers
    return sum(trip.party.heads()) if said.adults is not None or said.total is not None else 0


def quiet_since(last: str | None) -> Quiet:
    """Return what a conversation is called by the time since its last turn (ISO 8601)."""
    passed = datetime.now(UTC) - datetime.fromisoformat(last) if last else timedelta(0)
    for longest, name in QUIET:
        if passed < longest:
            return name
    return "expired"


def route_of(trip: TripIntent) -> str:
    """Return the places of the trip in order."""
    return "–".join(codes_of(trip))


def codes_of(trip: TripIntent) -> tuple[str, ...]:
    """Return the places of the trip, else of its stays, as codes or in the traveller's words; ``?`` for one that was not said."""
    places: list[str] = []
    for segment in trip.itinerary.segments:
        for point in (segment.origin, segment.destination):
            name = point.code or point.said or "?"
            if not places or places[-1] != name:
                places.append(name)
    stays = (one.location_code or one.location_name or "?" for one in trip.itinerary.lodging.stays)
    return tuple(places) or tuple(dict.fromkeys(stays))


def first_day_of(trip: TripIntent) -> str | None:
    """Return the first day that is known of the trip: as it is booked, where it is."""
    ways, stays = _days_of(trip)
    return ways[0] if ways else next((first for first, _ in stays), None)


def last_day_of(trip: TripIntent) -> str | None:
    """Return the last day that is known of the trip, when it is not the first: as it is booked, where it is."""
    ways, stays = _days_of(trip)
    return max((day for day in (*ways[1:], *(last for _, last in stays)) if day), default=None)


def _days_of(trip: TripIntent) -> tuple[list[str | None], list[tuple[str | None, str | None]]]:
    """Return the days of the legs, and those of the stays; a change that is only asked for moves none that is booked."""
    plan = {one.key: one for part in plan_of(trip) for one in part}
    wanted = {one: plan[key] for one, key in trip.working_memory.replacing.items() if key in plan}
    parts = {**wanted, **coverage(trip).parts}
    taken = [(p, b.part) for b in trip.working_memory.bookings if b.part and (p := parts.get(b.booking_id))]

    def booked(kind: str, number: int, first: str | None, last: str | None) -> tuple[str | None, str | None]:
        mine = [part for asked, part in taken if (asked.query.kind, asked.number) == (kind, number)]
        return min((one.day for one in mine), default=first), max((one.until for one in mine), default=last)

    segments, lodging = trip.itinerary.segments, trip.itinerary.lodging
    ways = [booked("flight", n, one.depart_date, None)[0] for n, one in enumerate(segments)]
    stays = [booked("hotel", n, one.check_in, one.check_out) for n, one in enumerate(lodging.stays)]
    return ways, stays
