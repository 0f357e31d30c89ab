"""What the traveller asks of airline and hotel beyond the offers, as it goes along with an order."""

from collections.abc import Iterable

from pydantic import JsonValue

from tripintent.nodes.booking.facts.option_facts import money
from tripintent.state.money import Money
from tripintent.state.operations import Ask
from tripintent.state.requests import RequestOutcome
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.language import ParseResult


def newly_agreed(trip: TripIntent, reading: ParseResult) -> dict[str, Money]:
    """Return the prices that a message agrees to: it asks once more for what was offered at a price."""
    asked = {one.request.kind for one in reading.operations if isinstance(one, Ask) and one.polarity == "require"}
    offered = (one for hold in trip.working_memory.holds if hold.status == "held" for one in hold.requests)
    return {one.kind: one.price for one in offered if one.state == "offered" and one.price and one.kind in asked}


def sellers_booked(trip: TripIntent) -> list[str]:
    """Return whom nothing can be passed on to any more: what is theirs is booked."""
    kinds = {one.item_type for one in trip.working_memory.bookings if one.status == "confirmed" and not one.stale}
    return [name for name, kind in (("airline", "flight"), ("hotel", "hotel")) if kind in kinds]


def request_facts(item_type: str, outcomes: Iterable[RequestOutcome]) -> list[JsonValue]:
    """Return what a message and a card say of requests."""
    return [
        {
            "kind": one.kind,
            "state": one.state,
            "price": money(one.price),
            "said": one.said,
            "detail": one.detail,
            "to": "hotel" if item_type == "hotel" else "airline",
        }
        for one in outcomes
    ]
