"""What guests wrote on messaging channels, kept until it is answered, and who they are there. In the server's own database.

The words are sealed, and dropped once they are in the conversation; the message's id stays, so that it counts once however often it comes.
"""

import hmac
import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Column, Connection, Float, MetaData, String, Table, Text, delete, select, text, update
from sqlalchemy.exc import IntegrityError

from tripintent.app.http.owners import Owners
from tripintent.tools.ledger.vault import SqlVault
from tripintent.tools.ports.messages import Incoming

_TABLES = MetaData()
_GUESTS = Table(
    "channel_guests",
    _TABLES,
    Column("thread_id", String(200), primary_key=True),
    Column("channel", String(40), nullable=False),
    Column("sender", String(200), nullable=False),
    Column("written_at", Float, nullable=False, index=True),
    Column("taken_until", Float, nullable=False),
    Column("told", Text, nullable=False),
)
_MESSAGES = Table(
    "channel_messages",
    _TABLES,
    Column("message_id", String(250), primary_key=True),
    Column("thread_id", String(200), nullable=False, index=True),
    Column("sent_at", Float, nullable=False),
    Column("received_at", Float, nullable=False),
    Column("body", Text),
)
_CREATE_LOCK = 0x54524958
KEPT = timedelta(days=30)
"""A message's id, after it was answered; Meta repeats a webhook for up to seven days."""
WINDOW = timedelta(hours=24)
"""A business may write freely to a guest for so long after the guest's last message (WhatsApp's customer service window)."""


class WaitingGuest(NamedTuple):
    """A guest on a channel. ``told`` is the last reply that was sent, and the last card."""

    thread_id: str
    channel: str
    sender: str
    told: tuple[str, str]


def guest_of(key: bytes, channel: str, sender: str) -> str:
    """Return the name of a guest on a channel, which is their conversation's too; no one without the key can try numbers on it."""
    return f"{channel}-{hmac.new(key, f'{channel}:{sender}'.encode(), 'sha256').hexdigest()[:32]}"


class Inbox:
    """The messages and the guests. Times are seconds since 1970. Erasing needs no ``vault``; keeping and reading do."""

    def __init__(self, owners: Owners, vault: SqlVault | None = None) -> None:
        self._owners, self._sealing = owners, vault

    @property
    def _vault(self) -> SqlVault:
        assert self._sealing is not None, "words are kept and read with a vault only"  # noqa: S101
        return self._sealing

    async def create(self) -> None:
        """Make the tables."""
        await self._owners.run(_create)

    async def keep(self, guest: WaitingGuest, message: Incoming, now: datetime) -> bool:
        """Store a message, and return whether it is new."""
        body = await self._vault.seal(message.model_dump_json())
        return await self._owners.run(lambda tx: _keep(tx, guest, message, body, now.timestamp()))

    async def take(self, thread: str, now: datetime, lease: timedelta) -> WaitingGuest | None:
        """Take a guest for a while; None where another worker has them."""
        until, free = (now + lease).timestamp(), _GUESTS.c.taken_until <= now.timestamp()

        def work(tx: Connection) -> WaitingGuest | None:
            this = _GUESTS.c.thread_id == thread
            if not tx.execute(update(_GUESTS).where(this, free).values(taken_until=until)).rowcount:
                return None
            row = tx.execute(select(_GUESTS).where(this)).one()
            return WaitingGuest(row.thread_id, row.channel, row.sender, tuple(json.loads(row.told)))

        return await self._owners.run(work)

    async def leave(self, thread: str, until: datetime | None = None) -> None:
        """Give a guest back, for others to take from a moment on."""
        await self._change(thread, taken_until=until.timestamp() if until else 0.0)

    async def told(self, thread: str, told: tuple[str, str]) -> None:
        """Keep how far the guest was told."""
        await self._change(thread, told=json.dumps(told))

    async def _change(self, thread: str, **values: object) -> None:
        changed = update(_GUESTS).where(_GUESTS.c.thread_id == thread).values(values)
        await self._owners.run(lambda tx: tx.execute(changed))

    async def first(self, thread: str) -> Incoming | None:
        """Return the guest's first message that is not in the conversation yet."""
        rows = select(_MESSAGES.c.body).where(_MESSAGES.c.thread_id == thread, _MESSAGES.c.body.is_not(None))
        query = rows.order_by(_MESSAGES.c.sent_at, _MESSAGES.c.received_at).limit(1)
        body = await self._owners.run(lambda tx: tx.execute(query).scalar())
        if not body:
            return None
        plain = body.startswith("{")  # as it was stored before bodies were sealed
        return Incoming.model_validate_json(body if plain else await self._vault.unseal(body))

    async def done(self, guest: WaitingGuest, message: Incoming) -> None:
        """Drop the words of a message."""
        this = _MESSAGES.c.message_id == f"{guest.channel}:{message.message_id}"
        blank = update(_MESSAGES).where(_MESSAGES.c.thread_id == guest.thread_id, this).values(body=None)
        await self._owners.run(lambda tx: tx.execute(blank))

    async def forget(self, threads: Sequence[str]) -> dict[str, int]:
        """Erase the numbers and messages of guests; return how many rows there were by table."""

        def work(tx: Connection) -> dict[str, int]:
            _create(tx)
            return {
                table.name: tx.execute(delete(table).where(table.c.thread_id.in_(threads))).rowcount
                for table in (_GUESTS, _MESSAGES)
            }

        return await self._owners.run(work)

    async def left(self, threads: Sequence[str]) -> dict[str, int]:
        """Return how many rows there are of some guests, by table."""

        def work(tx: Connection) -> dict[str, int]:
            return {
                table.name: len(tx.execute(select(table.c.thread_id).where(table.c.thread_id.in_(threads))).all())
                for table in (_GUESTS, _MESSAGES)
            }

        return await self._owners.run(work)

    async def recent(self, now: datetime) -> list[str]:
        """Return the conversations of guests who may be written to; what is too old is forgotten."""
        moment, kept = (now - WINDOW).timestamp(), (now - KEPT).timestamp()

        def work(tx: Connection) -> list[str]:
            tx.execute(delete(_MESSAGES).where(_MESSAGES.c.received_at < kept))
            tx.execute(delete(_GUESTS).where(_GUESTS.c.written_at < kept))
            free = _GUESTS.c.taken_until <= now.timestamp()
            query = select(_GUESTS.c.thread_id).where(_GUESTS.c.written_at >= moment, free)
            return list(tx.execute(query).scalars())

        return await self._owners.run(work)


def _create(tx: Connection) -> None:
    if tx.dialect.name == "postgresql":
        tx.execute(text("SELECT pg_advisory_xact_lock(:id)"), {"id": _CREATE_LOCK})
    _TABLES.create_all(tx)
    if tx.dialect.name == "postgresql":  # it was shorter once; a file knows no lengths
        tx.execute(text("ALTER TABLE channel_guests ALTER COLUMN sender TYPE varchar(200)"))


def _keep(tx: Connection, guest: WaitingGuest, message: Incoming, body: str, now: float) -> bool:
    this = _GUESTS.c.thread_id == guest.thread_id
    row = {"message_id": f"{guest.channel}:{message.message_id}", "thread_id": guest.thread_id, "received_at": now}
    try:
        with tx.begin_nested():
            tx.execute(_MESSAGES.insert().values(**row, sent_at=message.sent_at.timestamp(), body=body))
    except IntegrityError:
        return False
    if not tx.execute(update(_GUESTS).where(this).values(written_at=now)).rowcount:
        facts = {"thread_id": guest.thread_id, "channel": guest.channel, "sender": guest.sender, "written_at": now}
        try:
            with tx.begin_nested():
                tx.execute(_GUESTS.insert().values(**facts, taken_until=0.0, told=json.dumps(guest.told)))
        except IntegrityError:  # another worker stored the guest's other message just now
            tx.execute(update(_GUESTS).where(this).values(written_at=now))
    return True
