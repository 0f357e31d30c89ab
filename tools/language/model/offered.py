"""Which operations can occur in a view: a model is offered these alone, so that its prompt stays short."""

from collections.abc import Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Union, get_args

from pydantic import BaseModel, ConfigDict, Field, create_model

from tripintent.state.derived import shown_ranking
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.tools.language.model import deeds, operations
from tripintent.tools.language.model import said_days as days
from tripintent.tools.language.model import said_documents as documents
from tripintent.tools.language.model.replies import strict_schema
from tripintent.tools.ports.reader import View

Kind = type[BaseModel]


def kinds_for(view: View, *, designs: bool) -> tuple[Kind, ...]:
    """Return the kinds of operations that can occur. ``designs``: a model can work on the plan with its tools."""
    found = [*_members(operations.SaidJourney), *_members(operations.SaidTalk), operations.SaidLater]
    found += [*_deeds(view), *_of_days(view), *_of_documents(view)]
    return (*found, *((days.SaidDesign,) if designs else ()))


def schema_of(kinds: Sequence[Kind], *, reply: bool) -> dict[str, Any]:
    """Return the strict schema of an answer: its language, its operations, and words for the traveller in a later round."""
    union: Any = Union[tuple(kinds)]  # noqa: UP007 - made of what the view offers
    fields: dict[str, Any] = {
        "operations": (tuple[Annotated[union, Field(discriminator="op")], ...], ...),
        "language": (str, Field(description="ISO 639-1 of the newest message")),
    }
    if reply:
        fields["reply"] = (str, Field(description="for the traveller: what was decided, and why; may be empty"))
    return strict_schema(create_model("SaidMessage", __config__=ConfigDict(frozen=True), **fields))


def _members(union: UnionType) -> tuple[Kind, ...]:
    return get_args(union)


def _deeds(view: View) -> Iterator[Kind]:
    memory = view.trip.working_memory
    ranking = shown_ranking(view.trip)
    if ranking and ranking.bundles:
        yield from (deeds.SaidChoose, operations.SaidDecline)
    if ranking or memory.bookings or memory.holds or memory.approval or memory.selected.flight_option_ids:
        yield deeds.SaidAct
    if any(one.requests for one in memory.holds):
        yield operations.SaidAgree
    if memory.bookings:
        yield from (deeds.SaidCancel, deeds.SaidMoved, deeds.SaidPerson)


def _of_days(view: View) -> Iterator[Kind]:
    yield from (days.SaidPlan, days.SaidIdeas, days.SaidLikes, days.SaidEntry)
    if view.plan.live or view.trip.frame.visits:
        yield days.SaidFree
    if view.plan.live:
        yield from (days.SaidMove, days.SaidRemove, days.SaidSwap, days.SaidAskPlan)
    if view.talk.ideas:
        yield days.SaidTakeIdea
    if view.talk.places:
        yield days.SaidTakePlace
    if view.talk.places or view.talk.where or not (shown_ranking(view.trip) or view.trip.working_memory.bookings):
        yield days.SaidWhereTo


def _of_documents(view: View) -> Iterator[Kind]:
    yield from (documents.SaidDocument, documents.SaidAskFact, documents.SaidSpent)
    if isinstance(view.documents.get(Checklist.kind), Checklist):
        yield documents.SaidItem
    budget = isinstance(view.documents.get(Budget.kind), Budget)
    if budget or "budget" in view.notes.pending:
        yield documents.SaidPartAmount
    if budget:
        yield from (documents.SaidSplit, documents.SaidAskMoney)
