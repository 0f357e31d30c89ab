"""The staff's queue on the ledger's database. A closed row keeps when it was open, and none of its words."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, bindparam, or_, select, update
from sqlalchemy.exc import IntegrityError

from tripintent.state.concierge.front import HandOff, Request
from tripintent.state.context import Principal
from tripintent.state.queries import fingerprint
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import staff_queue
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.desk_service import PAGE, QueueEntry, QueuePage

_KINDS: dict[str, type[HandOff | Request]] = {"handoff": HandOff, "request": Request}
_URGENT = frozenset({"illness", "danger"})
"""Reasons of a hand-over that come before all others."""
MOST, WITHIN = 5, timedelta(hours=1)
"""Hand-overs of one guest, or of an address from which guests without an account write, that keep their place."""
_COUNTED = 10_000
"""Guests and addresses that are counted."""
_OPEN = select(staff_queue).where(staff_queue.c.closed_at.is_(None)).order_by(staff_queue.c.rank, staff_queue.c.seq)
_THIS = staff_queue.c.entry_id == bindparam("this")
_CLOSE = update(staff_queue).where(_THIS, staff_queue.c.closed_at.is_(None))


class SqlStaffQueue:
    """The queue of every organisation."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._called: OrderedDict[Hashable, list[datetime]] = OrderedDict()

    async def open(self, who: Principal, part: str, waits_for: HandOff | Request) -> None:
        """Put something into the queue; a turn that is repeated writes its row again."""
        now = self._clock.now()
        kind = "handoff" if isinstance(waits_for, HandOff) else "request"
        row = {
            "entry_id": f"que_{fingerprint(who.organisation, who.thread_id, part, kind)}",
            "rank": self._rank(who, waits_for, now),
            "kind": kind,
            "org": who.organisation,
            "thread_id": who.thread_id,
            "subject": who.subject,
            "traveller": who.traveller,
            "body": waits_for.model_dump_json(),
        }
        await self._database.write(lambda tx: _open(tx, row, now))

    def _rank(self, who: Principal, waits_for: HandOff | Request, now: datetime) -> int:
        """Return -1 for illness and danger, 0 for another guest who waits, 1 for a request.

        Whoever calls for people without end goes a step down after each few calls, at last among the requests, so that others' calls
        are seen. Calls for illness and danger are counted by themselves.
        """
        if isinstance(waits_for, Request):
            return 1
        urgent = waits_for.reason in _URGENT
        caller = (who.address or who.person, urgent)
        earlier = [at for at in self._called.pop(caller, ()) if now - at < WITHIN]
        self._called[caller] = [*earlier, now]
        while len(self._called) > _COUNTED:
            self._called.popitem(last=False)
        return min(len(earlier) // MOST - urgent, 1)

    async def page(self, organisation: str | None, after: str = "", limit: int = PAGE) -> QueuePage:
        """Return what waits: illness and danger, other guests, requests, each the oldest first."""
        query = _OPEN.limit(limit + 1)
        if organisation is not None:
            query = query.where(staff_queue.c.org == organisation)
        if after:
            rank, seq = _place(after)
            later = and_(staff_queue.c.rank == rank, staff_queue.c.seq > seq)
            query = query.where(or_(staff_queue.c.rank > rank, later))
        rows = await self._database.read(lambda tx: tx.execute(query).all())
        more = f"{rows[limit - 1].rank}.{rows[limit - 1].seq}" if len(rows) > limit else ""
        return QueuePage(entries=tuple(_entry(row) for row in rows[:limit]), more=more)

    async def of_thread(self, thread_id: str) -> Sequence[QueueEntry]:
        """Return what waits in one conversation."""
        query = _OPEN.where(staff_queue.c.thread_id == thread_id)
        return [_entry(row) for row in await self._database.read(lambda tx: tx.execute(query).all())]

    async def close(self, entries: Sequence[QueueEntry]) -> None:
        """Close rows, and drop their words."""
        now = self._clock.now()

        def work(tx: Connection) -> None:
            for one in entries:
                tx.execute(_CLOSE.values(closed_at=now, body=""), {"this": one.entry_id})

        await self._database.write(work)


def _open(tx: Connection, row: dict[str, object], now: datetime) -> None:
    try:
        with tx.begin_nested():
            tx.execute(staff_queue.insert().values(**row, opened_at=now))
    except IntegrityError:  # the turn is repeated after a crash: it may have another hour or name for the same part
        tx.execute(update(staff_queue).where(_THIS).values(body=row["body"], closed_at=None), {"this": row["entry_id"]})


def _place(after: str) -> tuple[int, int]:
    rank, _, seq = after.partition(".")
    return int(rank), int(seq)


def _entry(row: Any) -> QueueEntry:
    return QueueEntry(
        entry_id=row.entry_id,
        organisation=row.org,
        thread_id=row.thread_id,
        waits_for=_KINDS[row.kind].model_validate_json(row.body),
        opened_at=row.opened_at,
    )
