"""The inbox of suppliers' webhooks: each event once, however often and in whatever order it is delivered."""

from datetime import datetime
from typing import Any

from pydantic import JsonValue
from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from tripintent.tools.ledger.schema import inbox


def put(tx: Connection, event: dict[str, JsonValue], now: datetime) -> bool:
    """Keep an event (with ``supplier``, ``event_id`` and ``type``); return False when it had come before."""
    row = {name: event[name] for name in ("supplier", "event_id", "type")} | {"body": event, "received_at": now}
    try:
        with tx.begin_nested():
            tx.execute(inbox.insert().values(**row))
    except IntegrityError:
        return False
    return True


def unhandled(tx: Connection) -> list[dict[str, Any]]:
    """Return the bodies of the events that nobody dealt with, oldest first."""
    query = select(inbox.c.body).where(inbox.c.handled_at.is_(None)).order_by(inbox.c.received_at)
    return [dict(body) for body in tx.execute(query).scalars()]


def handled(tx: Connection, supplier: str, event_id: str, now: datetime) -> None:
    """Tick an event off."""
    mine = (inbox.c.supplier == supplier, inbox.c.event_id == event_id)
    tx.execute(update(inbox).where(*mine).values(handled_at=now))
