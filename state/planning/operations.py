"""Operations of a message on the trip's documents: make one, work on it, ask of it, and say who the travellers are."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.planning.command import (
    AmountSaid,
    BudgetQuestion,
    ChecklistEdit,
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
