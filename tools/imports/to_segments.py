"""Reservations as segments. A confirmation number confirms; a cancelled one is cancelled; unknown times stay unknown."""

import re
from collections.abc import Callable, Mapping

from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.moments import has_time
from tripintent.state.designer.outcomes import EditRefusal
from tripintent.state.designer.segments import Segment
from tripintent.tools.imports.reservations import degrees, moment_of, zone_of
from tripintent.tools.imports.structured import Node, part, word


def segment_of(node: Node, segment_id: str) -> Segment | None:
    """Return the segment of a reservation or event; None for what has no place in a plan."""
    kind = str(node["@type"])
    trip = part(node, "reservationFor")
    make = _MAKERS.get(kind)
    if make is None:
        return None
    data = {k: v for k, v in make(node, trip).items() if v is not None}
    number = word(node.get("reservationNumber"))
    cancelled = "Cancelled" in str(node.get("reservationStatus", "")) or "Cancelled" in str(node.get("eventStatus", ""))
    total = degrees(node.get("totalPrice"))
    currency = word(node.get("priceCurrency")) or ""
    common = {
        "totalPrice": {"amount": str(total).removesuffix(".0"), "currency": currency}
        if total and re.fullmatch("[A-Z]{3}", currency)
        else None,
        "id": segment_id,
        "source": "import",
        "status": "CANCELLED" if cancelled else "CONFIRMED" if number and not node.get("doubts") else "TENTATIVE",
        "confirmationNumber": number,
    }
    found = read_segment({**common, **data})
    if isinstance(found, EditRefusal) and found.field == "endDatetime":
        found = read_segment({**common, **data, "endDatetime": None})
    return None if isinstance(found, EditRefusal) else found


def _flight(node: Node, trip: Node) -> dict[str, object]:
    airline = part(trip, "airline")
    code, name = word(airline.get("iataCode")), word(airline.get("name"))
    number = word(trip.get("flightNumber")) or ""
    return {
        "type": "FLIGHT",
        "airline": {"name": name or code, "code": code} if code or name else None,
        "flightNumber": number if not code or number.startswith(code) else f"{code} {number}",
        "origin": _place(trip.get("departureAirport")),
        "destination": _place(trip.get("arrivalAirport")),
        "seat": word(node.get("airplaneSeat")),
        **_times(trip, "departureTime", "arrivalTime"),
    }


def _train(node: Node, trip: Node) -> dict[str, object]:
    seat = part(part(node, "reservedTicket"), "ticketedSeat")
    ends = [
        next((trip[n] for n in (f"{edge}Station", f"{edge}BusStop") if trip.get(n)), None)
        for edge in ("departure", "arrival")
    ]
    return {
        "type": "RAIL",
        "trainNumber": word(trip.get("trainNumber")) or word(trip.get("busNumber")) or "",
        "origin": _place(ends[0]),
        "destination": _place(ends[1]),
        "originPlatform": word(trip.get("departurePlatform")),
        "destinationPlatform": word(trip.get("arrivalPlatform")),
        "coach": word(seat.get("seatSection")),
        "seat": word(seat.get("seatNumber")),
        **_times(trip, "departureTime", "arrivalTime"),
    }


def _ferry(node: Node, trip: Node) -> dict[str, object]:
    return {
        "type": "TRANSFER",
        "transferType": "FERRY",
        "pickupLocation": _place(trip.get("departureBoatTerminal")),
        "dropoffLocation": _place(trip.get("arrivalBoatTerminal")),
        "vehicleDetails": word(trip.get("name")),
        **_times(trip, "departureTime", "arrivalTime"),
    }


def _stay(node: Node, house: Node) -> dict[str, object]:
    first, last = moment_of(node.get("checkinTime")), moment_of(node.get("checkoutTime"))
    name = word(house.get("name")) or "?"
    return {
        "type": "HOTEL",
        "property": {"name": name},
        "location": _place({**house, "name": name}),
        "checkInDate": first[:10] if first else None,
        "checkOutDate": last[:10] if last else None,
        "checkInTime": _hour(first),
        "checkOutTime": _hour(last),
    }


def _hour(moment: str | None) -> str | None:
    """Return the hour of a moment; midnight is how programs write that they know none."""
    return moment[11:16] if moment and has_time(moment) and moment[11:16] != "00:00" else None


def _car(node: Node, car: Node) -> dict[str, object]:
    return {
        "type": "TRANSFER",
        "transferType": "RENTAL_CAR",
        "pickupLocation": _place(node.get("pickupLocation")) or {"name": "?"},
        "dropoffLocation": _place(node.get("dropoffLocation") or node.get("pickupLocation")) or {"name": "?"},
        "vehicleDetails": word(car.get("name")),
        **_times(node, "pickupTime", "dropoffTime"),
    }


def _table(node: Node, house: Node) -> dict[str, object]:
    return {
        "type": "ACTIVITY",
        "name": word(house.get("name")) or "?",
        "category": "restaurant",
        "location": _place(house),
        **_times(node, "startTime", "endTime"),
    }


def _event(event: Node) -> dict[str, object]:
    return {
        "type": "ACTIVITY",
        "name": word(event.get("name")) or "?",
        "location": _place(event.get("location")),
        **_times(event, "startDate", "endDate"),
    }


def _times(node: Node, first: str, last: str) -> dict[str, object]:
    """Return start and end as wall clocks with their zones: what is on the ticket is what a person reads."""
    start, end = moment_of(node.get(first)) or moment_of(node.get("departureDay")), moment_of(node.get(last))
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


_MAKERS: Mapping[str, Callable[[Node, Node], dict[str, object]]] = {
    "FlightReservation": _flight,
    "TrainReservation": _train,
    "BusReservation": _train,
    "BoatReservation": _ferry,
    "LodgingReservation": _stay,
    "RentalCarReservation": _car,
    "FoodEstablishmentReservation": _table,
    "EventReservation": _event_of,
    "Event": _event_of,
}


def _place(place: object) -> dict[str, object] | None:
    if isinstance(place, list):
        place = next((one for one in place if isinstance(one, Mapping)), None)
    if not isinstance(place, Mapping):
        return {"name": name} if (name := word(place)) else None
    code = word(place.get("iataCode"))
    name = word(place.get("name")) or code
    if not name:
        return None
    written = part(place, "address")
    country = word(written.get("addressCountry"))
    address = {
        "street": word(written.get("streetAddress")),
        "city": word(written.get("addressLocality")),
        "postalCode": word(written.get("postalCode")),
        "country": country if country and len(country) == 2 and country.isalpha() else None,
    }
    geo = part(place, "geo")
    at = [degrees(geo.get(axis)) for axis in ("latitude", "longitude")]
    where = {"latitude": at[0], "longitude": at[1]} if None not in at else None
    kept = {k: v for k, v in address.items() if v}
    return {"name": name, "code": code, "address": kept or None, "coordinates": where}
