"""Rows of approvals: single-use permissions, bound to one cart."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection, select, update

from tripintent.state.booking import Approval
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.ledger.schema import approvals


class Party(BaseModel):
    """The people of a cart, kept only while its approval can still be used."""

    model_config = ConfigDict(frozen=True)

    travellers: tuple[Traveller, ...] = ()
    contact: Contact = Contact()


class ApprovalRow(Approval):
    """An approval with what the desk alone needs."""

    org: str = ""
    booking_id: str | None = None
    cart: str
    token_hash: str | None = None
    party: Party | None = None
    reason: str | None = None

    def as_approval(self) -> Approval:
        """Return what the trip shows of it."""
        return Approval.model_validate(self.model_dump())


def insert(tx: Connection, row: ApprovalRow) -> None:
    """Add an approval; a second open one of the same trip and kind is an IntegrityError."""
    times = {"expires_at": row.expires_at, "created_at": row.created_at}
    tx.execute(approvals.insert().values(**(row.model_dump(mode="json") | times)))


def get(tx: Connection, approval_id: str, *, lock: bool = False) -> ApprovalRow | None:
    """Return an approval, on Postgres with its row locked when ``lock``."""
    query = select(approvals).where(approvals.c.approval_id == approval_id)
    return _one(tx.execute(query.with_for_update() if lock else query).one_or_none())


def by_token(tx: Connection, token_hash: str) -> ApprovalRow | None:
    """Return the approval that a token opens, by the token's SHA-256."""
    return _one(tx.execute(select(approvals).where(approvals.c.token_hash == token_hash)).one_or_none())


def open_of_trip(tx: Connection, trip_id: str, kind: str = "purchase") -> ApprovalRow | None:
    """Return the open approval of a trip, expired or not."""
    query = select(approvals).where(
        approvals.c.trip_id == trip_id, approvals.c.kind == kind, approvals.c.state == "open"
    )
    return _one(tx.execute(query).one_or_none())


def all_open(tx: Connection) -> list[ApprovalRow]:
    """Return every open approval, expired or not, oldest first."""
    query = select(approvals).where(approvals.c.state == "open").order_by(approvals.c.created_at)
    return [row for row in map(_one, tx.execute(query)) if row is not None]


def close(tx: Connection, approval_id: str, state: str, now: datetime, *, by: str = "", reason: str = "") -> bool:
    """Close an open approval; return False when it was no longer open. What it knew of people is forgotten unless consumed."""
    values: dict[str, Any] = {"state": state, "closed_at": now, "closed_by": by, "reason": reason}
    if state != "consumed":
        values["party"] = None
    query = update(approvals).where(approvals.c.approval_id == approval_id, approvals.c.state == "open")
    return tx.execute(query.values(**values)).rowcount == 1


def revoke(tx: Connection, approval_id: str, reason: str) -> None:
    """Turn a consumed approval into a void one: its purchase did not take place because the price or terms changed."""
    query = update(approvals).where(approvals.c.approval_id == approval_id, approvals.c.state == "consumed")
    tx.execute(query.values(state="void", reason=reason, party=None))


def set_token(tx: Connection, approval_id: str, token_hash: str) -> None:
    """Let another token open an approval; only its hash is kept."""
    tx.execute(update(approvals).where(approvals.c.approval_id == approval_id).values(token_hash=token_hash))


def forget_party(tx: Connection, approval_id: str) -> None:
    """Drop the people's details once no step of the purchase needs them any more."""
    tx.execute(update(approvals).where(approvals.c.approval_id == approval_id).values(party=None))


def _one(row: Any) -> ApprovalRow | None:
    return None if row is None else ApprovalRow.model_validate(dict(row._mapping))  # noqa: SLF001
