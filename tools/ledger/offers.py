"""The offer store on the ledger's database: one row per offer, found by its query's key or by its own id.

A put is not waited for until it is on disk: offers that a power cut took are searched for again.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field, TypeAdapter
from sqlalchemy import Connection, bindparam, delete, select

from tripintent.state.offers import Offer
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import offers
from tripintent.tools.ports.clock import Clock

_OFFER: TypeAdapter[Offer] = TypeAdapter(Annotated[Offer, Field(discriminator="kind")])
_OFFERS: TypeAdapter[tuple[Offer, ...]] = TypeAdapter(tuple[Annotated[Offer, Field(discriminator="kind")], ...])

_ANSWER = (offers.c.trip_id == bindparam("trip"), offers.c.key == bindparam("query"))
_GET = select(offers.c.offer).where(*_ANSWER, offers.c.expires_at > bindparam("now")).order_by(offers.c.position)
_OPTIONS = (
    select(offers.c.option_id, offers.c.offer)
    .where(offers.c.trip_id == bindparam("trip"), offers.c.option_id.in_(bindparam("ids", expanding=True)))
    .order_by(offers.c.stored_at)
)
_DELETE = delete(offers).where(*_ANSWER)
_INSERT = offers.insert()


class SqlOffers:
    """Full offer lists of trips."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def put(self, trip_id: str, key: str, offers: Sequence[Offer], expires_at: datetime) -> None:
        """Store (or replace) the answer of one query."""
        await self._database.write(lambda tx: self._put(tx, trip_id, key, offers, expires_at), durable=False)

    async def get(self, trip_id: str, key: str) -> Sequence[Offer]:
        """Return the offers in the order they were put; empty when there are none or they lapsed."""
        asked = {"trip": trip_id, "query": key, "now": self._clock.now()}
        texts = await self._database.read(lambda tx: tx.execute(_GET, asked).scalars().all())
        return _OFFERS.validate_json(f"[{','.join(texts)}]")

    async def options(self, trip_id: str, option_ids: Collection[str]) -> Mapping[str, Offer]:
        """Return offers of a trip by their option ids, lapsed or not; the newest when several queries brought one."""
        asked = {"trip": trip_id, "ids": list(option_ids)}
        rows = await self._database.read(lambda tx: tx.execute(_OPTIONS, asked).all())
        newest = {row.option_id: row.offer for row in rows}
        return {option_id: _OFFER.validate_json(text) for option_id, text in newest.items()}

    def _put(self, tx: Connection, trip_id: str, key: str, found: Sequence[Offer], expires_at: datetime) -> None:
        tx.execute(_DELETE, {"trip": trip_id, "query": key})
        same = {"trip_id": trip_id, "key": key, "expires_at": expires_at, "stored_at": self._clock.now()}
        rows = [
            {**same, "position": position, "option_id": offer.option_id, "offer": _OFFER.dump_json(offer).decode()}
            for position, offer in enumerate(found)
        ]
        if rows:
            tx.execute(_INSERT, rows)
