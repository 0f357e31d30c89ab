"""Duffel's offers as ours. What the airline did not say is taken as not allowed; times get the zones of their airports."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import ValidationError

from tripintent.state.frame import Cabin
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, PaidBack, Terms
from tripintent.tools.errors import SupplierUnavailable
from tripintent.tools.ports.orders import ScheduleChange
from tripintent.tools.ports.places import Places
from tripintent.tools.suppliers.duffel import order_wire, wire
from tripintent.tools.suppliers.duffel.failures import SUPPLIER
from tripintent.tools.suppliers.shared.over_http import Amount

INSTANT = "duffel_instant"
"""Offers that must be paid at once are sold under a name of their own, because their supplier declares no hold."""

CHANGES = "duffel_change"
"""Changes of paid orders have a name of their own: they are confirmed otherwise than orders are paid."""

_CABINS: tuple[Cabin, ...] = ("economy", "premium_economy", "business", "first")


def flight_offer(offer: wire.DuffelOffer, places: Places) -> FlightOffer:
    """Return an offer of one slice. Raises SupplierUnavailable for one that makes no sense, or whose times mean nothing."""
    try:
        return _flight_offer(offer, offer.slices[0], places)
    except ValidationError as error:
        said = f"an offer makes no sense: {error.errors(include_url=False)[0]['msg']}"
        raise SupplierUnavailable(said, supplier=SUPPLIER, code="unreadable") from error


def _flight_offer(offer: wire.DuffelOffer, way: wire.Slice, places: Places) -> FlightOffer:
    return FlightOffer(
        option_id=offer.id,
        supplier=SUPPLIER if is_holdable(offer) else INSTANT,
        simulated=not offer.live_mode,
        total_price=money(offer.total_amount, offer.total_currency),
        expires_at=offer.expires_at,
        fare_rules_summary=_unsaid(offer.conditions),
        emissions_kg=offer.total_emissions_kg,
        **_shown(way, _seats(way.segments), terms_of(offer.conditions), places),
    )


def _seats(segments: Sequence[wire.DuffelSegment]) -> list[wire.SeatIn]:
    return [seat for segment in segments for seat in segment.passengers]


def _shown(way: wire.Slice, seats: Sequence[wire.SeatIn], terms: Terms, places: Places) -> dict[str, Any]:
    """Return what an offer shows of a way, of the seats on it and of its terms."""
    return {
        "segments": tuple(_hop(segment, places) for segment in way.segments),
        "fare_brand": way.fare_brand_name or "",
        "cabin": _lowest([seat.cabin_class for seat in seats if seat.cabin_class]) or "economy",
        "refundable": terms.refundable,
        "terms": terms,
        "carry_on": _pieces(seats, "carry_on"),
        "checked_bags": _pieces(seats, "checked"),
    }


def moved_flight(
    asked: tuple[str, datetime, Money, PaidBack | None], way: wire.Slice, order: order_wire.DuffelOrder, places: Places
) -> FlightOffer:
    """Return other flights on an order: number, expiry, difference and what comes back, the new way, and the order.

    Cabins and bags that the reply does not name are those of the order.
    """
    number, expires_at, difference, back = asked
    seats = _seats(way.segments) or [seat for flown in order.slices for seat in _seats(flown.segments)]
    try:
        return FlightOffer(
            option_id=number,
            supplier=CHANGES,
            simulated=not order.live_mode,
            total_price=difference,
            expires_at=expires_at,
            brings_back=back,
            **_shown(way, seats, terms_of(order.conditions), places),
        )
    except ValidationError as error:
        said = f"a change makes no sense: {error.errors(include_url=False)[0]['msg']}"
        raise SupplierUnavailable(said, supplier=SUPPLIER, code="unreadable") from error


def is_holdable(offer: wire.DuffelOffer) -> bool:
    """Return whether the offer can be held and paid later; unsaid means that it cannot."""
    asked = offer.payment_requirements
    return asked is not None and not asked.requires_instant_payment


def terms_of(conditions: wire.Conditions | None) -> Terms:
    """Return the terms. A refund or a change counts only where what it costs is known."""
    said = conditions or wire.Conditions()
    refund, change = _penalty(said.refund_before_departure), _penalty(said.change_before_departure)
    return Terms(
        refundable=refund is not None,
        refund_penalty=refund if refund and refund.amount else None,
        changeable=change is not None,
        change_penalty=change if change and change.amount else None,
    )


def money(amount: Amount, currency: str) -> Money:
    """Return an amount in its currency."""
    return Money(amount=amount, currency=currency)


def _penalty(condition: wire.Condition | None) -> Money | None:
    """Return what it costs, zero where it is free; None where it is not allowed, or no one knows what it costs."""
    if condition is None or not condition.allowed or condition.penalty_amount is None or not condition.penalty_currency:
        return None
    return money(condition.penalty_amount, condition.penalty_currency)


def _unsaid(conditions: wire.Conditions | None) -> str:
    refund = conditions.refund_before_departure if conditions else None
    if refund and refund.allowed and refund.penalty_amount is None:
        return "The airline allows a refund and does not say what it costs: ask before you rely on it."
    return ""


def _pieces(seats: Sequence[wire.SeatIn], kind: str) -> int:
    """Return the pieces that every passenger may take on every flight."""
    return min((sum(b.quantity for b in seat.baggages if b.type == kind) for seat in seats), default=0)


def _lowest(cabins: Sequence[str]) -> Cabin | None:
    return next((cabin for cabin in _CABINS if cabin in cabins), None)


def _hop(segment: wire.DuffelSegment, places: Places) -> FlightHop:
    carrier, number = segment.marketing_carrier, segment.marketing_carrier_flight_number or ""
    seats = [seat.cabin_class for seat in segment.passengers if seat.cabin_class]
    return FlightHop(
        origin=segment.origin.iata_code,
        destination=segment.destination.iata_code,
        depart_at=_moment(segment.departing_at, segment.origin, places),
        arrive_at=_moment(segment.arriving_at, segment.destination, places),
        airline=carrier.name,
        airline_code=carrier.iata_code or "",
        flight_number=f"{carrier.iata_code or ''}{number}",
        origin_terminal=segment.origin_terminal,
        destination_terminal=segment.destination_terminal,
        origin_country=segment.origin.iata_country_code,
        destination_country=segment.destination.iata_country_code,
        cabin=_lowest(seats),
    )


def _moment(local: datetime, airport: wire.DuffelAirport, places: Places) -> datetime:
    """Return a local time with the plain offset that holds there and then; Duffel's own zone counts before ours."""
    known = None if airport.time_zone else places.airport(airport.iata_code)
    zone = airport.time_zone or (known.zone if known else "")
    try:
        there = local if local.tzinfo else local.replace(tzinfo=ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError) as error:
        said = f"the zone of {airport.iata_code} is not known, so its times mean nothing"
        raise SupplierUnavailable(said, supplier=SUPPLIER, code="unreadable") from error
    return there.replace(tzinfo=timezone(there.utcoffset() or timedelta(0)))


def schedule_change(change: order_wire.AirlineChange) -> ScheduleChange:
    """Return a change that the airline made by itself."""
    return ScheduleChange(
        change_id=change.id, was=_flights(change.removed), now=_flights(change.added), open=change.action_taken is None
    )


def _flights(ways: tuple[order_wire.ChangedSlice, ...]) -> tuple[str, ...]:
    return tuple(_flight(segment) for way in ways for segment in way.segments)


def _flight(segment: order_wire.ChangedSegment) -> str:
    carrier = segment.marketing_carrier.iata_code or "" if segment.marketing_carrier else ""
    number = f"{carrier}{segment.marketing_carrier_flight_number or ''}"
    times = [f"{moment:%Y-%m-%d %H:%M}" if moment else "?" for moment in (segment.departing_at, segment.arriving_at)]
    ends = (segment.origin.iata_code, segment.destination.iata_code)
    return f"{number} {ends[0]} {times[0]} - {ends[1]} {times[1]}".strip()
