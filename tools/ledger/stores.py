"""The documents and the offers of trips on the ledger's database, each behind its port.

Documents are optimistic, and closed to everybody but the trip's owner. An offer is one row, found by its query's key or by its own id.
Neither is waited for until it is on disk: of what a power cut takes the conversation still has the document, and what was paid is kept
elsewhere; offers are searched for again.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Annotated

from pydantic import Field, JsonValue, TypeAdapter
from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.exc import IntegrityError

from tripintent.state.context import Principal
from tripintent.state.document import D, Document
from tripintent.state.offers import Offer
from tripintent.state.trip import TripIntent
from tripintent.tools.ledger import ownership
from tripintent.tools.ledger.database import SqlStore, that_may_fail
from tripintent.tools.ledger.ownership import OwnerRow
from tripintent.tools.ledger.schema import documents, offers, trip_owners
from tripintent.tools.ports.documents import DocumentSummary, NotYours, TripAccess, VersionConflict

_OF_TRIP = (documents.c.org == bindparam("of_org"), documents.c.trip_id == bindparam("id"))
_THIS = (*_OF_TRIP, documents.c.kind == bindparam("of_kind"))
_DOCUMENT = select(documents.c.document).where(*_THIS)
_VERSION = select(documents.c.version).where(*_THIS)
_UPDATE_DOCUMENT = update(documents).where(*_THIS, documents.c.version == bindparam("was"))
_ROWS = select(documents).where(*_OF_TRIP).order_by(documents.c.kind)
_TRIPS = (
    select(documents)
    .join(trip_owners, (trip_owners.c.org == documents.c.org) & (trip_owners.c.trip_id == documents.c.trip_id))
    .where(trip_owners.c.ledger_id.in_(bindparam("ids", expanding=True)), documents.c.kind == TripIntent.kind)
    .order_by(documents.c.updated_at.desc(), documents.c.trip_id)
)


class SqlDocuments(SqlStore):
    """Published documents."""

    async def get(self, owner: Principal, trip_id: str, kind: type[D]) -> D | None:
        """Return the newest version of one document (its ``version`` field is set), or None."""
        text = await self._database.read(lambda tx: _text(tx, owner, trip_id, kind.kind))
        return None if text is None else kind.model_validate_json(text)

    async def save(self, owner: Principal, document: Document, expected_version: int) -> int:
        """Store the document and return its new version. Raises VersionConflict and NotYours."""
        await self._database.write(lambda tx: self._save(tx, owner, document, expected_version), durable=False)
        return expected_version + 1

    async def list(self, owner: Principal, trip_id: str) -> Sequence[DocumentSummary]:
        """Return the documents of one trip by kind; none for somebody else's."""

        def work(tx: Connection) -> list[DocumentSummary]:
            found = ownership.access_by_id(tx, owner, trip_id)
            if found is None or not found.reads:
                return []
            rows = tx.execute(_ROWS, {"of_org": found.org, "id": trip_id}).mappings()
            return [DocumentSummary.model_validate(dict(row)) for row in rows]

        return await self._database.read(work)

    async def trips(self, owner: Principal) -> Sequence[DocumentSummary]:
        """Return the trip intents of the owner's trips, newest first: own trips and those shared with the owner."""

        def work(tx: Connection) -> list[DocumentSummary]:
            rows = tx.execute(_TRIPS, {"ids": ownership.owned_by(tx, owner)}).mappings()
            return [DocumentSummary.model_validate(dict(row)) for row in rows]

        return await self._database.read(work)

    def _save(self, tx: Connection, owner: Principal, document: Document, expected: int) -> None:
        found = ownership.open_trip(tx, owner, document.trip_id, self._clock.now()) if document.trip_id else None
        if found is None or not found.acts:
            raise NotYours(document.trip_id)
        values = self._values(document, expected + 1)
        this = _this(found, document.kind)
        if expected == 0:
            _insert_document(tx, found, document.kind, values)
        elif tx.execute(_UPDATE_DOCUMENT, values | this | {"was": expected}).rowcount != 1:
            raise VersionConflict(document.trip_id, expected, tx.execute(_VERSION, this).scalar() or 0)

    def _values(self, document: Document, version: int) -> dict[str, JsonValue]:
        text = document.model_copy(update={"version": version}).model_dump_json(by_alias=True)
        phase, state = document.headline()
        now = self._clock.now()
        return {"version": version, "phase": phase, "state": state, "document": text, "updated_at": now}  # type: ignore[dict-item]


def _text(tx: Connection, owner: Principal, trip_id: str, kind: str) -> str | None:
    found = ownership.access_by_id(tx, owner, trip_id)
    if found is None or not found.reads:
        return None
    text: str | None = tx.execute(_DOCUMENT, _this(found, kind)).scalar()
    return text


def _this(found: TripAccess, kind: str) -> dict[str, str]:
    return {"of_org": found.org, "id": found.trip_id, "of_kind": kind}


def _insert_document(tx: Connection, found: TripAccess, kind: str, values: dict[str, JsonValue]) -> None:
    try:
        with that_may_fail(tx):
            tx.execute(documents.insert(), values | {"org": found.org, "trip_id": found.trip_id, "kind": kind})
    except IntegrityError as error:
        stored = tx.execute(_VERSION, _this(found, kind)).scalar()
        raise VersionConflict(found.trip_id, 0, stored or 0) from error


def intents_of(tx: Connection, ledger_ids: Sequence[str]) -> dict[str, TripIntent]:
    """Return the published trips behind names in the ledger, for an operator's worker."""
    named = select(trip_owners.c.ledger_id, documents.c.document).join(
        documents, (trip_owners.c.org == documents.c.org) & (trip_owners.c.trip_id == documents.c.trip_id)
    )
    rows = tx.execute(named.where(trip_owners.c.ledger_id.in_(ledger_ids), documents.c.kind == TripIntent.kind))
    return {row.ledger_id: TripIntent.model_validate_json(row.document) for row in rows}


def price_watches(tx: Connection) -> list[tuple[OwnerRow, TripIntent]]:
    """Return the published trips whose price is watched, with whose they are, for an operator's worker.

    The watch is kept in the trip and in no table: every trip is looked through for its name, once a round; a step that may be
    taken back can name one that ended.
    """
    named = select(trip_owners, documents.c.document.label("text")).join(
        documents, (trip_owners.c.org == documents.c.org) & (trip_owners.c.trip_id == documents.c.trip_id)
    )
    watched = named.where(documents.c.kind == TripIntent.kind, documents.c.document.contains('"price_watch":{"'))
    rows = tx.execute(watched.order_by(trip_owners.c.created_at))
    found = ((OwnerRow(*row[:-1]), TripIntent.model_validate_json(row.text)) for row in rows)
    return [(owner, trip) for owner, trip in found if trip.working_memory.price_watch]


_OFFER: TypeAdapter[Offer] = TypeAdapter(Annotated[Offer, Field(discriminator="kind")])
_OFFERS: TypeAdapter[tuple[Offer, ...]] = TypeAdapter(tuple[Annotated[Offer, Field(discriminator="kind")], ...])

_ANSWER = (offers.c.trip_id == bindparam("trip"), offers.c.key == bindparam("query"))
_GET = select(offers.c.offer).where(*_ANSWER, offers.c.expires_at > bindparam("now")).order_by(offers.c.position)
_OPTIONS = (
    select(offers.c.option_id, offers.c.offer)
    .where(offers.c.trip_id == bindparam("trip"), offers.c.option_id.in_(bindparam("ids", expanding=True)))
    .order_by(offers.c.stored_at, offers.c.key.endswith(", before").desc())
)
_DELETE = delete(offers).where(*_ANSWER)
_REPLACED = update(offers).where(*_ANSWER).values(key=bindparam("before"))
_INSERT = offers.insert()


@lru_cache(maxsize=32)
def _read(texts: tuple[str, ...]) -> tuple[Offer, ...]:
    """Return stored offers. A turn looks at the same answer several times, and reading it is what costs."""
    return _OFFERS.validate_json(f"[{','.join(texts)}]")


class SqlOffers(SqlStore):
    """Full offer lists of trips."""

    async def put(self, trip_id: str, key: str, offers: Sequence[Offer], expires_at: datetime) -> None:
        """Store (or replace) the answer of one query."""
        await self._database.write(lambda tx: self._put(tx, trip_id, key, offers, expires_at), durable=False)

    async def get(self, trip_id: str, key: str) -> Sequence[Offer]:
        """Return the offers in the order they were put; empty when there are none or they lapsed."""
        asked = {"trip": trip_id, "query": key, "now": self._clock.now()}
        return _read(tuple(await self._database.read(lambda tx: tx.execute(_GET, asked).scalars().all())))

    async def options(self, trip_id: str, option_ids: Collection[str]) -> Mapping[str, Offer]:
        """Return offers of a trip by their option ids, lapsed or not; the newest when several queries brought one."""
        asked = {"trip": trip_id, "ids": list(option_ids)}
        rows = await self._database.read(lambda tx: tx.execute(_OPTIONS, asked).all())
        newest = {row.option_id: row.offer for row in rows}
        return {option_id: _OFFER.validate_json(text) for option_id, text in newest.items()}

    def _put(self, tx: Connection, trip_id: str, key: str, found: Sequence[Offer], expires_at: datetime) -> None:
        earlier = {"trip": trip_id, "query": f"{key}, before"}  # what was chosen of it is still known by its id
        tx.execute(_DELETE, earlier)
        tx.execute(_REPLACED, {"trip": trip_id, "query": key, "before": earlier["query"]})
        same = {"trip_id": trip_id, "key": key, "expires_at": expires_at, "stored_at": self._clock.now()}
        rows = [
            {**same, "position": position, "option_id": offer.option_id, "offer": _OFFER.dump_json(offer).decode()}
            for position, offer in enumerate(found)
        ]
        if rows:
            tx.execute(_INSERT, rows)
