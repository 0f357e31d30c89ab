"""The itinerary as rows of plain text: what both the printed page and the mail are made of."""

from decimal import Decimal

from babel import Locale

from tripintent.app.exports.booked import BookedFlight, BookedItem, BookedStay
from tripintent.app.exports.wording import (
    airport_name,
    clock,
    day,
    flight_name,
    passengers,
    price,
    reference,
    refund,
    sums,
)
from tripintent.app.words import Catalogue, catalogue, locale_of
from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Places


def sheet(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> dict[str, object]:
    """Return title, people, rows, sums, note and fixed words; every value is text or a list of such, in one language."""
    locale = locale_of(trip)
    words = catalogue(locale.language)
    bookings = tuple(item.booking for item in items)
    return {
        "title": words.say("exports", "title"),
        "words": words.sections["exports"],
        "language": locale.language,
        "trip_id": trip.trip_id,
        "people": list(passengers(trip)),
        "rows": [_row(item, places, locale, words) for item in items if item.booking.status != "changed"],
        "sums": _sums(bookings, locale, words),
        "note": words.say("exports", "simulated") if any(b.simulated for b in bookings) else "",
    }


def _sums(bookings: tuple[Booking, ...], locale: Locale, words: Catalogue) -> list[str]:
    """Return the total; where something was cancelled, what was paid, what came back, and what it comes to."""
    made = sums(bookings, locale)
    if all(booking.status == "confirmed" for booking in bookings):
        return [f"{words.say('exports', 'total')} {made.paid}"]
    refunded = made.refunded or price(Money(amount=Decimal(0), currency=_currency(bookings)), locale)
    told = (("paid", made.paid), ("refunded", refunded), ("net", made.net))
    return [f"{words.say('exports', name)} {amount}" for name, amount in told]


def _currency(bookings: tuple[Booking, ...]) -> str:
    return next((b.total.currency for b in bookings if b.total), "USD")


def _row(item: BookedItem, places: Places, locale: Locale, words: Catalogue) -> dict[str, object]:
    back = price(refund(item.booking), locale)
    kind = _flight(item, places, locale, words) if isinstance(item, BookedFlight) else _stay(item, locale, words)
    return {
        "reference": reference(item.booking, words),
        "price": price(item.booking.total, locale),
        "refund": f"{words.say('exports', 'refunded')} {back}" if back else "",
        "cancelled": item.booking.status == "cancelled",
        **kind,
    }


def _flight(item: BookedFlight, places: Places, locale: Locale, words: Catalogue) -> dict[str, object]:
    hops = item.offer.segments
    route = " – ".join([hops[0].origin, *(h.destination for h in hops)])
    return {
        "day": day(item.offer.depart_at.date(), locale),
        "heading": words.say("exports", "flight", route=route),
        "lines": [_hop(hop, places, locale, words) for hop in hops],
    }


def _hop(hop: FlightHop, places: Places, locale: Locale, words: Catalogue) -> str:
    later = (hop.arrive_at.date() - hop.depart_at.date()).days
    arrives = clock(hop.arrive_at, locale) + (f" ({day(hop.arrive_at.date(), locale)})" if later else "")
    return words.say(
        "exports",
        "hop",
        flight=flight_name(hop),
        leaves=clock(hop.depart_at, locale),
        origin=airport_name(hop.origin, places),
        lands=arrives,
        destination=airport_name(hop.destination, places),
    )


def _stay(item: BookedStay, locale: Locale, words: Catalogue) -> dict[str, object]:
    offer = item.offer
    dates = words.say("exports", "stay", first=day(offer.check_in, locale), last=day(offer.check_out, locale))
    room = ", ".join(part for part in (offer.room_description, words.code(offer.board)) if part)
    owed = price(offer.due_at_property, locale)
    due = words.say("exports", "due", amount=owed) if owed else ""
    return {
        "day": day(offer.check_in, locale),
        "heading": offer.hotel_name,
        "lines": [line for line in (dates, room, offer.address, due) if line],
    }
