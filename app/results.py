"""What a session gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tripintent.state.trip import TripIntent


@dataclass(frozen=True)
class Said:
    """One message of a conversation.

    ``facts`` are the typed facts behind an assistant's words, where there are any; ``language`` is that of the conversation.
    """

    role: Literal["user", "assistant"]
    text: str
    kind: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    language: str = "en"


@dataclass(frozen=True)
class Pending:
    """A question that waits for a person: ``value`` is the approval card in LangChain's HITLRequest shape."""

    id: str
    value: Mapping[str, Any]

    @property
    def args(self) -> Mapping[str, Any]:
        """What the one action of the card asks."""
        args: Mapping[str, Any] = self.value["action_requests"][0]["args"]
        return args


@dataclass(frozen=True)
class TurnResult:
    """The outcome of one turn. ``user`` is what came in, as it was stored (card numbers masked)."""

    thread_id: str
    turn: int
    user: str
    said: tuple[Said, ...]
    trip: TripIntent
    interrupt: Pending | None = None

    @property
    def messages(self) -> list[str]:
        """The words of this turn's replies."""
        return [one.text for one in self.said]


@dataclass(frozen=True)
class Progress:
    """A step of a turn begins: the name of the node."""

    step: str


Happening = Progress | Said
"""What is told while a turn runs: a step that begins, or a reply as soon as it is written."""
