"""Two threads changed one trip at the same time: nobody's change is lost, block by block."""

from collections.abc import Mapping

from tripintent.state.fingerprint import fingerprint
from tripintent.state.trip import TripIntent

BLOCKS = ("party", "itinerary", "preferences", "constraints", "said", "said_plan", "extras", "working_memory")


def prints_of(trip: TripIntent) -> dict[str, str]:
    """Return the fingerprint of each block, to be compared at the end of a turn."""
    return {name: fingerprint(getattr(trip, name)) for name in BLOCKS}


def rebased(start: Mapping[str, str], ours: TripIntent, theirs: TripIntent) -> TripIntent:
    """Return our trip on top of theirs: blocks that we did not touch since ``start`` are theirs."""
    untouched = {name: getattr(theirs, name) for name in BLOCKS if fingerprint(getattr(ours, name)) == start.get(name)}
    return ours.model_copy(update={**untouched, "version": theirs.version})
