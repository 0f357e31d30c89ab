"""The booked trip as an iCalendar file (RFC 5545)."""

from datetime import UTC, date, datetime

from icalendar import Calendar, Event

from tripintent.app.exports.wording import (
    BookedFlight,
    BookedItem,
    BookedStay,
    airport_name,
    flight_name,
    passengers,
    shown_there,
)
from tripintent.app.words import Catalogue, catalogue
from tripintent.state.booking import Booking
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.words import CardWords
from tripintent.tools.places.airports import with_towns
from tripintent.tools.ports.places import Places

PRODUCT = "-//tripintent//itinerary//EN"


def calendar(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> bytes:
    """Return one event for each flight and each stay.

    UIDs are stable: importing the file again changes events instead of doubling them, and a cancelled booking cancels
    its events, and so does one that another has replaced. Flight times carry the zones of their airports, with the
    VTIMEZONEs that they need; a stay is whole days,
    its nights.
    """
    result, words = Calendar(), catalogue(trip.request.tag)
    name = words.say("exports", "title")
    for key, value in (("prodid", PRODUCT), ("version", "2.0"), ("method", "PUBLISH"), ("x-wr-calname", name)):
        result.add(key, value)
    for item in items:
        events = _flights(trip, item, places, words) if isinstance(item, BookedFlight) else [_stay(trip, item, words)]
        for event in events:
            result.add_component(event)
    years = sorted({event.start.year for event in result.events}) or [1970]
    result.add_missing_timezones(date(years[0] - 1, 1, 1), date(years[-1] + 2, 1, 1))
    content: bytes = result.to_ical()
    return content


def _flights(trip: TripIntent, item: BookedFlight, places: Places, words: Catalogue) -> list[Event]:
    return [_flight(trip, item, number, places, words) for number in range(len(item.offer.segments))]


def _flight(trip: TripIntent, item: BookedFlight, number: int, places: Places, words: Catalogue) -> Event:
    hop = item.offer.segments[number]
    terminal = f", {words.say('exports', 'terminal', name=hop.origin_terminal)}" if hop.origin_terminal else ""
    ends = (hop.origin, hop.destination)
    title = with_towns(f"{flight_name(hop)} {' – '.join(ends)}", ends, trip.request.language)
    event = _event(trip, item.booking, number, title, words)
    event.add("dtstart", hop.depart_at)
    event.add("dtend", hop.arrive_at)
    event.add("location", f"{airport_name(hop.origin, places)}{terminal}")
    return event


def _stay(trip: TripIntent, item: BookedStay, words: Catalogue) -> Event:
    offer = item.offer
    event = _event(trip, item.booking, 0, offer.hotel_name, words)
    event.add("dtstart", offer.check_in)
    event.add("dtend", offer.check_out)
    event.add("transp", "TRANSPARENT")
    if offer.address:
        event.add("location", f"{offer.hotel_name}, {offer.address}")
    if offer.lat is not None and offer.lon is not None:
        event.add("geo", (offer.lat, offer.lon))
    return event


def _event(trip: TripIntent, booking: Booking, number: int, summary: str, words: Catalogue) -> Event:
    cancelled = not booking.is_taken
    event = Event()
    event.add("uid", f"{booking.booking_id}-{number}@tripintent")
    event.add("dtstamp", (booking.booked_at or datetime.fromtimestamp(trip.created_at, UTC)).astimezone(UTC))
    event.add("sequence", int(cancelled))
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    event.add("summary", summary)
    event.add("description", _description(trip, booking, words))
    return event


def _description(trip: TripIntent, booking: Booking, words: Catalogue) -> str:
    names = passengers(trip)
    code, *shown = shown_there(booking, names, CardWords(trip.request.tag))
    rows = [
        f"{words.say('exports', 'reference')} {code}",
        *shown,
        *names,
        words.say("exports", "simulated") if booking.simulated else "",
    ]
    return "\n".join(row for row in rows if row)
