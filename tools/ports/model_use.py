"""The port that counts what a language model costs, and says when it has cost enough."""

from collections.abc import Sequence
from typing import Protocol

from tripintent.state.context import Principal
from tripintent.state.usage import LimitUse, ModelUse


class ModelMeter(Protocol):
    """Counts tokens by traveller and day. Where a limit is reached the rules read and answer alone."""

    async def allows(self, who: Principal, trip: ModelUse) -> bool:
        """Say whether a model may be asked; ``trip`` is what this trip has cost so far."""
        ...

    async def standing(self, who: Principal, trip: ModelUse) -> Sequence[LimitUse]:
        """Return what is used of each limit that is set; ``trip`` is what this trip has cost so far."""
        ...

    async def record(self, who: Principal, use: ModelUse, trip: ModelUse) -> Sequence[str]:
        """Add what was spent to the traveller's day; return which limits it brought near their end, in words.

        ``trip`` is what this trip had cost before.
        """
        ...
