"""The stores' ports: every document of a trip, saved optimistically, for its owner only; and full offer lists.

A document is one row per trip and kind. Offers are kept, so that a trip and its checkpoints need only carry keys.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol

from pydantic import Field

from tripintent.state.context import Principal
from tripintent.state.document import D, Document
from tripintent.state.frozen import Frozen
from tripintent.state.offers import Offer
from tripintent.tools.errors import ToolError

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
        """Tell whether a conversation is open to a user: where one who is named began it, it is theirs alone."""
        ...

    async def conversations(self, who: Principal) -> Sequence[str]:
        """Return the conversations that a user began, the newest first; none where no one is named."""
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


class VersionConflict(ToolError):
    """Somebody saved a newer version meanwhile; read it, merge (``merge_concurrent``), save again."""

    def __init__(self, trip_id: str, expected: int, found: int) -> None:
        super().__init__(f"trip {trip_id!r} is at version {found}, not {expected}: read it again before saving")
        self.trip_id = trip_id
        self.expected = expected
        self.found = found


class NotYours(ToolError):
    """The trip belongs to somebody else: nothing was read and nothing was stored."""

    def __init__(self, trip_id: str) -> None:
        super().__init__(f"the trip {trip_id!r} is not yours: ask its owner to share it")
        self.trip_id = trip_id


class DocumentSummary(Frozen):
    """One line of a list of documents. ``phase`` and ``state`` are empty for a kind that has none."""

    org: str = ""
    trip_id: str
    kind: str
    version: int
    phase: str = ""
    state: str = ""
    updated_at: datetime


class Documents(Protocol):
    """Where a trip's documents are published after each turn, for other graphs, threads and people.

    ``owner`` is who runs (``Run.principal``). Another one's trip is as if it were not there when it is read, and NotYours
    when it is written.
    """

    async def get(self, owner: Principal, trip_id: str, kind: type[D]) -> D | None:
        """Return the newest version of one document (its ``version`` field is set), or None.

        ``kind`` is the document's class: ``await documents.get(run.principal, trip_id, TripIntent)``.
        """
        ...

    async def save(self, owner: Principal, document: Document, expected_version: int) -> int:
        """Store the document under its ``trip_id`` and kind, and return its new version.

        ``expected_version`` is the version that the change was made from, 0 for a new document. The first document of a
        trip binds the trip to the owner. Raises VersionConflict, and NotYours for somebody else's trip.
        """
        ...

    async def list(self, owner: Principal, trip_id: str) -> Sequence[DocumentSummary]:
        """Return the documents of one trip by kind; none for somebody else's."""
        ...

    async def trips(self, owner: Principal) -> Sequence[DocumentSummary]:
        """Return the trip intents of the owner's trips, newest first: own trips and those shared with the owner."""
        ...


class Offers(Protocol):
    """Offer lists keyed by (trip, fingerprint of the query). A change taken back finds its old answer again."""

    async def put(self, trip_id: str, key: str, offers: Sequence[Offer], expires_at: datetime) -> None:
        """Store (or replace) the answer of one query; ``expires_at`` is when the first of its offers lapses."""
        ...

    async def get(self, trip_id: str, key: str) -> Sequence[Offer]:
        """Return the offers in the order they were put; empty when there are none or they lapsed."""
        ...

    async def options(self, trip_id: str, option_ids: Collection[str]) -> Mapping[str, Offer]:
        """Return offers of a trip by their option ids, lapsed or not; the newest when several queries brought one.

        Those that are not known are left out.
        """
        ...
