"""The inbox from suppliers and the outbox to people: both keep a thing until it was dealt with.

The inbox holds suppliers' webhooks: each event once, however often and in whatever order it is delivered. The outbox holds notices,
from the transaction in which something happened until each channel has told them. A told one is gone; the audit keeps what
happened. One that no one could be told for days stays, without a next time.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from pydantic import JsonValue
from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.exc import IntegrityError

from tripintent.tools.ledger.schema import inbox, outbox
from tripintent.tools.ports.messages import Notice

_TAKE_IN = inbox.insert()
_UNHANDLED = select(inbox.c.body).where(inbox.c.handled_at.is_(None)).order_by(inbox.c.received_at)
_TICK = update(inbox).where(inbox.c.supplier == bindparam("from"), inbox.c.event_id == bindparam("event"))


def take_in(tx: Connection, event: dict[str, JsonValue], now: datetime) -> bool:
    """Keep an event (with ``supplier``, ``event_id`` and ``type``); return False when it had come before."""
    row = {name: event[name] for name in ("supplier", "event_id", "type")} | {"body": event, "received_at": now}
    try:
        with tx.begin_nested():
            tx.execute(_TAKE_IN, row)
    except IntegrityError:
        return False
    return True


def unhandled(tx: Connection) -> list[dict[str, JsonValue]]:
    """Return the bodies of the events that no one dealt with, oldest first."""
    return [dict(body) for body in tx.execute(_UNHANDLED).scalars()]


def handled(tx: Connection, supplier: str, event_id: str, now: datetime) -> None:
    """Tick an event off."""
    tx.execute(_TICK, {"from": supplier, "event": event_id, "handled_at": now})


_INSERT = outbox.insert()
_DUE = (
    select(outbox)
    .where(outbox.c.next_at <= bindparam("now"))
    .order_by(outbox.c.next_at, outbox.c.created_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_ALL = select(outbox).order_by(outbox.c.created_at)
_THIS = (outbox.c.notice_id == bindparam("id"), outbox.c.channel == bindparam("to"))
_CHANGE = update(outbox).where(*_THIS)
_DONE = delete(outbox).where(*_THIS)


class PendingNotice(NamedTuple):
    """A notice that a channel still has to tell; without ``next_at`` it was given up."""

    notice: Notice
    channel: str
    attempts: int
    error: str
    next_at: datetime | None
    created_at: datetime

    @property
    def key(self) -> dict[str, str]:
        """Its row."""
        return {"id": self.notice.notice_id, "to": self.channel}


def put_out(tx: Connection, trip_id: str, notice: Notice, channels: Sequence[str]) -> None:
    """Keep a notice for each channel, in the caller's transaction."""
    shared = {"notice_id": notice.notice_id, "trip_id": trip_id, "body": notice.model_dump(mode="json")}
    times = {"attempts": 0, "error": "", "next_at": notice.at, "created_at": notice.at}
    tx.execute(_INSERT, [{**shared, **times, "channel": one} for one in channels])


def take(tx: Connection, now: datetime, lease: timedelta, most: int) -> list[PendingNotice]:
    """Return what is due, and put it off by a lease: another worker takes it only when this one has died."""
    due = [_row(row) for row in tx.execute(_DUE, {"now": now, "most": most})]
    for one in due:
        tx.execute(_CHANGE, {**one.key, "next_at": now + lease})
    return due


def told(tx: Connection, one: PendingNotice) -> None:
    """Drop what was told."""
    tx.execute(_DONE, one.key)


def put_off(tx: Connection, one: PendingNotice, error: str, next_at: datetime | None) -> None:
    """Note a failure, and when it is tried again; None gives it up."""
    tx.execute(_CHANGE, {**one.key, "attempts": one.attempts + 1, "error": error, "next_at": next_at})


def again(tx: Connection, now: datetime) -> int:
    """Make due whatever waits, also what was given up. Return how much there is."""
    return tx.execute(update(outbox).values(next_at=now)).rowcount


def waiting(tx: Connection) -> list[PendingNotice]:
    """Return what was not told yet, oldest first."""
    return [_row(row) for row in tx.execute(_ALL)]


def _row(row: Any) -> PendingNotice:
    notice = Notice.model_validate(row.body)
    return PendingNotice(notice, row.channel, row.attempts, row.error, row.next_at, row.created_at)
