"""A serializer for hosts that call the compiled graph themselves: no card number reaches their checkpoints.

LangGraph stores graph input as it comes, before any node runs. The session masks texts before that; a host without a session
gives this serializer to its checkpointer::

    AsyncSqliteSaver(connection, serde=MaskingSerializer(serializer()))

Limits: it masks strings, numbers and keys in plain data and in messages, where input arrives; intake masks before anything else sees the
words. What a host itself logs, traces or sends elsewhere before the graph is beyond it.
"""

from collections.abc import Mapping

from langchain_core.messages import BaseMessage
from langgraph.checkpoint.serde.base import SerializerProtocol

from tripintent.tools.desk.masking import mask_cards

_SHORTEST = 10**12
"""The smallest number with the thirteen digits of a card."""


class MaskingSerializer:
    """Masks card numbers, then lets another serializer store the value."""

    def __init__(self, inner: SerializerProtocol) -> None:
        self._inner = inner

    def dumps_typed(self, obj: object) -> tuple[str, bytes]:
        """Store a value without card numbers."""
        return self._inner.dumps_typed(masked(obj))

    def loads_typed(self, data: tuple[str, bytes]) -> object:
        """Read a value."""
        return self._inner.loads_typed(data)


def masked(value: object) -> object:
    """Return the value with card numbers in its strings, numbers and keys masked; the same object where there are none."""
    if isinstance(value, str):
        return mask_cards(value)[0]
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, BaseMessage):
        content = masked(value.content)
        return value if content == value.content else value.model_copy(update={"content": content})
    if isinstance(value, Mapping):
        return {masked(k): masked(v) for k, v in value.items()} if type(value) is dict else value
    if type(value) is list:
        return [masked(v) for v in value]
    if type(value) is tuple:
        return tuple(masked(v) for v in value)
    return value


def _number(value: int) -> int | str:
    """Return a number as it is, or masked as text where it is a card's."""
    text, found = mask_cards(str(value)) if value >= _SHORTEST else ("", False)
    return text if found else value
