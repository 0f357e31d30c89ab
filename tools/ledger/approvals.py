"""Rows of approvals: single-use permissions, bound to one cart."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Self

from pydantic import Field
from sqlalchemy import Connection, bindparam, select, update

from tripintent.state.booking import Approval, Person
from tripintent.state.frozen import Frozen
from tripintent.state.travellers import Contact, Traveller, TravellerRequest
from tripintent.tools.ledger.schema import approvals
from tripintent.tools.ports.desk import ApprovalRequest, HoldRequest

_INSERT = approvals.insert()
_GET = select(approvals).where(approvals.c.approval_id == bindparam("id"))
_GET_LOCKED = _GET.with_for_update()
_BY_TOKEN = select(approvals).where(approvals.c.token_hash == bindparam("hash"))
_ALL_OPEN = select(approvals).where(approvals.c.state == "open").order_by(approvals.c.created_at)
_OPEN_OF_TRIP = _ALL_OPEN.where(approvals.c.trip_id == bindparam("trip"))
_CHANGE = update(approvals).where(approvals.c.approval_id == bindparam("id"))
_CHANGE_IN_STATE = _CHANGE.where(approvals.c.state == bindparam("was"))


class CartPeople(Frozen):
    """Who travels, how they are reached, and what they ask for beyond the offers: kept only while an approval can still be used."""

    travellers: tuple[Traveller, ...] = ()
    contact: Contact = Contact()
    requests: tuple[TravellerRequest, ...] = ()
    only: Mapping[str, tuple[int, ...]] = Field(default_factory=dict)
    """Questions whose items are for some of the travellers, by their places."""

    @classmethod
    def of(cls, request: HoldRequest | ApprovalRequest) -> Self:
        """Return the people of a request."""
        return cls(travellers=request.travellers, contact=request.contact, requests=request.requests, only=request.only)

    def named(self, key: str) -> tuple[Traveller, ...]:
        """Return those whom the item that answers a question is for."""
        places = self.only.get(key, range(len(self.travellers)))
        return tuple(self.travellers[n] for n in places if n < len(self.travellers))

    def wishes(self, item_type: str, key: str) -> tuple[TravellerRequest, ...]:
        """Return the requests that are for one item: of its kind, and of the question that it answers."""
        return tuple(
            one
            for one in self.requests
            if (one.to == "airline") == (item_type == "flight") and (not one.keys or key in one.keys)
        )


class ApprovalRow(Approval):
    """An approval with what the desk alone needs."""

    cart: str
    token_hash: str | None = None
    party: CartPeople | None = None
    closed_by: str | None = None

    def as_approval(self) -> Approval:
        """Return what the trip shows of it."""
        lines = {"__all__": {"key", "offer", "part"}}
        return Approval.model_validate(self.model_dump(exclude={"lines": lines}))

    def as_card(self) -> Approval:
        """Return what its card shows: what is bought as it was held, and the people as long as they are known."""
        party = self.party or CartPeople()
        lines = tuple(one.model_copy(update={"who": party.only.get(one.key, ())}) for one in self.lines)
        people = tuple(map(Person.of, party.travellers))
        return Approval.model_validate(self.model_dump() | {"lines": lines, "people": people})


def insert(tx: Connection, row: ApprovalRow) -> None:
    """Add an approval; a second open one of the same trip and kind is an IntegrityError."""
    times = {"expires_at": row.expires_at, "created_at": row.created_at}
    tx.execute(_INSERT, row.model_dump(mode="json") | times)


def get(tx: Connection, approval_id: str, *, lock: bool = False) -> ApprovalRow | None:
    """Return an approval, on Postgres with its row locked when ``lock``."""
    return _one(tx.execute(_GET_LOCKED if lock else _GET, {"id": approval_id}).one_or_none())


def by_token(tx: Connection, token_hash: str) -> ApprovalRow | None:
    """Return the approval that a token opens, by the token's SHA-256."""
    return _one(tx.execute(_BY_TOKEN, {"hash": token_hash}).one_or_none())


def open_of_trip(tx: Connection, trip_id: str, kind: str = "purchase") -> ApprovalRow | None:
    """Return the open approval of a trip, expired or not."""
    return next((row for row in all_open_of_trip(tx, trip_id) if row.kind == kind), None)


def all_open_of_trip(tx: Connection, trip_id: str) -> list[ApprovalRow]:
    """Return the open approvals of a trip, expired or not: one of each kind at most."""
    return [_row(row) for row in tx.execute(_OPEN_OF_TRIP, {"trip": trip_id})]


def all_open(tx: Connection) -> list[ApprovalRow]:
    """Return every open approval, expired or not, oldest first."""
    return [_row(row) for row in tx.execute(_ALL_OPEN)]


def close(tx: Connection, approval_id: str, state: str, now: datetime, *, by: str = "", reason: str = "") -> bool:
    """Close an open approval; return False when it was no longer open. What it knew of people is forgotten unless consumed."""
    values: dict[str, object] = {"state": state, "closed_at": now, "closed_by": by, "reason": reason}
    if state != "consumed":
        values["party"] = None
    return tx.execute(_CHANGE_IN_STATE, values | {"id": approval_id, "was": "open"}).rowcount == 1


def revoke(tx: Connection, approval_id: str, reason: str) -> None:
    """Turn a consumed approval into a void one: its purchase did not take place because the price or terms changed."""
    values = {"state": "void", "reason": reason, "party": None}
    tx.execute(_CHANGE_IN_STATE, values | {"id": approval_id, "was": "consumed"})


def set_token(tx: Connection, approval_id: str, token_hash: str) -> None:
    """Let another token open an approval; only its hash is kept."""
    tx.execute(_CHANGE, {"id": approval_id, "token_hash": token_hash})


def forget_party(tx: Connection, approval_id: str) -> None:
    """Drop the people's details once no step of the purchase needs them any more."""
    tx.execute(_CHANGE, {"id": approval_id, "party": None})


def _one(row: object) -> ApprovalRow | None:
    return None if row is None else _row(row)


def _row(row: Any) -> ApprovalRow:
    return ApprovalRow.model_validate(dict(row._mapping))  # noqa: SLF001 - SQLAlchemy's public name for it
