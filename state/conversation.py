"""The present turn of a conversation that a chat model holds."""

from typing import Any, TypeVar

from pydantic import Field

from tripintent.state.frozen import Frozen
from tripintent.state.planning.gate import Action

LIMIT, ASKED_TOO_OFTEN, NO_TOOLS = "limit", "rate_limited", "no_tools"
"""Why a model gave nothing: a limit of cost that is set, the service's own, a service that takes no tool calls."""


class Conversation(Frozen):
    """How far the turn is. ``speaks``: words of the traveller, or a decision of theirs, wait for words of the model."""

    speaks: bool = False
    long: bool = Field(
        default=False, description="the history is over its budget: the oldest of it is summarised first"
    )
    seen: str = Field(default="", description="the options and the choice that were on the screen when the turn began")
    behind: bool = Field(
        default=False, description="the trip went on elsewhere: the last menu here is of how it was before"
    )
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
    beside: bool = Field(default=False, description="the draft came with calls: if all of them do, it ends the turn")
    menu: dict[str, Any] = Field(
        default_factory=dict, description="numbered answers that stand for calls, beside the draft"
    )
    wrote: str = Field(default="", description="the language of the traveller's words")
    foreign: bool = Field(default=False, description="the draft says that the guide does not read this language")
    strays: tuple[str, ...] = Field(
        default=(), description="what the draft says and no fact supports: sent back to the model once"
    )
    failed: str = Field(default="", description="why the model gave nothing")
    wait: int = Field(default=0, description="seconds after which a model that was asked too often may be asked again")
    cut: bool = Field(default=False, description="the model gave no more in the middle of the turn")
    guided: bool = Field(default=False, description="the guide answers this turn in the model's place")


class Summary(Frozen):
    """What the oldest messages say in short, for the model alone: pages keep the messages."""

    text: str = ""
    last: str = Field(default="", description="the id of the last message that is in it")


T = TypeVar("T")


def newest(_: T, new: T) -> T:
    """Take the newest."""
    return new
