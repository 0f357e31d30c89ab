"""The itinerary as rows of plain text: what both the printed page and the mail are made of."""

from decimal import Decimal

from tripintent.app.exports.wording import (
    BookedFlight,
    BookedItem,
    BookedStay,
    airport_name,
    flight_name,
    in_words,
    passengers,
    reference,
    refund,
    sums,
)
from tripintent.app.words import Catalogue, catalogue, locale_of
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop
from tripintent.state.trip import TripIntent
from tripintent.tools.formats import LocaleFormats
from tripintent.tools.ports.places import Places


def sheet(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> dict[str, object]:
    """Return title, people, rows, sums, note and fixed words; every value is text or a list of such, in one language."""
    locale = locale_of(trip)
    words, formats = catalogue(locale.language), LocaleFormats(locale)
    bookings = tuple(item.booking for item in items)
    return {
        "title": words.say("exports", "title"),
        "words": words.sections["exports"],
        "language": locale.language,
        "people": list(passengers(trip)),
        "rows": [_row(item, places, formats, words) for item in items if item.booking.status != "changed"],
        "sums": _sums(items, formats, words),
        "note": words.say("exports", "simulated") if any(b.simulated for b in bookings) else "",
    }


def _sums(items: tuple[BookedItem, ...], formats: LocaleFormats, words: Catalogue) -> list[str]:
    """Return the total as the receipt has it, with what is paid there; where something was cancelled, what came back, too."""
    bookings, owed = tuple(item.booking for item in items), in_words(map(_owed, items), formats)
    made = sums(bookings, formats)
    currency = next((booking.total.currency for booking in bookings if booking.total), "USD")
    refunded = made.refunded or formats.money(Money(amount=Decimal(0), currency=currency))
    told = [("paid", made.paid), ("refunded", refunded), ("net", made.net)]
    if all(booking.status == "confirmed" for booking in bookings):
        whole = in_words((sum_ for item in items for sum_ in (item.booking.total, _owed(item))), formats)
        told = [("total", whole), *([("paid", made.paid)] if owed else [])]
    told += [("due", owed)] if owed else []
    said = words.sections["exports"]
    return [said[name].format(amount=amount) if name == "due" else f"{said[name]} {amount}" for name, amount in told]


def _owed(item: BookedItem) -> Money | None:
    """Return what a stay still costs where it is; one that was cancelled costs nothing there."""
    if isinstance(item, BookedStay) and item.booking.status == "confirmed":
        return item.offer.due_at_property
    return None


def _row(item: BookedItem, places: Places, formats: LocaleFormats, words: Catalogue) -> dict[str, object]:
    back, total = refund(item.booking), item.booking.total
    kind = _flight(item, places, formats, words) if isinstance(item, BookedFlight) else _stay(item, formats, words)
    return {
        "reference": reference(item.booking, words)
        + (f", {words.say('page', 'has_successor')}" if item.booking.has_successor else ""),
        "price": formats.money(total) if total else "",
        "refund": f"{words.say('exports', 'refunded')} {formats.money(back)}" if back else "",
        "cancelled": item.booking.status == "cancelled",
        **kind,
    }


def _flight(item: BookedFlight, places: Places, formats: LocaleFormats, words: Catalogue) -> dict[str, object]:
    hops = item.offer.segments
    route = " – ".join([hops[0].origin, *(h.destination for h in hops)])
    return {
        "day": formats.day(item.offer.depart_at),
        "heading": words.say("exports", "flight", route=route),
        "lines": [_hop(hop, places, formats, words) for hop in hops],
    }


def _hop(hop: FlightHop, places: Places, formats: LocaleFormats, words: Catalogue) -> str:
    return words.say(
        "exports",
        "hop",
        flight=flight_name(hop),
        leaves=formats.clock(hop.depart_at),
        origin=airport_name(hop.origin, places),
        lands=formats.arrival(hop.depart_at, hop.arrive_at),
        destination=airport_name(hop.destination, places),
    )


def _stay(item: BookedStay, formats: LocaleFormats, words: Catalogue) -> dict[str, object]:
    offer = item.offer
    dates = words.say("exports", "stay", first=formats.day(offer.check_in), last=formats.day(offer.check_out))
    room = ", ".join(part for part in (offer.room_description, words.code(offer.board) if offer.board else "") if part)
    owed = _owed(item)
    due = words.say("exports", "due", amount=formats.money(owed)) if owed else ""
    return {
        "day": formats.day(offer.check_in),
        "heading": offer.hotel_name,
        "lines": [line for line in (dates, room, offer.address, due) if line],
    }
