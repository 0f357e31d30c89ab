"""What the last turn changed in a plan, and what that made void: ``tripintent show --explain``."""

from tripintent.app.errors import SessionError
from tripintent.app.user_session import UserSession
from tripintent.state.explain import Explanation, explain_patch
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent

_PLAN = ("itinerary", "party", "preferences", "constraints", "policy")
"""Blocks that answers depend on. What the turn found again in their place is no part of the question."""


async def explain_last_turn(session: UserSession, thread: str) -> tuple[str, Explanation]:
    """Return the words of a thread's last turn and what they changed. Raises SessionError for an unknown thread."""
    after = await session.trip(thread)
    before = TripIntent()
    async for snapshot in session.graph.aget_state_history(session.config(thread)):
        trip: TripIntent = snapshot.values.get("trip_intent") or TripIntent()
        if trip.request.turn < after.request.turn:
            before = trip
            break
    if not after.request.turn:
        raise SessionError(f"nothing was said on {thread!r} yet", "unknown_thread")
    plan = {name: getattr(after, name) for name in _PLAN}
    now = {"now_iso": after.request.now_iso, "now_date": after.request.now_date}
    then = before.model_copy(update={"request": before.request.model_copy(update=now)})
    return after.request.user_message, explain_patch(then, Patch(merge=plan))
