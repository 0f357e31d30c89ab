"""The stores' ports: every document of a trip, saved optimistically, for its owner only; and full offer lists.

A document is one row per trip and kind. Offers are kept, so that a trip and its checkpoints need only carry keys.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from tripintent.state.context import Principal
from tripintent.state.document import D
from tripintent.state.frozen import Frozen
from tripintent.state.offers import Offer
from tripintent.tools.errors import ToolError


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

    async def save(self, owner: Principal, document: D, expected_version: int) -> int:
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
