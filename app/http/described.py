"""The OpenAPI document, as a generator of clients needs it: one short name for each model, and tags that must be there."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import FastAPI

from tripintent.app.http.problems import DOCUMENTED

_LONG = re.compile(r"^(?:tripintent__)?(?P<room>\w+?)__(?P<name>[A-Za-z]+)$")
_REF = "#/components/schemas/"
ROOMS = {"state__events": "Event", "ag_ui___generated__models": "AgUi"}
"""What comes before a name that two modules have, by the module."""

STREAM = "text/event-stream"


def describe(app: FastAPI) -> None:
    """Let the application describe itself so. The document is made once, when it is first asked for."""
    made = app.openapi

    def openapi() -> dict[str, object]:
        if app.openapi_schema is None:
            app.openapi_schema = _typed(_with_tags(_renamed(made())))
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign] # FastAPI's own way to change the document


def _renamed(document: Mapping[str, Any]) -> dict[str, Any]:
    """Give models of the same name in two modules short names of their own."""
    text = json.dumps(document)
    names = {long: _short(found) for long in document["components"]["schemas"] if (found := _LONG.match(long))}
    for long, short in names.items():
        text = text.replace(f'"{_REF}{long}"', f'"{_REF}{short}"').replace(f'"{long}": {{', f'"{short}": {{')
    renamed: dict[str, Any] = json.loads(text)
    for short in names.values():
        renamed["components"]["schemas"][short]["title"] = short
    return renamed


def _short(found: re.Match[str]) -> str:
    room = found["room"]
    return ROOMS.get(room, room.rpartition("__")[2].removeprefix("routes_").title()) + found["name"]


def _with_tags(document: dict[str, Any]) -> dict[str, Any]:
    """Require the property that tells the members of a union apart: the server needs it to read one."""
    schemas = document["components"]["schemas"]
    for union in _unions(document):
        tag = union["discriminator"]["propertyName"]
        for member in union.get("oneOf", ()):
            schema = schemas[member["$ref"].removeprefix(_REF)]
            schema["required"] = sorted({*schema.get("required", ()), tag})
            schema["properties"][tag].pop("default", None)
    return document


def _typed(document: dict[str, Any]) -> dict[str, Any]:
    """Say of each answer of another media type what it is, text as a rule; one that is never JSON is not described as that."""
    operations = (operation for ways in document["paths"].values() for operation in ways.values())
    for content in (answer.get("content", {}) for one in operations for answer in one["responses"].values()):
        if len(content) > 1 and content.get("application/json") == {"schema": {}}:
            del content["application/json"]
        for media, one in content.items():
            if media not in ("application/json", STREAM):  # OpenAPI 3.1 describes no events of a stream
                one.setdefault("schema", DOCUMENTED["schemas"].get(media, {"type": "string"}))
    return document


def _unions(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if isinstance(part.get("discriminator"), dict) and "oneOf" in part:
            yield part
        for inner in part.values():
            yield from _unions(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _unions(inner)
