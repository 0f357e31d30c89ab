"""Reading threads into views."""

from collections.abc import Iterable
from typing import Any

from langgraph.types import StateSnapshot

from tripintent.app.http.chips import chips_of
from tripintent.app.http.turns import Turns
from tripintent.app.http.user_session import UserSession
from tripintent.app.http.views import ThreadLine, ThreadView, TripView, message_view, pending_view
from tripintent.app.http.worded import Worded
from tripintent.app.running import pending_of
from tripintent.app.threads import route_of
from tripintent.app.words import tag_of
from tripintent.state.booking import Hold
from tripintent.state.derived import current_ranking
from tripintent.state.trip import TripIntent


async def snapshot_of(session: UserSession, thread: str) -> StateSnapshot:
    """Return the newest state of a thread."""
    return await session.graph.aget_state({"configurable": {"thread_id": thread}})


def version_of(snapshot: StateSnapshot) -> str:
    """Return what changes with every step."""
    return str(snapshot.config.get("configurable", {}).get("checkpoint_id", "none"))


async def thread_view(session: UserSession, turns: Turns, thread: str, snapshot: StateSnapshot) -> ThreadView:
    """Return the whole thread."""
    pending = pending_of(snapshot)
    working = turns.is_working(thread)
    unfinished = bool(snapshot.next) and pending is None and not working
    elsewhere = unfinished and await session.is_busy(thread)
    trip = trip_of(snapshot)
    return ThreadView(
        thread_id=thread,
        locale=tag_of(trip),
        version=version_of(snapshot),
        now=session.ports.clock.now().isoformat(),
        working=working or elsewhere,
        cut_off=unfinished and not elsewhere,
        messages=[
            message_view(m, trip.request.language)
            for m in snapshot.values.get("messages", ())
            if m.type in ("human", "ai")
        ],
        pending=pending_view(pending, trip),
        trip=trip_view(trip),
        chips=chips_of(trip, waiting=pending is not None),
    )


def trip_of(snapshot: StateSnapshot) -> TripIntent:
    """Return the trip of a thread, an empty one before the first turn."""
    return snapshot.values.get("trip_intent") or TripIntent()


def trip_view(trip: TripIntent) -> TripView:
    """Return where the trip stands."""
    memory, ranking = trip.working_memory, current_ranking(trip)
    return TripView(
        trip_id=trip.trip_id,
        phase=trip.status.phase,
        state=trip.status.state,
        selected_bundle_id=memory.selected.bundle_id,
        ranked=len(ranking.bundles) if ranking else 0,
        holds=_titled(memory.holds, trip.request.language),
        bookings=memory.bookings,
        assumptions=trip.status.assumptions,
        **_journey(trip),
    )


def _titled(holds: Iterable[Hold], language: str) -> tuple[Hold, ...]:
    worded = Worded(language)
    return tuple(hold.model_copy(update={"title": worded.title(hold.title)}) for hold in holds)


async def thread_lines(session: UserSession, threads: Iterable[str]) -> list[ThreadLine]:
    """Return the list of the given threads, the newest first; one that nobody wrote in yet is left out."""
    found = [(thread, await snapshot_of(session, thread)) for thread in threads]
    lines = [_line(thread, snapshot) for thread, snapshot in found if snapshot.created_at]
    return sorted(lines, key=lambda line: line.updated_at or "", reverse=True)


def _line(thread: str, snapshot: StateSnapshot) -> ThreadLine:
    trip = trip_of(snapshot)
    return ThreadLine(
        thread_id=thread,
        trip_id=trip.trip_id,
        phase=trip.status.phase,
        state=trip.status.state,
        waits=pending_of(snapshot) is not None,
        updated_at=snapshot.created_at,
        **_journey(trip),
    )


def _journey(trip: TripIntent) -> dict[str, Any]:
    segments = trip.itinerary.segments
    return {"route": route_of(trip), "first_day": segments[0].depart_date if segments else None}
