"""The planning's memory of a conversation, and the turn that it is working on."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.planning.command import AmountSaid, Command
from tripintent.state.planning.facts import Heard, Town
from tripintent.state.planning.gate import Action, Branch, Requirement

PhaseName = Literal["complete", "clarification_needed", "requirement_extraction"]


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True)


class BranchResult(_Fact):
    """The result of one branch."""

    action: Action
    made: bool
    failed: str = Field(default="", description="class of the error, for the audit")
    facts: Mapping[str, JsonValue] = Field(default_factory=dict)


class PlanningNotes(_Fact):
    """``heard``, ``pending`` and ``offered`` outlive a turn; everything else belongs to the present one."""

    heard: Heard = Heard()
    pending: tuple[Action, ...] = Field(default=(), description="asked for and not made yet, in the order asked")
    offered: tuple[Action, ...] = Field(default=(), description="the documents that the last reply offered to make")
    told: tuple[Action, ...] = Field(default=(), description="documents whose readiness was said already")
    due: bool = Field(
        default=False, description="a document became possible behind the reply: the next one begins with it"
    )
    saying: tuple[Action, ...] = Field(
        default=(), description="the documents that this turn's reply begins with an offer of"
    )
    last_made: tuple[Action, ...] = ()
    spoken: tuple[Town, ...] = Field(
        default=(), description="places that facts were told of last, where no trip has any"
    )
    amounts: tuple[AmountSaid, ...] = Field(default=(), description="own amounts that wait for the budget to be made")
    kept: Command = Field(
        default=Command(), description="items and money told before there is a document that they go into"
    )
    handled: str = Field(default="", description="id of the last message that was worked")
    text: str = Field(default="", description="the words of this turn")
    began: int = Field(default=0, description="how many messages there were before this turn's replies")
    command: Command = Command()
    asked: tuple[Action, ...] = Field(default=(), description="documents that this turn asks for")
    which: bool = Field(default=False, description="the word was said, and it is not clear for which document")
    status: Mapping[Action, Requirement] = Field(default_factory=dict)
    branches: tuple[Branch, ...] = ()

    @property
    def to_make(self) -> tuple[Action, ...]:
        """The documents that this turn makes."""
        enabled = {one.branch.lower() for one in self.branches if one.enabled}
        return tuple(action for action in self.asked if action in enabled)

    @property
    def phase(self) -> PhaseName:
        """Where the turn ended, as its metadata name it."""
        if self.which or any(one.needs_clarification for one in self.branches):
            return "clarification_needed"
        return "complete" if self.to_make or not self.pending else "requirement_extraction"


def newest(_: PlanningNotes, new: PlanningNotes) -> PlanningNotes:
    """Take the newest notes."""
    return new


def results(old: tuple[BranchResult, ...], new: tuple[BranchResult, ...] | None) -> tuple[BranchResult, ...]:
    """Collect what branches became; None begins a turn."""
    return () if new is None else (*old, *new)
