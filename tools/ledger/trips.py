"""The trips port on the ledger's database, saved optimistically: of two writers, one is told to read again.

A save is not waited for until it is on disk: what a power cut takes of it the conversation still has, and what was paid is
kept elsewhere.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.exc import IntegrityError

from tripintent.state.trip import TripIntent
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import trips
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.trips import TripSummary, VersionConflict

_MINE = (trips.c.org == bindparam("of_org"), trips.c.trip_id == bindparam("id"))
_DOCUMENT = select(trips.c.document).where(*_MINE)
_VERSION = select(trips.c.version).where(*_MINE)
_INSERT = trips.insert()
_UPDATE = update(trips).where(*_MINE, trips.c.version == bindparam("was"))


class SqlTrips:
    """Published trips."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def get(self, org: str, trip_id: str) -> TripIntent | None:
        """Return the newest version (its ``version`` field is set), or None."""
        text = await self._database.read(lambda tx: tx.execute(_DOCUMENT, {"of_org": org, "id": trip_id}).scalar())
        return None if text is None else TripIntent.model_validate_json(text)

    async def save(self, trip: TripIntent, expected_version: int, traveller: str = "") -> int:
        """Store the trip and return its new version. Raises VersionConflict."""
        version = expected_version + 1
        await self._database.write(lambda tx: self._save(tx, trip, version, traveller), durable=False)
        return version

    async def list(self, org: str, traveller: str | None = None) -> Sequence[TripSummary]:
        """Return the organisation's trips, newest first; one traveller's when named."""
        query = select(trips).where(trips.c.org == org).order_by(trips.c.updated_at.desc(), trips.c.trip_id)
        if traveller is not None:
            query = query.where(trips.c.traveller == traveller)
        rows = await self._database.read(lambda tx: tx.execute(query).mappings().all())
        return [TripSummary.model_validate(dict(row)) for row in rows]

    def _save(self, tx: Connection, trip: TripIntent, version: int, traveller: str) -> None:
        values = self._values(trip, version, traveller)
        mine = {"of_org": trip.org, "id": trip.trip_id}
        if tx.execute(_UPDATE, values | mine | {"was": version - 1}).rowcount == 1:
            return
        found = tx.execute(_VERSION, mine).scalar()
        if found is not None or version != 1:
            raise VersionConflict(trip.trip_id, version - 1, found or 0)
        self._insert(tx, trip, values)

    @staticmethod
    def _insert(tx: Connection, trip: TripIntent, values: dict[str, Any]) -> None:
        try:
            with tx.begin_nested():
                tx.execute(_INSERT, values | {"org": trip.org, "trip_id": trip.trip_id})
        except IntegrityError as error:
            raise VersionConflict(trip.trip_id, 0, 1) from error

    def _values(self, trip: TripIntent, version: int, traveller: str) -> dict[str, Any]:
        document = trip.model_copy(update={"version": version}).model_dump_json(by_alias=True)
        status = {"phase": trip.status.phase, "state": trip.status.state}
        return {
            "version": version,
            "traveller": traveller,
            "document": document,
            "updated_at": self._clock.now(),
            **status,
        }
