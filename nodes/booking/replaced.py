"""What a new choice would replace: bookings that no longer fit the trip, and what cancelling them costs now."""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from tripintent.nodes.booking.option_facts import money
from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.rates import Rates


class Replaced(NamedTuple):
    """One booking that would be cancelled. Without ``fee`` and ``refund`` nobody can say now what that costs."""

    booking: Booking
    fee: Money | None
    refund: Money | None

    def facts(self) -> dict[str, JsonValue]:
        """Return it for words and cards."""
        return {
            "title": self.booking.title,
            "paid": money(self.booking.total),
            "fee": money(self.fee),
            "refund": money(self.refund),
        }


async def replaced_by(trip: TripIntent, ports: Ports) -> tuple[Replaced, ...]:
    """Ask what cancelling costs, for each booking that the present trip made stale."""
    stale = [b for b in trip.working_memory.bookings if b.stale and b.status == "confirmed"]
    return tuple([await _quoted(trip, booking, ports) for booking in stale])


async def _quoted(trip: TripIntent, booking: Booking, ports: Ports) -> Replaced:
    offer = await ports.desk.quote_cancellation(trip.ledger_id, booking.booking_id)
    return Replaced(booking, None, None) if isinstance(offer, Refused) else Replaced(booking, offer.fee, offer.refund)


def rebooking_facts(total: Money, rows: Sequence[Replaced], rates: Rates) -> dict[str, JsonValue]:
    """Return what a change costs in all: the new total, what comes back, and the difference, in the total's currency.

    ``difference`` is None as long as a part is not known; ``dearer`` says which way it goes.
    """
    facts: dict[str, JsonValue] = {"replaces": [row.facts() for row in rows], "total": money(total)}
    known = [row.refund for row in rows if row.refund is not None]
    if len(known) < len(rows):
        return facts | {"back": None, "difference": None, "dearer": True}
    back = Money(amount=total.amount * 0, currency=total.currency)
    for refund in known:
        back += rates.convert(refund, total.currency)
    change = total.amount - back.amount
    difference = Money(amount=abs(change), currency=total.currency)
    return facts | {"back": money(back), "difference": money(difference), "dearer": change >= 0}
