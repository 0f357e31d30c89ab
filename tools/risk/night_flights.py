"""Red-eye flights."""

from collections.abc import Iterator

from tripintent.state.bundles import Issue
from tripintent.state.offers import is_red_eye
from tripintent.tools.ports.ranking import RiskRequest


def red_eye_risks(request: RiskRequest) -> Iterator[Issue]:
    """Yield each night flight: a warning when the traveller wished for none, else a remark."""
    for i, offer in enumerate(request.flights):
        for j, hop in enumerate(offer.segments):
            if is_red_eye(hop.depart_at, hop.arrive_at):
                leaves, lands = f"{hop.depart_at:%H:%M}", f"{hop.arrive_at:%H:%M}"
                yield Issue(
                    code="red_eye",
                    severity="warn" if request.preferences.flight.avoid_red_eye else "info",
                    path=f"flights[{i}].segments[{j}]",
                    text=f"The flight {hop.origin}–{hop.destination} is a night flight: {leaves} to {lands}.",
                    facts={"from": hop.origin, "to": hop.destination, "leaves": leaves, "lands": lands},
                )
