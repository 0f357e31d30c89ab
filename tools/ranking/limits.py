"""The limits that a traveller or a policy can set, as predicates, and prices of different currencies made comparable.

All limits are inclusive; unknown facts pass.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from tripintent.state.money import Money, payable
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer
from tripintent.tools.ports.clock import Rates

FLIGHTS = frozenset({"flight", "flights", "air"})
HOTELS = frozenset({"hotel", "hotels", "lodging", "accommodation", "stay", "stays"})
"""Names of the services."""


def flies(hop: FlightHop, airlines: Iterable[str]) -> bool:
    """Tell whether a flight is marketed by one of the airlines, given as names or IATA designators."""
    names = {airline.strip().casefold() for airline in airlines}
    return hop.airline.casefold() in names or (bool(hop.airline_code) and hop.airline_code.casefold() in names)


def enabled(services: Iterable[str], names: frozenset[str]) -> bool:
    """Tell whether the service of these names may be booked; an empty list enables everything."""
    said = {service.strip().casefold() for service in services}
    return not said or bool(said & names)


_PARTS = 4
"""Prices are compared as whole numbers of 1/10,000 of the currency: finer than the minor unit of any currency."""


class Prices:
    """Converts to one currency, with the latest rates."""

    def __init__(self, rates: Rates, currency: str) -> None:
        self._rates = rates
        self.currency = currency

    def money(self, money: Money) -> Money:
        """Return the same value in the common currency. Raises UnknownCurrency when there is no rate."""
        return money if money.currency == self.currency else self._rates.convert(money, self.currency)

    def units(self, money: Money) -> int:
        """Return the value as a whole number, to compare and add exactly."""
        return int(self.money(money).amount.scaleb(_PARTS).to_integral_value(ROUND_HALF_UP))

    def total(self, units: int) -> Money:
        """Return the money of a sum of units, rounded to what can be paid."""
        return payable(Decimal(units).scaleb(-_PARTS), self.currency)

    def local_tax(self, offers: Iterable[FlightOffer | HotelOffer]) -> int:
        """Return what is paid at the hotels and is in no price."""
        return sum(self.units(o.due_at_property) for o in offers if o.due_at_property)

    def rates_date(self, prices: Iterable[Money]) -> str | None:
        """Return the day of the rates that some of these prices needed, None when none had to be converted."""
        converted = any(price.currency != self.currency for price in prices)
        return self._rates.dated().isoformat() if converted else None
