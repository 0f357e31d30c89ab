"""The survey port: what would come of calls, on a copy of a trip, with nothing touched."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.acts import Called
from tripintent.state.booking import Hold
from tripintent.state.context import Principal, TripContext
from tripintent.state.events import ToolCall
from tripintent.state.trip import TripIntent

if TYPE_CHECKING:
    from tripintent.tools.ports.ports import Ports


class Surveyed(BaseModel):
    """The copy as the calls left it; ``trip.working_memory.approval`` is the card that would wait."""

    model_config = ConfigDict(frozen=True)

    trip: TripIntent
    called: tuple[Called, ...] = ()
    let_go: tuple[Hold, ...] = Field(default=(), description="held now, and not held any more then")
    asks_first: bool = Field(default=False, description="a call would let a hold go, and so is asked back about first")
    held: tuple[Hold, ...] = Field(default=(), description="not held now, and held then")
    searched: tuple[str, ...] = Field(default=(), description="keys of the questions that suppliers were asked")


class Survey(Protocol):
    """Runs calls on a copy of a trip, one after the other, as the booking's own table would."""

    async def __call__(
        self, trip: TripIntent, calls: Sequence[ToolCall], ports: "Ports", who: Principal, context: TripContext
    ) -> tuple[Surveyed, "Ports"]:
        """Return what came of them, and the ports of the copy, by which its offers are read."""
        ...
