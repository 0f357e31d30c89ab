"""Sharing the trip of a conversation: by its owner, by name, until it is taken back."""

from collections.abc import Sequence

from tripintent.app.session import Session
from tripintent.state.context import Principal
from tripintent.tools.ports.documents import Grant, Role


async def grants(session: Session, thread: str) -> Sequence[Grant]:
    """Return with whom the thread's trip is shared, and was. Raises NotYours for whoever does not own it."""
    trip = await session.trip(thread)
    return await session.ports.ownership.grants(session.principal(thread), trip.ledger_id)


async def share(session: Session, thread: str, subject: str, role: Role, organisation: str | None = None) -> Grant:
    """Share the thread's trip with somebody of the own organisation, or of another. Raises NotYours."""
    trip, who = await session.trip(thread), session.principal(thread)
    to = Principal(organisation=who.organisation if organisation is None else organisation, subject=subject)
    return await session.ports.ownership.grant(who, trip.ledger_id, to, role)


async def unshare(session: Session, thread: str, grant_id: str) -> Grant:
    """Take a grant of the thread's trip back. Raises NotYours."""
    return await session.ports.ownership.revoke(session.principal(thread), grant_id)
