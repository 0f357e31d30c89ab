"""Who may reach which trip: rows of owners, bound threads and grants, asked inside the caller's transaction.

A trip is reached by its owner, the subject that the host authenticated. Where one of the two names no one, by the threads
that are bound to the trip. Else by a grant. A state, a document or an import decides nothing here.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, exists, select, update
from sqlalchemy.exc import IntegrityError

from tripintent.state.context import Identity, Principal
from tripintent.state.queries import fingerprint
from tripintent.state.trip import ledger_id_of
from tripintent.tools.ids import new_id
from tripintent.tools.ledger.database import that_may_fail
from tripintent.tools.ledger.schema import conversations, trip_grants, trip_owners, trip_threads
from tripintent.tools.ports.documents import Right, Role, TripAccess

_HERE = exists().where(
    trip_threads.c.ledger_id == trip_owners.c.ledger_id, trip_threads.c.thread_id == bindparam("thread")
)
_OWNERS = select(trip_owners, _HERE.label("bound"))
_BY_ID = _OWNERS.where(trip_owners.c.trip_id == bindparam("id")).order_by(trip_owners.c.created_at)
_BY_LEDGER_ID = _OWNERS.where(trip_owners.c.ledger_id == bindparam("id"))
_BOUND = select(trip_threads.c.thread_id).where(trip_threads.c.ledger_id == bindparam("trip"))
_BIND = trip_threads.insert()
_IS_BOUND = _BOUND.where(trip_threads.c.thread_id == bindparam("thread"))
_NAMED = (
    select(trip_threads.c.ledger_id)
    .where(trip_threads.c.thread_id == bindparam("thread"))
    .order_by(trip_threads.c.bound_at, trip_threads.c.ledger_id)
)
_GRANTED = select(trip_grants.c.role, trip_grants.c.grant_id).where(
    trip_grants.c.ledger_id == bindparam("trip"),
    trip_grants.c.org == bindparam("of_org"),
    trip_grants.c.subject == bindparam("who"),
    trip_grants.c.revoked_at.is_(None),
)
_COUNTS = select(trip_grants.c.grant_id).where(
    trip_grants.c.grant_id == bindparam("id"),
    trip_grants.c.ledger_id == bindparam("trip"),
    trip_grants.c.role == bindparam("of_role"),
    trip_grants.c.revoked_at.is_(None),
)
_NOTED = select(conversations.c.thread_id).where(
    conversations.c.thread_id == bindparam("of_thread"),
    conversations.c.org == bindparam("of_org"),
    conversations.c.subject == bindparam("of_subject"),
    conversations.c.traveller == bindparam("of_traveller"),
)
_BEGAN = (
    select(conversations.c.org, conversations.c.subject)
    .where(conversations.c.thread_id == bindparam("of_thread"), conversations.c.subject != "")
    .order_by(conversations.c.begun_at)
    .limit(1)
)
_STRENGTH: tuple[Right, ...] = ("assistant", "companion", "approver")


class OwnerRow(NamedTuple):
    """A row of ``trip_owners``. ``legacy``: it was made before trips had owners; ``bound``: the asking thread may act."""

    ledger_id: str
    org: str
    trip_id: str
    subject: str
    traveller: str
    legacy: bool
    created_at: datetime
    bound: bool = False

    @property
    def stored(self) -> dict[str, object]:
        """The columns of the table."""
        return {name: value for name, value in self._asdict().items() if name != "bound"}


def access_by_id(tx: Connection, who: Principal, trip_id: str) -> TripAccess | None:
    """Return the trip of that id which the principal may reach, of the own organisation first."""
    return _by_id(tx, who, trip_id)[0]


def settled(tx: Connection, who: Principal, trip_id: str) -> TripAccess | None:
    """Return the trip when nothing has to be written for it: no thread to bind, no name to be put in."""
    found, bound = _by_id(tx, who, trip_id) if trip_id else (None, False)
    if found is None or (found.right == "owner" and who.named and not found.subject):
        return None
    return found if bound else None


def _by_id(tx: Connection, who: Principal, trip_id: str) -> tuple[TripAccess | None, bool]:
    """Return the trip of that id and whether the thread is bound to it; no thread needs to be where a run has none."""
    rows = [OwnerRow(*row) for row in tx.execute(_BY_ID, {"id": trip_id, "thread": who.thread_id})]
    rows.sort(key=lambda row: row.org != who.organisation)
    for row in rows:
        found = _access(tx, who, row)
        if found is not None:
            return found, row.bound or not who.thread_id
    return None, False


def access(tx: Connection, who: Principal, ledger_id: str) -> TripAccess | None:
    """Return what the principal may do with a trip of the ledger."""
    row = tx.execute(_BY_LEDGER_ID, {"id": ledger_id, "thread": who.thread_id}).one_or_none()
    return None if row is None else _access(tx, who, OwnerRow(*row))


def owner_of(tx: Connection, ledger_id: str) -> OwnerRow | None:
    """Return whose a trip of the ledger is, for what the desk itself has to tell them."""
    row = tx.execute(_BY_LEDGER_ID, {"id": ledger_id, "thread": ""}).one_or_none()
    return None if row is None else OwnerRow(*row)


def still_granted(tx: Connection, grant_id: str, ledger_id: str, role: Role) -> bool:
    """Check whether a grant of the trip counts at this moment: for the transaction that acts by it."""
    return tx.execute(_COUNTS, {"id": grant_id, "trip": ledger_id, "of_role": role}).first() is not None


def open_trip(tx: Connection, who: Principal, trip_id: str, now: datetime) -> TripAccess | None:
    """Return the trip of that id, or a new one bound to who runs; None where the id is somebody else's."""
    found, bound = _by_id(tx, who, trip_id) if trip_id else (None, False)
    if found is not None:
        if not bound:
            bind(tx, found.ledger_id, who.thread_id, now)
        return _named_now(tx, who, found)
    row = OwnerRow(
        ledger_id=ledger_id_of(who.organisation, trip_id := trip_id or new_id("trip")),
        org=who.organisation,
        trip_id=trip_id,
        subject=who.subject,
        traveller=who.traveller,
        legacy=False,
        created_at=now,
    )
    try:
        with that_may_fail(tx):
            tx.execute(trip_owners.insert().values(row.stored))
    except IntegrityError:
        return None
    _bind(tx, row.ledger_id, who.thread_id, now)
    return _as(row, "owner")


def named_trip(tx: Connection, who: Principal, now: datetime) -> TripAccess:
    """Return the trip that is bound to a name, or a new one. Raises ValueError without a name."""
    for ledger_id in tx.execute(_NAMED, {"thread": who.thread_id}).scalars():
        found = access(tx, who, ledger_id)
        if found is not None:
            return found
    made = open_trip(tx, who, "", now)
    if made is None or not who.thread_id:
        raise ValueError("a trip of a host needs a name")
    return made


def is_bound(tx: Connection, ledger_id: str, thread_id: str) -> bool:
    """Check whether a thread may act on a trip; a run without a thread needs none to be bound."""
    return not thread_id or tx.execute(_IS_BOUND, {"trip": ledger_id, "thread": thread_id}).first() is not None


def bind(tx: Connection, ledger_id: str, thread_id: str, now: datetime) -> None:
    """Let a thread act on a trip."""
    if not is_bound(tx, ledger_id, thread_id):
        _bind(tx, ledger_id, thread_id, now)


def _bind(tx: Connection, ledger_id: str, thread_id: str, now: datetime) -> None:
    if thread_id:
        tx.execute(_BIND, {"ledger_id": ledger_id, "thread_id": thread_id, "bound_at": now})


def is_noted(tx: Connection, who: Principal) -> bool:
    """Check whether it is noted that a conversation is the principal's."""
    asked = {f"of_{name}": value for name, value in _person(who).items()}
    return tx.execute(_NOTED, {**asked, "of_thread": who.thread_id}).first() is not None


def beginner(tx: Connection, thread_id: str) -> Identity | None:
    """Return who began a conversation, as far as it is noted by name."""
    row = tx.execute(_BEGAN, {"of_thread": thread_id}).one_or_none()
    return None if row is None else Identity(*row)


def begun_by(tx: Connection, who: Principal) -> Sequence[str]:
    """Return the conversations that are noted as the user's, the newest first."""
    mine = conversations.c.org == who.organisation, conversations.c.subject == who.subject
    newest = conversations.c.begun_at.desc()
    found = tx.execute(select(conversations.c.thread_id).where(*mine).order_by(newest)).scalars()
    return tuple(dict.fromkeys(found))


def note_conversation(tx: Connection, who: Principal, now: datetime) -> None:
    """Note that a conversation is the principal's; another worker may have done it."""
    with suppress(IntegrityError), that_may_fail(tx):
        tx.execute(conversations.insert().values(**_person(who), thread_id=who.thread_id, begun_at=now))


def _person(who: Principal) -> dict[str, str]:
    return {"org": who.organisation, "subject": who.subject, "traveller": who.traveller}


def _access(tx: Connection, who: Principal, row: OwnerRow) -> TripAccess | None:
    if _is_owner(tx, who, row):
        return _as(row, "owner")
    if not who.named:
        return None
    asked = {"trip": row.ledger_id, "of_org": who.organisation, "who": who.subject}
    grants = {grant.role: grant.grant_id for grant in tx.execute(_GRANTED, asked)}
    right: Right | None = next((one for one in _STRENGTH if one in grants), None)
    return None if right is None else _as(row, right, grants[right], grants.get("approver", ""))


def _is_owner(tx: Connection, who: Principal, row: OwnerRow) -> bool:
    """Two names have to be the same one, in the same organisation; where one names no one, the thread has to be bound."""
    if who.named and row.subject:
        same = who.subject == row.subject or (row.legacy and _acted_before(tx, who, row))
        return same and who.organisation == row.org
    of_org = who.organisation == row.org or not who.organisation or not row.org
    return of_org and _is_bound(tx, who, row)


def _is_bound(tx: Connection, who: Principal, row: OwnerRow) -> bool:
    # a run with neither name nor thread: the trip's id is all there is, for a trip that has neither
    if not who.thread_id:
        return not row.subject and not tx.execute(_BOUND, {"trip": row.ledger_id}).first()
    return row.bound or (row.legacy and _was_made_by(tx, who, row))


def _acted_before(tx: Connection, who: Principal, row: OwnerRow) -> bool:
    """Check whether the thread held or asked something on the trip before trips had owners: a host's name for it came later."""
    asked = {"trip": row.ledger_id, "thread": who.thread_id}
    return tx.execute(_IS_BOUND.where(trip_threads.c.bound_at == row.created_at), asked).first() is not None


def _was_made_by(tx: Connection, who: Principal, row: OwnerRow) -> bool:
    """Check whether a trip from before ownership was begun by this thread: such ids were hashes of the thread's name.

    A trip with an id of the host's own goes to the first thread of its organisation that goes on with it.
    """
    if row.trip_id.startswith("trip_"):
        return row.trip_id == f"trip_{fingerprint(row.org, who.thread_id)[:12]}"
    return who.organisation == row.org and not tx.execute(_BOUND, {"trip": row.ledger_id}).first()


def _named_now(tx: Connection, who: Principal, found: TripAccess) -> TripAccess:
    """Give a trip that no one owned by name to the first one who is named on a thread of it."""
    if found.right != "owner" or found.subject or not who.named:
        return found
    values = {"subject": who.subject, "traveller": who.traveller}
    tx.execute(update(trip_owners).where(trip_owners.c.ledger_id == found.ledger_id).values(**values))
    return found.model_copy(update=values)


def _as(row: OwnerRow, right: Right, grant_id: str = "", decides_by: str = "") -> TripAccess:
    return TripAccess.model_validate({**row.stored, "right": right, "grant_id": grant_id, "decides_by": decides_by})


def owned_by(tx: Connection, who: Principal) -> Sequence[str]:
    """Return the ledger's ids of the trips that the principal owns or that are shared with them to read."""
    if not who.named:
        bound = select(trip_threads.c.ledger_id).where(trip_threads.c.thread_id == who.thread_id)
        return [one for one in tx.execute(bound).scalars() if who.thread_id]
    own = select(trip_owners.c.ledger_id).where(
        trip_owners.c.org == who.organisation, trip_owners.c.subject == who.subject
    )
    shared = select(trip_grants.c.ledger_id).where(
        trip_grants.c.org == who.organisation,
        trip_grants.c.subject == who.subject,
        trip_grants.c.revoked_at.is_(None),
        trip_grants.c.role != "approver",
    )
    return [*tx.execute(own).scalars(), *tx.execute(shared).scalars()]
