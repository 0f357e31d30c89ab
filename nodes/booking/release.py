"""release: give back holds that no longer fit the trip, or that the traveller lets go."""

from collections.abc import Sequence

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import mirrored
from tripintent.state.booking import Hold
from tripintent.state.derived import stale_holds
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import LedgerStatus
from tripintent.tools.ports.ports import Ports

LIVE = ("held", "in_doubt")
"""States of a hold that can be let go. A hold in doubt is given back as soon as its supplier shows it."""


async def release(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Release at the supplier; an approval that contained them is void. What is being bought stays as it is."""
    trip, turn = state["trip_intent"], state["turn"]
    asked = _asked(trip, turn)
    live = [h for h in trip.working_memory.holds if h.status in LIVE]
    holds = live if asked else list(stale_holds(trip))
    reason = "let go by the traveller" if asked else "the trip changed"
    ledger_status = await ports.desk.release(trip.ledger_id, [h.hold_id for h in holds], reason)
    merge = {"working_memory": {**mirrored(trip, ledger_status), "hold_requested": False}}
    patch = Patch(by="release", note=f"{reason}: {', '.join(h.hold_id for h in holds)}", merge=merge)
    answered = turn.done().model_copy(update={"spoke": True}) if asked else turn
    return {
        "messages": [await _told(trip, holds, ledger_status, ports, asked=asked)],
        "trip_intent": patch,
        "turn": answered,
    }


async def _told(
    trip: TripIntent, holds: Sequence[Hold], ledger_status: LedgerStatus, ports: Ports, *, asked: bool
) -> AnyMessage:
    """Say which holds are gone; when a purchase keeps all of them, that nothing was done."""
    kept = {hold.hold_id for hold in ledger_status.holds if hold.status in LIVE}
    gone = [hold for hold in holds if hold.hold_id not in kept]
    if holds and not gone:
        return await reply(ports, trip, "refused", code="busy", message="the trip is being bought right now")
    void = trip.working_memory.approval is not None
    booked = any(one.status == "confirmed" for one in trip.working_memory.bookings)
    facts = {"asked": asked, "approval_void": void, "booked": booked}
    return await reply(ports, trip, "released", titles=[hold.title for hold in gone], **facts)


def _asked(trip: TripIntent, turn: Turn) -> bool:
    """Check whether the traveller lets the holds go: in so many words, or by a no while no approval waits any more."""
    head = turn.queue[0].type if turn.queue else ""
    return head == "USER_RELEASES_HOLD" or (head == "USER_REJECTS" and trip.working_memory.approval is None)
