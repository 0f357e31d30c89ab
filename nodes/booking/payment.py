"""Payment methods: only what is on file for the traveller may be charged."""

from tripintent.nodes.booking.node import Run
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import Refused
from tripintent.tools.ports.payment_methods import PaymentMethod
from tripintent.tools.ports.ports import Ports


def payer_of(trip: TripIntent, run: Run) -> str:
    """Return whose payment methods count. The context may be missing on a resume: the trip knows its traveller.

    Only intake puts ids into the trip, from the context of an earlier run; a document cannot (``state.importing``).
    """
    return run.context.traveller or next(iter(trip.party.traveler_profile_ids), "")


async def methods_of(trip: TripIntent, ports: Ports, run: Run) -> tuple[PaymentMethod, ...]:
    """Return what the approval card offers."""
    return tuple(await ports.payment_methods.list(payer_of(trip, run)))


async def not_on_file(method_id: str | None, trip: TripIntent, ports: Ports, run: Run) -> Refused | None:
    """Return the refusal of a method that is not on file; None is the one that the approval is bound to."""
    known = [m.payment_method_id for m in await methods_of(trip, ports, run)]
    if method_id is None or method_id in known:
        return None
    words = f"the payment method {method_id!r} is not on file; choose one of: {', '.join(known) or 'none'}"
    return Refused(code="unknown_payment_method", message=words)
