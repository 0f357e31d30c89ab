"""The reading of a message: typed operations of all systems, in the order of the words. Systems apply them and never read text."""

from typing import Annotated, Literal, cast, get_args

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state import operations as journey
from tripintent.state.concierge.front import System
from tripintent.state.designer import operations as days
from tripintent.state.planning import operations as documents
from tripintent.state.usage import ModelUse

Operation = Annotated[
    journey.Operation | days.Operation | documents.DocumentOperation,
    Field(discriminator="op"),
]


def _members(union: object) -> tuple[type, ...]:
    return tuple(get_args(get_args(union)[0]))


class Part(BaseModel):
    """The operations of one system beside facts of the trip, with the words that they come from."""

    model_config = ConfigDict(frozen=True)

    system: System
    text: str = ""
    operations: tuple[Operation, ...] = ()

    @property
    def journey(self) -> tuple[journey.Operation, ...]:
        """Return what it says of the journey and what is bought for it."""
        return tuple(cast("journey.Operation", one) for one in self.operations if isinstance(one, JOURNEY))

    @property
    def days(self) -> tuple[days.Operation, ...]:
        """Return what it says of the plan of days."""
        return tuple(cast("days.Operation", one) for one in self.operations if isinstance(one, _DAYS))


JOURNEY = _members(journey.Operation)
_DAYS = _members(days.Operation)


class Choice(BaseModel):
    """One way to read words that may mean several things; what is chosen is applied as if it had been said so."""

    model_config = ConfigDict(frozen=True)

    intent: str = Field(description="the kind of clause, which words the choice")
    said: str = Field(default="", description="the words in doubt")
    stage: str = Field(default="", description="where the conversation was when they were said")
    asked: str = Field(default="", description="and what had been asked then")
    day: str | None = Field(default=None, description="YYYY-MM-DD of a day that it speaks of")
    label: str = Field(default="", description="the choice as it was shown")
    operations: tuple[Operation, ...] = ()


class Reading(BaseModel):
    """One message. ``handled`` is the id of the message, so that no second node reads it again."""

    model_config = ConfigDict(frozen=True)

    handled: str = ""
    text: str = ""
    language: str = Field(default="en", description="ISO 639-1 of this message")
    parts: tuple[Part, ...] = ()
    unread: str = Field(default="", description="words that carry meaning and belong to no operation")
    left: tuple[str, ...] = Field(
        default=(), description="words with a day or an hour that would move the trip and are about something else"
    )
    doubted: tuple[str, ...] = Field(
        default=(), description="words of which something was read that code does not believe: they are asked about"
    )
    choices: tuple[Choice, ...] = Field(
        default=(), description="what words in doubt may mean, the likeliest first: the traveller is asked which"
    )
    in_vain: int = Field(default=0, description="how many messages in a row ended in such a question")
    clarifying: tuple[str, ...] = Field(default=(), description="questions of a host's own, asked before ours")
    engine: str = "offline"
    fallback: str | None = Field(default=None, description="why another engine than the configured one read the words")
    use: ModelUse = Field(default=ModelUse(), description="what a host's own engine spent on a model")

    @property
    def operations(self) -> tuple[Operation, ...]:
        """All that was said, in its order."""
        return tuple(one for part in self.parts for one in part.operations)

    def part(self, system: System) -> Part:
        """Return what one system applies; an empty part where nothing is for it."""
        return next((one for one in self.parts if one.system == system), Part(system=system))


class Said(BaseModel):
    """Operations of the booking between two acts, in its queue."""

    model_config = ConfigDict(frozen=True)

    type: Literal["SAID"] = "SAID"
    text: str = ""
    operations: tuple[journey.Operation, ...] = ()


def newest(_: Reading, new: Reading) -> Reading:
    """Take the newest reading."""
    return new
