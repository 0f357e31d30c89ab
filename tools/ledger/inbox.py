"""The inbox of suppliers' webhooks: each event once, however often and in whatever order it is delivered."""

from datetime import datetime

from pydantic import JsonValue
from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.exc import IntegrityError

from tripintent.tools.ledger.schema import inbox

_INSERT = inbox.insert()
_UNHANDLED = select(inbox.c.body).where(inbox.c.handled_at.is_(None)).order_by(inbox.c.received_at)
_TICK = update(inbox).where(inbox.c.supplier == bindparam("from"), inbox.c.event_id == bindparam("event"))


def put(tx: Connection, event: dict[str, JsonValue], now: datetime) -> bool:
    """Keep an event (with ``supplier``, ``event_id`` and ``type``); return False when it had come before."""
    row = {name: event[name] for name in ("supplier", "event_id", "type")} | {"body": event, "received_at": now}
    try:
        with tx.begin_nested():
            tx.execute(_INSERT, row)
    except IntegrityError:
        return False
    return True


def unhandled(tx: Connection) -> list[dict[str, JsonValue]]:
    """Return the bodies of the events that no one dealt with, oldest first."""
    return [dict(body) for body in tx.execute(_UNHANDLED).scalars()]


def handled(tx: Connection, supplier: str, event_id: str, now: datetime) -> None:
    """Tick an event off."""
    tx.execute(_TICK, {"from": supplier, "event": event_id, "handled_at": now})
