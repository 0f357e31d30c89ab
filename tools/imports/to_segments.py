"""Reservations as segments. A confirmation number confirms; a cancelled one is cancelled; unknown times stay unknown."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.moments import has_time
from tripintent.state.designer.outcomes import Refusal
from tripintent.state.designer.segments import Segment
from tripintent.tools.imports.reservations import moment_of, zone_of
from tripintent.tools.imports.structured import Node


def segment_of(node: Node, segment_id: str) -> Segment | None:
    """Return the segment of a reservation or event; None for what has no place in a plan."""
    kind = str(node["@type"])
    trip = node.get("reservationFor") or {}
    make = _MAKERS.get(kind)
    if make is None:
        return None
    data = {k: v for k, v in make(node, trip).items() if v is not None}
    number = node.get("reservationNumber")
    cancelled = "Cancelled" in str(node.get("reservationStatus", "")) or "Cancelled" in str(node.get("eventStatus", ""))
    common = {
        "id": segment_id,
        "source": "import",
        "status": "CANCELLED" if cancelled else "CONFIRMED" if number else "TENTATIVE",
        "confirmationNumber": str(number) if number else None,
    }
    try:
        found = read_segment({**common, **data})
    except ValidationError:
        return None
    return None if isinstance(found, Refusal) else found


def _flight(node: Node, trip: Node) -> dict[str, object]:
    airline = trip.get("airline") or {}
    code = airline.get("iataCode")
    number = str(trip.get("flightNumber") or "")
    return {
        "type": "FLIGHT",
        "airline": {"name": airline.get("name") or code, "code": code} if code or airline.get("name") else None,
        "flightNumber": number if not code or number.startswith(str(code)) else f"{code} {number}",
        "origin": _place(trip.get("departureAirport")),
        "destination": _place(trip.get("arrivalAirport")),
        "seat": node.get("airplaneSeat"),
        **_times(trip, "departureTime", "arrivalTime"),
    }


def _train(node: Node, trip: Node) -> dict[str, object]:
    seat = (node.get("reservedTicket") or {}).get("ticketedSeat") or {}
    ends = [
        next((trip[n] for n in (f"{edge}Station", f"{edge}BusStop", f"{edge}BoatTerminal") if trip.get(n)), None)
        for edge in ("departure", "arrival")
    ]
    return {
        "type": "RAIL",
        "trainNumber": str(trip.get("trainNumber") or trip.get("busNumber") or ""),
        "origin": _place(ends[0]),
        "destination": _place(ends[1]),
        "originPlatform": trip.get("departurePlatform"),
        "destinationPlatform": trip.get("arrivalPlatform"),
        "coach": seat.get("seatSection"),
        "seat": seat.get("seatNumber"),
        **_times(trip, "departureTime", "arrivalTime"),
    }


def _stay(node: Node, house: Node) -> dict[str, object]:
    first, last = moment_of(node.get("checkinTime")), moment_of(node.get("checkoutTime"))
    name = str(house.get("name") or "?")
    return {
        "type": "HOTEL",
        "property": {"name": name},
        "location": _place({**house, "name": name}),
        "checkInDate": first[:10] if first else None,
        "checkOutDate": last[:10] if last else None,
        "checkInTime": first[11:16] if first and has_time(first) else None,
        "checkOutTime": last[11:16] if last and has_time(last) else None,
    }


def _car(node: Node, car: Node) -> dict[str, object]:
    return {
        "type": "TRANSFER",
        "transferType": "RENTAL_CAR",
        "pickupLocation": _place(node.get("pickupLocation")) or {"name": "?"},
        "dropoffLocation": _place(node.get("dropoffLocation") or node.get("pickupLocation")) or {"name": "?"},
        "vehicleDetails": car.get("name"),
        **_times(node, "pickupTime", "dropoffTime"),
    }


def _table(node: Node, house: Node) -> dict[str, object]:
    return {
        "type": "ACTIVITY",
        "name": str(house.get("name") or "?"),
        "category": "restaurant",
        "location": _place(house),
        **_times(node, "startTime", "endTime"),
    }


def _event(event: Node) -> dict[str, object]:
    return {
        "type": "ACTIVITY",
        "name": str(event.get("name") or "?"),
        "location": _place(event.get("location")),
        **_times(event, "startDate", "endDate"),
    }


def _times(node: Node, first: str, last: str) -> dict[str, object]:
    """Return start and end as wall clocks with their zones: what is on the ticket is what a person reads."""
    start, end = moment_of(node.get(first)) or node.get("departureDay"), moment_of(node.get(last))
    return {
        "startDatetime": _wall(start, zone_of(node.get(first))),
        "endDatetime": _wall(end, zone_of(node.get(last))),
        "startTimezone": zone_of(node.get(first)),
        "endTimezone": zone_of(node.get(last)),
    }


def _wall(moment: str | None, zone: str | None) -> str | None:
    return moment[:16] if moment and zone and has_time(moment) else moment


def _event_of(node: Node, trip: Node) -> dict[str, object]:
    return _event(trip or node)


_MAKERS: Mapping[str, Callable[[Node, Node], dict[str, Any]]] = {
    "FlightReservation": _flight,
    "TrainReservation": _train,
    "BusReservation": _train,
    "BoatReservation": _train,
    "LodgingReservation": _stay,
    "RentalCarReservation": _car,
    "FoodEstablishmentReservation": _table,
    "EventReservation": _event_of,
    "Event": _event_of,
}


def _place(place: object) -> dict[str, object] | None:
    if not isinstance(place, Mapping):
        return None
    code = place.get("iataCode")
    name = place.get("name") or code
    if not name:
        return None
    written = place.get("address") or {}
    country = written.get("addressCountry")
    address = {
        "street": written.get("streetAddress"),
        "city": written.get("addressLocality"),
        "postalCode": written.get("postalCode"),
        "country": country if isinstance(country, str) and len(country) == 2 else None,
    }
    geo = place.get("geo") or {}
    where = (
        {"latitude": geo.get("latitude"), "longitude": geo.get("longitude")}
        if geo.get("latitude") is not None
        else None
    )
    kept = {k: v for k, v in address.items() if v}
    return {"name": str(name), "code": code, "address": kept or None, "coordinates": where}
