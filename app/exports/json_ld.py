"""The booked trip as schema.org JSON-LD: what mail programs and assistants read reservations from."""

import json

from tripintent.app.exports.wording import BookedFlight, BookedItem, BookedStay, passengers
from tripintent.state.booking import Booking
from tripintent.state.offers import FlightHop
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Places

STATUS = {"confirmed": "ReservationConfirmed", "changed": "ReservationCancelled", "cancelled": "ReservationCancelled"}


def reservations(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> list[dict[str, object]]:
    """Return one FlightReservation for each flight and one LodgingReservation for each stay.

    A booking's price is at its first reservation only, so that the sum over all of them is right.
    """
    found: list[dict[str, object]] = []
    for item in items:
        if isinstance(item, BookedStay):
            found.append(_reservation(trip, item.booking, "LodgingReservation") | _price(item.booking) | _lodging(item))
        else:
            found.extend(_flights(trip, item, places))
    return found


def json_ld(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> str:
    """Return the reservations as text that may stand in a file or inside a script element."""
    text = json.dumps(reservations(trip, items, places), ensure_ascii=False, indent=2)
    return text.replace("<", "\\u003c")  # nothing in it can end the script element


def _flights(trip: TripIntent, item: BookedFlight, places: Places) -> list[dict[str, object]]:
    base = _reservation(trip, item.booking, "FlightReservation")
    return [
        base | (_price(item.booking) if number == 0 else {}) | {"reservationFor": _flight(hop, places)}
        for number, hop in enumerate(item.offer.segments)
    ]


def _reservation(trip: TripIntent, booking: Booking, kind: str) -> dict[str, object]:
    people = [{"@type": "Person", "name": name} for name in passengers(trip)]
    return {
        "@context": "https://schema.org",
        "@type": kind,
        "reservationId": booking.locator or booking.booking_id,
        "reservationStatus": f"https://schema.org/{STATUS['changed' if booking.has_successor else booking.status]}",
        "bookingTime": booking.booked_at.isoformat() if booking.booked_at else None,
        "underName": people[0] if len(people) == 1 else people,
    }


def _price(booking: Booking) -> dict[str, object]:
    return {"totalPrice": str(booking.total.amount), "priceCurrency": booking.total.currency} if booking.total else {}


def _flight(hop: FlightHop, places: Places) -> dict[str, object]:
    return {
        "@type": "Flight",
        "flightNumber": hop.flight_number,
        "provider": {"@type": "Airline", "name": hop.airline, "iataCode": hop.airline_code},
        "departureAirport": _airport(hop.origin, places),
        "departureTime": hop.depart_at.isoformat(),
        "departureTerminal": hop.origin_terminal,
        "arrivalAirport": _airport(hop.destination, places),
        "arrivalTime": hop.arrive_at.isoformat(),
        "arrivalTerminal": hop.destination_terminal,
    }


def _airport(code: str, places: Places) -> dict[str, object]:
    known = places.airport(code)
    return {"@type": "Airport", "iataCode": code, "name": known.name if known else code}


def _lodging(item: BookedStay) -> dict[str, object]:
    offer = item.offer
    return {
        "reservationFor": {
            "@type": "LodgingBusiness",
            "name": offer.hotel_name,
            "address": offer.address or offer.area,
        },
        "checkinTime": offer.check_in.isoformat(),
        "checkoutTime": offer.check_out.isoformat(),
        "lodgingUnitDescription": offer.room_description,
    }
