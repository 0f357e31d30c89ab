"""The box of the designer's 23 tools: argument checks, the result envelope."""

import json
from collections.abc import Awaitable, Callable, Mapping
from time import perf_counter
from typing import Any

from pydantic import JsonValue, ValidationError

from tripintent.tools.designer.reading import ReadTools, Sources
from tripintent.tools.designer.results import HandlerRejected, HandlerResult, bad_arguments
from tripintent.tools.designer.writing import WriteTools
from tripintent.tools.ports.designer import Envelope, PlanNow, ToolFault, ToolRun
from tripintent.tools.toolbox.designer import SPECS

Handler = Callable[[Any, PlanNow], Awaitable[HandlerResult | Mapping[str, JsonValue]]]


class ToolBox:
    """Runs the tools."""

    def __init__(self, sources: Sources, new_id: Callable[[], str]) -> None:
        reads, writes = ReadTools(sources), WriteTools(sources.atlas, new_id)
        self._handlers: dict[str, Handler] = {
            name: getattr(reads if spec.effect == "READ" else writes, name) for name, spec in SPECS.items()
        }

    async def run(self, name: str, arguments: Mapping[str, JsonValue] | str, plan: PlanNow) -> ToolRun:
        """Run one tool; everything that is wrong with a call is told in the envelope."""
        began = perf_counter()
        try:
            document, told = await self._worked(name, arguments, plan)
        except HandlerRejected as rejected:
            return ToolRun(plan.document, Envelope(success=False, error=rejected.fault, metadata=_took(began)))
        told = {"success": True, **told}
        return ToolRun(document, Envelope(success=True, result=told, metadata=_took(began)))

    async def _worked(self, name: str, arguments: Mapping[str, JsonValue] | str, plan: PlanNow) -> HandlerResult:
        if name not in SPECS:
            message = f"there is no tool {name!r}: there are {', '.join(SPECS)}"
            raise HandlerRejected(ToolFault(code="UNKNOWN_TOOL", message=message))
        try:
            args = SPECS[name].shape.model_validate(_read(arguments))
            result = await self._handlers[name](args, plan)
        except ValidationError as error:
            raise HandlerRejected(bad_arguments(error)) from error
        return result if isinstance(result, HandlerResult) else HandlerResult(plan.document, result)


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
