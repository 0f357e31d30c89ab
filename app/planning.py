"""The planning documents of a conversation for commands, endpoints and other programs: read, change, make."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TypeVar

from pydantic import BaseModel, Field

from tripintent.app.errors import SessionError
from tripintent.app.results import TurnResult
from tripintent.app.session import OnProgress, Session
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.money import Amount
from tripintent.state.planning.budget import REAL, Basis, Budget, Expense, each_of
from tripintent.state.planning.changes import Change, ChecklistChange
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.debts import debts, sharers_of
from tripintent.state.planning.expenses import SHORT
from tripintent.state.planning.gate import Action, Requirement
from tripintent.tools.ids import new_id
from tripintent.tools.planning.editing import RuleEditor
from tripintent.tools.planning.showing import note_of, phrases, tips_of
from tripintent.tools.ports.documents import VersionConflict

TRIES = 5
D = TypeVar("D", Checklist, Budget)


class ItemView(BaseModel):
    """One item of the checklist with its tick and the reason why it is there."""

    id: str
    text: str
    checked: bool
    why: str
    own: bool = Field(description="the traveller's own item")


class CategoryView(BaseModel):
    """One list of the checklist."""

    id: str
    category: str
    items: list[ItemView]
    done: int = Field(description="how many are ticked")


class ChecklistView(BaseModel):
    """The checklist as a card shows it."""

    title: str
    version: int
    language: str
    categories: list[CategoryView]
    done: int
    total: int


class PartView(BaseModel):
    """One part of the budget. ``start`` and ``percentage`` draw its slice of a donut, in per cent of the circle."""

    id: str
    key: str
    category: str
    amount: Amount
    percentage: Amount
    basis: Basis
    notes: str
    held: Amount = Field(default=Decimal(0), description="what of a booked part is held and not bought yet")
    spent: Amount = Field(default=Decimal(0), description="logged as spent on it, beside what is booked")
    editable: bool = Field(description="an amount can be set; booked, held and quoted ones are facts")
    start: Amount = Field(description="where its slice begins, clockwise from the top")


class DebtView(BaseModel):
    """Who owes whom; an empty name is the one who writes, where that is not known."""

    debtor: str
    creditor: str
    amount: Amount


class BudgetView(BaseModel):
    """The budget as a card shows it: parts, and what is paid, due, left and free."""

    title: str
    version: int
    language: str
    currency: str
    total: Amount
    parts: list[PartView]
    paid: Amount = Field(description="booked")
    due: Amount = Field(description="held, not bought yet")
    waits: Amount = Field(description="what a change that waits for a yes would cost; less than 0: bring back")
    lost: Amount = Field(description="what did not come back of what was cancelled or replaced")
    due_there: Amount = Field(description="taxes and fees that are paid on the spot")
    spent: Amount = Field(description="booked, lost, and logged as spent")
    left: Amount = Field(description="total less spent, and less what is due on the spot")
    free: Amount = Field(description="left less due")
    overspent: Amount = Field(description="what was spent beyond its parts and the reserve")
    over: Amount = Field(description="by how much fixed amounts exceed the total; 0 when they do not")
    per_person: Amount
    per_day: Amount
    people: int
    days: int
    rates_of: str | None
    expenses: list[Expense]
    debts: list[DebtView]
    tips: list[str]


class PlanningView(BaseModel):
    """The planning documents of a conversation. A document that was not made yet is null; ``requirements`` says what it needs."""

    trip_id: str
    checklist: ChecklistView | None = None
    budget: BudgetView | None = None
    itinerary: bool = Field(
        default=False, description="whether days are planned: see the itinerary of the conversation"
    )
    requirements: dict[Action, Requirement] = Field(default_factory=dict)


class PlanningDocuments:
    """Checklist and budget over a session. A change is made on the newest version, so two people's changes merge."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._documents = session.ports.documents
        self._editor = RuleEditor(session.ports.rates, new_id)

    async def read(self, thread: str, kind: type[D]) -> D:
        """Return a document. Raises SessionError when it was not made yet, and for an unknown conversation."""
        trip = await self._session.trip(thread)
        found = await self._documents.get(self._session.principal(thread), trip.trip_id, kind)
        if found is None:
            raise SessionError(f'there is no {kind.kind} yet: say "create the {kind.kind}"', "no_document")
        return found

    async def view(self, thread: str) -> PlanningView:
        """Return all documents as cards show them, and what each still needs. Raises SessionError."""
        trip, owner = await self._session.trip(thread), self._session.principal(thread)
        checklist = await self._documents.get(owner, trip.trip_id, Checklist)
        budget = await self._documents.get(owner, trip.trip_id, Budget)
        planned = await self._documents.get(owner, trip.trip_id, ItineraryDocument)
        return PlanningView(
            trip_id=trip.trip_id,
            checklist=checklist_view(checklist) if checklist else None,
            budget=budget_view(budget) if budget else None,
            itinerary=planned is not None and bool(planned.segments),
            requirements=await self._session.requirements(thread),
        )

    async def change(self, thread: str, change: Change) -> PlanningView:
        """Make one change. Raises SessionError, and ChangeRefused when it cannot be made."""
        listed = isinstance(change, ChecklistChange)
        await (self._changed(thread, Checklist, change) if listed else self._changed(thread, Budget, change))
        return await self.view(thread)

    async def _changed(self, thread: str, kind: type[D], change: Change) -> None:
        for _ in range(TRIES):
            before = await self.read(thread, kind)
            after = self._editor.apply(before, change)
            try:
                await self._documents.save(self._session.principal(thread), after, before.version)
            except VersionConflict:
                continue
            return
        raise SessionError(f"the {kind.kind} is being changed elsewhere: try again", "busy")

    async def make(self, thread: str, actions: Sequence[Action], told: OnProgress | None = None) -> TurnResult:
        """Make documents, as a button does: what is not ready is asked for in the reply."""
        call = {"type": "TOOL_CALL", "name": "create_documents", "arguments": {"kinds": list(actions)}}
        return await self._session.event(thread, call, on_progress=told)


def checklist_view(found: Checklist) -> ChecklistView:
    """Return a checklist as a card shows it."""
    lists = [
        CategoryView(
            id=one.id,
            category=one.category,
            items=[ItemView.model_validate(item.model_dump(exclude={"key", "rev"})) for item in one.items],
            done=sum(item.checked for item in one.items),
        )
        for one in found.categories
    ]
    return ChecklistView(
        title=found.title,
        version=found.version,
        language=found.language,
        categories=lists,
        done=sum(one.done for one in lists),
        total=len(found.items),
    )


def budget_view(found: Budget) -> BudgetView:
    """Return a budget as a card shows it."""
    same = ("title", "version", "language", "currency", "people", "days", "rates_of")
    sums = ("paid", "due", "waits", "lost", "due_there", "spent", "left", "free", "over", "overspent")
    return BudgetView.model_validate(
        {
            **{name: getattr(found, name) for name in (*same, *sums)},
            "total": found.total_budget,
            "parts": _parts(found),
            "per_person": each_of(found, found.people),
            "per_day": each_of(found, found.days),
            "expenses": list(found.expenses),
            "debts": [
                DebtView(debtor=debtor or found.me, creditor=creditor or found.me, amount=amount)
                for debtor, creditor, amount in debts(found, sharers_of(found))
            ],
            "tips": tips_of(found),
        }
    )


def _parts(found: Budget) -> list[PartView]:
    """Return the parts with their slices; a negative part is left out of the circle."""
    start, parts = Decimal(0), []
    for one in found.categories:
        facts: Mapping[str, object] = one.model_dump(exclude={"weight"})
        notes = note_of(one, phrases(found.language))
        editable = one.basis not in REAL and one.key != SHORT
        parts.append(
            PartView.model_validate(
                {**facts, "notes": notes, "editable": editable, "start": start, "spent": found.spent_on(one.key)}
            )
        )
        start += max(Decimal(0), one.percentage)
    return parts
