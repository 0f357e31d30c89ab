"""Saving a document, or the plan of days, for its owner, so that other threads and people see it; what somebody else did is merged in."""

from tripintent.nodes.runtime import Run
from tripintent.state.designer.history import merged
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import block_hashes
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.tools.errors import StoreError
from tripintent.tools.ports.documents import VersionConflict
from tripintent.tools.ports.planning import PlanningPorts, T
from tripintent.tools.ports.ports import Ports

SAVES = 5
KINDS: tuple[type[Checklist] | type[Budget], ...] = (Checklist, Budget)


async def save(document: T, ports: Ports, own: PlanningPorts, run: Run) -> T:
    """Save one document; what somebody else did to it meanwhile is merged in. Raises StoreError."""
    for _ in range(SAVES):
        try:
            version = await ports.documents.save(run.principal, document, document.version)
        except VersionConflict as conflict:
            theirs = await ports.documents.get(run.principal, document.trip_id, type(document))
            if theirs is None:
                document = document.model_copy(update={"version": conflict.found})
                continue
            document = own.editor.merged(document, theirs)
            if block_hashes(theirs) == block_hashes(document):
                return theirs
        else:
            return document.model_copy(update={"version": version})
    raise StoreError(f"the {document.kind} of {document.trip_id} is being changed too often elsewhere: try again")


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
