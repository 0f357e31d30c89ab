"""The ownership port: whose a trip is, which threads may act on it, and with whom it is shared."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, Protocol

from pydantic import Field

from tripintent.state.context import Principal
from tripintent.state.frozen import Frozen

Role = Literal["companion", "assistant", "approver"]
"""A companion reads the trip, an assistant also plans and holds, an approver sees and decides the waiting cart."""
NOT_YOURS = "this trip belongs to somebody else"
OWNER_ONLY = "only the owner of the trip may do this"
Right = Literal["owner", "companion", "assistant", "approver"]


class TripAccess(Frozen):
    """A trip that the principal may reach, and as what. ``traveller`` is the owner's: whose cards and profiles count."""

    ledger_id: str
    org: str
    trip_id: str
    subject: str
    traveller: str
    right: Right
    grant_id: str = Field(default="", description="the grant that gives the right; empty for the owner")
    decides_by: str = Field(
        default="", description="the grant to see and decide the waiting cart, whatever else is granted"
    )

    @property
    def acts(self) -> bool:
        """Check whether plans and holds may be made."""
        return self.right in ("owner", "assistant")

    @property
    def reads(self) -> bool:
        """Check whether the trip's documents may be read."""
        return self.right != "approver"


class Grant(Frozen):
    """A trip shared on purpose."""

    grant_id: str
    ledger_id: str
    org: str
    subject: str
    role: Role
    granted_by: str
    created_at: datetime
    revoked_at: datetime | None = Field(default=None, description="set when it was taken back; it counts no more")
    revoked_by: str | None = None


class Ownership(Protocol):
    """Binds trips to owners. Every answer is about who runs, never about what a state says."""

    async def open(self, who: Principal, trip_id: str = "") -> TripAccess | None:
        """Return the trip of that id for who runs; a new trip where there is none of that id, or no id is given.

        None where the id is somebody else's.
        """
        ...

    async def named(self, who: Principal) -> TripAccess:
        """Return the trip that a host calls by ``who.thread_id``, a name of its own; a new one the first time."""
        ...

    async def begun(self, who: Principal) -> None:
        """Note whose the conversation is, also where no trip comes of it: so that it can be erased with the person."""
        ...

    async def speaks(self, who: Principal) -> bool:
        """Tell whether a conversation is nobody else's: where one who is named began it, it is theirs alone."""
        ...

    async def access(self, who: Principal, ledger_id: str) -> TripAccess | None:
        """Return what the principal may do with a trip of the ledger; None for nothing at all."""
        ...

    async def grant(self, who: Principal, ledger_id: str, to: Principal, role: Role) -> Grant:
        """Share a trip. Only its owner can: raises NotYours. The same grant again is the same grant."""
        ...

    async def revoke(self, who: Principal, grant_id: str) -> Grant:
        """Take a grant back. Only the trip's owner can: raises NotYours."""
        ...

    async def grants(self, who: Principal, ledger_id: str) -> Sequence[Grant]:
        """Return the grants of a trip, revoked ones too, oldest first. Only its owner can: raises NotYours."""
        ...
