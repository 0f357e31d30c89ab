"""The trips port: the published trip, one row per organisation and trip, saved optimistically."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from tripintent.state.trip import TripIntent
from tripintent.tools.errors import ToolError


class VersionConflict(ToolError):
    """Somebody saved a newer version meanwhile; read it, apply the change again, save again."""

    def __init__(self, trip_id: str, expected: int, found: int) -> None:
        super().__init__(f"trip {trip_id!r} is at version {found}, not {expected}: read it again before saving")
        self.trip_id = trip_id
        self.expected = expected
        self.found = found


class TripSummary(BaseModel):
    """One line of a list of trips."""

    model_config = ConfigDict(frozen=True)

    org: str
    trip_id: str
    version: int
    traveller: str = ""
    phase: str = ""
    state: str = ""
    updated_at: datetime


class Trips(Protocol):
    """Where trips are published after each turn, for other graphs, threads and people."""

    async def get(self, org: str, trip_id: str) -> TripIntent | None:
        """Return the newest version (its ``version`` field is set), or None."""
        ...

    async def save(self, trip: TripIntent, expected_version: int, traveller: str = "") -> int:
        """Store the trip under ``trip.org`` and ``trip.trip_id`` and return its new version.

        ``expected_version`` is the version that the change was made from, 0 for a new trip. Raises VersionConflict.
        """
        ...

    async def list(self, org: str, traveller: str | None = None) -> Sequence[TripSummary]:
        """Return the organisation's trips, newest first; one traveller's when named."""
        ...
