"""Commands of a message to the planning: make documents, work on the checklist, log an expense, or know a fact."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.money import Amount
from tripintent.state.planning.gate import Action

FactTopic = Literal[
    "visa", "plugs", "currency", "time_difference", "climate", "holidays", "baggage", "distance", "booked", "missing"
]
BudgetQuestion = Literal["left", "spent", "per_day", "per_person", "category", "total", "debts", "paid", "within"]


class ChecklistEdit(BaseModel):
    """One wish about the checklist. ``what`` are the traveller's own words for the item."""

    model_config = ConfigDict(frozen=True)

    op: Literal["add", "remove", "tick", "untick"]
    what: str


class ExpenseSaid(BaseModel):
    """Money that was spent. ``corrects`` is the amount of an earlier entry that was wrong."""

    model_config = ConfigDict(frozen=True)

    amount: Amount
    currency: str | None = None
    what: str = ""
    corrects: Amount | None = None
    corrects_what: str | None = Field(
        default=None, description="the earlier entry that was wrong, in its words; '' is the latest"
    )
    payer: str = Field(default="", description="who paid, as said; '' is the speaker")
    shared_by: tuple[str, ...] = Field(default=(), description="who shares it, as said; '' is the speaker")
    without: tuple[str, ...] = Field(default=(), description="who has no share, where all others have one")
    weights: tuple[Amount, ...] = Field(
        default=(), description="the parts of those in ``shared_by``, where they differ"
    )


class RepaidSaid(BaseModel):
    """Money that one gave back to another: it settles a debt and is not spent. '' is the speaker, None was not said."""

    model_config = ConfigDict(frozen=True)

    amount: Amount
    currency: str | None = None
    giver: str = ""
    receiver: str | None = None


class AmountSaid(BaseModel):
    """An amount that somebody sets aside for a part of the budget ("200 each for food")."""

    model_config = ConfigDict(frozen=True)

    part: str = Field(description="key of the budget's category", examples=["food"])
    amount: Amount
    currency: str | None = Field(default=None, description="None: the budget's")
    each: bool = Field(default=False, description="for every traveller")
    daily: bool = Field(default=False, description="for every day")
    words: str = Field(default="", description="as said")


class SplitSaid(BaseModel):
    """Who shares costs, and who paid something that was logged before. '' is the speaker."""

    model_config = ConfigDict(frozen=True)

    between: tuple[str, ...] = ()
    payer: str | None = Field(default=None, description="who paid ``what``")
    what: str = Field(default="", description="the words for an expense")
    count: int | None = Field(default=None, description="how many share, where no one is named")
    amount: Amount | None = Field(default=None, description="an expense that was noted before, by its amount")
    everyone: bool = Field(default=False, description="that expense is shared by all")
    weights: tuple[Amount, ...] = Field(
        default=(), description="the parts of those who share, where they differ (60, 40)"
    )
    me: str = Field(default="", description="the name of who writes, where it was said")


class Command(BaseModel):
    """One message, read for the planning. ``actions`` None with a trigger: whatever is pending ("create it now")."""

    model_config = ConfigDict(frozen=True)

    trigger: bool = False
    actions: tuple[Action, ...] | None = None
    mentioned: tuple[Action, ...] = Field(default=(), description="documents spoken of, made or not")
    refused: bool = Field(default=False, description="a document is not to be made ('not yet', 'don't create it')")
    both: bool = Field(default=False, description="the two documents that were asked for before")
    shown: tuple[Action, ...] = Field(default=(), description="documents to be shown again as they are")
    loose: bool = Field(default=False, description="a yes that counts only right after an offer ('sounds good')")
    format: Literal["text", "json"] = "text"
    unknown_actions: tuple[str, ...] = Field(default=(), description="documents that there are none of")
    edits: tuple[ChecklistEdit, ...] = ()
    expenses: tuple[ExpenseSaid, ...] = ()
    strikes: tuple[str, ...] = Field(default=(), description="expenses to take out, in words; '' is the latest")
    splits: tuple[SplitSaid, ...] = ()
    repaid: RepaidSaid | None = None
    amounts: tuple[AmountSaid, ...] = ()
    budget_question: BudgetQuestion | None = None
    category: str | None = None
    topics: tuple[FactTopic, ...] = ()
    month: int | None = Field(
        default=None, description="the month that a question names ('how cold is it in December?')"
    )
    places: tuple[str, ...] | None = Field(
        default=None, description="what a question of fact is about; None: the words name it"
    )
    interests: tuple[str, ...] = ()
    likes: bool = Field(default=False, description="the message only says what one likes")
    passports: tuple[str, ...] = ()
    passport_until: date | None = Field(default=None, description="the last day of a passport")
    diet: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    pace: str | None = None

    @property
    def about_documents(self) -> bool:
        """Say whether the message is for the planning at all."""
        return bool(
            self.trigger
            or self.mentioned
            or self.edits
            or self.expenses
            or self.strikes
            or self.splits
            or self.shown
            or self.repaid
            or self.amounts
            or self.budget_question
            or self.topics
            or self.passport_until
            or self.unknown_actions
        )
