"""The booking desk: the only way to hold, approve, buy, release or cancel anything.

The desk owns the ledger (approvals, purchases, operations, audit) and is the only caller of the orders port. A graph, a page
or a command hands it facts and gets the standing back; nothing that they hold in memory can make it buy (reference: the
purchase protocol, docs/purchase.md).
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from pydantic import Field, JsonValue

from tripintent.state.booking import Approval, ApprovalAnswer, BookedFor, Booking, Confirmed, Hold
from tripintent.state.context import Identity
from tripintent.state.foreign import Line
from tripintent.state.frozen import Frozen
from tripintent.state.offers import FlightOffer, Offer
from tripintent.state.queries import FlightQuery
from tripintent.state.travellers import Contact, Traveller, TravellerRequest
from tripintent.tools.ports.outcomes import (
    Anchor,
    CancellationPlan,
    CancelOutcome,
    PurchaseOutcome,
    PurchaseSummary,
    Refused,
    SettledByHand,
    Statement,
)
from tripintent.tools.ports.suppliers import Capabilities


class HoldItem(Frozen):
    """One offer to hold. ``key`` is the fingerprint of its query, ``requirement_key`` that of the plan it must keep fitting."""

    offer: Offer = Field(discriminator="kind")
    key: str
    requirement_key: str
    title: Line
    part: BookedFor | None = None


class HoldRequest(Frozen):
    """Hold one chosen bundle, all items or as many as possible."""

    trip_id: str
    org: str = ""
    thread_id: str = ""
    bundle_id: str
    items: tuple[HoldItem, ...] = Field(min_length=1)
    travellers: tuple[Traveller, ...] = ()
    only: Mapping[str, tuple[int, ...]] = Field(
        default_factory=dict, description="questions that are for some of the travellers, by their places"
    )
    contact: Contact = Contact()
    requests: tuple[TravellerRequest, ...] = ()
    supplier_hold: bool = Field(
        default=True,
        description="False where a policy forbids holds without approval: the cart is kept here only, and bought at once later",
    )


class LedgerStatus(Frozen):
    """The ledger's status of one trip, now: expired things are marked expired."""

    trip_id: str
    holds: tuple[Hold, ...] = Field(default=(), description="all holds that were not used; newest last")
    approval: Approval | None = Field(default=None, description="the open approval, if one waits")
    bookings: tuple[Booking, ...] = ()
    cancelling: tuple[str, ...] = Field(default=(), description="bookings whose cancellation is not certain yet")
    purchase_id: str | None = None
    purchase_state: str | None = Field(default=None, description="state of the latest purchase (docs/purchase.md)")
    note: str = Field(default="", description="plain words when something needs attention")

    @property
    def live_holds(self) -> tuple[Hold, ...]:
        """Holds that could be bought."""
        return tuple(h for h in self.holds if h.status == "held")


class ApprovalRequest(Frozen):
    """Ask for approval of the trip's live holds. The desk builds the cart itself; the same cart gets the same approval."""

    trip_id: str
    org: str = ""
    thread_id: str = ""
    travellers: tuple[Traveller, ...] = ()
    only: Mapping[str, tuple[int, ...]] = Field(default_factory=dict, description="as in HoldRequest")
    contact: Contact = Contact()
    requests: tuple[TravellerRequest, ...] = ()
    total_currency: str = "USD"
    payment_method_id: str | None = None
    confirmations: tuple[str, ...] = ()
    wording: Confirmed = Field(default_factory=dict, description="the risk behind each confirmation, for the card")
    approver: str | None = None
    token_required: bool = False
    while_held: bool = Field(default=False, description="the traveller, too, has as long as everything is kept")
    replaces: tuple[str, ...] = Field(default=(), description="bookings that are cancelled once the cart is bought")


class IssuedApproval(Frozen):
    """An approval as issued. ``token`` is given exactly once, when the row is made and a token is demanded."""

    approval: Approval
    token: str | None = Field(default=None, repr=False)


class AuditEvent(Frozen):
    """One line of the append-only, hash-chained audit."""

    trip_id: str
    type: str
    data: dict[str, JsonValue] = Field(default_factory=dict)
    at: datetime | None = None


class ReconcileReport(Frozen):
    """Counts of what a recovery run found and did."""

    probed: int = 0
    finished: int = 0
    failed: int = 0
    waiting: int = 0
    expired: int = 0
    released: int = 0
    notes: tuple[str, ...] = ()


class Desk(Protocol):
    """Holds, approvals, purchases, cancellations and the audit of them."""

    def by_grant(self, grant_id: str) -> "Desk":
        """Return this desk for an assistant: what they begin is begun only while the grant counts, else NotYours is raised."""
        ...

    def capabilities(self, supplier: str) -> Capabilities:
        """Return what a supplier declares; of one that is not open here its name is all that is known."""
        ...

    async def ledger_status(self, trip_id: str) -> LedgerStatus:
        """Return what the ledger says of a trip."""
        ...

    async def hold(self, request: HoldRequest) -> LedgerStatus:
        """Place holds through operations; an item already held for the same fit is not held twice."""
        ...

    async def release(self, trip_id: str, hold_ids: Sequence[str], reason: str) -> LedgerStatus:
        """Release holds at the supplier; voids an open approval that contains them."""
        ...

    async def request_approval(self, request: ApprovalRequest) -> IssuedApproval | Refused:
        """Issue (or find again) the approval of the cart made of the live holds. Refused when there is none to buy."""
        ...

    async def seal(self, answer: ApprovalAnswer) -> ApprovalAnswer:
        """Return the answer sealed with the ledger's key. Has no effect on the ledger."""
        ...

    async def purchase(
        self, trip_id: str, answer: ApprovalAnswer | None, travellers: Sequence[Traveller] = ()
    ) -> PurchaseOutcome:
        """Buy under a sealed answer, exactly once; whatever is missing, stale or forged is Refused by name.

        ``travellers`` are those of the trip as it is: a card that names others is not bought.
        """
        ...

    async def purchase_with_token(
        self,
        trip_id: str,
        token_hash: str,
        payment_method_id: str,
        confirmations: Sequence[str] = (),
        travellers: Sequence[Traveller] = (),
    ) -> PurchaseOutcome:
        """Buy under an approval token (its SHA-256, hex): same rules, same result as a sealed answer."""
        ...

    async def outcome(self, trip_id: str) -> PurchaseOutcome | None:
        """Return what became of the trip's latest purchase, as far as the ledger knows; nothing is sent. None without one."""
        ...

    async def new_token(self, approval_id: str, by: str) -> str | Refused:
        """Return a fresh token for an open approval, told once and kept as a hash; an earlier one is worth nothing then."""
        ...

    async def reject(
        self, trip_id: str, approval_id: str, by: str, reason: str, grant_id: str = ""
    ) -> LedgerStatus | Refused:
        """Say no to an approval of the trip: it is closed and the holds of its cart are released.

        Refused by name when there is no such approval (``unknown_approval``) or it is another trip's (``wrong_trip``).
        An approval that was closed before stays what it became: ``approval`` says what.
        """
        ...

    async def void(self, trip_id: str, reason: str) -> LedgerStatus:
        """Close an open approval without touching the holds."""
        ...

    async def accept_change(self, trip_id: str, booking_id: str, change_id: str) -> Booking | Refused:
        """Accept what an airline changed by itself; Refused by name where it cannot be, or is not certain yet."""
        ...

    async def change_offers(self, trip_id: str, booking_id: str, query: FlightQuery) -> Sequence[FlightOffer]:
        """Return other flights for a booking of the trip, each at what the change costs; none where its airline changes nothing."""
        ...

    async def pending(self) -> Sequence[Approval]:
        """Return every open, unexpired approval."""
        ...

    async def approval(self, approval_id: str) -> Approval | None:
        """Return an approval in whatever state it is."""
        ...

    async def owner(self, trip_id: str) -> Identity | None:
        """Return whose a trip is; None for one that has no named owner."""
        ...

    async def quote_cancellation(
        self, trip_id: str, *booking_ids: str, currency: str | None = None
    ) -> CancellationPlan | Refused:
        """Ask the suppliers what cancelling these bookings of the trip costs; another trip's is an ``unknown_booking``.

        Refused when none of them can be cancelled. Sums are in the items' currency, or in ``currency`` where these differ.
        """
        ...

    async def cancel(self, trip_id: str, plan: CancellationPlan, answer: ApprovalAnswer | None) -> CancelOutcome:
        """Carry out a plan, only under a sealed approval of kind ``cancel`` of this very plan."""
        ...

    async def request_cancel_approval(
        self, trip_id: str, plan: CancellationPlan, thread_id: str, approver: str | None = None
    ) -> IssuedApproval | Refused:
        """Issue the approval of a plan; ``approver`` is who has to give it, None for anybody."""
        ...

    async def reconcile(self) -> ReconcileReport:
        """Finish or probe every operation left SENT or UNKNOWN, expire what lapsed, release what is orphaned."""
        ...

    async def reported(
        self, supplier: str, headers: Mapping[str, str], body: bytes
    ) -> Callable[[], Awaitable[None]] | None:
        """Keep a supplier's webhook, its signature checked by the adapter; return the work that is left, None for a repeat.

        KeyError for a supplier without webhooks; raises UnsignedReport, and InvalidRequest for what is not an event.
        """
        ...

    async def settle_by_hand(self, op_id: str, told: Statement) -> SettledByHand:
        """Settle an operation whose outcome only a person could find out. Raises NotByHand where a word settles nothing."""
        ...

    async def purchases(self, limit: int = 50) -> Sequence[PurchaseSummary]:
        """Return the newest purchases of all trips with their steps, for an operator."""
        ...

    async def record(self, events: Sequence[AuditEvent], trip_id: str = "", last: int = 0) -> Sequence[AuditEvent]:
        """Append decisions to the audit, and return so many of a trip's newest lines, oldest first."""
        ...

    async def audit(self, trip_id: str | None = None, last: int | None = None) -> Sequence[AuditEvent]:
        """Return the audit of a trip, oldest first: all of it, or its last lines."""
        ...

    async def verify_audit(self, anchors: Sequence[Anchor] = ()) -> str | None:
        """Return None when chain, purchases, bookings and the anchors kept elsewhere agree, else one sentence about what does not."""
        ...

    async def anchor_audit(self) -> Anchor:
        """Return the newest line of the audit, signed, to be kept elsewhere."""
        ...
