"""The present turn of a conversation that a chat model holds."""

from typing import Any, Literal

from pydantic import Field

from tripintent.state.acts import Called
from tripintent.state.booking import ApprovalAnswer
from tripintent.state.bundles import DaysCompared, Selected
from tripintent.state.events import PublicEvent
from tripintent.state.frozen import Frozen
from tripintent.state.planning.gate import Action
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
        default=False, description="a model words this turn: of what nodes say its cards are told alone"
    )
    lets_go: bool = Field(default=False, description="what this turn changes may let holds go: that was asked")
    held_back: tuple[PublicEvent, ...] = Field(
        default=(), description="what would let a hold go, and waits for a yes: the traveller was shown what it costs"
    )
    called: tuple[Called, ...] = Field(default=(), description="tools that were called, with what came of each")
    parked: bool = Field(default=False, description="the turn ended at an approval that waits for a person")

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


LIMIT, ASKED_TOO_OFTEN, NO_TOOLS = "limit", "rate_limited", "no_tools"
"""Why a model gave nothing: a limit of cost that is set, the service's own, a service that takes no tool calls."""


class Conversation(Frozen):
    """How far the turn is. ``speaks``: words of the traveller, or a decision of theirs, wait for words of the model."""

    speaks: bool = False
    long: bool = Field(
        default=False, description="the history is over its budget: the oldest of it is summarised first"
    )
    seen: str = Field(default="", description="the options and the choice that were on the screen when the turn began")
    known: tuple[str, ...] = Field(
        default=(), description="the lines of what was known of the trip when it was shown last"
    )
    papers: tuple[str, ...] = Field(default=(), description="marks of the parts of documents, as they were shown last")
    makeable: tuple[Action, ...] = Field(default=(), description="documents that could be made before this turn")
    offered: tuple[Action, ...] = Field(default=(), description="documents that the last reply offered to make")
    wanted: tuple[Action, ...] = Field(default=(), description="documents that the traveller spoke of last")
    calls: int = Field(default=0, description="requests to the model in this turn")
    draft: str = Field(default="", description="words that are not checked yet")
    told: str = Field(default="", description="words of this turn that were checked and told already")
    name: str = Field(default="", description="the id of the message that these words will be")
    beside: bool = Field(
        default=False, description="the draft stands beside calls: if all of them do, it ends the turn"
    )
    menu: dict[str, Any] = Field(
        default_factory=dict, description="numbered answers that stand for calls, beside the draft"
    )
    wrote: str = Field(default="", description="the language of the traveller's words")
    foreign: bool = Field(default=False, description="the draft says that the guide does not read this language")
    strays: tuple[str, ...] = Field(default=(), description="what stood in no fact: said back to the model once")
    failed: str = Field(default="", description="why the model gave nothing")
    wait: int = Field(default=0, description="seconds after which a model that was asked too often may be asked again")
    cut: bool = Field(default=False, description="the model gave no more in the middle of the turn")
    guided: bool = Field(default=False, description="the guide answers this turn in the model's place")


class Summary(Frozen):
    """What the oldest messages say in short, for the model alone: pages keep the messages."""

    text: str = ""
    last: str = Field(default="", description="the id of the last message that is in it")


def newest_summary(_: Summary, new: Summary) -> Summary:
    """Take the newest."""
    return new


def newest(_: Conversation, new: Conversation) -> Conversation:
    """Take the newest."""
    return new
