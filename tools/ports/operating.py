"""Values that an operator reads from the desk or tells it."""

from datetime import datetime

from pydantic import Field

from tripintent.state.foreign import Line, Lines, Ref
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money


class OperationStep(Frozen):
    """One operation of a purchase, as an operator sees it."""

    op_id: str
    action: str
    supplier: str
    state: str
    order_id: str | None = None
    code: str = ""
    error: str = ""


class PurchaseSummary(Frozen):
    """One purchase, with its steps in the order of execution."""

    purchase_id: str
    approval_id: str
    trip_id: str
    org: str = ""
    thread_id: str = ""
    state: str
    meaning: str
    note: str = ""
    total: Money
    cheaper_by: Money | None = None
    dearer_by: Money | None = None
    loss: Money | None = None
    declined: bool = False
    approved_by: str = ""
    created_at: datetime
    updated_at: datetime
    steps: tuple[OperationStep, ...] = ()


class Anchor(Frozen):
    """The newest line of the audit at one moment, signed: line number, its hash, when, and the HMAC over these."""

    seq: int
    hash: str
    at: datetime
    signature: str = ""


class Forgotten(Frozen):
    """The result of erasing a traveller. ``in_the_way``: what has to be over first; then nothing was erased.

    ``erased`` and ``kept`` count rows by table; ``named_elsewhere`` are trips of others that name the profile; ``left`` is what
    was found of the person by reading everything again, and should be nothing.
    """

    pseudonym: str
    trips: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    erased: dict[str, int] = Field(default_factory=dict)
    kept: dict[str, int] = Field(default_factory=dict)
    named_elsewhere: tuple[str, ...] = ()
    in_the_way: tuple[str, ...] = ()
    left: dict[str, int] = Field(default_factory=dict)


class Statement(Frozen):
    """A person's finding about an operation in doubt. ``order_id``: the order that it made, where that is not known yet."""

    done: bool
    by: Line = Field(min_length=1)
    reason: Line = Field(min_length=1)
    order_id: Ref | None = Field(default=None, min_length=1)
    locator: Line | None = None
    tickets: Lines = ()


class SettledByHand(Frozen):
    """How the operation is now. ``by_books``: the supplier's books settled it, the person's word was not needed."""

    op_id: str
    action: str
    supplier: str
    state: str
    by_books: bool
    purchase_id: str | None = None
    purchase_state: str | None = None
    note: str = ""
