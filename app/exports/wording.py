"""Names and sums of exports. The words themselves are in ``app.words``."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from tripintent.app.words import Catalogue
from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop
from tripintent.state.trip import TripIntent
from tripintent.tools.formats import LocaleFormats
from tripintent.tools.ports.places import Places


def airport_name(code: str, places: Places) -> str:
    """Return an airport's name with its code."""
    airport = places.airport(code)
    return f"{airport.name} ({code})" if airport else code


def flight_name(hop: FlightHop) -> str:
    """Return airline and flight number."""
    return f"{hop.airline} {hop.flight_number}".strip()


def passengers(trip: TripIntent) -> tuple[str, ...]:
    """Return the names of those who travel."""
    named = (g.name or f"{g.given_name} {g.family_name}".strip() for g in trip.party.guests)
    return tuple(name for name in named if name)


def reference(booking: Booking, words: Catalogue) -> str:
    """Return what to show at the counter."""
    numbers = ", ".join(booking.tickets)
    tickets = f"; {words.say('exports', 'tickets', numbers=numbers)}" if numbers else ""
    return f"{booking.locator or booking.booking_id}{tickets}"


class Sums(NamedTuple):
    """What was paid for all bookings, what came back, and the difference; currency by currency, as text."""

    paid: str
    refunded: str
    net: str


def sums(bookings: tuple[Booking, ...], formats: LocaleFormats) -> Sums:
    """Return the sums of what was bought, cancelled bookings included: their price was paid, and their refund came back."""
    paid = _by_currency(b.total for b in bookings)
    back = _by_currency(refund(b) for b in bookings)
    net = {c: paid.get(c, Decimal(0)) - back.get(c, Decimal(0)) for c in (*paid, *(c for c in back if c not in paid))}
    return Sums(*(_text(amounts, formats) for amounts in (paid, back, net)))


def refund(booking: Booking) -> Money | None:
    """Return what came back for a booking; nothing for one that was neither cancelled nor changed at its airline."""
    return booking.refund if booking.status in ("cancelled", "changed") else None


def _by_currency(amounts: Iterable[Money | None]) -> dict[str, Decimal]:
    found: dict[str, Decimal] = {}
    for money in amounts:
        if money is not None:
            found[money.currency] = found.get(money.currency, Decimal(0)) + money.amount
    return found


def _text(amounts: Mapping[str, Decimal], formats: LocaleFormats) -> str:
    return " + ".join(formats.money(Money(amount=amount, currency=code)) for code, amount in amounts.items())
