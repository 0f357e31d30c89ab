"""Checklist and budget of a trip made from its facts, with what people did to the ones before."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.facts import TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.fares import made_for, purchased

PATIENCE, TRIES = 30.0, 3
"""Seconds for one try at a document, and how often it is tried."""

R = TypeVar("R")


async def patiently(work: Callable[[], Awaitable[R]]) -> R:
    """Do a piece of work, three times at most; the last failure is raised."""
    for _ in range(TRIES - 1):
        try:
            return await asyncio.wait_for(work(), PATIENCE)
        except Exception:  # noqa: BLE001, S112 - what goes wrong once may go right the next time
            continue
    return await asyncio.wait_for(work(), PATIENCE)


async def made_checklist(
    trip: TripIntent, facts: TripFacts, old: Checklist | None, ports: Ports, own: PlanningPorts
) -> Checklist:
    """Return the checklist; ticks, own items and removals of the one before stay."""
    bought = await purchased(trip, ports)
    new = own.maker.checklist(facts, bought, trip.request.language)
    return own.editor.carried(old, new.model_copy(update=made_for(trip, facts, bought)))


async def made_budget(
    trip: TripIntent, facts: TripFacts, old: Budget | None, ports: Ports, own: PlanningPorts
) -> Budget:
    """Return the budget; expenses and own amounts of the one before stay."""
    bought = await purchased(trip, ports)
    new = own.maker.budget(facts, bought, trip.request.language)
    return own.editor.carried(old, new.model_copy(update=made_for(trip, facts, bought)))
