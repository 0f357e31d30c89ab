"""The itinerary as rows of plain text: what both the printed page and the mail are made of."""

from typing import Any

from babel import Locale

from tripintent.app.exports.booked import BookedFlight, BookedItem, BookedStay
from tripintent.app.exports.wording import (
    SIMULATED,
    airport_name,
    clock,
    day,
    flight_name,
    locale_of,
    passengers,
    price,
    reference,
    total,
)
from tripintent.state.offers import FlightHop
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Places


def sheet(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> dict[str, Any]:
    """Return title, people, rows, total and note; every value is text, a list of texts, or null."""
    locale = locale_of(trip)
    bookings = tuple(item.booking for item in items)
    return {
        "title": "Itinerary",
        "language": locale.language,
        "trip_id": trip.trip_id,
        "people": list(passengers(trip)),
        "rows": [_row(item, places, locale) for item in items],
        "total": total(bookings, locale),
        "note": SIMULATED if any(b.simulated for b in bookings) else "",
    }


def _row(item: BookedItem, places: Places, locale: Locale) -> dict[str, Any]:
    kind = _flight(item, places, locale) if isinstance(item, BookedFlight) else _stay(item, locale)
    return {
        "reference": reference(item.booking),
        "price": price(item.booking.total, locale),
        "cancelled": item.booking.status == "cancelled",
        **kind,
    }


def _flight(item: BookedFlight, places: Places, locale: Locale) -> dict[str, Any]:
    hops = item.offer.segments
    route = " – ".join([hops[0].origin, *(h.destination for h in hops)])
    return {
        "day": day(item.offer.depart_at.date(), locale),
        "heading": f"Flight {route}",
        "lines": [_hop(hop, places, locale) for hop in hops],
    }


def _hop(hop: FlightHop, places: Places, locale: Locale) -> str:
    later = (hop.arrive_at.date() - hop.depart_at.date()).days
    arrives = clock(hop.arrive_at, locale) + (f" ({day(hop.arrive_at.date(), locale)})" if later else "")
    start = f"{clock(hop.depart_at, locale)} {airport_name(hop.origin, places)}"
    return f"{flight_name(hop)}: {start} to {arrives} {airport_name(hop.destination, places)}"


def _stay(item: BookedStay, locale: Locale) -> dict[str, Any]:
    offer = item.offer
    dates = f"{day(offer.check_in, locale)} to {day(offer.check_out, locale)}"
    room = ", ".join(part for part in (offer.room_description, offer.board.replace("_", " ")) if part)
    due = f"Paid at the hotel: {price(offer.due_at_property, locale)}" if offer.due_at_property else ""
    return {
        "day": day(offer.check_in, locale),
        "heading": offer.hotel_name,
        "lines": [line for line in (dates, room, offer.address, due) if line],
    }
