"""The ports of an organisation's desk (hearing a message, choosing functions, answering by specialists), its staff, and the front door."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from pydantic import Field

from tripintent.state.concierge.front import Decision, HandOff, Intent, Params, Request
from tripintent.state.concierge.memory import FORWARD, OFFERED, Memory, RoomRequest, discreet
from tripintent.state.concierge.service import Service
from tripintent.state.context import Principal
from tripintent.state.frozen import Frozen
from tripintent.state.usage import ModelUse
from tripintent.tools.ports.chat import Guide, Talker
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

if TYPE_CHECKING:
    from tripintent.tools.ledger.vault import SqlVault


class Routing(NamedTuple):
    """The choice. ``functions`` is empty where none serves the message; ``best`` is what would be chosen if one had to.

    ``confidence`` is the probability, 0 to 1, that ``best`` is right.
    """

    functions: tuple[str, ...]
    confidence: float
    best: tuple[str, ...]
    others: tuple[str, ...] = ()
    """The functions that come next after the best one, the most probable first."""


class Spoken(NamedTuple):
    """An earlier message."""

    by_guest: bool
    text: str


def _unheard(_: str) -> None:
    """Let no one know."""


class GuestRecord(NamedTuple):
    """The known details of a guest; empty where not known. Days are ISO dates. Papers are left out."""

    name: str = ""
    check_in: str = ""
    check_out: str = ""
    room: str = ""


class Message(NamedTuple):
    """A guest's message as the detections may know it: sealed words are references in it."""

    text: str
    language: str
    now: datetime
    memory: Memory
    history: Sequence[Spoken] = ()
    guest: GuestRecord = GuestRecord()
    plain: bool = False
    """No model may be asked."""
    tell: Callable[[str], None] = _unheard
    """Hears words for the guest while they are written."""
    facts: Sequence[str] = ()
    """Things chosen, held, waiting for approval and booked, a line each."""
    sealed: Mapping[str, str] = MappingProxyType({})
    """The words behind each reference: for reading only, never to be stored."""
    people: tuple[str, ...] = ()
    """The names of those who are on the trip."""
    booking: bool = False
    """The rules take the words for the booking's: the desk says so too (the function BOOKING), or that they are something else."""


class Chosen(NamedTuple):
    """The functions that answer a message, in the order of its words, and what a model cost that chose them."""

    decisions: Sequence[Decision]
    use: ModelUse = ModelUse()


class Situation(NamedTuple):
    """The knowledge of a specialist: its words, the language of the message, the house's local time, and the memory."""

    decision: Decision
    language: str
    now: datetime
    memory: Memory
    history: Sequence[Spoken] = ()
    opened: str = ""
    """The words with what is sealed in them. Nothing of it may get into a reply: that is stored."""
    plain: bool = False
    """No model may be asked."""
    tell: Callable[[str], None] = _unheard
    """Hears the reply while it is written."""
    facts: Sequence[str] = ()
    """Things chosen, held, waiting for approval and booked, a line each."""
    reserved: bool = False
    """A room is chosen, held or booked already."""
    holds: bool = False
    """A room is held for the guest: it counts as taken."""
    passed: bool = False
    """A person was called in the same message, and has all its words."""
    said: str = ""
    """The whole message, of which the decision's words may be a part."""
    done: tuple[str, ...] = ()
    """Functions that answered other parts of the message."""
    others: tuple[Decision, ...] = ()
    """Decisions of the same message that wait for an answer after this one."""
    sealed: Mapping[str, str] = MappingProxyType({})
    """The words behind each reference of the talk and the message: for reading only, never to be stored."""
    guest: GuestRecord = GuestRecord()
    people: tuple[str, ...] = ()
    """The names of those who are on the trip."""

    @property
    def beside_an_offer(self) -> bool:
        """Tell whether another part of the message led to an offer: a yes is to that, and to nothing that is asked beside it."""
        return self.memory.waiting in OFFERED and bool(self.done)


class Reservation(NamedTuple):
    """The input with which the booking goes on: the trip as a document (INTENT_READY), and the offers that the guest chose."""

    trip_intent: Params
    option_ids: tuple[str, ...]
    requests: tuple[RoomRequest, ...] = ()
    """Wishes that go along."""
    people: tuple[str, ...] = ()
    """The names of those who stay, as far as they were told."""


class Reply(NamedTuple):
    """The answer of a specialist. ``request`` is what staff have to do, in words for their queue; empty is nothing.

    A text that tells the guest that something was passed on comes with a request or a hand-off.
    """

    text: str
    memory: Memory
    decision: Decision
    handoff: HandOff | None = None
    request: str = ""
    also: tuple[Decision, ...] = ()
    """Further decisions of the message that it answers, too."""
    instead: str = ""
    """An earlier request of the same guest that this one takes the place of."""
    reservation: Reservation | None = None
    use: ModelUse = ModelUse()

    def passed_on(self, waiting: str) -> "Reply":
        """Return the reply with what it would pass on in the staff's queue: the guest's next yes is to what ``waiting`` says."""
        if self.memory.waiting != FORWARD:
            return self
        memory = self.memory.model_copy(update={"waiting": waiting, "unclear": ""})
        return self._replace(memory=memory, request="\n".join(filter(None, (self.request, self.memory.unclear))))


class FrontDesk(Protocol):
    """One organisation's desk. It answers from the organisation's own data; it sells nothing and promises nothing."""

    service: Service

    async def intent(self, message: Message) -> Intent:
        """Return what is to be done before any function: a command, or words that go on asking."""
        ...

    async def choose(self, message: Message) -> Chosen:
        """Return the functions that answer a message; at least one."""
        ...

    def pieces(self, message: Message, before: Sequence[str]) -> Sequence[tuple[str, Literal["", "sealed", "told"]]]:
        """Return a message in pieces that together are the message, each with how it is sealed, if it is.

        ``before`` is what the guest wrote so far, as it is stored.
        """
        ...

    def names_somebody(self, text: str) -> bool:
        """Tell whether words name somebody, a number of papers or an address: no model reads these for a booking."""
        ...

    def guests_named(self, text: str) -> str:
        """Return the words behind a yes that name people; empty where they are no yes, or have no name."""
        ...

    def person(self, message: Message) -> str:
        """Return why a person has to answer (illness, danger, asks, complaint, group, discount), or an empty text."""
        ...

    def urgent(self, reason: str, text: str) -> bool:
        """Tell whether a reason to call a person is an emergency: danger, or illness for which an ambulance is called."""
        ...

    async def answer(self, situation: Situation) -> Reply:
        """Answer with the specialist of the decision's function."""
        ...


@dataclass(frozen=True)
class AssistantPorts:
    """The ports that the graph ``assistant`` is built from: the booking's ports, the planning's, a desk's."""

    booking: Ports
    planning: PlanningPorts | None = None
    desk: FrontDesk | None = None
    vault: "SqlVault | None" = None
    model: Talker | None = None
    """The chat model that holds the conversation; None where the guide does."""
    guide: Guide | None = None
    """What holds the conversation without a model, and for a turn in which the model gives nothing."""
    toolsets: frozenset[str] = frozenset()
    """The tools that a conversation may use, by their sets; empty: all."""
    who: Principal = field(default_factory=Principal)
    """Who runs, and in which conversation: known within a node only."""

    told: Mapping[str, str] = field(default_factory=dict)
    """Words behind references of this conversation that its nodes read in the open: known within a node only."""

    def sealed_again(self, text: str) -> str:
        """Return a text that is to be stored, with the references in the place of what was told."""
        return self._instead(text, lambda reference: reference)

    def discreet(self, text: str) -> str:
        """Return a desk's answer with initials and the ends of numbers alone of what was told."""
        return self._instead(text, lambda reference: discreet(self.told[reference]))

    def _instead(self, text: str, other: Callable[[str], str]) -> str:
        for reference, said in self.told.items():
            text = re.sub(rf"(?<!\w){re.escape(said)}(?!\w)", other(reference), text)
        return text

    async def opened(self, text: str) -> str:
        """Return a text of the conversation with what is sealed in it: for reading only, never to be stored."""
        return await self.vault.opened(self.who.thread_id, text) if self.vault else text


PAGE = 100


class QueueEntry(Frozen):
    """Something that waits for people of the house: a hand-off, or a request (a pre-check-in is one, too)."""

    entry_id: str
    organisation: str
    thread_id: str
    waits_for: HandOff | Request
    opened_at: datetime


class QueuePage(Frozen):
    """A part of the queue. ``more`` is where the next part begins; empty at the end."""

    entries: tuple[QueueEntry, ...] = ()
    more: str = Field(default="", description="what to ask for the next page with; empty at the end")
