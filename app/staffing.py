"""What staff do for guests: they answer one who waits for a person, and close what was asked for.

A row of the queue is closed after its answer is in the conversation: a crash in between leaves it open, and never loses a guest.
"""

from collections.abc import Callable, Sequence

from tripintent.app.errors import SessionError
from tripintent.app.incoming import safe_text
from tripintent.app.results import TurnResult, card_of
from tripintent.app.running import pending_of, result_of, said_in
from tripintent.app.session import Session
from tripintent.nodes.assistant.staff import ACTION
from tripintent.nodes.runtime import message
from tripintent.state.concierge.front import FrontTurn, HandOff, Request
from tripintent.tools.ports.desk_service import QueueEntry

NOTHING = "nothing like that waits for staff on this thread: nothing was said"
FIRST = "this conversation waits for another answer: give that first; it is still in the queue"


async def answer_guest(session: Session, thread: str, text: str, by: str = "") -> TurnResult:
    """Answer a guest who waits for a person. Raises SessionError when none waits, or another answer has to come first."""
    waiting = await _open(session, thread, _is_handoff)
    before = await session.graph.aget_state(session.config(thread))
    if before.next and not before.interrupts:
        await session.go_on(thread)  # the turn that called a person was cut off
        before = await session.graph.aget_state(session.config(thread))
    pending = pending_of(before)
    if pending is None or card_of(pending) is not None:  # another question came after it, or its turn was never stored
        name = by or next((one.waits_for.to for one in waiting if isinstance(one.waits_for, HandOff)), "")
        return await _say(session, thread, f"{name}: {safe_text(text)[0]}", ACTION, _is_handoff)
    result = await session.respond(thread, text, by)
    await session.ports.staff_queue.close(waiting)
    return result


async def close_request(session: Session, thread: str, request_id: str, text: str, by: str = "") -> TurnResult:
    """Take a guest's request from the queue; the guest reads the words. Raises SessionError."""
    words = safe_text(text)[0]

    def asked(one: QueueEntry) -> bool:
        return isinstance(one.waits_for, Request) and one.entry_id == request_id

    return await _say(session, thread, f"{by}: {words}" if by else words, "CLOSE_REQUEST", asked)


def _is_handoff(one: QueueEntry) -> bool:
    return isinstance(one.waits_for, HandOff)


async def _open(session: Session, thread: str, which: Callable[[QueueEntry], bool]) -> Sequence[QueueEntry]:
    return [one for one in await session.ports.staff_queue.of_thread(thread) if which(one)]


async def _say(
    session: Session, thread: str, text: str, function: str, which: Callable[[QueueEntry], bool]
) -> TurnResult:
    """Put words of staff into a conversation that waits for nothing: a change of the state would take a question away."""
    async with session.alone(thread):
        entries, before = await _open(session, thread, which), await session.graph.aget_state(session.config(thread))
        if not entries:
            raise SessionError(NOTHING, "nothing_pending")
        if before.next:
            raise SessionError(FIRST, "stale_answer")
        told = message(text, "staff", function=function)
        front: FrontTurn = before.values.get("front") or FrontTurn()
        waiting = None if function == ACTION else front.waiting
        update = {"messages": [told], "front": front.model_copy(update={"waiting": waiting})}
        await session.graph.aupdate_state(session.config(thread), update, as_node="staff")
        after = await session.graph.aget_state(session.config(thread))
        await session.told(thread, before, after)
        await session.ports.staff_queue.close(entries)
    return result_of(thread, "", said_in([told], "assistant"), before, after)
