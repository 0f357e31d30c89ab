"""Names and sums of exports. The words themselves are in ``app.words``."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tripintent.state.booking import Booking
from tripintent.state.derived import as_planned
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.receipt import tickets
from tripintent.tools.cards.words import CardWords
from tripintent.tools.formats import LocaleFormats
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import PaymentMethod
from tripintent.tools.toolbox.facts import BookingFacts
from tripintent.tools.toolbox.stand import booked_facts, paid_with


class BookedFlight(NamedTuple):
    """A booked flight segment: one booking, one or more flights; its fare and terms, and how it was paid where that is known."""

    booking: Booking
    offer: FlightOffer
    facts: BookingFacts
    method: PaymentMethod | None = None


class BookedStay(NamedTuple):
    """A booked hotel stay; its room and terms, and how it was paid where that is known."""

    booking: Booking
    offer: HotelOffer
    facts: BookingFacts
    method: PaymentMethod | None = None


BookedItem = BookedFlight | BookedStay


async def booked_items(trip: TripIntent, ports: Ports) -> tuple[BookedItem, ...]:
    """Return the trip's bookings in the order of travel, those that were cancelled included.

    The ledger says what is booked, the offer store what exactly that is. A booking that failed, is in doubt, or whose
    offer is no longer stored is left out: an itinerary never shows what no one is sure of.
    """
    standing = await ports.desk.ledger_status(trip.ledger_id)
    certain = [b for b in as_planned(trip, standing.bookings) if b.status in ("confirmed", "changed", "cancelled")]
    offers = await ports.offers.options(trip.ledger_id, {b.option_id for b in certain})
    methods = {one.payment_method_id: one for one in await paid_with(certain, trip, ports)}
    items: list[BookedItem] = []
    for booking, facts in zip(certain, await booked_facts(trip, certain, ports), strict=True):
        offer, method = offers.get(booking.option_id), methods.get(booking.payment_method_id)
        if isinstance(offer, FlightOffer):
            items.append(BookedFlight(booking, _zoned(offer, ports.places), facts, method))
        elif isinstance(offer, HotelOffer):
            items.append(BookedStay(booking, offer, facts, method))
    return tuple(sorted(items, key=_starts))


def _starts(item: BookedItem) -> tuple[str, int]:
    """Order by local day; on the same day one flies before one checks in."""
    if isinstance(item, BookedFlight):
        return item.offer.depart_at.isoformat()[:10], 0
    return item.offer.check_in.isoformat(), 1


def _zoned(offer: FlightOffer, places: Places) -> FlightOffer:
    """Return the offer with named zones: an offset says when, but not which clock hangs on the airport's wall."""
    hops = tuple(_hop(hop, places) for hop in offer.segments)
    return offer.model_copy(update={"segments": hops})


def _hop(hop: FlightHop, places: Places) -> FlightHop:
    times = {
        "depart_at": _local(hop.depart_at, hop.origin, places),
        "arrive_at": _local(hop.arrive_at, hop.destination, places),
    }
    return hop.model_copy(update=times)


def _local(moment: datetime, code: str, places: Places) -> datetime:
    airport = places.airport(code)
    return moment.astimezone(ZoneInfo(airport.zone)) if airport else moment


def airport_name(code: str, places: Places) -> str:
    """Return an airport's name with its code."""
    airport = places.airport(code)
    return f"{airport.name} ({code})" if airport else code


def flight_name(hop: FlightHop) -> str:
    """Return airline and flight number."""
    return f"{hop.airline} {hop.flight_number}".strip()


def passengers(trip: TripIntent) -> tuple[str, ...]:
    """Return the names of those who travel."""
    return tuple(one.name for one in trip.party.guests if one.name)


def shown_there(booking: Booking, names: Sequence[str], words: CardWords) -> tuple[str, ...]:
    """Return what to show at the counter: the code, then the tickets of those who travel."""
    said = (tickets(booking.tickets, names, words),) if booking.tickets else ()
    return (booking.locator or booking.booking_id, *said)


def in_words(amounts: Iterable[Money | None], formats: LocaleFormats) -> str:
    """Return the sum of amounts, currency by currency; an empty text for none."""
    found: dict[str, Decimal] = {}
    for money in filter(None, amounts):
        found[money.currency] = found.get(money.currency, Decimal(0)) + money.amount
    return " + ".join(formats.money(Money(amount=amount, currency=code)) for code, amount in found.items())
