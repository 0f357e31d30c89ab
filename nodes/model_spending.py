"""What a language model cost, counted for the traveller and in the trip: the same in every graph."""

from tripintent.nodes.runtime import Run
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.usage import ModelUse
from tripintent.tools.ports.ports import Ports


async def spent_patch(trip: TripIntent, use: ModelUse, ports: Ports, run: Run) -> list[Patch]:
    """Count what a model cost, for the traveller and in the trip; nothing where none was asked."""
    if not use.requests:
        return []
    if ports.meter is not None:
        await ports.meter.record(run.principal, use)
    return [Patch(by="model", note=f"model: {use}", merge={"model_use": trip.model_use + use})]
