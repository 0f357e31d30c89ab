"""Offers of the simulated supplier: said wherever they are about to be bought."""

from collections.abc import Iterator

from tripintent.state.bundles import Issue
from tripintent.state.offers import Offer
from tripintent.tools.ports.ranking import RiskRequest


def simulation_notes(request: RiskRequest) -> Iterator[Issue]:
    """Yield one remark when any offer is simulated."""
    offers: tuple[Offer, ...] = (*request.flights, *request.hotels)
    made_up = sorted({offer.supplier for offer in offers if offer.simulated})
    if made_up:
        text = "Simulated offers: nothing real is booked and no money is charged for them."
        yield Issue(code="simulated", severity="info", text=text, facts={"suppliers": ",".join(made_up)})
