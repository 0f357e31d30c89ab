"""The designer's 23 tools by the names that hosts know them by. What is booked is not changed here: a booking is a fact."""

from typing import NamedTuple

from pydantic import BaseModel, JsonValue

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import FlightSegment, RailSegment, Segment, title_of
from tripintent.tools.ports.designer import Effect, PlanNow, ToolFault
from tripintent.tools.toolbox import plan_arguments as a
from tripintent.tools.toolbox.base import Act, Scene, Tool, Work, register
from tripintent.tools.toolbox.facts import Facts
from tripintent.tools.toolbox.plan import itinerary_of, planned, today_of


class Spec(NamedTuple):
    """One of the 23: its arguments, its effect, what it is for."""

    shape: type[BaseModel]
    effect: Effect
    description: str


SPECS = {
    "get_itinerary": Spec(a.GetItinerary, "READ", "Read the plan of days with the ids of its entries, or its summary."),
    "get_segment": Spec(a.OneSegment, "READ", "Read one entry of the plan by its id."),
    "update_itinerary": Spec(a.UpdateItinerary, "WRITE", "Set title, dates or destinations of the plan."),
    "update_preferences": Spec(a.UpdatePreferences, "WRITE", "Keep wishes for the days that the traveller said."),
    "add_traveler": Spec(a.AddTraveler, "WRITE", "Add a person to the plan."),
    "add_flight": Spec(
        a.AddFlightArguments, "WRITE", "Put a flight that was bought elsewhere into the plan. It buys nothing."
    ),
    "add_hotel": Spec(
        a.AddHotelArguments, "WRITE", "Put a stay that was booked elsewhere into the plan. It books nothing."
    ),
    "add_activity": Spec(a.AddActivity, "WRITE", "Put something to do, see or eat into the plan."),
    "add_transfer": Spec(a.AddTransfer, "WRITE", "Put a ride or a walk into the plan."),
    "add_meeting": Spec(a.AddMeeting, "WRITE", "Put a meeting into the plan."),
    "update_segment": Spec(a.UpdateSegment, "WRITE", "Change fields of one entry by its id."),
    "delete_segment": Spec(a.OneSegment, "WRITE", "Remove one entry by its id."),
    "move_segment": Spec(
        a.MoveSegment, "WRITE", "Move an entry and what hangs on it. It never moves a flight or a train."
    ),
    "reorder_segments": Spec(a.ReorderSegments, "WRITE", "Put all entries in an order."),
    "search_web": Spec(a.SearchWeb, "READ", "Search what is stored, then the web where a search is set."),
    "search_flights": Spec(a.SearchFlights, "READ", "Look at flight offers beside the trip's own options."),
    "search_hotels": Spec(a.SearchHotels, "READ", "Look at hotel offers beside the trip's own options."),
    "search_transfers": Spec(a.SearchTransfers, "READ", "Estimate ways between two places: no timetable."),
    "store_travel_intelligence": Spec(a.StoreIntelligence, "WRITE", "Keep a finding about a destination."),
    "retrieve_travel_intelligence": Spec(a.RetrieveIntelligence, "READ", "Read stored findings about a destination."),
    "get_distance": Spec(a.GetDistance, "READ", "Measure the way between two places."),
    "show_route": Spec(a.ShowRoute, "READ", "Lay a way through places in their order."),
    "geocode_location": Spec(a.GeocodeLocation, "READ", "Say where a place is."),
}


class DesignerAnswer(Facts):
    """The result of a tool that reads."""

    result: dict[str, JsonValue]


def bound_to_stay(before: ItineraryDocument, after: ItineraryDocument, named: str = "") -> tuple[str, ...]:
    """Return the ids of entries that a change of the plan must not touch: what is booked, and rides that it did not name."""
    new = {one.id: one for one in after.segments}
    return tuple(one.id for one in before.segments if new.get(one.id) != one and _stays(one, new.get(one.id), named))


def _stays(old: Segment, new: Segment | None, named: str) -> bool:
    if old.source == "booking":
        return True
    rides = isinstance(old, FlightSegment | RailSegment) and old.id != named
    return rides and new is not None and new.start_datetime != old.start_datetime


def _fault(fault: ToolFault, document: ItineraryDocument) -> Outcome:
    """Return the refusal of a tool, with the entries that there are where it named one that is not."""
    there = tuple(f"{one.id}: {title_of(one)}" for one in document.live) if fault.code == "NOT_FOUND" else ()
    offers = tuple(str(one) for one in (*fault.affected, *fault.offers))
    return Outcome.refused(fault.message, fault.field or "", there or offers)


def _worker(name: str, spec: Spec) -> Work:
    async def work(scene: Scene, arguments: BaseModel) -> Act | Facts:
        before = itinerary_of(scene)
        given = arguments.model_dump(mode="json", by_alias=True, exclude_unset=True)
        run = await scene.ports.designer.tools.run(name, given, PlanNow(before, today_of(scene)))
        if run.envelope.error is not None:
            return Act(_fault(run.envelope.error, before))
        told = dict(run.envelope.result or {})
        if spec.effect == "READ":
            return DesignerAnswer(result=told)
        named = str(given.get("segmentId", ""))
        held = bound_to_stay(before, run.document, "" if name == "move_segment" else named)
        if name == "reorder_segments":
            held = ()
        if held:
            why = "a flight, a train or a booking would change with it: these are changed by themselves alone"
            titles = tuple(f"{one.id}: {title_of(one)}" for one in before.segments if one.id in held)
            return Act(Outcome(ok=False, rejected=(Rejected(path="segmentId", why=why, candidates=titles),)))
        return planned(scene, run.document, Outcome(facts=told))

    return work


for _name, _spec in SPECS.items():
    register(Tool(_name, "itinerary", _spec.effect, _spec.shape, _worker(_name, _spec), _spec.description))
