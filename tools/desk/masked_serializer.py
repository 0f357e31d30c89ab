"""A checkpoint serializer that masks card numbers, for hosts that call the compiled graph without our session.

Give it to the checkpointer: ``SqliteSaver(connection, serde=CardMaskingSerializer())``. What it stores is masked: the input
too, which LangGraph writes as it comes. Its limit: the running graph, its logs and a configured model still see the text of
that one run; only the session (or ``mask_cards`` in front of the graph) keeps it from them.
"""

from typing import Any

from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from pydantic import BaseModel

from tripintent.tools.desk.masking import mask_cards


class CardMaskingSerializer(SerializerProtocol):
    """Masks every text, in whatever it is nested, and hands the rest on to another serializer."""

    def __init__(self, inner: SerializerProtocol | None = None) -> None:
        self._inner = inner or JsonPlusSerializer()

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        """Mask, then write."""
        return self._inner.dumps_typed(masked(obj))

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Read."""
        return self._inner.loads_typed(data)


def masked(value: Any) -> Any:
    """Return a value with the card numbers in its texts masked; what holds none is returned as it is."""
    if isinstance(value, str):
        return mask_cards(value)[0] if type(value) is str else value
    if isinstance(value, dict):
        return _kept(value, {key: masked(item) for key, item in value.items()})
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return _kept(value, type(value)(masked(item) for item in value))
    if isinstance(value, BaseModel):
        fields = {name: masked(getattr(value, name)) for name in type(value).model_fields}
        changed = {name: item for name, item in fields.items() if item is not getattr(value, name)}
        return value.model_copy(update=changed) if changed else value
    return value


def _kept(before: Any, after: Any) -> Any:
    """Keep the very same container when nothing in it changed."""
    items = (
        zip(before.values(), after.values(), strict=True)
        if isinstance(before, dict)
        else zip(before, after, strict=True)
    )
    return before if all(old is new for old, new in items) else after
