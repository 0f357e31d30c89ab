"""The language port: reading a traveller's words into a frame, and writing typed facts as words."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.frame import Frame
from tripintent.state.operations import Operation
from tripintent.state.trip import TripIntent
from tripintent.state.usage import ModelUse

YesNo = Literal["yes", "no"]


class Ambiguity(BaseModel):
    """A slot the reader is unsure of: it is asked about, never guessed."""

    model_config = ConfigDict(frozen=True)

    slot: str = Field(description="a Frame field: 'origin', 'depart', 'visits', 'ages' …")
    reason: str = Field(
        description="ambiguous_place | either_place | "
        "unknown_place | region | country | ambiguous_date | not_a_number | change_without_value …"
    )
    said: str = ""
    options: tuple[str, ...] = Field(default=(), description="readings to offer, as words")


class ParseResult(BaseModel):
    """The changes of one message.

    ``frame`` is the whole new frame (cumulative). ``changed`` names the Frame fields that this message set, corrected or
    took back. ``stance`` is a yes or no to what the assistant asked or offered. ``question`` is the message, or the part
    of it, that asks something and changes nothing ("is the hotel near the beach?").
    """

    model_config = ConfigDict(frozen=True)

    frame: Frame
    changed: tuple[str, ...] = ()
    doubts: tuple[Ambiguity, ...] = ()
    stance: YesNo | None = None
    question: str | None = None
    language: str = Field(default="en", description="ISO 639-1 of this message")
    empty: bool = Field(default=False, description="something was said, and nothing in it is about the trip")
    operations: tuple[Operation, ...] = Field(default=(), description="what the message says, in its order")
    clarifying: tuple[str, ...] = Field(default=(), description="questions of a host's own, asked before ours")
    engine: str = "offline"
    fallback: str | None = Field(default=None, description="why another engine than the configured one answered")
    use: ModelUse = Field(default=ModelUse(), description="what a model cost, also where its reply was of no use")


class HeardByHost(NamedTuple):
    """What a host's extractor made of a message: arguments of ``update_trip``, and what the host itself wants to know."""

    changes: dict[str, JsonValue] = {}  # noqa: RUF012 - nothing writes to it
    questions: tuple[str, ...] = ()


class Language(Protocol):
    """Reads and writes; chooses no step, fills in no amount, approves nothing."""

    asks: bool
    """Whether a host words the questions for what is missing."""

    async def heard(self, text: str, trip: TripIntent, today: date, history: Sequence[str]) -> HeardByHost:
        """Return what a host's own extractor reads; nothing where there is none, or it fails."""
        ...

    async def ask(self, missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
        """Word at most three questions for the given paths, the most important first."""
        ...

    async def phrase(self, kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
        """Word one typed message (``kind`` names a template); every amount and name comes from ``facts``."""
        ...

    async def detect(self, text: str, thread: str | None = None) -> str:
        """Return the ISO 639-1 code of the text's language; when in doubt the thread's, at first 'en'."""
        ...
