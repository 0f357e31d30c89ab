"""Which rules of several people's policies left offers out, and whose each is."""

from pydantic import JsonValue

from tripintent.state.bundles import Ranking
from tripintent.state.trip import TripIntent

_RULE = "policy."


def ruled_facts(trip: TripIntent, ranking: Ranking) -> list[JsonValue]:
    """Return each rule that left offers out with whose it is; nothing where only one policy is in force."""
    whose = trip.policy.asked_by
    return [
        {"why": why, "count": count, "by": whose[why.removeprefix(_RULE)]}
        for why, count in ranking.dropped.items()
        if why.startswith(_RULE) and count and why.removeprefix(_RULE) in whose
    ]
