"""Dates, amounts and names of exports, in the traveller's locale. The words themselves are in ``app.words``."""

from datetime import date, datetime

from babel import Locale
from babel.dates import format_date, format_time
from babel.numbers import format_currency

from tripintent.app.words import Catalogue
from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.offers import FlightHop
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Places


def day(value: date, locale: Locale) -> str:
    """Return a date with its weekday."""
    return format_date(value, "EEE d MMM yyyy", locale)


def clock(value: datetime, locale: Locale) -> str:
    """Return the time of day as the clock on the airport's wall shows it."""
    return format_time(value.replace(tzinfo=None), "short", locale=locale)


def price(value: Money | None, locale: Locale) -> str:
    """Return an amount as people of this locale write it."""
    return format_currency(value.amount, value.currency, locale=locale) if value else ""


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


def total(bookings: tuple[Booking, ...], locale: Locale) -> str:
    """Return the sum of confirmed bookings, currency by currency."""
    sums: dict[str, Money] = {}
    for money in (b.total for b in bookings if b.total and b.status == "confirmed"):
        sums[money.currency] = sums[money.currency] + money if money.currency in sums else money
    return " + ".join(price(money, locale) for money in sums.values())
