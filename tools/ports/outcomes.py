"""The desk's answers: outcomes of a purchase or a cancellation, and values that an operator reads or tells it."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from tripintent.state.booking import Approval, Booking, CancelLine
from tripintent.state.foreign import Line, Lines, Ref
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import RefundTo


class CancellationPlan(Frozen):
    """The price of cancelling a set of booked items now: each with its fee and refund, and the sums in one currency.

    ``needs_approval`` unless all of it was approved before and is under way. Items that cannot be cancelled stand in it with
    their problem, and stay booked.
    """

    items: tuple[CancelLine, ...]
    fee: Money
    refund: Money
    needs_approval: bool

    @property
    def cancellable(self) -> tuple[CancelLine, ...]:
        """The items that the plan cancels."""
        return tuple(item for item in self.items if item.refund is not None)

    @classmethod
    def of(cls, approval: Approval) -> "CancellationPlan":
        """Return the plan that an approval of kind ``cancel`` is about."""
        back = approval.refund or Money(amount=Decimal(0), currency=approval.total.currency)
        return cls(items=approval.cancels, fee=approval.total, refund=back, needs_approval=True)


class CancelledItem(Frozen):
    """The outcome of one item of a plan: ``kept`` says why in ``message``; ``in_doubt`` is being found out.

    ``changed``: its airline changed it, and pays ``refund`` back to ``refund_to`` where something comes back.
    """

    booking: Booking
    state: Literal["cancelled", "changed", "in_doubt", "kept"]
    fee: Money | None = None
    refund: Money | None = None
    refund_to: RefundTo | None = None
    message: str = ""


class Cancelled(Frozen):
    """The plan was carried out: what became of each item, and the sums of what is cancelled, in the plan's currency."""

    kind: Literal["cancelled"] = "cancelled"
    items: tuple[CancelledItem, ...]
    fee: Money
    refund: Money
    already: bool = Field(default=False, description="carried out before under the same approval")


class Bought(Frozen):
    """Everything of the cart is bought. ``cheaper_by`` is set when less was paid than was approved."""

    kind: Literal["bought"] = "bought"
    purchase_id: str
    bookings: tuple[Booking, ...]
    total: Money = Field(description="what was paid, also where a supplier charged another sum than was approved")
    cheaper_by: Money | None = None
    dearer_by: Money | None = Field(default=None, description="how much more was charged than was approved")
    replaced: tuple[CancelledItem, ...] = Field(
        default=(), description="earlier bookings that the same approval cancels"
    )
    already: bool = Field(default=False, description="this cart had been bought before; nothing was bought now")


class ReapprovalNeeded(Frozen):
    """The price rose or a condition got worse; the approval is void and nothing was bought."""

    kind: Literal["reapproval_needed"] = "reapproval_needed"
    approval_id: str
    differences: tuple[str, ...]
    dearer_by: Money | None = None


class Refused(Frozen):
    """Nothing was bought and nothing was consumed. ``code`` names why: no_approval, stale_answer, wrong_cart and so on."""

    kind: Literal["refused"] = "refused"
    code: str
    message: str


class Failed(Frozen):
    """The purchase failed; what could be undone for free was undone. ``declined`` when the payment by that method was refused."""

    kind: Literal["failed"] = "failed"
    purchase_id: str
    state: str
    message: str
    declined: bool = False
    payment_method_id: str = ""
    bookings: tuple[Booking, ...] = ()


class InReview(Frozen):
    """The outcome is not certain yet, or money would be lost by undoing: a person or the reconciler continues."""

    kind: Literal["in_review"] = "in_review"
    purchase_id: str
    state: str
    message: str
    loss: Money | None = None
    declined: bool = False
    bookings: tuple[Booking, ...] = ()


PurchaseOutcome = Annotated[Bought | ReapprovalNeeded | Refused | Failed | InReview, Field(discriminator="kind")]


CancelOutcome = Annotated[Cancelled | Refused, Field(discriminator="kind")]


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
