"""Segments of what was held or booked."""

from collections.abc import Iterator

from tripintent.state.booking import Booking, Hold
from tripintent.state.designer.parts import Company, Coordinates, Location, Price
from tripintent.state.designer.segments import FlightSegment, HotelSegment, Segment, SegmentStatus
from tripintent.state.offers import FlightOffer, HotelOffer, Offer

_STATUS: dict[str, SegmentStatus] = {
    "confirmed": "CONFIRMED",
    "cancelled": "CANCELLED",
    "held": "HELD",
    "in_doubt": "HELD",
}
_CABINS = {
    "economy": "ECONOMY",
    "basic_economy": "ECONOMY",
    "premium_economy": "PREMIUM_ECONOMY",
    "business": "BUSINESS",
    "first": "FIRST",
}


def segments_of_order(order: Booking | Hold, offer: Offer) -> Iterator[Segment]:
    """Yield the segments of a hold or a booking; a failed one has none. Times are those of the offer, with their zones."""
    status = _STATUS.get(order.status)
    if status is None:
        return
    number = order.locator if isinstance(order, Booking) else None
    if isinstance(offer, HotelOffer):
        yield _stay(order, offer, status, number)
        return
    for index, _ in enumerate(offer.segments):
        yield _flight(order, offer, index, status, number)


def _name(order: Booking | Hold, index: int = 0) -> str:
    key = f"{order.item_type}-{order.key}-{order.option_id}"
    return f"order-{key}-{index}"


def _price(order: Booking | Hold) -> Price | None:
    return Price(amount=order.total.amount, currency=order.total.currency) if order.total else None


def _stay(order: Booking | Hold, offer: HotelOffer, status: SegmentStatus, number: str | None) -> HotelSegment:
    where = (
        Coordinates(latitude=offer.lat, longitude=offer.lon)
        if offer.lat is not None and offer.lon is not None
        else None
    )
    day_in, day_out = offer.check_in.isoformat(), offer.check_out.isoformat()
    return HotelSegment(
        id=_name(order),
        status=status,
        source="booking",
        property=Company(name=offer.hotel_name),
        location=Location(name=offer.hotel_name, address=offer.address or None, coordinates=where),
        check_in_date=day_in,
        check_out_date=day_out,
        start_datetime=f"{day_in}T15:00",
        end_datetime=f"{day_out}T11:00",
        room_count=offer.rooms,
        confirmation_number=number,
        total_price=_price(order),
    )


def _flight(
    order: Booking | Hold, offer: FlightOffer, index: int, status: SegmentStatus, number: str | None
) -> FlightSegment:
    hop = offer.segments[index]
    return FlightSegment.model_validate(
        {
            "id": _name(order, index),
            "status": status,
            "source": "booking",
            "airline": {"name": hop.airline, "code": hop.airline_code or None},
            "flightNumber": f"{hop.airline_code} {hop.flight_number}".strip(),
            "origin": {"name": hop.origin, "code": hop.origin},
            "destination": {"name": hop.destination, "code": hop.destination},
            "startDatetime": hop.depart_at.isoformat(),
            "endDatetime": hop.arrive_at.isoformat(),
            "cabinClass": _CABINS.get(hop.cabin or offer.cabin),
            "confirmationNumber": number,
            "totalPrice": _price(order) if index == 0 else None,
        }
    )
