"""Stores and cards of a copy of a trip: what would be written is kept in memory alone, and a card asks no person."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from tripintent.state.booking import Approval, Booking, CancelLine, CartLine, Hold
from tripintent.state.context import Principal
from tripintent.state.money import Money
from tripintent.state.offers import Offer
from tripintent.state.queries import fingerprint
from tripintent.state.trip import ledger_id_of
from tripintent.tools.desk.cart import total, total_in
from tripintent.tools.desk.context import APPROVAL_LIFE
from tripintent.tools.ids import new_id
from tripintent.tools.ports.desk import ApprovalRequest
from tripintent.tools.ports.documents import Documents, Offers, Ownership, TripAccess
from tripintent.tools.ports.outcomes import CancellationPlan
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile, Profiles


class CopiedOffers:
    """The offer store with what the copy found in front of it."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers
        self.found: dict[tuple[str, str], tuple[Offer, ...]] = {}

    async def put(self, trip_id: str, key: str, offers: Sequence[Offer], expires_at: datetime) -> None:
        """Keep an answer for this copy."""
        self.found[trip_id, key] = tuple(offers)

    async def get(self, trip_id: str, key: str) -> Sequence[Offer]:
        """Return the copy's answer, else the stored one."""
        found = self.found.get((trip_id, key))
        return await self._offers.get(trip_id, key) if found is None else found

    async def options(self, trip_id: str, option_ids: Collection[str]) -> Mapping[str, Offer]:
        """Return the offers of these ids, the copy's own first."""
        stored = await self._offers.options(trip_id, option_ids)
        own = {one.option_id: one for (trip, _), some in self.found.items() if trip == trip_id for one in some}
        return {**stored, **{one: own[one] for one in option_ids if one in own}}


class CopiedDocuments:
    """The document store; what is saved is a number and no more."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def __getattr__(self, name: str) -> Any:
        """Return a method that reads."""
        if name not in ("get", "list", "trips"):
            raise AttributeError(f"a copy of a trip has no {name}")
        return getattr(self._documents, name)

    async def save(self, owner: Principal, document: object, expected_version: int) -> int:
        """Return the version that it would have."""
        return expected_version + 1


class CopiedProfiles:
    """The stored travellers with those that the copy would remember."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles
        self._saved: dict[str, Profile] = {}

    async def get(self, profile_id: str) -> Profile | None:
        """Return a profile by its id."""
        return self._saved.get(profile_id) or await self._profiles.get(profile_id)

    async def find(self, org: str, name: str) -> Sequence[Profile]:
        """Return the stored profiles whose name fits."""
        return await self._profiles.find(org, name)

    async def save(self, profile: Profile) -> None:
        """Keep a profile for this copy."""
        self._saved[profile.profile_id] = profile


class CopiedOwnership:
    """Whose a trip is. A trip without a name gets one that no one is told of."""

    def __init__(self, ownership: Ownership) -> None:
        self._ownership = ownership
        self._made: dict[str, TripAccess] = {}

    async def access(self, who: Principal, ledger_id: str) -> TripAccess | None:
        """Return what the principal may do with a trip."""
        return self._made.get(ledger_id) or await self._ownership.access(who, ledger_id)

    async def open(self, who: Principal, trip_id: str = "") -> TripAccess | None:
        """Return the trip of that id for who runs; where there is none, one of the copy's own, never of a name that was given."""
        known = await self.access(who, ledger_id_of(who.organisation, trip_id)) if trip_id else None
        if known is not None:
            return known
        trip_id = new_id("trip")
        ledger_id = ledger_id_of(who.organisation, trip_id)
        facts = {"ledger_id": ledger_id, "org": who.organisation, "trip_id": trip_id, "subject": who.subject}
        self._made[ledger_id] = TripAccess.model_validate({**facts, "traveller": who.traveller, "right": "owner"})
        return self._made[ledger_id]


def purchase_card(
    request: ApprovalRequest, lines: Sequence[CartLine], cancels: Sequence[CancelLine], ports: Ports
) -> Approval:
    """Return the card of what is held, and of the bookings that it replaces."""
    now, rates = ports.clock.now(), ports.rates
    whole = total(lines, request.total_currency, rates)
    back = [one.money_back for one in cancels if one.money_back]
    ends = [end for end in (*(o.expires_at for o in lines), *(o.expires_at for o in cancels)) if end is not None]
    return Approval(
        **request.model_dump(include={"trip_id", "org", "thread_id", "payment_method_id", "approver"}),
        approval_id=new_id("apr"),
        cart_hash=fingerprint([one.hold_id for one in lines], [one.booking_id for one in cancels]),
        lines=tuple(lines),
        cancels=tuple(cancels),
        total=whole,
        refund=total_in(back, whole.currency, rates) if cancels else None,
        token_required=request.token_required,
        confirmations=request.confirmations,
        wording=request.wording,
        expires_at=min(ends if (request.approver or request.while_held) and ends else [now + APPROVAL_LIFE, *ends]),
        created_at=now,
    )


def cancel_card(trip_id: str, plan: CancellationPlan, thread_id: str, approver: str | None, now: datetime) -> Approval:
    """Return the card of a cancellation."""
    ends = [one.expires_at for one in plan.cancellable if one.expires_at is not None]
    return Approval(
        approval_id=new_id("apr"),
        kind="cancel",
        trip_id=trip_id,
        thread_id=thread_id,
        cart_hash=fingerprint([one.booking_id for one in plan.items]),
        cancels=plan.items,
        total=plan.fee,
        refund=plan.refund,
        approver=approver,
        expires_at=min([now + APPROVAL_LIFE, *ends]),
        created_at=now,
    )


def line(hold: Hold, offer: Offer | None) -> CartLine:
    """Return a hold as one line of the card, with the terms of its offer."""
    facts = hold.model_dump(include=set(CartLine.model_fields))
    return CartLine.model_validate(
        {**facts, "terms": offer.terms, "due_at_property": offer.due_at_property} if offer else facts
    )


def kept_line(booking: Booking, problem: str, message: str) -> CancelLine:
    """Return a booking that is not cancelled, and why."""
    facts = booking.model_dump(include={"booking_id", "item_type", "title", "simulated"})
    paid = booking.total or Money(amount=Decimal(0))
    return CancelLine.model_validate({**facts, "paid": paid, "problem": problem, "message": message})


def bound(card: Approval) -> tuple[object, ...]:
    """Return what has to be the same for the card that waits to be the one that would come."""
    lines = sorted(one.hold_id for one in card.lines)
    cancels = sorted((one.booking_id, str(one.fee), str(one.refund)) for one in card.cancels)
    return lines, cancels, card.total, card.payment_method_id, card.approver, card.confirmations, card.thread_id
