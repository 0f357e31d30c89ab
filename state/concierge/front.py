"""One turn of the front door: what three detections heard, the functions that answer in order, and what they said of it.

A command of a service file may stand at the start of what the intent detection writes; functions must be known.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pydantic import Field, JsonValue

from tripintent.state.concierge.memory import Memory
from tripintent.state.concierge.service import GENERAL
from tripintent.state.frozen import Frozen
from tripintent.state.usage import ModelUse

FALLBACK = "FAQ_AGENT"
WINDOW = 40
"""Characters, about ten tokens, in which a command has to be whole."""


class Commanded(NamedTuple):
    """``command`` is None where none was given; ``shown`` is what the guest may read."""

    command: str | None
    shown: str


def read_command(chunks: Iterable[str], commands: Sequence[str]) -> Commanded:
    """Read the stream's text: a command is its first word, whole, and no part of a date, an address or "and/or".

    ``/general`` goes on asking: it is taken off and the rest is shown. Behind any other command nothing is for the guest.
    """
    text = "".join(chunks).lstrip()
    for command in (*commands, GENERAL):
        if re.match(rf"{re.escape(command)}(\s|$)", text):
            rest = text[len(command) :].strip()
            return Commanded(command, rest if command == GENERAL else "")
    return Commanded(None, text)


def command_so_far(text: str, commands: Sequence[str]) -> Commanded | None:
    """Return the command at the start of a text that is still being written; None while it is not known.

    It is known when a blank ends the first word, or that word has grown longer than any command can be.
    """
    begun = text.lstrip()
    if not any(one.isspace() for one in begun) and len(begun) <= WINDOW:
        return None
    return read_command([begun], commands)


Params = dict[str, JsonValue]


class Wished(Frozen):
    """Something for a person to see to. ``only_if``: without it the guest does not want the room."""

    text: str
    query: str = ""
    kind: str = "other"
    only_if: bool = False


class Decision(Frozen):
    """One function that answers (a part of) the message. ``confidence`` is the probability that it is the right one."""

    function: str
    confidence: float = 1.0
    params: Params = Field(default_factory=dict)
    text: str = Field(default="", description="the words that it answers; empty is the whole message")
    event: Params | None = Field(default=None, description="a typed event for the booking, in the place of words")
    query: str = Field(default="", description="what is asked, as a sentence that is clear alone; a model writes it")
    takes: int | None = Field(default=None, description="which of the things offered last the guest takes, from 1")
    wishes: tuple[Wished, ...] = Field(default=(), description="what is passed on")
    sources: tuple[str, ...] = Field(default=(), description="where an answer comes from, for staff")


class Intent(Frozen):
    """The result of the intent detection. ``command`` is the guest's own and outranks the functions; so does ``routed``, a model's.

    ``shown`` is the text for the guest, if any; with ``/general`` it is the whole reply.
    """

    command: str | None = None
    routed: str | None = Field(default=None, description="the command at the start of what a model wrote")
    shown: str = ""
    move_on: bool = True
    person: str = Field(default="", description="why a person has to answer: illness, complaint, group … or empty")
    use: ModelUse = Field(default=ModelUse(), description="what a model cost")


class Heard(Frozen):
    """Results of the parallel detections, each under a key of its own; None is not heard yet."""

    intent: Intent | None = None
    functions: tuple[Decision, ...] | None = None
    language: str | None = None
    use: ModelUse | None = Field(default=None, description="what a model cost that chose the functions")


def add_heard(old: Heard, new: Heard | None) -> Heard:
    """Merge one detection's result; None begins a turn."""
    if new is None:
        return Heard()
    return old.model_copy(update={k: v for k, v in new if v is not None})


class HandOff(Frozen):
    """A conversation that a person takes over. The summary is for staff."""

    handoff_id: str
    to: str
    reason: str
    summary: str = ""
    staffed: bool = Field(default=True, description="whether somebody is there now, by the staffing hours")


class Request(Frozen):
    """A guest's request to the staff: a line of their queue. ``text`` is for staff, with the guest's words as they are."""

    function: str
    text: str
    at: str = Field(description="moment of the message, ISO with the house's offset")


System = Literal["BOOKING", "DESIGNER", "PLANNING"]
SYSTEMS: tuple[System, ...] = ("BOOKING", "DESIGNER", "PLANNING")

PERSON = "HAND_OFF"
"""The function that calls a person."""
REASONS = ("danger", "illness", "complaint", "asks", "group", "discount")
"""Why a person has to answer, the most urgent first."""

FOR_STAFF = "FOR_STAFF"
"""The function that takes what only people of the house can see to: a wish for the room, a call back, an open question."""

CLARIFY = "CLARIFY"
"""The function that asks what a guest means, below the service's threshold."""


class FrontTurn(Frozen):
    """The present turn of the front door. ``todo`` are decisions that are still to be answered, in order."""

    system: System = Field(default="BOOKING", description="the system that answered last")
    language: str = Field(default="", description="language of the last message; empty before the first")
    text: str = ""
    handled: str = Field(default="", description="id of the last message that was worked")
    began: int = Field(default=0, description="how many messages there were when the turn began")
    todo: tuple[Decision, ...] = ()
    done: tuple[Decision, ...] = ()
    handoff: HandOff | None = Field(default=None, description="a person was called in this turn")
    waiting: HandOff | None = Field(
        default=None, description="a person was called, in any turn, and has not answered yet"
    )
    memory: Memory = Memory()

    def answered(self, *decisions: Decision) -> "FrontTurn":
        """Return the turn without its next decision, which was answered as the given ones."""
        return self.model_copy(update={"todo": self.todo[1:], "done": (*self.done, *decisions)})

    def begun(self, text: str, handled: str, began: int) -> "FrontTurn":
        """Return the next turn: what lasts longer than a turn is kept."""
        kept = ("system", "language", "memory", "waiting")
        lasting = {name: getattr(self, name) for name in kept}
        return FrontTurn.model_validate({**lasting, "text": text, "handled": handled, "began": began})

    @property
    def next_function(self) -> str:
        """The function that answers next, or an empty text."""
        return self.todo[0].function if self.todo else ""
