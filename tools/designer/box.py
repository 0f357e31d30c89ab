"""The box of the designer's 23 tools: argument checks, the result envelope."""

import json
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any

from pydantic import JsonValue, ValidationError

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.tools.designer.reading import ReadTools, Sources
from tripintent.tools.designer.results import HandlerRejected, HandlerResult, bad_arguments
from tripintent.tools.designer.writing import WriteTools
from tripintent.tools.ports.designer import Envelope, ToolContext, ToolFault, ToolRun
from tripintent.tools.toolbox.designer import SPECS

Handler = Callable[[Any, ItineraryDocument, ToolContext], Awaitable[HandlerResult]]


class ToolBox:
    """Runs the tools. A model's word for a finding is shorter in the handlers' names."""

    def __init__(self, sources: Sources, new_id: Callable[[], str]) -> None:
        reads, writes = ReadTools(sources, new_id), WriteTools(sources.atlas, new_id)
        self._handlers: dict[str, Handler] = {
            name: getattr(reads, name.replace("_travel", ""), None) or getattr(writes, name) for name in SPECS
        }

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
        if name not in SPECS:
            message = f"there is no tool {name!r}: there are {', '.join(SPECS)}"
            raise HandlerRejected(ToolFault(code="UNKNOWN_TOOL", message=message))
        try:
            args = SPECS[name].shape.model_validate(_read(arguments))
            return await self._handlers[name](args, document, context)
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
