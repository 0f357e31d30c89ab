"""The rules in force: read where they are kept, whenever money depends on them."""

from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.payment import payer_of
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Policy
from tripintent.tools.ports.ports import Ports


async def rules_now(trip: TripIntent, ports: Ports, run: Run) -> Policy:
    """Return the rules in force for whoever travels and pays, not those that the trip names."""
    return await ports.policies.rules(run.context.organisation or trip.org, payer_of(trip, run))
