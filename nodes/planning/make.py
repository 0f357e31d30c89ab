"""make_…: one branch for each document. A branch that fails or takes too long never loses the others."""

from collections.abc import Awaitable, Callable
from typing import TypedDict

from pydantic import JsonValue

from tripintent.nodes.planning.counting import counted
from tripintent.nodes.planning.edit import all_edited, with_amount
from tripintent.nodes.planning.state import PlanningState, budget_of, checklist_of, itinerary_of
from tripintent.nodes.runtime import Run
from tripintent.state.document import TripDocuments
from tripintent.state.money import Money
from tripintent.state.planning.facts import TripFacts, facts_of
from tripintent.state.planning.gate import Action
from tripintent.state.planning.notes import BranchResult
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.days import planned_itinerary
from tripintent.tools.toolbox.fares import fares_in_view, made_budget, made_checklist, patiently

Making = tuple[TripDocuments, dict[str, JsonValue]]


class BranchUpdate(TypedDict, total=False):
    """Channels that a branch updates: its document and what became of it."""

    documents: TripDocuments
    results: tuple[BranchResult, ...]


async def make_checklist(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> BranchUpdate:
    """Make the checklist; ticks, own items and removals of the one before stay."""

    async def work() -> Making:
        trip = state["trip_intent"]
        made = await made_checklist(trip, _facts(state), checklist_of(state), ports, own)
        made, _, _ = all_edited(state["planning"].kept.edits, made, None, own, trip.request.language)
        told: dict[str, JsonValue] = {"items": len(made.items), "categories": len(made.categories)}
        return {"checklist": made}, told

    return await _branch("checklist", work)


async def make_budget(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> BranchUpdate:
    """Make the budget; expenses of the one before stay."""

    async def work() -> Making:
        trip = state["trip_intent"]
        made = await made_budget(trip, _facts(state), budget_of(state), ports, own)
        for wanted in state["planning"].amounts:
            made, _ = with_amount(made, wanted, ports, own, trip.request.language)
        made, _ = counted(made, state["planning"].kept, own, trip.request.language)
        total = Money(amount=made.total_budget, currency=made.currency).model_dump(mode="json")
        told: dict[str, JsonValue] = {"total": total, "categories": len(made.categories)}
        if made.over:
            told["fixed"] = Money(amount=made.fixed, currency=made.currency).model_dump(mode="json")
            told["over"] = Money(amount=made.over, currency=made.currency).model_dump(mode="json")
        return {"budget": made}, told

    return await _branch("budget", work)


async def make_itinerary(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> BranchUpdate:
    """Plan the days into the trip's itinerary; what is in it stays."""

    async def work() -> Making:
        trip = state["trip_intent"]
        fares = await fares_in_view(trip, ports, itinerary_of(state))
        made, planned = await planned_itinerary(trip, _facts(state), itinerary_of(state), own, fares)
        room: list[JsonValue] = [
            {"place": town, "days": [day.isoformat() for day in days]} for town, days in planned.room
        ]
        told: dict[str, JsonValue] = {"items": planned.entries, "sights": planned.sights, "room": room}
        return {"itinerary": made}, {**told, "timed": planned.timed}

    return await _branch("itinerary", work)


async def _branch(action: Action, work: Callable[[], Awaitable[Making]]) -> BranchUpdate:
    """Do the work with patience; a failure is a result."""
    try:
        documents, told = await patiently(work)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in one branch is said, and the others go on
        return {"results": (BranchResult(action=action, made=False, failed=type(error).__name__),)}
    return {"documents": documents, "results": (BranchResult(action=action, made=True, facts=told),)}


def _facts(state: PlanningState) -> TripFacts:
    return facts_of(state["trip_intent"], state["planning"].heard)
