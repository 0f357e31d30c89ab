"""The invented world of one seed: route map, timetable and connections over the real airports."""

from decimal import Decimal

from tripintent.state.money import Money
from tripintent.tools.places.airports import AirportCatalogue
from tripintent.tools.ports.rates import Rates, UnknownCurrency
from tripintent.tools.suppliers.embedded.connections import Connections
from tripintent.tools.suppliers.embedded.faults import refusal
from tripintent.tools.suppliers.embedded.network import Network
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom
from tripintent.tools.suppliers.embedded.timetable import Timetable


class World:
    """Everything that depends on the seed alone; shared by searches, never changed."""

    def __init__(self, seed: int, airports: AirportCatalogue, rates: Rates) -> None:
        self.dice = SeededRandom(seed)
        self.airports = airports
        self.rates = rates
        self.network = Network(self.dice, airports)
        self.timetable = Timetable(self.dice, self.network)
        self.connections = Connections(self.dice, self.network, self.timetable)

    def money(self, usd: Decimal, currency: str) -> Money:
        """Return a US dollar amount in the currency asked for. Raises InvalidRequest ``unknown_currency``."""
        try:
            return self.rates.convert(Money(amount=usd, currency="USD"), currency)
        except UnknownCurrency as error:
            raise refusal(str(error), "unknown_currency") from error
