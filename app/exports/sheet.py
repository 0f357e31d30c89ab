"""The itinerary as rows of plain text: what both the printed page and the mail are made of."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from tripintent.app.exports.wording import (
    BookedFlight,
    BookedItem,
    BookedStay,
    flight_name,
    in_words,
    passengers,
    shown_there,
)
from tripintent.app.words import Catalogue, catalogue, locale_of
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.card import plain_line
from tripintent.tools.cards.drawing import DrawnCards
from tripintent.tools.cards.items import details, terms
from tripintent.tools.cards.receipt import issued
from tripintent.tools.cards.words import CardWords
from tripintent.tools.formats import LocaleFormats
from tripintent.tools.ports.places import Places
from tripintent.tools.toolbox.describe import when


def sheet(trip: TripIntent, items: tuple[BookedItem, ...], places: Places) -> dict[str, object]:
    """Return title, people, rows, sums, note and fixed words; every value is text or a list of such, in one language."""
    locale = locale_of(trip)
    words, formats = catalogue(locale.language), LocaleFormats(locale)
    names, cards = passengers(trip), DrawnCards(places).words(trip.request.tag)
    shown = [item for item in items if item.booking.status != "changed"]
    return {
        "title": words.say("exports", "title"),
        "words": words.sections["exports"],
        "language": locale.language,
        "people": list(names),
        "rows": [_row(item, names, formats, cards) for item in shown],
        "sums": _sums(items, formats, words),
        "paid": _paid(items, trip.request.timezone, cards),
        "note": words.say("exports", "simulated") if any(item.booking.simulated for item in items) else "",
    }


def _sums(items: tuple[BookedItem, ...], formats: LocaleFormats, words: Catalogue) -> list[str]:
    """Return the total as the receipt has it, with what is paid there; where something was cancelled, what came back, too."""
    totals = [item.booking.total for item in items if item.booking.total]
    owed, paid = in_words(map(_owed, items), formats), in_words(totals, formats)
    if all(item.booking.status == "confirmed" for item in items):
        told = [("total", in_words([*totals, *map(_owed, items)], formats)), *([("paid", paid)] if owed else [])]
    else:
        nothing = [one.model_copy(update={"amount": Decimal(0)}) for one in totals[:1]]
        back = [*nothing, *filter(None, (item.booking.refund for item in items))]
        net = [*totals, *(one.model_copy(update={"amount": -one.amount}) for one in back)]
        told = [("paid", paid), ("refunded", in_words(back, formats)), ("net", in_words(net, formats))]
    told += [("due", owed)] if owed else []
    said = words.sections["exports"]
    return [said[name].format(amount=amount) if name == "due" else f"{said[name]} {amount}" for name, amount in told]


def _owed(item: BookedItem) -> Money | None:
    """Return what a stay still costs where it is; one that was cancelled costs nothing there."""
    if isinstance(item, BookedStay) and item.booking.status == "confirmed":
        return item.offer.due_at_property
    return None


def _row(item: BookedItem, names: Sequence[str], formats: LocaleFormats, words: CardWords) -> dict[str, object]:
    back, total, said = item.booking.refund, item.booking.total, catalogue(words.language)
    gone, flies = item.booking.status == "cancelled", isinstance(item, BookedFlight)
    facts = details(item.facts.flight, item.facts.hotel, words, item.facts.guests or 0)
    code, *shown = shown_there(item.booking, names, words)
    told = [*(line.text for line in facts), *shown][1 if flies else 0 :]  # the flights have lines of their own
    kind = _flight(item, told, formats, words) if isinstance(item, BookedFlight) else _stay(item, told, formats, words)
    return {
        "day": formats.day(item.offer.depart_at if isinstance(item, BookedFlight) else item.offer.check_in),
        "reference": code + (f", {said.say('page', 'has_successor')}" if item.booking.has_successor else ""),
        "price": formats.money(total) if total else "",
        "refund": f"{said.say('exports', 'refunded')} {formats.money(back)}" if back else "",
        "cancelled": gone,
        "terms": "" if gone else terms(item.facts.terms, words),
        **kind,
    }


def _flight(item: BookedFlight, told: Sequence[str], formats: LocaleFormats, words: CardWords) -> dict[str, object]:
    hops = item.offer.segments
    route = " – ".join(
        words.formats.town(words.city(code)) for code in [hops[0].origin, *(h.destination for h in hops)]
    )
    heading = catalogue(words.language).say("exports", "flight", route=route)
    return {"heading": heading, "lines": [*(_hop(hop, formats, words) for hop in hops), *told]}


def _hop(hop: FlightHop, formats: LocaleFormats, words: CardWords) -> str:
    return catalogue(words.language).say(
        "exports",
        "hop",
        flight=flight_name(hop),
        leaves=formats.clock(hop.depart_at),
        origin=words.town(hop.origin),
        lands=formats.arrival(hop.depart_at, hop.arrive_at),
        destination=words.town(hop.destination),
    )


def _stay(item: BookedStay, told: Sequence[str], formats: LocaleFormats, words: CardWords) -> dict[str, object]:
    offer, said, owed = item.offer, catalogue(words.language), _owed(item)
    dates = said.say("exports", "stay", first=formats.day(offer.check_in), last=formats.day(offer.check_out))
    due = said.say("exports", "due", amount=formats.money(owed)) if owed else ""
    lines = (dates, *told, words.formats.of_hotel(offer.address or ""), due)
    return {"heading": offer.hotel_name, "lines": [line for line in lines if line]}


def _paid(items: Iterable[BookedItem], zone: str, words: CardWords) -> list[str]:
    """Return when each purchase was paid and with what, as receipts do."""
    told = ((item.booking.booked_at, [item.method] if item.method else []) for item in items)
    lines = (issued(when(at, zone), by, words) for at, by in told if at)
    return list(dict.fromkeys(" · ".join(plain_line(one, words.formats.colon) for one in each) for each in lines))
