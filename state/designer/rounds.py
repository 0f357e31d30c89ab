"""The rounds of a model in one turn: what it said, which tools it called, and what came back."""

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Call(_Part):
    """One call of a tool, with its arguments as they were written."""

    id: str
    name: str
    arguments: str


class Outcome(_Part):
    """What a call gave: the text that the model sees, and whether it wrote."""

    id: str
    text: str
    wrote: bool = False
    failed: bool = False


class Round(_Part):
    """One answer of the model: its words, or its calls with their outcomes in the same order."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    outcomes: tuple[Outcome, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether calls of this round were not worked yet."""
        return len(self.outcomes) < len(self.calls)


class Briefing(_Part):
    """What a model knows beside its rounds: the words, the plan, and what was said before."""

    text: str
    language: str
    today: str
    plan: str
    profile: str
    history: tuple[str, ...] = ()
    found: tuple[str, ...] = Field(default=(), description="what tools told in earlier turns")
