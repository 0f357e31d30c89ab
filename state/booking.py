"""Holds, approvals and bookings as the trip shows them; the truth of all three is the ledger's."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from operator import not_
from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field

from tripintent.state.bundles import Issue
from tripintent.state.context import Identity
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import MONEY_BACK, Offer, RefundTo, Terms
from tripintent.state.travellers import PassengerType, RequestOutcome, Traveller

UNDER_WAY = frozenset({"REPRICING", "EXECUTING", "PAYMENT_REVIEW", "COMPENSATING"})
"""States of a purchase that is being carried out (docs/purchase.md): it ends with or without the conversation."""


def _as_issue(value: object) -> object:
    """Take what was kept before risks were kept whole: their English words alone, which no language has others for."""
    return {"code": "", "text": value} if isinstance(value, str) else value


Confirmed = Mapping[str, Annotated[Issue, BeforeValidator(_as_issue)]]
"""Issues that must be confirmed, by id: facts, which each card puts into the words of its language."""
CHANGED = "changed"
"""The problem of a line that is not cancelled because its airline changes it."""
GIVES_UP = "gives_up"
"""The code of what is to be confirmed of a booking that ends with a card."""
NOTHING_BACK = "nothing_back"
"""The problem of a line that is replaced and not cancelled: nothing would come back for it."""
HAS_SUCCESSOR = "another is booked in its place"
"""Why a booking fits the plan no more that another has replaced, and that stays booked."""
BRINGS_NOTHING = "nothing would come back for it: it stays booked"
KEPT = "it stays booked: cancelling it got dearer, or its supplier did not answer"
"""What is said of such a line."""
HoldStatus = Literal["held", "failed", "released", "expired", "used", "in_doubt"]


RequirementKey = Annotated[
    str,
    Field(
        validation_alias=AliasChoices("requirement_key", "fit"),
        serialization_alias="fit",
        description="fingerprint of the plan it was placed for; published, and stored before 2026-11-22, as `fit`",
    ),
]


class Hold(Frozen):
    """One item kept for the traveller. ``kind`` none or soft: the price is not guaranteed until the purchase."""

    hold_id: str
    item_type: Literal["flight", "hotel"]
    key: str = Field(default="", description="fingerprint of the query its offer answered")
    requirement_key: RequirementKey = ""
    bundle_id: str = ""
    option_id: str = ""
    supplier: str = ""
    order_id: str | None = None
    kind: Literal["hard", "soft", "none"] = "hard"
    status: HoldStatus = "held"
    total: Money | None = None
    title: str = ""
    simulated: bool = False
    expires_at: datetime | None = None
    error: str = ""
    requests: tuple[RequestOutcome, ...] = Field(default=(), description="what the traveller asked for with it")


class BookedFor(Frozen):
    """The part of the trip that was ordered: a flight's route and day, or a stay's place and nights, and for how many.

    ``origin``, ``destination`` and ``place`` are the codes that were asked for. It goes with hold and booking: a booking is a
    fact, and takes its part of the plan whatever the plan says later.
    """

    origin: str = ""
    destination: str = ""
    place: str = ""
    day: str = Field(default="", description="YYYY-MM-DD: the departure, or the first night")
    until: str = Field(default="", description="YYYY-MM-DD: the check-out")
    heads: tuple[int, int, int] = Field(default=(0, 0, 0), description="adults, children, infants")


class CartLine(Frozen):
    """One line of the approval card and of the purchase."""

    hold_id: str
    item_type: Literal["flight", "hotel"]
    title: str
    total: Money
    terms: Terms = Terms()
    simulated: bool = False
    expires_at: datetime | None = None
    requests: tuple[RequestOutcome, ...] = ()
    key: str = Field(default="", exclude_if=not_, description="fingerprint of the question that its offer answered")
    offer: Annotated[Offer, Field(discriminator="kind")] | None = Field(
        default=None, exclude_if=not_, description="what is bought, as it was held; the ledger's row alone has it"
    )
    due_at_property: Money | None = Field(default=None, exclude_if=not_, description="not in its total")
    part: BookedFor | None = Field(default=None, exclude_if=not_)
    who: tuple[int, ...] = Field(
        default=(), exclude_if=not_, description="places among the approval's people; empty: all of them"
    )


class Person(Frozen):
    """One of those who travel, as a card names them."""

    name: str
    date_of_birth: str | None = None
    passenger_type: PassengerType = "adult"

    @classmethod
    def of(cls, one: Traveller) -> "Person":
        """Return a traveller without papers."""
        name = f"{one.given_name} {one.family_name}".strip()
        return cls(name=name, date_of_birth=one.date_of_birth, passenger_type=one.passenger_type)


class CancelLine(Frozen):
    """One booked item of a cancellation: what was paid for it, what is lost, and what comes back.

    Without ``fee`` and ``refund`` it is not cancelled: ``problem`` says why (``not_cancellable``, ``supplier_unavailable``).
    With the problem ``changed`` its airline changes it: ``refund`` comes back with that, to ``refund_to``.
    """

    booking_id: str
    item_type: Literal["flight", "hotel"]
    title: str
    paid: Money
    due_at_property: Money | None = Field(default=None, exclude_if=not_, description="not paid if it is cancelled")
    fee: Money | None = None
    refund: Money | None = None
    refund_to: RefundTo | None = Field(
        default=None, description="to where; None for a cancellation: as its seller does it"
    )
    problem: str = ""
    message: str = ""
    simulated: bool = False
    expires_at: datetime | None = Field(default=None, description="until when the supplier keeps to fee and refund")

    @property
    def money_back(self) -> Money | None:
        """Return the amount that comes back as money; None for a credit or a voucher."""
        return self.refund if self.refund_to is None or self.refund_to in MONEY_BACK else None

    @property
    def is_changed(self) -> bool:
        """Check whether its airline changes it, so that nothing of it is cancelled."""
        return self.problem == CHANGED

    def given_up(self, said: Callable[[Money], str]) -> Issue | None:
        """Return what must be confirmed of it by a tick of its own, amounts as people read them; None where it is not cancelled."""
        if self.refund is None or self.fee is None or self.is_changed:
            return None
        lost = f"{said(self.fee)} of {said(self.paid)} is lost, " if self.fee.amount else ""
        lost += f"{said(self.refund)} comes back"
        facts = {"title": self.title, "paid": str(self.paid), "back": str(self.refund)}
        facts |= {"lost": str(self.fee)} if self.fee.amount else {}
        text = (
            f"{self.title} is given up: {lost if self.refund.amount else f'nothing comes back of {said(self.paid)}'}."
        )
        return Issue(code=GIVES_UP, path=self.booking_id, text=text, confirm=True, facts=facts)


def ticks(cancels: Iterable[CancelLine], said: Callable[[Money], str]) -> dict[str, Issue]:
    """Return what must be confirmed of bookings that are given up, by id: one tick each."""
    return {one.confirmation_id: one for line in cancels if (one := line.given_up(said))}


DECIDED = frozenset({"consumed", "rejected", "void"})
"""States of an approval about which no one is asked any more; one whose time is over may still get a no."""


class Approval(Frozen):
    """A waiting request for a person's yes or no, bound to one cart: what is bought, and what is cancelled.

    Of kind ``purchase``: ``lines`` are bought for ``total``, then ``cancels`` are cancelled, which they replace. Of kind
    ``cancel``: ``cancels`` alone, and ``total`` is what is lost in all. ``refund`` is what comes back in all.
    """

    approval_id: str
    kind: Literal["purchase", "cancel"] = "purchase"
    org: str = Field(default="", description="whose trip it is, and whose user the approver is")
    trip_id: str
    thread_id: str = ""
    cart_hash: str
    lines: tuple[CartLine, ...] = ()
    cancels: tuple[CancelLine, ...] = ()
    total: Money
    refund: Money | None = None
    payment_method_id: str | None = None
    approver: str | None = None
    token_required: bool = False
    confirmations: tuple[str, ...] = Field(default=(), description="ids that must be confirmed in the answer")
    wording: Confirmed = Field(default_factory=dict, description="the risks that must be confirmed, by id")
    people: tuple[Person, ...] = Field(
        default=(), exclude_if=not_, description="who travels; known while it can be used, and to its card alone"
    )
    state: Literal["open", "consumed", "rejected", "void", "expired"] = "open"
    reason: str | None = Field(default=None, description="why it was refused or withdrawn; erased with the person")
    expires_at: datetime
    created_at: datetime

    @property
    def difference(self) -> Money | None:
        """What a purchase with everything that it replaces comes to, local taxes with it; None while a part is not known."""
        known = all(one.refund is not None or one.problem in (CHANGED, NOTHING_BACK) for one in self.cancels)
        back = self.refund
        if back is None or back.currency != self.total.currency or not known:
            return None
        taxes = [(1, one.due_at_property) for one in self.lines] + [(-1, one.due_at_property) for one in self.cancels]
        own = (sign * one.amount for sign, one in taxes if one and one.currency == back.currency)
        return Money(amount=self.total.amount - back.amount + sum(own), currency=back.currency)

    @property
    def due_there(self) -> tuple[Money, ...]:
        """The local taxes of what is bought, paid at its hotels."""
        return tuple(one.due_at_property for one in self.lines if one.due_at_property)

    @property
    def asked(self) -> Identity | None:
        """The approver who is named; None where whoever travels decides."""
        return None if self.approver is None else Identity(self.org, self.approver)


class Booking(Frozen):
    """A bought item. It is never erased. ``stale``: it fits the present plan no more, and stays booked all the same."""

    booking_id: str
    item_type: Literal["flight", "hotel"]
    key: str = ""
    requirement_key: RequirementKey = ""
    option_id: str = Field(default="", description="the offer that was bought; the offer store keeps it, lapsed or not")
    purchase_id: str = ""
    supplier: str = ""
    order_id: str = ""
    status: Literal["confirmed", "changed", "cancelled", "failed", "in_doubt"] = Field(
        default="confirmed", description="changed: another booking has taken its place at the airline"
    )
    locator: str | None = Field(default=None, description="PNR or hotel confirmation number")
    tickets: tuple[str, ...] = ()
    title: str = ""
    total: Money | None = None
    refund: Money | None = None
    terms: Terms = Terms()
    simulated: bool = False
    booked_at: datetime | None = None
    requests: tuple[RequestOutcome, ...] = Field(default=(), description="what became of the traveller's requests")
    part: BookedFor | None = Field(
        default=None, description="what of the trip it is; None for one from before this was kept"
    )
    payment_method_id: str = Field(default="", exclude_if=not_, description="what its purchase was charged to")
    stale: bool = False
    stale_reason: str = ""

    @property
    def has_successor(self) -> bool:
        """Check whether another one has replaced it: it stays booked, and is not travelled with."""
        return self.stale_reason == HAS_SUCCESSOR

    @property
    def is_taken(self) -> bool:
        """Check whether it is booked and travelled with."""
        return self.status == "confirmed" and not self.has_successor

    @property
    def spent(self) -> Money | None:
        """What was paid for it and did not come back; None where nothing was, or where no sum can be told."""
        paid, back = self.total, self.refund
        if paid is None or self.status in ("failed", "in_doubt") or (back and back.currency != paid.currency):
            return None
        return Money(amount=paid.amount - back.amount, currency=paid.currency) if back else paid


class OpenChange(Frozen):
    """A change that the airline made by itself, which the traveller was told of and has not answered."""

    change_id: str
    booking_id: str
    title: str = ""


class ApprovalAnswer(Frozen):
    """A person's answer to an approval, in one form for every client. It names approval, trip and thread.

    ``seal`` is put on by the approve node with the ledger's key: it proves that the answer came through the interrupt,
    and not through an edit of the graph's state. ``shown_cart_hash`` is the cart that the answered card showed.
    """

    approval_id: str
    trip_id: str = Field(default="", description="the ledger's id of the trip whose card was answered")
    thread_id: str = Field(default="", description="the conversation in which it was answered")
    decision: Literal["approve", "reject"]
    payment_method_id: str | None = None
    confirmations: tuple[str, ...] = ()
    reason: str = ""
    by: str = "traveller"
    organisation: str | None = Field(default=None, description="of which ``by`` is a user; None is that of the run")
    shown_cart_hash: str = ""
    grant_id: str = Field(default="", description="the owner's grant by which somebody else answers in their place")
    seal: str = ""
