"""The present turn: what came in, what is still to be done, what was said. Intake makes a new one each time."""

from typing import Literal

from pydantic import Field

from tripintent.state.acts import Called
from tripintent.state.booking import ApprovalAnswer
from tripintent.state.bundles import DaysCompared, Selected
from tripintent.state.events import PublicEvent
from tripintent.state.frozen import Frozen
from tripintent.state.queries import FlightQuery, HotelQuery


class Turn(Frozen):
    """One pass of the graph. ``queue`` holds the events still to be worked, in the order in which they were said."""

    text: str = Field(default="", description="the words of this turn, as shown to the reader")
    part: str = Field(default="", description="the words that a front door gave this system")
    event: str = Field(default="", description="type of the event that started the turn, for the audit")
    handled: str = Field(default="", description="id of the last message that was worked")
    began: int = Field(default=0, description="how many messages there were when the turn began")
    queue: tuple[PublicEvent, ...] = ()
    refused: bool = Field(default=False, description="what came in could not be worked; that was said already")
    chosen: Selected = Field(default=Selected(), description="what was chosen when the turn began")
    answer: ApprovalAnswer | None = None
    news: bool = Field(default=False, description="there are options or a choice that the traveller has not seen yet")
    listing: Literal["best", "cheapest", "more"] | None = Field(
        default=None, description="options asked for, choice or not"
    )
    days: DaysCompared | None = Field(default=None, description="the days that were compared in this turn")
    start: dict[str, str] = Field(
        default_factory=dict, description="fingerprints of the trip's blocks when the turn began"
    )
    spoke: bool = Field(default=False, description="the traveller got an answer to this turn's words")
    cards_alone: bool = Field(
        default=False, description="a model writes the words of this turn: of what nodes say only the cards are shown"
    )
    lets_go: bool = Field(default=False, description="the traveller agreed that this turn may release holds")
    held_back: tuple[PublicEvent, ...] = Field(
        default=(), description="what would let a hold go, and waits for a yes: the traveller was shown what it costs"
    )
    called: tuple[Called, ...] = Field(default=(), description="tools that were called, with what came of each")
    parked: bool = Field(default=False, description="the turn ended at an approval that waits for a person")

    @property
    def in_vain(self) -> bool:
        """Tell whether it was a call of a client's own that was refused whole."""
        return bool(self.called) and not self.cards_alone and all(one.outcome.in_vain for one in self.called)

    def done(self) -> "Turn":
        """Return the turn without the event that was just worked."""
        return self.model_copy(update={"queue": self.queue[1:]})


class SearchTask(Frozen):
    """One search to be made: the payload of a fan-out."""

    ledger_id: str
    number: int
    key: str
    query: FlightQuery | HotelQuery = Field(discriminator="kind")
    stale: tuple[str, ...] = Field(default=(), description="bookings of flights that the present trip replaced")
