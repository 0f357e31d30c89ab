"""The desk of a copy of a trip: it takes the ledger's view once, and goes on from there by the same rules, in memory alone.

A hold is a line that no supplier hears of, an approval a card that no one waits for. It cannot buy, cancel, or tell anyone anything.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, cast

from tripintent.state.booking import CHANGED, UNDER_WAY, Approval, ApprovalAnswer, Booking, CancelLine, Hold
from tripintent.state.offers import FlightOffer, Offer
from tripintent.tools.desk.copied import (
    CopiedDocuments,
    CopiedOffers,
    CopiedOwnership,
    CopiedProfiles,
    bound,
    cancel_card,
    kept_line,
    line,
    purchase_card,
)
from tripintent.tools.desk.planning import predicted
from tripintent.tools.desk.states import refuse
from tripintent.tools.ids import new_id
from tripintent.tools.ledger.approvals import CartPeople
from tripintent.tools.ports.desk import (
    ApprovalRequest,
    AuditEvent,
    Desk,
    HoldItem,
    HoldRequest,
    IssuedApproval,
    LedgerStatus,
)
from tripintent.tools.ports.documents import Documents, Offers, Ownership
from tripintent.tools.ports.outcomes import CancellationPlan, Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profiles

LIVE = ("held", "in_doubt")
QUESTIONS = frozenset({"capabilities", "owner", "quote_cancellation", "change_offers", "outcome", "audit"})


def copied(ports: Ports) -> Ports:
    """Return ports for one copy of a trip: what they write is theirs alone, and gone with them."""
    offers = CopiedOffers(ports.offers)
    return replace(
        ports,
        offers=cast("Offers", offers),
        desk=cast("Desk", CopiedDesk(replace(ports, offers=cast("Offers", offers)))),
        documents=cast("Documents", CopiedDocuments(ports.documents)),
        ownership=cast("Ownership", CopiedOwnership(ports.ownership)),
        profiles=cast("Profiles", CopiedProfiles(ports.profiles)),
        searches=None,
        meter=None,
        survey=None,
    )


class CopiedDesk:
    """The desk of a copy."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._real = ports.desk
        self._seen: dict[str, LedgerStatus] = {}

    def __getattr__(self, name: str) -> Any:
        """Return the real desk's method where it is a question, and no more."""
        if name not in QUESTIONS:
            raise AttributeError(f"the desk of a copy has no {name}")
        return getattr(self._real, name)

    def by_grant(self, grant_id: str) -> "CopiedDesk":
        """Return this desk: the real one below it is the principal's own."""
        return self

    async def ledger_status(self, trip_id: str) -> LedgerStatus:
        """Return the ledger's view of a trip as it was when the copy was made, with what the copy did since."""
        if trip_id not in self._seen:
            self._seen[trip_id] = await self._real.ledger_status(trip_id)
        return self._seen[trip_id]

    async def hold(self, request: HoldRequest) -> LedgerStatus:
        """Keep what was chosen beside what is held; what is booked already is not held again."""
        status = await self.ledger_status(request.trip_id)
        booked = {(one.key, one.requirement_key) for one in status.bookings if one.status == "confirmed"}
        items = [one for one in request.items if not one.key or (one.key, one.requirement_key) not in booked]
        wanted = {(one.key, one.requirement_key, one.offer.option_id): one for one in items}
        live = {(one.key, one.requirement_key, one.option_id) for one in status.holds if one.status in LIVE}
        new = tuple(self._held(one, request) for key, one in wanted.items() if key not in live)
        return self._now(status, holds=(*status.holds, *new))

    def _held(self, item: HoldItem, request: HoldRequest) -> Hold:
        offer, caps = item.offer, self.capabilities(item.offer.supplier)
        searched = self._ports.flights.capabilities if offer.kind == "flight" else self._ports.hotels.capabilities
        kind = searched.hold if searched.supplier == offer.supplier else caps.hold
        gone = "the offer had lapsed before it could be held" if offer.expires_at <= self._ports.clock.now() else ""
        if not caps.sells:
            gone = f"it is not sold here; book it yourself: {offer.link}"
        facts = {"key": item.key, "requirement_key": item.requirement_key, "bundle_id": request.bundle_id}
        return Hold(
            hold_id=new_id("hld"),
            item_type=offer.kind,
            **facts,
            option_id=offer.option_id,
            supplier=offer.supplier,
            kind=kind if request.supplier_hold else "none",
            status="failed" if gone else "held",
            total=offer.total_price,
            title=item.title,
            simulated=offer.simulated,
            expires_at=offer.expires_at,
            error=gone,
            requests=predicted(CartPeople.of(request), item, caps),
        )

    async def release(self, trip_id: str, hold_ids: Sequence[str], reason: str) -> LedgerStatus:
        """Let holds go, and with them the card that contains one; what is being bought stays."""
        status = await self.ledger_status(trip_id)
        gone = set(hold_ids) if status.purchase_state not in UNDER_WAY else set()
        held = tuple(
            one.model_copy(update={"status": "released"}) if one.hold_id in gone and one.status in LIVE else one
            for one in status.holds
        )
        card = status.approval
        void = card is not None and any(line.hold_id in gone for line in card.lines)
        return self._now(status, holds=held, approval=None if void else card)

    async def void(self, trip_id: str, reason: str) -> LedgerStatus:
        """Take the card back; the holds stay."""
        return self._now(await self.ledger_status(trip_id), approval=None)

    async def reject(self, trip_id: str, approval_id: str, by: str, reason: str, grant_id: str = "") -> Any:
        """Say no to the card: its holds are let go."""
        card = (await self.ledger_status(trip_id)).approval
        if card is None or card.approval_id != approval_id:
            return refuse("unknown_approval")
        await self.release(trip_id, [line.hold_id for line in card.lines], reason)
        return await self.void(trip_id, reason)

    async def request_approval(self, request: ApprovalRequest) -> IssuedApproval | Refused:
        """Return the card that would come: the one that waits where the cart is the same."""
        status = await self.ledger_status(request.trip_id)
        live = [one for one in status.holds if one.status == "held"]
        if any(one.status == "in_doubt" for one in status.holds):
            return refuse("hold_in_doubt")
        if not live:
            return refuse("nothing_held")
        offers = await self._ports.offers.options(request.trip_id, [one.option_id for one in live])
        cancels = await self._replaced(request, status, offers.values())
        lines = [line(one, offers.get(one.option_id)) for one in live]
        card = purchase_card(request, lines, cancels, self._ports)
        waiting = status.approval
        if waiting is not None and bound(waiting) == bound(card):
            return IssuedApproval(approval=waiting)
        self._now(status, approval=card)
        return IssuedApproval(approval=card)

    async def _replaced(
        self, request: ApprovalRequest, status: LedgerStatus, offers: Collection[Offer]
    ) -> list[CancelLine]:
        """Return what the purchase would cancel, at what cost, and what it changes at an airline."""
        moved = {one.changes: one.brings_back for one in offers if isinstance(one, FlightOffer) and one.changes}
        booked = {one.booking_id: one for one in status.bookings if one.status == "confirmed"}
        lines = [
            kept_line(booked[one], CHANGED, "its airline changes it").model_copy(
                update={"refund": back.amount, "refund_to": back.to} if back else {}
            )
            for one, back in moved.items()
            if one in booked
        ]
        left = [one for one in request.replaces if one in booked and one not in moved]
        if left:
            plan = await self._real.quote_cancellation(request.trip_id, *left, currency=request.total_currency)
            if isinstance(plan, Refused):
                return lines + [kept_line(booked[one], plan.code, plan.message) for one in left]
            lines += plan.items
        return lines

    async def request_cancel_approval(
        self, trip_id: str, plan: CancellationPlan, thread_id: str, approver: str | None = None
    ) -> IssuedApproval | Refused:
        """Return the card of a cancellation that would come."""
        card = cancel_card(trip_id, plan, thread_id, approver, self._ports.clock.now())
        self._now(await self.ledger_status(trip_id), approval=card)
        return IssuedApproval(approval=card)

    async def cancel(self, trip_id: str, plan: CancellationPlan, answer: ApprovalAnswer | None) -> Refused:
        """Refuse: a copy cancels nothing."""
        return refuse("no_approval")

    async def accept_change(self, trip_id: str, booking_id: str, change_id: str) -> Booking | Refused:
        """Return the booking whose change would be accepted."""
        booked = (await self.ledger_status(trip_id)).bookings
        return next((one for one in booked if one.booking_id == booking_id), refuse("unknown_booking"))

    async def approval(self, approval_id: str) -> Approval | None:
        """Return a card of the copy, or a real one."""
        own = (one.approval for one in self._seen.values() if one.approval)
        return next((one for one in own if one.approval_id == approval_id), None) or await self._real.approval(
            approval_id
        )

    async def record(self, events: Sequence[AuditEvent], trip_id: str = "", last: int = 0) -> Sequence[AuditEvent]:
        """Note nothing."""
        return ()

    async def reconcile(self) -> None:
        """Find nothing out: what is in doubt stays so."""

    def _now(self, status: LedgerStatus, **changed: Any) -> LedgerStatus:
        self._seen[status.trip_id] = after = status.model_copy(update=changed)
        return after
