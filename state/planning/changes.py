"""Changes that a person may make to a checklist or a budget, as typed values: a tick, an item, an amount, an expense."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.money import Amount, Currency
from tripintent.state.planning.checklist import LONGEST_ITEM

Name = Annotated[str, Field(max_length=80)]
Paid = Annotated[Amount, Field(gt=0, max_digits=12, decimal_places=2, allow_inf_nan=False)]


class _Change(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Tick(_Change):
    """Tick an item, or open it again."""

    op: Literal["tick"] = "tick"
    item: str = Field(description="id of the item", examples=["item-passport"])
    checked: bool = True


class AddItem(_Change):
    """Put an own item on the list."""

    op: Literal["add"] = "add"
    text: str = Field(min_length=1, max_length=LONGEST_ITEM - 1, examples=["contact lenses"])


class RemoveItem(_Change):
    """Take an item off: it does not come back."""

    op: Literal["remove"] = "remove"
    item: str


class MoveItem(_Change):
    """Put an item before another one of its category; without one, at the end."""

    op: Literal["move"] = "move"
    item: str
    before: str | None = None


class SetAmount(_Change):
    """Set a category's amount; none gives it back to our own share. What is booked, held or quoted cannot be set."""

    op: Literal["amount"] = "amount"
    category: str = Field(description="id of the category", examples=["budget-category-food"])
    amount: Annotated[Amount, Field(ge=0, max_digits=12, decimal_places=2, allow_inf_nan=False)] | None = None


class PaidPart(_Change):
    """What one of several paid, in the money of the expense."""

    name: Name = ""
    amount: Paid


class Spend(_Change):
    """Log money that was spent."""

    op: Literal["spend"] = "spend"
    amount: Paid
    currency: Currency | None = Field(default=None, description="the budget's when it is not given")
    what: str = Field(default="", max_length=LONGEST_ITEM)
    payer: Name = Field(default="", description="who paid; empty is the one who writes")
    payers: tuple[PaidPart, ...] = Field(
        default=(), max_length=30, description="where several paid; together the amount"
    )
    booking: str = Field(default="", max_length=80, description="id of the booking that it paid for")
    shared_by: tuple[Name, ...] = Field(default=(), max_length=30, description="who shares it; empty is everybody")
    without: tuple[Name, ...] = Field(default=(), max_length=30, description="who of everybody has no share")
    weights: tuple[Paid, ...] = Field(
        default=(), max_length=30, description="the parts of ``shared_by``, if they differ"
    )
    settles: bool = Field(default=False, description="``payer`` gave it back to ``shared_by``: it settles a debt")


class Correct(_Change):
    """Give an expense another amount, in the budget's currency."""

    op: Literal["correct"] = "correct"
    expense: str
    amount: Paid


class Replace(_Change):
    """Put an expense right: all of it is as it is said here, its id stays."""

    op: Literal["replace"] = "replace"
    expense: str
    by: Spend


class Strike(_Change):
    """Take an expense out."""

    op: Literal["strike"] = "strike"
    expense: str


class Share(_Change):
    """Say who paid an expense, and who shares it."""

    op: Literal["share"] = "share"
    expense: str
    payer: Name = ""
    shared_by: tuple[Name, ...] = Field(default=(), max_length=30)
    weights: tuple[Paid, ...] = Field(default=(), max_length=30)
    without: tuple[Name, ...] = Field(default=(), max_length=30)


class Sharers(_Change):
    """Say who shares the costs of the trip, unless an expense says otherwise."""

    op: Literal["sharers"] = "sharers"
    people: tuple[Name, ...] = Field(max_length=30)
    me: Name = Field(default="", description="which of the names is the one who writes")


ChecklistChange = Tick | AddItem | RemoveItem | MoveItem
BudgetChange = SetAmount | Spend | Correct | Replace | Strike | Share | Sharers
Change = Annotated[ChecklistChange | BudgetChange, Field(discriminator="op")]
