"""The offer store on the ledger's database: one row per offer, found by its query's key or by its own id."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field, TypeAdapter
from sqlalchemy import Connection, delete, select

from tripintent.state.offers import Offer
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import offers
from tripintent.tools.ports.clock import Clock

_OFFER: TypeAdapter[Offer] = TypeAdapter(Annotated[Offer, Field(discriminator="kind")])
_OFFERS: TypeAdapter[tuple[Offer, ...]] = TypeAdapter(tuple[Annotated[Offer, Field(discriminator="kind")], ...])


class SqlOffers:
    """Full offer lists of trips."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def put(self, trip_id: str, key: str, offers: Sequence[Offer], expires_at: datetime) -> None:
        """Store (or replace) the answer of one query."""
        await self._database.write(lambda tx: self._put(tx, trip_id, key, offers, expires_at))

    async def get(self, trip_id: str, key: str) -> Sequence[Offer]:
        """Return the offers in the order they were put; empty when there are none or they lapsed."""
        mine = (offers.c.trip_id == trip_id, offers.c.key == key, offers.c.expires_at > self._clock.now())
        query = select(offers.c.offer).where(*mine).order_by(offers.c.position)
        texts = await self._database.read(lambda tx: tx.execute(query).scalars().all())
        return _OFFERS.validate_json(f"[{','.join(texts)}]")

    async def option(self, trip_id: str, option_id: str) -> Offer | None:
        """Return one offer of a trip by its option id, lapsed or not; the newest when several queries brought it."""
        mine = (offers.c.trip_id == trip_id, offers.c.option_id == option_id)
        query = select(offers.c.offer).where(*mine).order_by(offers.c.stored_at.desc()).limit(1)
        text = await self._database.read(lambda tx: tx.execute(query).scalar())
        return None if text is None else _OFFER.validate_json(text)

    def _put(self, tx: Connection, trip_id: str, key: str, found: Sequence[Offer], expires_at: datetime) -> None:
        tx.execute(delete(offers).where(offers.c.trip_id == trip_id, offers.c.key == key))
        same = {"trip_id": trip_id, "key": key, "expires_at": expires_at, "stored_at": self._clock.now()}
        rows = [
            {**same, "position": position, "option_id": offer.option_id, "offer": _OFFER.dump_json(offer).decode()}
            for position, offer in enumerate(found)
        ]
        if rows:
            tx.execute(offers.insert(), rows)
