"""The session as one user has it, what the last turn changed in a plan, and sharing a trip, by its owner, until it is taken back."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Self

from langgraph.types import StateSnapshot

from tripintent.app.errors import SessionError
from tripintent.app.incoming import checked_thread
from tripintent.app.running import DURABILITY
from tripintent.app.session import Session, unknown_thread
from tripintent.app.threads import ThreadSummary, summary_of
from tripintent.state.booking import Approval
from tripintent.state.context import Principal, TripContext
from tripintent.state.patch import Patch
from tripintent.state.standing import Explanation, explain_turn
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import Busy
from tripintent.tools.ports.documents import Grant, Role


class UserSession(Session):
    """A session in a user's own context, over the same graph, ports and locks: somebody else's conversation is as if not there."""

    checked = False

    @classmethod
    def of(
        cls, session: Session, context: TripContext, subject: str = "", address: str = "", *, checked: bool = False
    ) -> Self:
        """Return the session for a user. It costs nothing: everything is shared but who runs, and the context.

        ``subject`` is who is signed in, by the host's own id; the context's traveller when it is empty. ``address`` is a guest's.
        ``checked``: the program itself knows which conversations they may reach, and nothing is looked up.
        """
        mine = cls.__new__(cls)
        mine.__dict__.update(vars(session))
        mine.context = context.within(session.context)
        mine.subject, mine.address, mine.checked = subject, address, checked
        return mine

    async def pending(self) -> Sequence[Approval]:
        """Return the approvals that wait on one's own trips, and on those that are shared with the user."""
        return await self.acting("").desk.pending()

    async def threads(self, limit: int = 50) -> Sequence[ThreadSummary]:
        """Return the conversations that the user began, the newest first; none where the session names no user.

        A program that knows itself which ones they may reach (``checked``) gets all.
        """
        if self.checked:
            return await super().threads(limit)
        found: list[ThreadSummary] = []
        for thread in await self.ports.ownership.conversations(self.principal("")):
            snapshot = await super()._snapshot(thread)
            found += (
                [summary_of(thread, snapshot)] if snapshot.created_at and await self._reaches(thread, snapshot) else []
            )
            if len(found) == limit:
                break
        return found

    @asynccontextmanager
    async def alone(self, thread: str) -> AsyncIterator[None]:
        """Hold the lock of a thread that the user may reach: a stranger delays no one and learns of no work."""
        await self._snapshot(thread)
        async with super().alone(thread):
            yield

    async def begin(self, thread: str) -> None:
        """Give a conversation its trip, so that something can be put into it, if no turn gave it one; what waits in it waits on."""
        before = await self._snapshot(thread)
        if before.next and not before.interrupts and not _named(before):
            await self.go_on(thread)  # its turn was cut off
        async with self.alone(thread):
            before = await self._snapshot(thread)
            if _named(before):
                return
            await self.ports.ownership.begun(self.principal(thread))
            opened = await self.ports.ownership.open(self.principal(thread))
            assert opened is not None, "a new trip is never somebody else's"  # noqa: S101
            named = Patch(by="session", merge={"trip_id": opened.trip_id, "org": opened.org})
            await self.graph.aupdate_state(self.config(thread), {"trip_intent": named}, as_node="publish")
            if before.interrupts:
                await self.graph.ainvoke(None, self.config(thread), context=self.context, durability=DURABILITY)

    async def begin_on(self, thread: str, trip_id: str) -> None:
        """Begin a conversation about a trip that exists: one's own, or one that is shared to be worked on.

        Every conversation of a trip sees the same documents, holds and bookings. Raises SessionError where there is no such trip.
        """
        who = self.principal(checked_thread(thread))
        known = await self.ports.documents.get(who, trip_id, TripIntent)
        access = await self.ports.ownership.open(who, trip_id) if known else None
        if access is None or not access.acts:
            raise SessionError(f"there is no trip {trip_id!r} of yours: see the list of trips", "unknown_thread")
        named = Patch(by="session", merge={"trip_id": access.trip_id, "org": access.org})
        async with self.alone(thread):
            await self._snapshot(thread)  # somebody may have begun it meanwhile
            await self.ports.ownership.begun(who)
            await self.graph.aupdate_state(self.config(thread), {"trip_intent": named}, as_node="publish")

    async def explained(self, thread: str) -> tuple[str, Explanation]:
        """Return the words of a thread's last turn and what they changed. Raises SessionError for an unknown thread."""
        after, before = await self.trip(thread), TripIntent()
        async for snapshot in self.graph.aget_state_history(self.config(thread)):
            trip: TripIntent = snapshot.values.get("trip_intent") or TripIntent()
            if trip.request.turn < after.request.turn:
                before = trip
                break
        if not after.request.turn:
            raise SessionError(f"nothing was said on {thread!r} yet", "unknown_thread")
        return after.request.user_message, explain_turn(before, after)

    async def is_busy(self, thread: str) -> bool:
        """Return whether some process works on the thread now."""
        await self._snapshot(thread)
        try:
            async with self._locks.hold(thread):
                return False
        except Busy:
            return True

    async def _snapshot(self, thread: str, *, known: bool = False) -> StateSnapshot:
        snapshot = await super()._snapshot(thread, known=known)
        if not self.checked and not await self._reaches(thread, snapshot):
            raise unknown_thread(thread)
        return snapshot

    async def _reaches(self, thread: str, snapshot: StateSnapshot) -> bool:
        who, owns = self.principal(thread), self.ports.ownership
        about = snapshot.values["trip_intent"].ledger_id if _named(snapshot) else ""
        return await owns.speaks(who) and (not about or await owns.access(who, about) is not None)


def _named(snapshot: StateSnapshot) -> bool:
    trip: TripIntent | None = snapshot.values.get("trip_intent")
    return trip is not None and bool(trip.trip_id)


async def grants(session: Session, thread: str) -> Sequence[Grant]:
    """Return with whom the thread's trip is shared, and was. Raises NotYours for whoever does not own it."""
    trip = await session.trip(thread)
    return await session.ports.ownership.grants(session.principal(thread), trip.ledger_id)


async def share(session: Session, thread: str, subject: str, role: Role, organisation: str | None = None) -> Grant:
    """Share the thread's trip with somebody of the own organisation, or of another. Raises NotYours."""
    trip, who = await session.trip(thread), session.principal(thread)
    to = Principal(organisation=who.organisation if organisation is None else organisation, subject=subject)
    return await session.ports.ownership.grant(who, trip.ledger_id, to, role)


async def unshare(session: Session, thread: str, grant_id: str) -> Grant:
    """Take a grant of the thread's trip back. Raises NotYours."""
    return await session.ports.ownership.revoke(session.principal(thread), grant_id)
