"""What a session gives back."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple

from langchain_core.messages import ToolMessage

from tripintent.state.acts import Called, Rejected
from tripintent.state.concierge.front import HandOff
from tripintent.state.designer.profile import TripProfile
from tripintent.state.planning.gate import ACTIONS, Action
from tripintent.state.standing import Changes
from tripintent.state.trip import TripIntent
from tripintent.state.usage import ModelUse

PhaseName = Literal["complete", "clarification_needed"]
BranchName = Literal["CHECKLIST", "ITINERARY", "BUDGET", "TEXT"]
MAKING = {"create_documents": ACTIONS, "plan_days": ("itinerary",)}
"""The tools that make documents, and which ones."""


class Ordered(NamedTuple):
    """Documents that a turn made, and whether it was asked for what another one lacks."""

    made: tuple[Action, ...] = ()
    lacks: bool = False

    @property
    def branches(self) -> tuple[BranchName, ...]:
        """The branches that were worked: those of the documents, else words alone."""
        names: dict[Action, BranchName] = {"checklist": "CHECKLIST", "itinerary": "ITINERARY", "budget": "BUDGET"}
        return tuple(names[one] for one in self.made) or ("TEXT",)

    @property
    def phase(self) -> PhaseName:
        """Where the turn ended."""
        return "clarification_needed" if self.lacks else "complete"


def ordered_in(before: Mapping[str, Any], after: Mapping[str, Any]) -> Ordered:
    """Return what the turn between two states of a conversation made, by words or by a click."""
    made, lacks = set[str](), False
    for name, outcome in _outcomes(before.get("messages") or (), after):
        if name not in MAKING:
            continue
        facts: Mapping[str, Any] = outcome.get("facts") or {}
        done = ("itinerary",) if name == "plan_days" and facts.get("entries") else outcome.get("changed") or ()
        made |= {*done, *facts} & {*MAKING[name]} if outcome.get("ok") else set()
        lacks = lacks or any(str(one["path"]).startswith("kinds") for one in outcome.get("rejected") or ())
    return Ordered(tuple(one for one in ACTIONS if one in made), lacks)


def rejected_in(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Rejected, ...]:
    """Return the parts of the turn's calls that were not taken."""
    outcomes = (outcome for _, outcome in _outcomes(before.get("messages") or (), after))
    return tuple(Rejected.model_validate(one) for outcome in outcomes for one in outcome.get("rejected") or ())


def _outcomes(before: Sequence[Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the calls of a turn with what came of each: those of a model, then those of a click."""
    known = {one.id for one in before}
    said = [one for one in after.get("messages") or () if isinstance(one, ToolMessage) and one.id not in known]
    for one in said:
        yield str(one.name), json.loads(one.text)
    for done in getattr(after.get("turn"), "called", ()):
        if done.call_id not in {one.tool_call_id for one in said}:
            yield done.name, done.outcome.model_dump(mode="json")


@dataclass(frozen=True)
class ShownMessage:
    """One message of a conversation.

    ``facts`` are the typed facts behind an assistant's words, where there are any; ``language`` is that of the conversation.
    """

    role: Literal["user", "assistant"]
    text: str
    kind: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    language: str = "en"
    id: str = ""


@dataclass(frozen=True)
class Pending:
    """What waits for a person, in LangChain's HITLRequest shape: an approval card, or a guest who was handed over."""

    id: str
    value: Mapping[str, Any]

    @property
    def args(self) -> Mapping[str, Any]:
        """What the one action of the card asks."""
        args: Mapping[str, Any] = self.value["action_requests"][0]["args"]
        return args

    def lapsed_at(self, now: datetime) -> datetime | None:
        """Return since when the card's time is over: a hold ended, or a price. None while it can be decided."""
        ends = datetime.fromisoformat(self.args["expires_at"]) if self.is_approval else None
        return ends if ends is not None and ends <= now else None

    @property
    def is_approval(self) -> bool:
        """Whether it is answered by a yes or no."""
        return "approval_id" in self.args


def card_of(pending: Pending | None) -> Pending | None:
    """Return what the traveller can decide; a guest handed over to a person waits for staff, and may go on writing."""
    return pending if pending is not None and pending.is_approval else None


@dataclass(frozen=True)
class TurnResult:
    """The outcome of one turn. ``user`` is what came in, as it was stored (card numbers masked), ``said`` the replies to it.

    ``trip`` is the trip as it is now, its ``working_memory.bookings`` what is booked; ``interrupt`` is the card that waits.
    ``documents`` are the trip's other documents as they are published, by kind; ``requirements_status`` says what each of
    them still needs. ``segments_modified`` are the ids of the itinerary's segments that the turn added, changed or removed;
    ``changes`` are the paths of the plan that it changed, what that made void, and the tools that come next;
    ``profile`` is what is known of the trip now, ``tool_calls`` are those of a model, in their order; ``model_use`` is what
    language models cost in this turn. ``handoff`` is a person that this turn called, ``staff`` one that is still waited for,
    whenever they were called. ``ordered`` are the documents that it made, ``model`` is who held the conversation; ``refused``: what
    came in could not be worked, or was a call of which nothing was done (``called`` says why).
    """

    thread_id: str
    turn: int
    user: str
    said: tuple[ShownMessage, ...]
    trip: TripIntent
    interrupt: Pending | None = None
    documents: Mapping[str, Any] = field(default_factory=dict)
    requirements_status: Mapping[str, Any] = field(default_factory=dict)
    functions: tuple[Mapping[str, Any], ...] = ()
    handoff: Mapping[str, object] | None = None
    staff: HandOff | None = None
    segments_modified: tuple[str, ...] = ()
    itinerary_updated: bool = False
    tool_calls: tuple["ToolCalled", ...] = ()
    profile: TripProfile = field(default_factory=TripProfile)
    trip_profile_updated: bool = False
    model_use: ModelUse = field(default_factory=ModelUse)
    changes: Changes = field(default_factory=Changes)
    ordered: Ordered = field(default_factory=Ordered)
    model: str = ""
    refused: bool = False
    called: tuple[Called, ...] = ()
    """Calls of the toolbox that were worked in this turn, with what came of each."""
    rejected: tuple[Rejected, ...] = ()

    @property
    def questions(self) -> list[Any]:
        """The structured questions of this turn: one at most."""
        return [one.facts["question"] for one in self.said if one.facts.get("question")]

    @property
    def messages(self) -> list[str]:
        """The words of this turn's replies."""
        return [one.text for one in self.said]


@dataclass(frozen=True)
class Progress:
    """A step of a turn begins: the name of the node."""

    step: str


@dataclass(frozen=True)
class Writing:
    """A reply that a model is writing, as far as it is written and checked; the message that follows takes its place.

    ``stays``: that message begins with it, so a client that cannot take words back may show it.
    """

    text: str
    stays: bool = False


@dataclass(frozen=True)
class ToolCalled:
    """A model calls a tool. ``arguments`` is JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class ToolAnswered:
    """What came of such a call; ``result`` is JSON, of 2,000 characters at most."""

    id: str
    name: str
    success: bool
    result: str


TurnEvent = Progress | Writing | ToolCalled | ToolAnswered | ShownMessage
"""What is told while a turn runs: a step that begins, a tool that a model calls, or a reply as soon as it is written."""
