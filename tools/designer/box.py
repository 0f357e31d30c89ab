"""The box of the designer's 23 tools: definitions, argument checks, the result envelope."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from pydantic import BaseModel, JsonValue, ValidationError

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.tools.designer.reading import ReadTools, Sources
from tripintent.tools.designer.results import HandlerRejected, HandlerResult, bad_arguments
from tripintent.tools.designer.writing import WriteTools
from tripintent.tools.ports.designer import Envelope, ToolContext, ToolFault, ToolRun
from tripintent.tools.ports.registry import Effect, ToolDefinition
from tripintent.tools.toolbox.designer import SPECS

Handler = Callable[[Any, ItineraryDocument, ToolContext], Awaitable[HandlerResult]]
ESSENTIAL = ("get_itinerary", "update_itinerary", "update_preferences", "add_traveler", "search_web")
"""Tools that a first message is given: enough to learn who travels where and when."""


class DesignerTool(NamedTuple):
    """One tool."""

    shape: type[BaseModel]
    effect: Effect
    description: str
    handler: Handler


class ToolBox:
    """Implements the ``ItineraryTools`` port."""

    def __init__(self, sources: Sources, new_id: Callable[[], str]) -> None:
        self._tools = _table(ReadTools(sources, new_id), WriteTools(sources.atlas, new_id))

    def definitions(self, *, essential: bool = False) -> Sequence[ToolDefinition]:
        """Return the tools as a model or a host sees them."""
        return tuple(
            ToolDefinition(
                name=name,
                description=tool.description,
                parameters=tool.shape.model_json_schema(by_alias=True),
                effect=tool.effect,
                handler=name,
            )
            for name, tool in self._tools.items()
            if not essential or name in ESSENTIAL
        )

    async def run(
        self, name: str, arguments: Mapping[str, JsonValue] | str, document: ItineraryDocument, context: ToolContext
    ) -> ToolRun:
        """Run one tool; everything that is wrong with a call is told in the envelope."""
        began = perf_counter()
        try:
            result = await self._worked(name, arguments, document, context)
        except HandlerRejected as rejected:
            return ToolRun(document, Envelope(success=False, error=rejected.fault, metadata=_took(began)))
        return ToolRun(result.document, Envelope(success=True, result=result.told, metadata=_took(began)))

    async def _worked(
        self, name: str, arguments: Mapping[str, JsonValue] | str, document: ItineraryDocument, context: ToolContext
    ) -> HandlerResult:
        tool = self._tools.get(name)
        if tool is None:
            message = f"there is no tool {name!r}: there are {', '.join(self._tools)}"
            raise HandlerRejected(ToolFault(code="UNKNOWN_TOOL", message=message))
        try:
            args = tool.shape.model_validate(_read(arguments))
            return await tool.handler(args, document, context)
        except ValidationError as error:
            raise HandlerRejected(bad_arguments(error)) from error


def _read(arguments: Mapping[str, JsonValue] | str) -> object:
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments or "{}")
    except ValueError as error:
        fault = ToolFault(code="INVALID_JSON", message=f"the arguments are no JSON: {error}")
        raise HandlerRejected(fault) from error


def _took(began: float) -> dict[str, JsonValue]:
    return {"executionTimeMs": round((perf_counter() - began) * 1000, 3)}


def _table(r: ReadTools, w: WriteTools) -> dict[str, DesignerTool]:
    """Return each tool with the handler of its name; a model's word for a finding is shorter in the handlers' names."""
    found = {}
    for name, spec in SPECS.items():
        handler = getattr(r, name.replace("_travel", ""), None) or getattr(w, name)
        found[name] = DesignerTool(spec.shape, spec.effect, spec.description, handler)
    return found
