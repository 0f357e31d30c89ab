"""Checklist and budget of a trip made from its facts, with what people did to the ones before."""

import asyncio

from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.facts import TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import PlanningPorts, T
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.fares import made_for, purchased

WORDING_PATIENCE = 20.0
"""Seconds for the words of a document: less than its making has."""


async def made_checklist(
    trip: TripIntent, facts: TripFacts, old: Checklist | None, ports: Ports, own: PlanningPorts
) -> Checklist:
    """Return the checklist; ticks, own items and removals of the one before stay."""
    bought = await purchased(trip, ports)
    new = await _worded(own.maker.checklist(facts, bought, trip.request.language), own)
    return own.editor.carried(old, new.model_copy(update=made_for(trip, facts, bought)))


async def made_budget(
    trip: TripIntent, facts: TripFacts, old: Budget | None, ports: Ports, own: PlanningPorts
) -> Budget:
    """Return the budget; expenses and own amounts of the one before stay."""
    bought = await purchased(trip, ports)
    new = await _worded(own.maker.budget(facts, bought, trip.request.language), own)
    return own.editor.carried(old, new.model_copy(update=made_for(trip, facts, bought)))


async def _worded(document: T, own: PlanningPorts) -> T:
    """Return the document in better words; a model that takes too long never costs the document."""
    try:
        return await asyncio.wait_for(own.wording.worded(document), WORDING_PATIENCE)
    except TimeoutError:
        return document
