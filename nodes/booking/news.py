"""News of a purchase or cancellation: what became of it since the conversation last looked, told as it would have been at once."""

from collections.abc import Sequence
from decimal import Decimal

from langchain_core.messages import AIMessage
from pydantic import JsonValue

from tripintent.nodes.booking.option_facts import money
from tripintent.nodes.booking.purchase import booking_facts, told
from tripintent.nodes.booking.speech import message, say
from tripintent.state.booking import UNDER_WAY, Booking
from tripintent.state.derived import as_planned
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import Standing
from tripintent.tools.ports.ports import Ports


def moved_on(seen: str | None, standing: Standing) -> bool:
    """Whether a purchase that was under way when the conversation last looked stands elsewhere now.

    It ends without the conversation: by the reconciler, another worker, or an operator's word.
    """
    return seen in UNDER_WAY and standing.purchase_state != seen


def unseen(trip: TripIntent, standing: Standing) -> bool:
    """Whether a purchase went on that no conversation about the trip has told yet: one that was cut off, or none at all."""
    wm = trip.working_memory
    seen = {booking.booking_id for booking in wm.bookings}
    return standing.purchase_state != wm.purchase_state or any(b.booking_id not in seen for b in standing.bookings)


def wishes_after(purchase_state: str | None) -> dict[str, bool]:
    """Return the wishes that end with a purchase, as the purchase itself would have ended them."""
    return {"purchase_requested": False} if purchase_state == "REAPPROVAL_NEEDED" else {"hold_requested": False}


def cancelled_since(trip: TripIntent, standing: Standing) -> tuple[Booking, ...]:
    """Return the bookings that were cancelled since the conversation last looked: a lost reply was found out."""
    good = {booking.booking_id for booking in trip.working_memory.bookings if booking.status == "confirmed"}
    return tuple(b for b in standing.bookings if b.status == "cancelled" and b.booking_id in good)


async def cancellation_news(trip: TripIntent, cancelled: Sequence[Booking], ports: Ports) -> list[AIMessage]:
    """Tell cancellations as they would have been told at once."""
    return [
        await say(ports, trip, "cancelled", title=b.title, simulated=b.simulated, **_came_back(b)) for b in cancelled
    ]


def _came_back(booking: Booking) -> dict[str, JsonValue]:
    total = booking.total or Money(amount=Decimal(0))
    back = booking.refund or Money(amount=Decimal(0), currency=total.currency)
    kept = total.amount - back.amount if total.currency == back.currency else total.amount
    return {"refund": money(back), "fee": money(Money(amount=kept, currency=total.currency))}


async def purchase_news(trip: TripIntent, standing: Standing, ports: Ports) -> list[AIMessage]:
    """Return what became of the latest purchase: the receipt, or its state in plain words. Empty without a purchase."""
    outcome = await ports.desk.outcome(trip.ledger_id)
    if outcome is None:
        return []
    kind, facts = told(outcome, trip)
    stale = [b for b in as_planned(trip, standing.bookings) if b.stale and b.status == "confirmed"]
    facts["stale"] = [booking_facts(b) for b in stale]
    return [message(await ports.language.phrase(kind, facts, trip.request.language), kind, facts=facts)]
