"""Operations of a message on the trip's documents: make one, work on it, ask of it, and say who the travellers are."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.planning.command import (
    AmountSaid,
    BudgetQuestion,
    ChecklistEdit,
    Command,
    ExpenseSaid,
    FactTopic,
    RepaidSaid,
    SplitSaid,
)
from tripintent.state.planning.gate import Action


class _Op(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str = Field(default="", description="the words")


class Documents(_Op):
    """Documents are named: to be made, put off, or refused. The fields are those of ``Command``."""

    op: Literal["documents"] = "documents"
    trigger: bool = False
    actions: tuple[Action, ...] | None = None
    mentioned: tuple[Action, ...] = ()
    refused: bool = False
    both: bool = False
    shown: tuple[Action, ...] = ()
    loose: bool = False
    format: Literal["text", "json"] = "text"
    unknown_actions: tuple[str, ...] = ()


class EditList(_Op):
    """A thing of the checklist is added, taken out, ticked or unticked."""

    op: Literal["edit_list"] = "edit_list"
    edit: ChecklistEdit


class Spend(_Op):
    """Money was spent."""

    op: Literal["spend"] = "spend"
    expense: ExpenseSaid


class Strike(_Op):
    """An expense is taken out; '' is the latest."""

    op: Literal["strike"] = "strike"
    what: str = ""


class Split(_Op):
    """Costs are shared."""

    op: Literal["split"] = "split"
    split: SplitSaid


class Repay(_Op):
    """Money was given back from one to another."""

    op: Literal["repay"] = "repay"
    repaid: RepaidSaid


class SetAmount(_Op):
    """A part of the budget gets an amount."""

    op: Literal["set_amount"] = "set_amount"
    amount: AmountSaid


class AskMoney(_Op):
    """A question about the budget."""

    op: Literal["ask_money"] = "ask_money"
    question: BudgetQuestion
    category: str | None = None


class AskFact(_Op):
    """A question of fact about the places of the trip, its papers, or its documents."""

    op: Literal["ask_fact"] = "ask_fact"
    topic: FactTopic
    month: int | None = None
    places: tuple[str, ...] | None = Field(
        default=None, description="towns and countries asked about, none for the trip's own; None: the words name them"
    )


class Traveller(_Op):
    """Record what the travellers like, eat and need, and which passports they have."""

    op: Literal["traveller"] = "traveller"
    interests: tuple[str, ...] = ()
    likes: bool = False
    passports: tuple[str, ...] = ()
    passport_until: date | None = None
    diet: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    pace: str | None = None


DocumentOperation = Annotated[
    Documents | EditList | Spend | Strike | Split | Repay | SetAmount | AskMoney | AskFact | Traveller,
    Field(discriminator="op"),
]
_NAMED = frozenset(Documents.model_fields) - {"op", "text"}
_PERSON = frozenset(Traveller.model_fields) - {"op", "text"}


def command_of(operations: Iterable[object]) -> Command:
    """Return the operations of one turn as the command that the planning works on."""
    said = tuple(operations)
    named = _named_at_once([one for one in said if isinstance(one, Documents)])
    asked = next((one for one in said if isinstance(one, AskMoney)), None)
    facts = [one for one in said if isinstance(one, AskFact)]
    person = _one_person([one for one in said if isinstance(one, Traveller)])
    return Command(
        **{name: getattr(named, name) for name in _NAMED},
        **{name: getattr(person, name) for name in _PERSON},
        edits=tuple(one.edit for one in said if isinstance(one, EditList)),
        expenses=tuple(one.expense for one in said if isinstance(one, Spend)),
        strikes=tuple(one.what for one in said if isinstance(one, Strike)),
        splits=tuple(one.split for one in said if isinstance(one, Split)),
        repaid=next((one.repaid for one in said if isinstance(one, Repay)), None),
        amounts=tuple(one.amount for one in said if isinstance(one, SetAmount)),
        budget_question=asked.question if asked else None,
        category=asked.category if asked else None,
        topics=tuple(one.topic for one in facts),
        month=next((one.month for one in facts), None),
        places=next((one.places for one in facts if one.places is not None), None),
    )


def _named_at_once(said: list[Documents]) -> Documents:
    """Return the documents that are named one after the other as if at once; beside an order, what is put off is not made."""
    orders = [one for one in said if one.trigger or one.shown] or said
    if len(orders) < 2:
        return orders[0] if orders else Documents()
    actions = [one.actions for one in orders if one.trigger]
    together = (
        None
        if not actions or None in actions
        else tuple(dict.fromkeys(name for names in actions for name in names or ()))
    )
    listed = {
        field: tuple(dict.fromkeys(name for one in orders for name in getattr(one, field)))
        for field in ("mentioned", "shown", "unknown_actions")
    }
    flags = {field: any(getattr(one, field) for one in orders) for field in ("trigger", "refused", "both", "loose")}
    return orders[0].model_copy(update={"actions": together, **listed, **flags})


def _one_person(said: list[Traveller]) -> Traveller:
    """Return what is said of the travellers in several places as if at once; of two single values the last one counts."""
    merged: dict[str, object] = {}
    for one in said:
        for name, value in one.model_dump(include=set(_PERSON), exclude_defaults=True).items():
            merged[name] = tuple(dict.fromkeys((*merged.get(name, ()), *value))) if isinstance(value, tuple) else value  # type: ignore[misc]  # tuples of one field are of one kind
    return Traveller.model_validate(merged)
