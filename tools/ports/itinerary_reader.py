"""Reading what a traveller wants of an itinerary: words become an ordered list of operations."""

from datetime import date
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import Operation, WhereTo


class DesignHearing(BaseModel):
    """All that a reader may use to understand one message."""

    model_config = ConfigDict(frozen=True)

    text: str
    document: ItineraryDocument
    today: date
    language: str = "en"
    last_assistant: str | None = None
    spoken_of: tuple[str, ...] = Field(default=(), description="ids of the segments spoken of last, the newest last")
    spoken_day: str | None = Field(default=None, description="the day spoken of last")
    ideas: int = Field(default=0, description="how many ideas were given last")
    idea: int = Field(default=0, description="the idea spoken of last, from 1")
    pending: bool = Field(default=False, description="a change waits for a yes")
    where: WhereTo | None = Field(default=None, description="the wish for a place to go that is open")
    places: tuple[str, ...] = Field(default=(), description="names of the towns proposed last, in their order")
    place_codes: tuple[str, ...] = Field(default=(), description="their codes")
    nowhere: bool = Field(default=False, description="nothing was said of where the trip goes")
    bound: bool = Field(default=False, description="one of the proposed towns was chosen")
    asked: str | None = Field(default=None, description="the slot that the last question was about")


class DesignReading(BaseModel):
    """What one message wants. ``unread`` are words that carry meaning and belong to no operation."""

    model_config = ConfigDict(frozen=True)

    operations: tuple[Operation, ...] = ()
    unread: str = ""
    journey: bool = Field(default=False, description="the words name the flights of the trip, and no entry of the plan")
    engine: str = "offline"


class ItineraryReader(Protocol):
    """Reads one message."""

    def read(self, hearing: DesignHearing) -> DesignReading:
        """Return the operations in the order in which they were said."""
        ...
