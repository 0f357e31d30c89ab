"""The composition root: the only place that names adapters."""

from dataclasses import dataclass
from datetime import timedelta

from tripintent.app.settings import Settings
from tripintent.app.speech import language_of
from tripintent.app.storage import Storage
from tripintent.tools.clock import FixedClock, SystemClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.desk.suppliers import DeskSupplier, price_by
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.language.router import route
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.locks import ThreadLocks
from tripintent.tools.ledger.offers import SqlOffers
from tripintent.tools.ledger.payment_methods import SqlPaymentMethods
from tripintent.tools.ledger.policies import SqlPolicies
from tripintent.tools.ledger.profiles import SqlProfiles
from tripintent.tools.ledger.trips import SqlTrips
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ranking.ranker import WholeTripRanker
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.registry.builtin import BuiltinRegistry
from tripintent.tools.risk.check import TripRiskCheck
from tripintent.tools.suppliers.embedded.faults import Faults
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier
from tripintent.tools.suppliers.retrying import Patience, RetryingFlightSupplier, RetryingHotelSupplier


@dataclass(frozen=True)
class Composition:
    """Ports with what the session needs beside them."""

    ports: Ports
    locks: ThreadLocks
    ledger: Database

    def close(self) -> None:
        """Give the database's connections back."""
        self.ledger.close()


def compose(settings: Settings, storage: Storage) -> Composition:
    """Make every adapter. Raises StoreError for a database that cannot be used."""
    clock: Clock = FixedClock(settings.now) if settings.now else SystemClock()
    ledger = Database.open(storage.ledger, timedelta(seconds=settings.lock_patience))
    return Composition(_ports(settings, storage, ledger, clock), ThreadLocks(ledger, SystemClock()), ledger)


def _ports(settings: Settings, storage: Storage, ledger: Database, clock: Clock) -> Ports:
    places, rates, registry = Gazetteer(), EcbRates(), BuiltinRegistry()
    language, answers = language_of(settings, registry, places)
    supplier = EmbeddedSupplier(
        storage.supplier,
        clock=clock,
        places=places,
        seed=settings.supplier_seed,
        faults=Faults.parse(settings.supplier_faults),
        latency=settings.supplier_latency,
        rates=rates,
    )
    patience = Patience(settings.supplier_attempts, settings.supplier_patience)
    flights = RetryingFlightSupplier(supplier.flights, patience)
    hotels = RetryingHotelSupplier(supplier.hotels, patience)
    sold = {"embedded": DeskSupplier(supplier.orders, price_by(flights, hotels))}
    return Ports(
        clock=clock,
        places=places,
        rates=rates,
        language=language,
        people=FreeFormPeople(),
        route=route,
        mask=mask_cards,
        answers=answers,
        registry=registry,
        flights=flights,
        hotels=hotels,
        offers=SqlOffers(ledger, clock),
        ranker=WholeTripRanker(rates),
        risk=TripRiskCheck(rates),
        desk=BookingDesk(ledger, sold, clock, rates),
        trips=SqlTrips(ledger, clock),
        profiles=SqlProfiles(ledger, clock),
        policies=SqlPolicies(ledger, clock),
        payment_methods=SqlPaymentMethods(ledger),
    )
