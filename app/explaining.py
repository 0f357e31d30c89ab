"""What the last turn changed in a plan, and what that made void: ``tripintent show --explain``."""

from tripintent.app.errors import SessionError
from tripintent.app.user_session import UserSession
from tripintent.state.standing import Explanation, explain_turn
from tripintent.state.trip import TripIntent


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
    return after.request.user_message, explain_turn(before, after)
