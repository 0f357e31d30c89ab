"""Payment methods: only what is on file for the traveller may be charged, or what a seller's own component just took."""

from tripintent.nodes.identity import owner_of
from tripintent.nodes.rules import rules_in_force
from tripintent.nodes.runtime import Run
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Policy
from tripintent.tools.ports.desk import Refused
from tripintent.tools.ports.payment_methods import PaymentMethod
from tripintent.tools.ports.ports import Ports


async def payer_of(trip: TripIntent, ports: Ports, run: Run) -> str:
    """Return whose payment methods count: those of the trip's owner in the ledger, whatever the state says."""
    return (await owner_of(trip, ports, run.principal)).traveller


async def methods_of(trip: TripIntent, ports: Ports, run: Run) -> tuple[PaymentMethod, ...]:
    """Return what the approval card offers."""
    return tuple(await ports.payment_methods.list(await payer_of(trip, ports, run)))


async def not_on_file(method_id: str | None, trip: TripIntent, ports: Ports, run: Run) -> Refused | None:
    """Return the refusal of a method that is not on file; None is the one that the approval is bound to."""
    known = [m.payment_method_id for m in await methods_of(trip, ports, run)]
    if method_id is None or method_id in known or method_id.startswith(tuple(ports.payment_methods.tokens)):
        return None
    words = f"the payment method {method_id!r} is not on file; choose one of: {', '.join(known) or 'none'}"
    return Refused(code="unknown_payment_method", message=words)


async def rules_now(trip: TripIntent, ports: Ports, run: Run) -> Policy:
    """Return the rules in force for whoever travels and pays, not those that the trip names."""
    return await rules_in_force(trip, await owner_of(trip, ports, run.principal), ports)
