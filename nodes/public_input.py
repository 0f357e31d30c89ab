"""The public door of every graph: what a client may send, and the words in which anything else is refused."""

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from langgraph.channels import EphemeralValue
from pydantic import ConfigDict, JsonValue, WithJsonSchema, with_config
from typing_extensions import TypedDict

from tripintent.nodes.channels import Messages
from tripintent.state.events import PublicEvent
from tripintent.tools.errors import ToolError

_TYPES = [one.model_fields["type"].default for one in get_args(get_args(PublicEvent)[0])]
_WORDS: list[JsonValue] = [
    {"role": "user", "content": "Boston to Lisbon on 14 June, back on 21 June, two adults, with a hotel"}
]
_HELD: dict[str, JsonValue] = {"type": "USER_REQUEST_HOLD"}
_MESSAGES = {
    "type": "array",
    "description": "What the traveller says. The last message counts; the conversation before it is kept by the thread.",
    "items": {
        "type": "object",
        "properties": {"role": {"const": "user"}, "type": {"const": "human"}, "content": {"type": ["string", "array"]}},
        "required": ["content"],
    },
    "examples": [_WORDS],
}
_EVENT = {
    "type": ["object", "null"],
    "description": "One typed event in place of words. Its other fields depend on its type: see the docs on embedding.",
    "properties": {"type": {"enum": _TYPES}},
    "required": ["type"],
    "examples": [_HELD, {"type": "USER_MESSAGE", "text": "only direct flights"}],
}


class InputRefused(ToolError):
    """The input is not valid for this graph."""


@with_config(ConfigDict(extra="forbid", json_schema_extra={"examples": [{"messages": _WORDS}, {"event": _HELD}]}))
class PublicInput(TypedDict, total=False):
    """Channels that a client may send: words, or one typed event that is gone after intake."""

    messages: Annotated[Messages, WithJsonSchema(_MESSAGES)]
    event: Annotated[dict[str, Any] | None, EphemeralValue, WithJsonSchema(_EVENT)]


def checked(given: Any) -> Any:
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
