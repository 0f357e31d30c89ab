"""Rows of holds: what is kept for a traveller, and what became of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import Field
from sqlalchemy import Connection, bindparam, select, update

from tripintent.state.booking import BookedFor, Hold, RequirementKey
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import Offer, Terms
from tripintent.state.travellers import RequestOutcome
from tripintent.tools.ledger.schema import holds

_INSERT = holds.insert()
_GET = select(holds).where(holds.c.hold_id == bindparam("id"))
_SEVERAL = select(holds).where(holds.c.hold_id.in_(bindparam("ids", expanding=True)))
_OF_TRIP = select(holds).where(holds.c.trip_id == bindparam("trip")).order_by(holds.c.seq)
_OF_TRIP_IN = _OF_TRIP.where(holds.c.status.in_(bindparam("statuses", expanding=True)))
_LAPSED = select(holds).where(holds.c.status == "held", holds.c.expires_at <= bindparam("now"))
_ALSO_HELD = select(holds.c.hold_id).where(
    holds.c.status == "held",
    holds.c.supplier == bindparam("from"),
    holds.c.order_id == bindparam("order"),
    holds.c.hold_id != bindparam("beside"),
)
_CHANGE = update(holds).where(holds.c.hold_id == bindparam("id"))
_CHANGE_IF = _CHANGE.where(holds.c.status.in_(bindparam("only", expanding=True)))


class HoldRow(Frozen):
    """A hold with all that the desk needs to buy it."""

    hold_id: str
    trip_id: str
    org: str
    thread_id: str
    item_type: str
    key: str
    requirement_key: RequirementKey
    bundle_id: str
    option_id: str
    supplier: str
    order_id: str | None
    kind: str
    status: str
    total: Money
    terms: Terms
    simulated: bool
    title: str
    offer: Offer = Field(discriminator="kind")
    expires_at: datetime | None
    error: str
    requests: tuple[RequestOutcome, ...] = ()
    part: BookedFor | None = None

    def as_hold(self) -> Hold:
        """Return what the trip shows of it."""
        return Hold.model_validate(self.model_dump(exclude={"offer", "terms", "part"}))

    def lapsed(self, now: datetime) -> bool:
        """Check whether it can no longer be bought because its time is over."""
        return self.expires_at is not None and self.expires_at <= now


def insert(tx: Connection, rows: Sequence[HoldRow], now: datetime) -> None:
    """Add holds, in this order."""
    values = [row.model_dump(mode="json") | {"expires_at": row.expires_at} for row in rows]
    if values:
        tx.execute(_INSERT, [one | {"created_at": now, "updated_at": now} for one in values])


def of_trip(tx: Connection, trip_id: str, *statuses: str) -> list[HoldRow]:
    """Return the holds of a trip, oldest first; only those of the given statuses when any is given."""
    query = _OF_TRIP_IN if statuses else _OF_TRIP
    return _rows(tx.execute(query, {"trip": trip_id, "statuses": statuses}))


def get(tx: Connection, hold_id: str) -> HoldRow:
    """Return one hold; a missing one is a programming error."""
    return _rows(tx.execute(_GET, {"id": hold_id}))[0]


def also_held(tx: Connection, supplier: str, order_id: str, beside: str) -> bool:
    """Return whether another hold than ``beside`` has an order of a supplier."""
    return tx.execute(_ALSO_HELD, {"from": supplier, "order": order_id, "beside": beside}).first() is not None


def several(tx: Connection, hold_ids: Sequence[str]) -> list[HoldRow]:
    """Return holds in the order of their ids; a missing one is a programming error."""
    found = {row.hold_id: row for row in _rows(tx.execute(_SEVERAL, {"ids": list(hold_ids)}))}
    return [found[hold_id] for hold_id in hold_ids]


def lapsed(tx: Connection, now: datetime) -> list[HoldRow]:
    """Return every live hold whose time is over."""
    return _rows(tx.execute(_LAPSED, {"now": now}))


def change(tx: Connection, hold_id: str, now: datetime, *, only: Sequence[str] = (), **values: object) -> bool:
    """Change a hold; with ``only``, compare-and-set on its status. Return whether it was changed."""
    values |= {"id": hold_id, "updated_at": now}
    done = tx.execute(_CHANGE_IF, values | {"only": only}) if only else tx.execute(_CHANGE, values)
    return done.rowcount == 1


def _rows(result: Any) -> list[HoldRow]:
    return [HoldRow.model_validate(dict(row._mapping)) for row in result]  # noqa: SLF001 - SQLAlchemy's public name for it
