"""assess, publish, save_before_wait and halt: where the trip is, and the ends of a turn.

publish stamps the status, saves the trip for others and gives the journal to the audit. save_before_wait does the same
before a wait for a person, which may last for days: without it the answer to "where does this trip stand?" would be the one
before the approval for every other thread, the decisions of this turn would reach the audit only with the answer, and a host
that mounts the graph would lose the turn when new words come instead of an answer. halt ends a turn near the step limit in
words, so that it can be tried again.
"""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.opening import disowned, recorded
from tripintent.nodes.runtime import REJECTED, Run, message, reply
from tripintent.state.derived import as_planned, card_waits
from tripintent.state.document import merge_concurrent
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.queries import Failure
from tripintent.state.questions import invalid, missing
from tripintent.state.standing import STEP_LIMIT, phase_of
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.errors import StoreError
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.documents import NOT_YOURS, NotYours, VersionConflict
from tripintent.tools.ports.ports import Ports

SAVES = 5


class BookingPublishUpdate(TypedDict, total=False):
    """Channels that ``publish`` updates."""

    messages: list[AnyMessage]
    trip_intent: TripIntent
    turn: Turn
    journal: None


async def publish(state: BookingState, ports: Ports, run: Run) -> BookingPublishUpdate:
    """Save the trip. A turn never ends without a word, and a card that was not decided in it waits on."""
    trip, turn = state["trip_intent"], state["turn"]
    saved = await publish_trip(apply_patch(trip, status_patch(trip, "publish")), state, ports, run)
    update: BookingPublishUpdate = {
        "trip_intent": saved,
        "turn": turn.model_copy(update={"queue": (), "parked": card_waits(saved, run.thread_id)}),
        "journal": None,
    }
    if trip.trip_id and not saved.trip_id:
        update["messages"] = [await reply(ports, trip, "refused", code="not_yours", message=NOT_YOURS)]
    elif not any(m.type == "ai" for m in state["messages"][state["turn"].began :]):
        refused = dict.fromkeys(why.told for one in turn.called for why in one.outcome.rejected)
        said = message("\n".join(refused), REJECTED) if refused else await reply(ports, trip, "noted")
        update["messages"] = [said]
    return update


async def assess(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Stamp the status of the trip as it is now."""
    return {"trip_intent": status_patch(state["trip_intent"], "assess")}


def status_patch(trip: TripIntent, by: str) -> Patch:
    """Return the patch that makes the status say what the trip says."""
    wm = trip.working_memory
    bookings = Patch(merge={"working_memory": {"bookings": as_planned(trip, wm.bookings)}} if wm.bookings else {})
    phase, ledger_status = phase_of(apply_patch(trip, bookings))
    status = {"missing_required": missing(trip), "invalid": invalid(trip), "phase": phase, "state": ledger_status}
    return Patch(by=by, merge={**bookings.merge, "status": status})


async def publish_trip(trip: TripIntent, state: BookingState, ports: Ports, run: Run) -> TripIntent:
    """Save the trip as the version after the one it came from, and write the journal to the audit.

    When another thread saved meanwhile, our changes go on top of its version; an older one than ours is what a power cut
    left, and ours takes its place. Returns the trip as saved; somebody else's comes back without its name (``disowned``).
    """
    journal = state.get("journal", [])
    events = [AuditEvent(trip_id=trip.ledger_id, type=f"node.{e['node']}", data=e) for e in journal]
    for _ in range(SAVES):
        saved = await recorded(trip, events, ports)
        if not trip.trip_id:
            return trip  # a client's jump past intake: there is no trip yet
        try:
            version = await ports.documents.save(run.principal, saved, trip.version)
        except NotYours:  # also where a grant was taken back while the turn ran
            return disowned(trip)
        except VersionConflict as conflict:
            events = [AuditEvent(trip_id=trip.ledger_id, type="trip.rebased", data={"onto": conflict.found})]
            theirs = await ports.documents.get(run.principal, trip.trip_id, TripIntent)
            if theirs and theirs.version > trip.version:
                trip = merge_concurrent(state["turn"].start, trip, theirs)
            else:
                trip = trip.model_copy(update={"version": theirs.version if theirs else 0})
        else:
            return trip.model_copy(update={"version": version, "updated_at": int(ports.clock.now().timestamp())})
    raise StoreError(f"the trip {trip.trip_id} is being changed too often elsewhere: try again")


class SaveUpdate(TypedDict):
    """Channels that ``park`` updates."""

    trip_intent: TripIntent
    turn: Turn
    journal: None


async def save_before_wait(state: BookingState, ports: Ports, run: Run) -> SaveUpdate:
    """Stamp the status, save the trip for others, and write the journal to the audit."""
    trip = state["trip_intent"]
    saved = await publish_trip(apply_patch(trip, status_patch(trip, "save_before_wait")), state, ports, run)
    return {"trip_intent": saved, "turn": state["turn"].model_copy(update={"parked": True}), "journal": None}


async def halt(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Stop, say so, and keep everything that was reached."""
    trip, turn = state["trip_intent"], state["turn"]
    failure = Failure(
        tool_name="graph", error="the turn took too many steps", code=STEP_LIMIT, retryable=True, at=ports.clock.now()
    )
    status = {"last_tool_error": failure}
    return {
        "messages": [await reply(ports, trip, "step_limit")],
        "trip_intent": Patch(by="halt", note="step limit", merge={"status": status}),
        "turn": turn.model_copy(update={"queue": (), "spoke": True}),
    }
