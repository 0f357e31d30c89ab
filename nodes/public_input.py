"""The input that a client may send to any graph, with the refusal of anything else, and the channels that all graphs share."""

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, cast

from langchain_core.messages import AnyMessage
from langgraph.channels import DeltaChannel, EphemeralValue
from langgraph.graph.message import (
    _messages_delta_reducer as merge_messages,  # the only reducer whose history DeltaChannel replays
)
from pydantic import ConfigDict, WithJsonSchema, with_config
from typing_extensions import TypedDict

from tripintent.state.events import TYPES
from tripintent.state.turn import Turn
from tripintent.tools.errors import ToolError
from tripintent.tools.shipped import table

_MERGE = cast("Callable[[object, Sequence[object]], object]", merge_messages)
Messages = Annotated[list[AnyMessage], DeltaChannel(_MERGE, snapshot_frequency=400)]


def keep_journal(old: list[dict[str, object]], new: list[dict[str, object]] | None) -> list[dict[str, object]]:
    """Append the decisions of this turn; None empties the journal once it is in the audit."""
    return [] if new is None else operator.add(old, new)


def latest(_: Turn, new: Turn | Mapping[str, object]) -> Turn:
    """Take the newest turn: a client's goto beside a running node must not end in an error. JSON becomes a turn, or is refused."""
    return Turn.model_validate(new)


_SENT = table("nodes/input.yaml")
_MESSAGES: dict[str, Any] = _SENT["messages"]
_EVENT: dict[str, Any] = {**_SENT["event"], "properties": {"type": {"enum": list(TYPES)}}}


class InputRefused(ToolError):
    """The input is not valid for this graph."""


@with_config(ConfigDict(extra="forbid", json_schema_extra={"examples": _SENT["examples"]}))
class PublicInput(TypedDict, total=False):
    """Channels that a client may send: words, or one typed event that is gone after intake."""

    messages: Annotated[Messages, WithJsonSchema(_MESSAGES)]
    event: Annotated[dict[str, Any] | None, EphemeralValue, WithJsonSchema(_EVENT)]


def checked(given: object) -> object:
    """Return the input as it came. Raises InputRefused for nothing at all, and for keys that no one would read."""
    if not isinstance(given, Mapping):
        return given  # LangGraph's own, a Command say
    unknown = [repr(key) for key in given if key not in PublicInput.__annotations__]
    if unknown:
        raise InputRefused(f"the input has no {', '.join(unknown)}: {_SEND}")
    if not any(given.values()):
        raise InputRefused(f"the input is empty: {_SEND}")
    return given


_SEND = 'send words as {"messages": [{"role": "user", "content": "…"}]}, or one event as {"event": {"type": "USER_REQUEST_HOLD"}}'
