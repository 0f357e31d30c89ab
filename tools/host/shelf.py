"""Parts that a host's flights and hotels have in common: who is called, what is promised, and how long an option may be shown."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.errors import OfferGone
from tripintent.tools.host.calling import HostCaller
from tripintent.tools.host.failures import SUPPLIER
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.suppliers import Capabilities

OfferT = TypeVar("OfferT", FlightOffer, HotelOffer)


@dataclass(frozen=True)
class Shelf:
    """Where options come from and how long they keep: ``validity``, unless an option has an expiry of its own."""

    caller: HostCaller
    clock: Clock
    capabilities: Capabilities
    validity: timedelta = timedelta(minutes=30)

    def expiry(self, *said: datetime | None) -> datetime:
        """Return the earliest expiry that the host said, else the usual one."""
        return min((aware(moment) for moment in said if moment), default=self.clock.now() + self.validity)

    def fresh(self, offer: OfferT) -> OfferT:
        """Return the offer while it may be shown; hosts have no tool for pricing one again. Raises OfferGone afterwards."""
        if offer.expires_at <= self.clock.now():
            raise OfferGone(f"the {offer.kind} option has expired", supplier=SUPPLIER)
        return offer


def aware(moment: datetime) -> datetime:
    """Return a moment with a zone; one without is in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
