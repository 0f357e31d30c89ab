"""The cost of a language model, counted for the traveller and in the trip: the same in every graph."""

from tripintent.nodes.runtime import Run
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.usage import ModelUse
from tripintent.tools.ports.ports import Ports


async def may_ask_model(trip: TripIntent, ports: Ports, run: Run) -> bool:
    """Say whether a model may be asked: no limit that is set has been reached."""
    return ports.meter is None or await ports.meter.allows(run.principal, trip.model_use)


async def spent_patch(trip: TripIntent, use: ModelUse, ports: Ports, run: Run) -> list[Patch]:
    """Count what a model cost, for the traveller and in the trip; nothing where none was asked."""
    if not use.requests:
        return []
    near = await ports.meter.record(run.principal, use, trip.model_use) if ports.meter is not None else ()
    note = "; ".join((f"model: {use}", *near))
    return [Patch(by="model", note=note, merge={"model_use": trip.model_use + use})]
