"""Entries that a model may write about checklist, budget and facts of places, and about one person who travels."""

from typing import Literal

from pydantic import Field

from tripintent.state.planning.command import BudgetQuestion
from tripintent.state.planning.gate import Action
from tripintent.tools.language.model.deeds import Day, Quoted

Part = Literal["food", "local", "activities", "papers", "shopping"]
"""Parts of the budget whose amounts people set; what is booked sets the others."""


class SaidDocument(Quoted):
    """Documents are to be made, made later, or not at all; no names: those that were asked for or offered."""

    op: Literal["document"] = "document"
    names: tuple[Action, ...] = ()
    do: Literal["make", "later", "refuse"]
    unknown: tuple[str, ...] = Field(default=(), max_length=5, description="documents that there are none of")


class SaidItem(Quoted):
    """Things of the checklist are added, taken out, ticked or unticked; each in the traveller's words."""

    op: Literal["list"] = "list"
    do: Literal["add", "remove", "tick", "untick"]
    items: tuple[str, ...] = Field(max_length=20)


class SaidSpent(Quoted):
    """Money was spent, given back to somebody, or an entry was wrong. Empty names are the one who writes."""

    op: Literal["spent"] = "spent"
    do: Literal["spend", "repay", "correct", "strike"]
    amount: float | None = None
    currency: str | None = Field(default=None, max_length=3)
    what: str = Field(default="", max_length=200)
    payer: str = Field(default="", max_length=80)
    receiver: str = Field(default="", max_length=80)
    shared_by: tuple[str, ...] = Field(default=(), max_length=20)
    without: tuple[str, ...] = Field(default=(), max_length=20)


class SaidSplit(Quoted):
    """Costs are shared between people, by name or number."""

    op: Literal["split"] = "split"
    between: tuple[str, ...] = Field(default=(), max_length=20)
    count: int | None = None
    payer: str | None = Field(default=None, max_length=80)
    what: str = Field(default="", max_length=200)


class SaidPartAmount(Quoted):
    """A part of the budget document gets an amount of its own."""

    op: Literal["budget_part"] = "budget_part"
    part: Part
    amount: float
    currency: str | None = Field(default=None, max_length=3)
    each: bool = False
    daily: bool = False


class SaidAskMoney(Quoted):
    """A question about the budget document or about what was spent."""

    op: Literal["ask_money"] = "ask_money"
    question: BudgetQuestion
    part: str | None = Field(default=None, max_length=60)


class SaidAskFact(Quoted):
    """A question of fact about places or papers."""

    op: Literal["ask_fact"] = "ask_fact"
    topic: Literal[
        "visa", "plugs", "currency", "time_difference", "climate", "holidays", "distance", "booked", "missing"
    ]
    month: int | None = None
    places: tuple[str, ...] = Field(default=(), max_length=6)


SaidOfDocuments = (
    SaidDocument | SaidItem | SaidSpent | SaidSplit | SaidPartAmount | SaidAskMoney | SaidAskFact
)  # fmt: skip


class SaidTraveller(Quoted):
    """A person of the party by name, birth or contact; or one who is taken out of the names again."""

    op: Literal["traveller"] = "traveller"
    name: str = Field(default="", max_length=120, description="given and family name as written")
    family: str = Field(default="", max_length=80, description="the family name within it")
    only_name: bool = Field(default=False, description="the person has one name only")
    born: Day | None = None
    email: str | None = Field(default=None, max_length=200)
    phone: str | None = Field(default=None, max_length=40)
    instead_of: str = Field(default="", max_length=120, description="known name that this one corrects or replaces")
    gone: Literal["", "leaves", "wrong_name"] = Field(
        default="", description="leaves: stays at home; wrong_name: a listed name that no traveller has"
    )
