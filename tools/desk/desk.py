"""The booking desk: the Desk port, carried out on the ledger."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from tripintent.state.booking import Approval, ApprovalAnswer
from tripintent.state.context import Identity
from tripintent.state.travellers import Traveller
from tripintent.tools.desk import approving, cancelling, changes, holding, webhooks
from tripintent.tools.desk.by_hand import settle_by_hand
from tripintent.tools.desk.consuming import Consent, Consumed, consume
from tripintent.tools.desk.context import DeskContext, FaultPoints, NoFaults
from tripintent.tools.desk.purchasing import carry_on
from tripintent.tools.desk.reconciling import reconcile
from tripintent.tools.desk.states import refuse
from tripintent.tools.desk.status import latest, ledger_status, overview
from tripintent.tools.desk.suppliers import DeskSupplier, guarded
from tripintent.tools.ledger import anchoring, approvals, auditing, ownership, seals
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.locks import new_owner
from tripintent.tools.ledger.seals import is_sealed, seal_of
from tripintent.tools.ports.clock import Clock, Rates
from tripintent.tools.ports.desk import (
    AuditEvent,
    HoldRequest,
    LedgerStatus,
)
from tripintent.tools.ports.outcomes import (
    Anchor,
    Bought,
    CancellationPlan,
    CancelOutcome,
    PurchaseOutcome,
    PurchaseSummary,
    Refused,
)
from tripintent.tools.ports.suppliers import Capabilities

P = ParamSpec("P")
T = TypeVar("T")


def _worked(
    work: Callable[Concatenate[DeskContext, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate["BookingDesk", P], Coroutine[Any, Any, T]]:
    """Return work in a context, with its arguments and its description, as a method of the desk."""

    @wraps(work)
    async def worked(self: "BookingDesk", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await work(self._ctx, *args, **kwargs)

    return worked


class BookingDesk:
    """Holds, approvals, purchases and cancellations; the truth of all of them is the ledger's, and so is the time.

    ``clock`` is only for time that is played (``--now``, tests): it is in for the ledger's. ``channels`` are the names of those
    that are told of approvals, through the ledger's outbox.
    """

    def __init__(
        self,
        ledger: Database,
        suppliers: Mapping[str, DeskSupplier],
        clock: Clock | None = None,
        rates: Rates | None = None,
        faults: FaultPoints | None = None,
        *,
        anchor_key: bytes | None = None,
        channels: Sequence[str] = (),
    ) -> None:
        safe = {name: guarded(supplier) for name, supplier in suppliers.items()}
        self._ctx = DeskContext(ledger, safe, clock, rates, faults or NoFaults(), channels=tuple(channels))
        self._key: bytes | None = None
        self._anchor_key = anchor_key

    def by_grant(self, grant_id: str) -> "BookingDesk":
        """Return this desk for somebody who acts by a grant: it is looked up in each transaction that begins something."""
        made = copy(self)
        made._ctx = replace(self._ctx, grant_id=grant_id)  # noqa: SLF001 - a copy of its own
        return made

    def capabilities(self, supplier: str) -> Capabilities:
        """Return what a supplier declares."""
        return self._ctx.capabilities(supplier)

    ledger_status = _worked(ledger_status)
    request_approval = _worked(approving.request_approval)
    new_token = _worked(approving.new_token)
    accept_change = _worked(changes.accept)
    change_offers = _worked(changes.offers)
    request_cancel_approval = _worked(cancelling.request_approval)
    reconcile = _worked(reconcile)
    settle_by_hand = _worked(settle_by_hand)

    async def hold(self, request: HoldRequest) -> LedgerStatus:
        """Place holds through operations; an item already held is not held twice, holds of another bundle stay."""
        await holding.hold(self._ctx, request)
        return await self.ledger_status(request.trip_id)

    async def release(self, trip_id: str, hold_ids: Sequence[str], reason: str) -> LedgerStatus:
        """Release holds at the supplier; voids an open approval that contains them."""
        await holding.release(self._ctx, trip_id, hold_ids, reason)
        return await self.ledger_status(trip_id)

    async def seal(self, answer: ApprovalAnswer) -> ApprovalAnswer:
        """Return the answer sealed with the ledger's key."""
        return answer.model_copy(update={"seal": seal_of(answer, await self._seal_key())})

    async def purchase(
        self, trip_id: str, answer: ApprovalAnswer | None, travellers: Sequence[Traveller] = ()
    ) -> PurchaseOutcome:
        """Buy under a sealed answer, exactly once; whatever is missing, stale or forged is Refused by name."""
        if answer is None:
            return refuse("no_approval")
        if not is_sealed(answer, await self._seal_key()):
            return refuse("forged_answer")
        if answer.decision != "approve":
            return refuse("rejected")
        return await self._buy(trip_id, Consent.of(answer, travellers))

    async def purchase_with_token(
        self,
        trip_id: str,
        token_hash: str,
        payment_method_id: str,
        confirmations: Sequence[str] = (),
        travellers: Sequence[Traveller] = (),
    ) -> PurchaseOutcome:
        """Buy under an approval token (its SHA-256, hex): same rules, same result as a sealed answer."""
        row = await self._ctx.ledger.read(lambda tx: approvals.by_token(tx, token_hash))
        if row is None:
            return refuse("bad_token")
        consent = Consent(
            row.approval_id,
            row.approver or "token",
            payment_method_id or None,
            tuple(confirmations),
            by_token=True,
            travellers=travellers,
        )
        return await self._buy(trip_id, consent)

    async def _buy(self, trip_id: str, consent: Consent) -> PurchaseOutcome:
        owner = new_owner()
        consumed = await self._ctx.write(trip_id, lambda tx: consume(self._ctx, tx, trip_id, consent, owner))
        if not isinstance(consumed, Consumed):
            return consumed
        self._ctx.faults.reach("consume.stored")
        outcome = await carry_on(self._ctx, consumed.purchase_id, consumed.made)
        if consumed.made is None and isinstance(outcome, Bought):
            return outcome.model_copy(update={"already": True})
        return outcome

    async def outcome(self, trip_id: str) -> PurchaseOutcome | None:
        """Return what became of the trip's latest purchase, as far as the ledger knows."""
        return await self._ctx.ledger.read(lambda tx: latest(tx, trip_id))

    async def reject(
        self, trip_id: str, approval_id: str, by: str, reason: str, grant_id: str = ""
    ) -> LedgerStatus | Refused:
        """Say no to an approval of the trip: it is closed and the holds of its cart are released."""
        refused = await approving.reject(self._ctx, trip_id, approval_id, approving.No(by, reason, grant_id))
        return refused or await self.ledger_status(trip_id)

    async def void(self, trip_id: str, reason: str) -> LedgerStatus:
        """Close an open approval without touching the holds."""
        await approving.void(self._ctx, trip_id, reason)
        return await self.ledger_status(trip_id)

    async def pending(self) -> Sequence[Approval]:
        """Return every open, unexpired approval."""
        rows = await self._ctx.ledger.read(approvals.all_open)
        return [row.as_approval() for row in rows if row.expires_at > self._ctx.now()]

    async def approval(self, approval_id: str) -> Approval | None:
        """Return an approval in whatever state it is, with everything that its card shows."""
        row = await self._ctx.ledger.read(lambda tx: approvals.get(tx, approval_id))
        return None if row is None else row.as_card()

    async def owner(self, trip_id: str) -> Identity | None:
        """Return whose a trip is; None for one that has no named owner."""
        row = await self._ctx.ledger.read(lambda tx: ownership.owner_of(tx, trip_id))
        return Identity(row.org, row.subject) if row and row.subject else None

    async def quote_cancellation(
        self, trip_id: str, *booking_ids: str, currency: str | None = None
    ) -> CancellationPlan | Refused:
        """Ask the suppliers what cancelling a set of bookings costs."""
        return await cancelling.quote(self._ctx, trip_id, booking_ids, currency)

    async def cancel(self, trip_id: str, plan: CancellationPlan, answer: ApprovalAnswer | None) -> CancelOutcome:
        """Carry out a plan, only under a sealed approval of kind ``cancel`` of this very plan."""
        if answer is not None and not is_sealed(answer, await self._seal_key()):
            return refuse("forged_answer")
        if answer is not None and answer.decision != "approve":
            return refuse("rejected")
        return await cancelling.cancel(self._ctx, trip_id, plan, answer)

    async def reported(
        self, supplier: str, headers: Mapping[str, str], body: bytes
    ) -> Callable[[], Awaitable[None]] | None:
        """Keep what a supplier sent, once its adapter has checked the signature. Return the work that is left, None for a repeat.

        KeyError for a supplier without webhooks; raises UnsignedReport, and InvalidRequest for what is not an event.
        """
        event = await webhooks.opened(self._ctx, supplier, headers, body)
        fresh = await webhooks.keep(self._ctx, event)
        return partial(webhooks.look_into, self._ctx, event) if fresh else None

    async def purchases(self, limit: int = 50) -> Sequence[PurchaseSummary]:
        """Return the newest purchases of all trips with their steps, for an operator."""
        return await self._ctx.ledger.read(lambda tx: overview(tx, limit))

    async def record(self, events: Sequence[AuditEvent], trip_id: str = "", last: int = 0) -> Sequence[AuditEvent]:
        """Append decisions to the audit, and return so many of a trip's newest lines, oldest first.

        They cost no one money: a power cut may take the newest of them.
        """
        if not events:
            return await self.audit(trip_id, last) if last else ()
        now = self._ctx.now()

        def work(tx: Connection) -> Sequence[AuditEvent]:
            auditing.append(tx, events, now)
            return auditing.read(tx, trip_id, last) if last else ()

        return await self._ctx.ledger.write(work, durable=False)

    async def audit(self, trip_id: str | None = None, last: int | None = None) -> Sequence[AuditEvent]:
        """Return the audit of a trip, oldest first: all of it, or its last lines."""
        return await self._ctx.ledger.read(lambda tx: auditing.read(tx, trip_id, last))

    async def verify_audit(self, anchors: Sequence[Anchor] = ()) -> str | None:
        """Return None when chain, purchases, bookings and the anchors kept elsewhere agree, else one sentence about what does not."""
        key = await self._anchor_key_now()
        return await self._ctx.ledger.read(lambda tx: anchoring.verify(tx, anchors, key))

    async def anchor_audit(self) -> Anchor:
        """Return the newest line of the audit, signed, to be kept elsewhere."""
        key = await self._anchor_key_now()
        return await self._ctx.ledger.read(lambda tx: anchoring.anchor_of(tx, key, self._ctx.now()))

    async def _anchor_key_now(self) -> bytes:
        return self._anchor_key or seals.derive(await self._seal_key(), anchoring.PURPOSE)

    async def _seal_key(self) -> bytes:
        key = self._key or await self._ctx.ledger.read(seals.find_key)
        if key is None:
            key = await self._ctx.ledger.write(lambda tx: seals.make_key(tx, self._ctx.now()))
        self._key = key
        return key
