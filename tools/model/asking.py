"""One request in the form that a service takes: messages and parameters of the wire."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import BaseMessage, SystemMessage

from tripintent.tools.model.services import Form, ModelService, OpenAISettings
from tripintent.tools.shipped import text


@dataclass(frozen=True)
class Shape:
    """A JSON object that is wanted: its name, its schema, and the key by which it is known."""

    name: str
    schema: Mapping[str, object]

    @property
    def key(self) -> str | None:
        """The first property of the schema."""
        properties = self.schema.get("properties")
        return next(iter(properties), None) if isinstance(properties, dict) else None


@dataclass(frozen=True)
class ModelRequest:
    """A request: its messages, and its parameters besides them."""

    messages: list[BaseMessage]
    parameters: dict[str, Any] = field(default_factory=dict)


def shaped(messages: Sequence[BaseMessage], shape: Shape, form: Form, service: ModelService) -> ModelRequest:
    """Return the request for an object, in a form."""
    if form == "json_schema":
        strict = {"name": shape.name, "schema": dict(shape.schema), "strict": True}
        return ModelRequest(list(messages), {"response_format": {"type": form, "json_schema": strict}})
    if form == "function_calling":
        function = {"name": shape.name, "parameters": dict(shape.schema)}
        parameters = {
            "tools": [{"type": "function", "function": function}],
            "tool_choice": {"type": "function", "function": {"name": shape.name}},
            "parallel_tool_calls": False,
        }
        return ModelRequest(list(messages), {k: v for k, v in parameters.items() if k not in service.refused})
    parameters = {"response_format": {"type": form}} if form == "json_object" else {}
    return ModelRequest(
        _told(messages, f"{text('tools/model/prompts/json.md').strip()}\n{json.dumps(shape.schema)}"), parameters
    )


def common(settings: OpenAISettings, service: ModelService) -> dict[str, object]:
    """Return what every request sets, without what the service refuses."""
    values: dict[str, object] = {"temperature": settings.temperature, "seed": settings.seed}
    if service.limit:
        values[service.limit] = settings.max_tokens
    return {name: value for name, value in values.items() if value is not None and name not in service.refused}


def _told(messages: Sequence[BaseMessage], more: str) -> list[BaseMessage]:
    """Return the messages with more rules: in the first one, since some services take one of the system alone."""
    first, *rest = messages
    if isinstance(first, SystemMessage):
        return [SystemMessage(f"{first.text}\n\n{more}"), *rest]
    return [SystemMessage(more), *messages]
