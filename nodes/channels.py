"""Channels that the graphs share: the messages, the turn, and the journal of a turn's decisions."""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, cast

from langchain_core.messages import AnyMessage
from langgraph.channels import DeltaChannel
from langgraph.graph.message import (
    _messages_delta_reducer as merge_messages,  # the only reducer whose history DeltaChannel replays
)

from tripintent.state.turn import Turn

_MERGE = cast("Callable[[object, Sequence[object]], object]", merge_messages)
Messages = Annotated[list[AnyMessage], DeltaChannel(_MERGE)]


def keep_journal(old: list[dict[str, object]], new: list[dict[str, object]] | None) -> list[dict[str, object]]:
    """Append the decisions of this turn; None empties the journal once it is in the audit."""
    return [] if new is None else operator.add(old, new)


def latest(_: Turn, new: Turn | Mapping[str, object]) -> Turn:
    """Take the newest turn: a client's goto beside a running node must not end in an error. JSON becomes a turn, or is refused."""
    return Turn.model_validate(new)
