"""Saving a document, or the plan of days, for its owner, so that other threads and people see it; what somebody else did is merged in."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage

from tripintent.nodes.runtime import Run
from tripintent.state.designer.history import merged
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import Document, TripDocuments, block_hashes
from tripintent.state.money import Money
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.facts import TripFacts
from tripintent.state.planning.gate import ACTIONS, Action, requirements
from tripintent.tools.errors import StoreError
from tripintent.tools.ports.documents import VersionConflict
from tripintent.tools.ports.planning import PlanningPorts, T
from tripintent.tools.ports.ports import Ports


def reply(text: str, kind: str) -> AIMessage:
    """Return one message to the traveller."""
    return AIMessage(content=text, additional_kwargs={"kind": kind})


def money(value: Money) -> dict[str, str]:
    """Return money as a fact for words."""
    return {"amount": str(value.amount), "currency": value.currency}


def unmade(facts: TripFacts, documents: TripDocuments, plan: ItineraryDocument) -> tuple[Action, ...]:
    """Return the documents that are ready and not made; days are planned where their dates are known."""
    there = {kind for kind in documents if kind != "itinerary" or plan.planned}
    found, dated = requirements(facts), facts.first_day is not None
    return tuple(one for one in ACTIONS if found[one].ready and one not in there and (dated or one != "itinerary"))


_ASKED = {"destination": "destinations", "dates": "trip_duration"}
"""Fields that are asked for as another: the days of a trip say how long it is."""


def missing_asked(fields: Sequence[str], own: PlanningPorts, language: str) -> list[str]:
    """Return one question for each missing field."""
    once = dict.fromkeys(_ASKED.get(field, field) for field in fields)
    return [own.words.phrase(f"ask.{field}", {}, language) for field in once]


def document_names(actions: tuple[Action, ...], own: PlanningPorts, language: str) -> list[str]:
    """Return documents by their names."""
    return [own.words.phrase(f"documents.{action}", {}, language) for action in actions]


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


async def saved(
    before: Document | None, after: Document, ports: Ports, own: PlanningPorts | None, run: Run
) -> Document:
    """Save a changed document, with what somebody else did to it meanwhile. Raises TypeError for a kind that nothing saves."""
    if isinstance(after, ItineraryDocument):
        start = before if isinstance(before, ItineraryDocument) else ItineraryDocument()
        return (await saved_plan(start, after, ports, run))[0]
    if own is not None and isinstance(after, Checklist):
        return await save(after, ports, own, run)
    if own is not None and isinstance(after, Budget):
        return await save(after, ports, own, run)
    raise TypeError(f"nothing here saves a {type(after).__name__}: name it in saved")
