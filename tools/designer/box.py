"""The box of the designer's 23 tools: definitions, argument checks, the result envelope."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from pydantic import BaseModel, JsonValue, ValidationError

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.tools.designer import arguments as a
from tripintent.tools.designer import search_arguments as s
from tripintent.tools.designer.reading import ReadTools, Sources
from tripintent.tools.designer.results import Rejected, Result, bad_arguments
from tripintent.tools.designer.writing import WriteTools
from tripintent.tools.ports.designer import Envelope, ToolContext, ToolFault, ToolRun
from tripintent.tools.ports.registry import Effect, ToolDefinition

Handler = Callable[[Any, ItineraryDocument, ToolContext], Awaitable[Result]]
ESSENTIAL = ("get_itinerary", "update_itinerary", "update_preferences", "add_traveler", "search_web")
"""Tools that a first message is given: enough to learn who travels where and when."""


class Tool(NamedTuple):
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
        except Rejected as rejected:
            return ToolRun(document, Envelope(success=False, error=rejected.fault, metadata=_took(began)))
        return ToolRun(result.document, Envelope(success=True, result=result.told, metadata=_took(began)))

    async def _worked(
        self, name: str, arguments: Mapping[str, JsonValue] | str, document: ItineraryDocument, context: ToolContext
    ) -> Result:
        tool = self._tools.get(name)
        if tool is None:
            message = f"there is no tool {name!r}: there are {', '.join(self._tools)}"
            raise Rejected(ToolFault(code="UNKNOWN_TOOL", message=message))
        try:
            args = tool.shape.model_validate(_read(arguments))
            return await tool.handler(args, document, context)
        except ValidationError as error:
            raise Rejected(bad_arguments(error)) from error


def _read(arguments: Mapping[str, JsonValue] | str) -> object:
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments or "{}")
    except ValueError as error:
        fault = ToolFault(code="INVALID_JSON", message=f"the arguments are no JSON: {error}")
        raise Rejected(fault) from error


def _took(began: float) -> dict[str, JsonValue]:
    return {"executionTimeMs": round((perf_counter() - began) * 1000, 3)}


def _table(r: ReadTools, w: WriteTools) -> dict[str, Tool]:
    return {
        "get_itinerary": Tool(a.GetItinerary, "READ", "Read the plan, or its summary.", r.get_itinerary),
        "get_segment": Tool(a.GetSegment, "READ", "Read one segment.", r.get_segment),
        "update_itinerary": Tool(a.UpdateItinerary, "WRITE", "Set title, dates, destinations.", w.update_itinerary),
        "update_preferences": Tool(a.UpdatePreferences, "WRITE", "Keep wishes that were said.", w.update_preferences),
        "add_traveler": Tool(a.AddTraveler, "WRITE", "Add a person who travels.", w.add_traveler),
        "add_flight": Tool(a.AddFlight, "WRITE", "Put a known flight into the plan.", w.add_flight),
        "add_hotel": Tool(a.AddHotel, "WRITE", "Put a stay into the plan.", w.add_hotel),
        "add_activity": Tool(a.AddActivity, "WRITE", "Put something to do into the plan.", w.add_activity),
        "add_transfer": Tool(a.AddTransfer, "WRITE", "Put a ride into the plan.", w.add_transfer),
        "add_meeting": Tool(a.AddMeeting, "WRITE", "Put a meeting into the plan.", w.add_meeting),
        "update_segment": Tool(a.UpdateSegment, "WRITE", "Change one segment.", w.update_segment),
        "delete_segment": Tool(a.DeleteSegment, "WRITE", "Remove one segment.", w.delete_segment),
        "move_segment": Tool(a.MoveSegment, "WRITE", "Move a segment and what hangs on it.", w.move_segment),
        "reorder_segments": Tool(a.ReorderSegments, "WRITE", "Put all segments in an order.", w.reorder_segments),
        "search_web": Tool(s.SearchWeb, "READ", "Search what is stored, then the web.", r.search_web),
        "search_flights": Tool(s.SearchFlights, "READ", "Search flight offers.", r.search_flights),
        "search_hotels": Tool(s.SearchHotels, "READ", "Search hotel offers.", r.search_hotels),
        "search_transfers": Tool(s.SearchTransfers, "READ", "Estimate ways between two places.", r.search_transfers),
        "store_travel_intelligence": Tool(
            s.StoreIntelligence, "WRITE", "Keep a finding about a destination.", r.store_intelligence
        ),
        "retrieve_travel_intelligence": Tool(
            s.RetrieveIntelligence, "READ", "Read findings about a destination.", r.retrieve_intelligence
        ),
        "get_distance": Tool(s.GetDistance, "READ", "Measure the way between two places.", r.get_distance),
        "show_route": Tool(s.ShowRoute, "READ", "Lay a way through places.", r.show_route),
        "geocode_location": Tool(s.GeocodeLocation, "READ", "Say where a place is.", r.geocode_location),
    }
