"""News of a purchase or cancellation: what became of it since the conversation last looked, told as it would have been at once."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from langchain_core.messages import AIMessage
from pydantic import JsonValue

from tripintent.nodes.booking.facts.options import bought_facts, cancelled_facts, outcome_message
from tripintent.nodes.booking.people import travellers_of
from tripintent.nodes.runtime import message, reply
from tripintent.state.booking import (
    BRINGS_NOTHING,
    KEPT,
    NOTHING_BACK,
    UNDER_WAY,
    Approval,
    Booking,
    OpenChange,
    Person,
)
from tripintent.state.derived import as_planned
from tripintent.state.money import Money
from tripintent.state.patch import DELETE
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.card import text
from tripintent.tools.ports.desk import AuditEvent, LedgerStatus
from tripintent.tools.ports.outcomes import Bought, Cancelled, CancelledItem, PurchaseOutcome
from tripintent.tools.ports.planning import Purchased
from tripintent.tools.ports.ports import Drawable, Ports
from tripintent.tools.toolbox.describe import when, zone_of
from tripintent.tools.toolbox.fares import due_at_hotels, summed
from tripintent.tools.toolbox.screen_facts import CancelledFacts, EndedFacts, ReceiptFacts, WatchFacts
from tripintent.tools.toolbox.stand import booked_facts, paid_with, people_facts

WATCHED = "watch."
"""The prefix of audit entries by the worker of ``tripintent watch``."""
LOWER, ENDED = OF_PRICE = ("watch.lower", "watch.ended")
"""Entries of a price that is watched before the trip is booked."""


def moved_on(seen: str | None, ledger_status: LedgerStatus) -> bool:
    """Check whether a purchase that was under way when the conversation last looked is elsewhere now.

    It ends without the conversation: by the reconciler, another worker, or an operator's word.
    """
    return seen in UNDER_WAY and ledger_status.purchase_state != seen


def unseen(trip: TripIntent, ledger_status: LedgerStatus) -> bool:
    """Check whether a purchase went on that no conversation about the trip has told yet: one that was cut off, or none at all."""
    wm = trip.working_memory
    seen = {booking.booking_id for booking in wm.bookings}
    return ledger_status.purchase_state != wm.purchase_state or any(
        b.booking_id not in seen for b in ledger_status.bookings
    )


def wishes_after(purchase_state: str | None) -> dict[str, bool]:
    """Return the wishes that end with a purchase, as the purchase itself would have ended them."""
    return {"purchase_requested": False} if purchase_state == "REAPPROVAL_NEEDED" else {"hold_requested": False}


def cancelled_since(trip: TripIntent, ledger_status: LedgerStatus) -> tuple[Booking, ...]:
    """Return the bookings that were cancelled since the conversation last looked: a lost reply was found out."""
    good = {booking.booking_id for booking in trip.working_memory.bookings if booking.status == "confirmed"}
    return tuple(b for b in ledger_status.bookings if b.status == "cancelled" and b.booking_id in good)


async def cancellation_news(trip: TripIntent, cancelled: Sequence[Booking], ports: Ports) -> list[AIMessage]:
    """Tell cancellations as they would have been told at once, each with its own sums."""
    gone = {one.booking_id for one in cancelled}
    left = [one for one in trip.working_memory.bookings if one.booking_id not in gone]
    return [await cancelled_told(_as_told(booking), trip, left, ports) for booking in cancelled]


def _as_told(booking: Booking) -> Cancelled:
    total = booking.total or Money(amount=Decimal(0))
    back = booking.refund or Money(amount=Decimal(0), currency=total.currency)
    kept = total.amount - back.amount if total.currency == back.currency else total.amount
    fee = Money(amount=kept, currency=total.currency)
    return Cancelled(
        items=(CancelledItem(booking=booking, state="cancelled", fee=fee, refund=back),), fee=fee, refund=back
    )


async def found_since(trip: TripIntent, ports: Ports) -> tuple[AuditEvent, ...]:
    """Return what the watch found about the bookings and no one has told here yet."""
    now = trip.working_memory
    if now.price_watch is None and not any(booking.status == "confirmed" for booking in now.bookings):
        return ()
    events = [one for one in await ports.desk.audit(trip.ledger_id) if one.type.startswith(WATCHED)]
    began = now.price_watch and now.price_watch.began
    return tuple(
        one
        for one in events
        if one.data.get("mark") not in now.told and (one.type not in OF_PRICE or facts_of(one).get("began") == began)
    )


def watch_merge(trip: TripIntent, found: Sequence[AuditEvent]) -> dict[str, object]:
    """Return the merge that remembers what was told, which changes by an airline wait for an answer, and what ended.

    Where a price went down, what was found before it is out of date: it is searched for again, unless something is held.
    """
    now, marks = trip.working_memory, [str(one.data["mark"]) for one in found]
    changes = [_open_change(one) for one in found if one.type == f"{WATCHED}schedule_changed"]
    merge: dict[str, object] = {"told": (*now.told, *marks), "open_changes": (*now.open_changes, *changes)}
    lower = next((one for one in reversed(found) if one.type == LOWER), None)
    if lower is not None:
        merge["price_watch"] = {"price": facts_of(lower)["now"]}
        held = any(one.status in ("held", "in_doubt") for one in now.holds)
        old = (key for key, one in now.quotes.items() if not held and one.at and lower.at and one.at < lower.at)
        merge["quotes"] = dict.fromkeys(old, DELETE)
    if any(one.type == ENDED for one in found):
        merge["price_watch"] = None
    return merge if found else {}


async def watch_news(trip: TripIntent, found: Sequence[AuditEvent], ports: Ports) -> list[AIMessage]:
    """Tell what the watch found: of bookings in one message, of a price its newest low and its end, each on a card. Nothing was done."""
    facts: list[JsonValue] = [
        {**facts_of(one), "kind": one.type.removeprefix(WATCHED), "title": one.data["title"]}
        for one in found
        if one.type not in OF_PRICE
    ]
    simulated = any(booking.simulated for booking in trip.working_memory.bookings)
    newest = {one.type: one for one in found if one.type in OF_PRICE}
    watched = [{**facts_of(one), "event": kind.removeprefix(WATCHED)} for kind, one in newest.items()]
    watched = [{**one, "below": None} if ENDED in newest else one for one in watched]
    cards = [carded(WatchFacts.model_validate(one), trip, ports, "watched", {}) for one in watched]
    return [*([await reply(ports, trip, "watched", findings=facts, simulated=simulated)] if facts else []), *cards]


def facts_of(event: AuditEvent) -> dict[str, JsonValue]:
    """Return the facts of an entry."""
    facts = event.data.get("facts")
    return facts if isinstance(facts, dict) else {}


def _open_change(event: AuditEvent) -> OpenChange:
    name, booking_id, title = (str(event.data[one]) for one in ("mark", "booking_id", "title"))
    return OpenChange(change_id=name.partition(" ")[2], booking_id=booking_id, title=title)


def refused_facts(approval: Approval, ledger_status: LedgerStatus) -> dict[str, JsonValue]:
    """Return what was refused: the titles of its holds, where they are given back and none lives on, and whether anything is booked."""
    cart = {line.hold_id for line in approval.lines}
    holds = [hold for hold in ledger_status.holds if hold.hold_id in cart]
    gone: list[JsonValue] = [hold.title for hold in holds if hold.status == "released"]
    booked = any(one.status == "confirmed" for one in ledger_status.bookings)
    lives = any(hold.status in ("held", "in_doubt") for hold in holds)
    return {"what": approval.kind, "released": [] if lives else gone, "booked": booked}


async def purchase_news(trip: TripIntent, ledger_status: LedgerStatus, ports: Ports) -> list[AIMessage]:
    """Return what became of the latest purchase: the receipt, or its state in plain words. Empty without a purchase."""
    outcome = await ports.desk.outcome(trip.ledger_id)
    if outcome is None:
        return []
    return [await outcome_told(outcome, trip, ledger_status, ports)]


async def outcome_told(
    outcome: PurchaseOutcome, trip: TripIntent, ledger_status: LedgerStatus, ports: Ports, **more: JsonValue
) -> AIMessage:
    """Return the message that tells an outcome: the receipt with its card, or its state in plain words."""
    if not isinstance(outcome, Bought):
        kind, facts = outcome_message(outcome, trip)
        facts |= more
        return message(await ports.language.phrase(kind, facts, trip.request.tag), kind, facts=facts)
    receipt = await receipt_facts(outcome, trip, ledger_status.bookings, ports)
    return carded(receipt, trip, ports, "bought", bought_facts(outcome, trip) | more)


async def receipt_facts(outcome: Bought, trip: TripIntent, booked: Sequence[Booking], ports: Ports) -> ReceiptFacts:
    """Return the facts of a receipt; ``booked`` is all that is booked of the trip."""
    told = {one.booking_id for one in (*outcome.bookings, *(item.booking for item in outcome.replaced))}
    stay = [one for one in as_planned(trip, tuple(booked)) if one.is_taken and one.booking_id not in told]
    paid_at = [one.booked_at for one in outcome.bookings if one.booked_at]
    return ReceiptFacts(
        **await _whole_trip(booked, {one.booking_id for one in outcome.bookings}, outcome.total, trip, ports),
        **outcome.model_dump(include={"total", "cheaper_by", "dearer_by"}),
        again=outcome.already,
        issued=when(max(paid_at), zone_of(trip, ports)) if paid_at else None,
        paid_with=await paid_with(outcome.bookings, trip, ports),
        people=people_facts(map(Person.of, travellers_of(trip))),
        bookings=await booked_facts(trip, outcome.bookings, ports),
        ended=tuple(map(ended_facts, outcome.replaced)),
        stays=tuple(one.title for one in sorted(stay, key=lambda one: one.part.day if one.part else "")),
    )


def ended_facts(item: CancelledItem) -> EndedFacts:
    """Return what became of a booking that was cancelled or replaced."""
    facts = item.model_dump(include={"state", "fee", "refund", "refund_to"})
    if item.message == BRINGS_NOTHING:
        facts["state"] = NOTHING_BACK
    why = "" if item.message in (BRINGS_NOTHING, KEPT) else item.message
    return EndedFacts(title=item.booking.title, why=why, **facts)


async def _whole_trip(
    booked: Sequence[Booking], told: set[str], price: Money | None, trip: TripIntent, ports: Ports
) -> dict[str, Money | tuple[Money, ...] | None]:
    """Return what all that is ``booked`` came to and what of it is lost, in the currency of a price, and what is due at its hotels.

    Nothing where nothing was paid beside what is ``told`` already.
    """
    spent = {one.booking_id: one.spent for one in booked if one.spent and one.spent.amount}
    if price is None or not spent.keys() - told:
        return {}
    lost = Purchased(bookings=as_planned(trip, tuple(booked))).lost
    sums = (summed(each, price.currency, ports) for each in (spent.values(), lost))
    return {
        **dict(zip(("in_all", "in_all_lost"), sums, strict=True)),
        "in_all_due": await due_at_hotels(booked, trip, ports),
    }


async def cancelled_told(
    outcome: Cancelled, trip: TripIntent, booked: Sequence[Booking], ports: Ports, let_go: tuple[str, ...] = ()
) -> AIMessage:
    """Return the message that tells what became of a cancellation, what goes with it, and what all that is ``booked`` comes to."""
    items, told = tuple(map(ended_facts, outcome.items)), {item.booking.booking_id for item in outcome.items}
    simulated = any(item.booking.simulated for item in outcome.items)
    cancelled = CancelledFacts(items=items, fee=outcome.fee, refund=outcome.refund, let_go=let_go, simulated=simulated)
    cancelled = cancelled.model_copy(update=await _whole_trip(booked, told, outcome.fee, trip, ports))
    return carded(cancelled, trip, ports, "cancelled", {**cancelled_facts(outcome), "let_go": [*let_go]})


def carded(
    drawable: Drawable, trip: TripIntent, ports: Ports, kind: str, facts: Mapping[str, JsonValue], *, behind: str = ""
) -> AIMessage:
    """Return a message that is a card: as text, and as lines for doors that draw it; ``behind`` it stand words."""
    shown = ports.cards.draw(drawable, trip.request.tag, zone_of(trip, ports))
    dump = {"card": shown.model_dump(mode="json", exclude_defaults=True), **({"behind": behind} if behind else {})}
    return message("\n".join(filter(None, (text(shown), behind.strip()))), kind, facts={**facts, **dump})
