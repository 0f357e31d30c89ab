"""The offer store: full offer lists, so that a trip and its checkpoints need only carry keys."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from tripintent.state.offers import Offer


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
