"""The ownership port on the ledger's database: opening trips, and sharing them by explicit, audited, revocable grants."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, select, update

from tripintent.state.context import Principal
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import auditing, ownership
from tripintent.tools.ledger.database import SqlStore
from tripintent.tools.ledger.schema import trip_grants
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.documents import Grant, NotYours, Role, TripAccess

_OF_TRIP = (
    select(trip_grants)
    .where(trip_grants.c.ledger_id == bindparam("trip"))
    .order_by(trip_grants.c.created_at, trip_grants.c.grant_id)
)
_ONE = select(trip_grants).where(trip_grants.c.grant_id == bindparam("id"))
_REVOKE = update(trip_grants).where(trip_grants.c.grant_id == bindparam("id"), trip_grants.c.revoked_at.is_(None))


class SqlOwnership(SqlStore):
    """Owners, bound threads and grants."""

    async def open(self, who: Principal, trip_id: str = "") -> TripAccess | None:
        """Return the trip of that id for who runs, or a new one; None where the id is somebody else's."""
        found = await self._database.read(lambda tx: ownership.settled(tx, who, trip_id)) if trip_id else None
        if found is not None:
            return found
        now = self._clock.now()
        return await self._database.write(lambda tx: ownership.open_trip(tx, who, trip_id, now), durable=False)

    async def named(self, who: Principal) -> TripAccess:
        """Return the trip that a host calls by ``who.thread_id``; a new one, bound to that name, the first time."""
        now = self._clock.now()
        return await self._database.write(lambda tx: ownership.named_trip(tx, who, now), durable=False)

    async def begun(self, who: Principal) -> None:
        """Note whose the conversation is; nothing where no one is named."""
        if not who.thread_id or not (who.subject or who.traveller):
            return
        if not await self._database.read(lambda tx: ownership.is_noted(tx, who)):
            now = self._clock.now()
            await self._database.write(lambda tx: ownership.note_conversation(tx, who, now), durable=False)

    async def speaks(self, who: Principal) -> bool:
        """Tell whether no one else who is named began the conversation."""
        first = await self._database.read(lambda tx: ownership.beginner(tx, who.thread_id))
        return not who.named or first in (None, who.identity)

    async def conversations(self, who: Principal) -> Sequence[str]:
        """Return the conversations that a user began, the newest first; none where no one is named."""
        return await self._database.read(lambda tx: ownership.begun_by(tx, who)) if who.named else ()

    async def access(self, who: Principal, ledger_id: str) -> TripAccess | None:
        """Return what the principal may do with a trip of the ledger; None for nothing at all."""
        return await self._database.read(lambda tx: ownership.access(tx, who, ledger_id))

    async def grant(self, who: Principal, ledger_id: str, to: Principal, role: Role) -> Grant:
        """Share a trip. Only its owner can: raises NotYours. The same grant again is the same grant."""
        return await self._database.write(lambda tx: self._grant(tx, who, ledger_id, to, role))

    async def revoke(self, who: Principal, grant_id: str) -> Grant:
        """Take a grant back. Only the trip's owner can: raises NotYours."""
        return await self._database.write(lambda tx: self._revoke(tx, who, grant_id))

    async def grants(self, who: Principal, ledger_id: str) -> Sequence[Grant]:
        """Return the grants of a trip, revoked ones too, oldest first. Only its owner can: raises NotYours."""

        def work(tx: Connection) -> list[Grant]:
            _must_own(tx, who, ledger_id)
            return _grants(tx, ledger_id)

        return await self._database.read(work)

    def _grant(self, tx: Connection, who: Principal, ledger_id: str, to: Principal, role: Role) -> Grant:
        _must_own(tx, who, ledger_id)
        for one in _grants(tx, ledger_id):
            if (one.org, one.subject, one.role) == (to.organisation, to.subject, role) and one.revoked_at is None:
                return one
        made = Grant(
            grant_id=new_id("grt"),
            ledger_id=ledger_id,
            org=to.organisation,
            subject=to.subject,
            role=role,
            granted_by=who.subject,
            created_at=self._clock.now(),
        )
        tx.execute(trip_grants.insert().values(made.model_dump()))
        self._say(tx, "grant.added", made, by=who.subject)
        return made

    def _revoke(self, tx: Connection, who: Principal, grant_id: str) -> Grant:
        row = tx.execute(_ONE, {"id": grant_id}).mappings().one_or_none()
        if row is None:
            raise NotYours(grant_id)
        grant = Grant.model_validate(dict(row))
        _must_own(tx, who, grant.ledger_id)
        values = {"revoked_at": self._clock.now(), "revoked_by": who.subject}
        if tx.execute(_REVOKE.values(**values), {"id": grant_id}).rowcount != 1:
            return grant
        self._say(tx, "grant.revoked", grant, by=who.subject)
        return grant.model_copy(update=values)

    def _say(self, tx: Connection, event: str, grant: Grant, by: str) -> None:
        data = {"grant_id": grant.grant_id, "subject": grant.subject, "org": grant.org, "role": grant.role, "by": by}
        auditing.append(tx, [AuditEvent(trip_id=grant.ledger_id, type=event, data={**data})], self._clock.now())


def _must_own(tx: Connection, who: Principal, ledger_id: str) -> None:
    found = ownership.access(tx, who, ledger_id)
    if found is None or found.right != "owner":
        raise NotYours(ledger_id)


def _grants(tx: Connection, ledger_id: str) -> list[Grant]:
    return [Grant.model_validate(dict(row)) for row in tx.execute(_OF_TRIP, {"trip": ledger_id}).mappings()]
