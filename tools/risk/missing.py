"""Half a trip: what was wanted and not found. The rest of it is not bought unasked."""

from collections.abc import Iterator

from tripintent.state.bundles import Issue
from tripintent.tools.ports.ranking import RiskRequest
from tripintent.tools.ranking.words import joined


def missing_parts(request: RiskRequest) -> Iterator[Issue]:
    """Yield one issue to confirm for flights that were not found, and one for hotels."""
    for kind, code, names in (
        ("flight", "flights_missing", request.missing_flights),
        ("hotel", "hotels_missing", request.missing_stays),
    ):
        if names:
            text = f"No {kind} was found: {joined(names)}. Only the rest of the trip would be booked."
            yield Issue(code=code, text=text, confirm=True, facts={"names": ", ".join(names)})
