"""Saving the plan of days for its owner; two editors at once are merged by segment."""

from tripintent.nodes.runtime import Run
from tripintent.state.designer.history import merged
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.tools.errors import StoreError
from tripintent.tools.ports.documents import VersionConflict
from tripintent.tools.ports.ports import Ports

SAVES = 5


async def saved_plan(
    start: ItineraryDocument, document: ItineraryDocument, ports: Ports, run: Run
) -> tuple[ItineraryDocument, tuple[str, ...]]:
    """Save the plan; returns it with the ids that somebody else changed otherwise meanwhile. Raises StoreError."""
    if document.version == start.version or not document.trip_id:
        return document, ()
    conflicts: tuple[str, ...] = ()
    for _ in range(SAVES):
        try:
            version = await ports.documents.save(run.principal, document, start.version)
        except VersionConflict:
            theirs = await ports.documents.get(run.principal, document.trip_id, ItineraryDocument)
            if theirs is None:
                document = document.model_copy(update={"version": 1})
                continue
            both = merged(start, document, theirs)
            conflicts = (*conflicts, *both.conflicts)
            document, start = both.document.model_copy(update={"version": theirs.version + 1}), theirs
        else:
            return document.model_copy(update={"version": version}), conflicts
    raise StoreError(f"the itinerary of {document.trip_id} is being changed too often elsewhere: try again")
