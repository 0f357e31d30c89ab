"""keep: the documents of the turn are saved for their owner, so that other threads and people see them."""

from typing import TypedDict

from tripintent.nodes.planning.state import PlanningState, budget_of, checklist_of, itinerary_of
from tripintent.nodes.runtime import Run
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import Document, TripDocuments, block_hashes
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.tools.errors import StoreError
from tripintent.tools.ports.documents import NotYours, VersionConflict
from tripintent.tools.ports.planning import PlanningPorts, T
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.days import with_planned

SAVES = 5
KINDS: tuple[type[Checklist] | type[Budget], ...] = (Checklist, Budget)


class KeepUpdate(TypedDict, total=False):
    """Channels that ``keep`` and ``adopt`` update."""

    documents: TripDocuments


async def adopt(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> KeepUpdate:
    """Take in newer versions that another thread saved."""
    trip_id, have = state["trip_intent"].trip_id, state.get("documents") or {}
    found: dict[str, Document] = {}
    for kind in KINDS if trip_id else ():
        stored = await ports.documents.get(run.principal, trip_id, kind)
        mine = have.get(kind.kind)
        if stored is not None and (mine is None or stored.version > mine.version):
            found[kind.kind] = stored
    return {"documents": found} if found else {}


async def keep(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> KeepUpdate:
    """Save what this turn changed. Two people's changes to different parts of a document are both kept.

    Where a grant was taken back while the turn ran nothing is kept, and the publishing that follows says so.
    """
    try:
        saved = await _all_kept(state, ports, own, run)
    except NotYours:
        return {}
    return {"documents": saved} if saved else {}


async def _all_kept(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> dict[str, Document]:
    trip_id = state["trip_intent"].trip_id
    saved: dict[str, Document] = {}
    if trip_id and (checklist := checklist_of(state)):
        saved |= await _kept(checklist, trip_id, ports, own, run)
    if trip_id and (budget := budget_of(state)):
        saved |= await _kept(budget, trip_id, ports, own, run)
    planned = itinerary_of(state)
    if planned is not None and "itinerary" in state["planning"].to_make:
        saved[planned.kind] = await _save_days(planned.model_copy(update={"trip_id": trip_id}), ports, run)
    return saved


async def _kept(document: T, trip_id: str, ports: Ports, own: PlanningPorts, run: Run) -> dict[str, Document]:
    stored = await ports.documents.get(run.principal, trip_id, type(document))
    if stored is not None and not _differs(stored, document):
        return {}
    return {document.kind: await save(document.model_copy(update={"trip_id": trip_id}), ports, own, run)}


def _differs(stored: Document, ours: Document) -> bool:
    return block_hashes(stored) != block_hashes(ours)


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
            if not _differs(theirs, document):
                return theirs
        else:
            return document.model_copy(update={"version": version})
    raise StoreError(f"the {document.kind} of {document.trip_id} is being changed too often elsewhere: try again")


async def _save_days(document: ItineraryDocument, ports: Ports, run: Run) -> ItineraryDocument:
    """Save the planned days; on what somebody else wrote meanwhile they are planned in again."""
    for _ in range(SAVES):
        try:
            version = await ports.documents.save(run.principal, document, document.version - 1)
        except VersionConflict:
            theirs = await ports.documents.get(run.principal, document.trip_id, ItineraryDocument)
            document = with_planned(theirs, document) if theirs else document.model_copy(update={"version": 1})
        else:
            return document.model_copy(update={"version": version})
    raise StoreError(f"the itinerary of {document.trip_id} is being changed too often elsewhere: try again")
