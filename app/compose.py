"""The composition root: the only place that names adapters."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from tripintent.app.errors import SessionError
from tripintent.app.host import stand_ins_of
from tripintent.app.settings import Settings
from tripintent.app.spans import traced_suppliers
from tripintent.app.speech import language_of
from tripintent.app.storage import Storage
from tripintent.tools.clock import FixedClock, SystemClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.desk.suppliers import DeskSupplier, price_by
from tripintent.tools.host.stand_in import HostStandIns
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
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.rates import Rates
from tripintent.tools.ports.registry import ToolRegistry
from tripintent.tools.ranking.ranker import WholeTripRanker
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.registry.builtin import BuiltinRegistry
from tripintent.tools.risk.check import TripRiskCheck
from tripintent.tools.suppliers.embedded.faults import Faults
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier
from tripintent.tools.suppliers.retrying import Patience, RetryingFlightSupplier, RetryingHotelSupplier

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


@dataclass(frozen=True)
class Composition:
    """Ports with what the session needs beside them."""

    ports: Ports
    locks: ThreadLocks
    ledger: Database

    def close(self) -> None:
        """Give the database's connections back."""
        self.ledger.close()


def compose(settings: Settings, storage: Storage, *, tracer: "Tracer | None" = None, host: Any = None) -> Composition:
    """Make every adapter.

    Args:
        settings: What can be set.
        storage: Where things are kept.
        tracer: What the desk commits at suppliers becomes spans of this OpenTelemetry tracer.
        host: A host's ``handler_call``, or an object that has one; outranks the one that the settings name.

    Raises:
        StoreError: A database cannot be used.
        SessionError: The settings name a model, a registry or a host that cannot be used.
    """
    clock: Clock = FixedClock(settings.now) if settings.now else SystemClock()
    registry = registry_of(settings)
    stand_ins = stand_ins_of(settings, registry, host)
    ledger = Database.open(storage.ledger, timedelta(seconds=settings.lock_patience))
    ports = _ports(settings, storage, ledger, _Made(clock, Gazetteer(), EcbRates(), registry, stand_ins, tracer))
    if stand_ins:
        ports = _over_host(ports, stand_ins, _patience(settings))
    return Composition(ports, ThreadLocks(ledger, SystemClock()), ledger)


class _Made(NamedTuple):
    """Adapters that others are made of."""

    clock: Clock
    places: Places
    rates: Rates
    registry: ToolRegistry
    stand_ins: HostStandIns | None
    tracer: "Tracer | None"


def _ports(settings: Settings, storage: Storage, ledger: Database, made: _Made) -> Ports:
    clock, places, rates, registry, stand_ins, tracer = made
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
    patience = _patience(settings)
    flights = RetryingFlightSupplier(supplier.flights, patience)
    hotels = RetryingHotelSupplier(supplier.hotels, patience)
    sold = {"embedded": DeskSupplier(supplier.orders, price_by(flights, hotels))}
    if stand_ins:
        sold |= stand_ins.desk_suppliers(places, clock)
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
        desk=BookingDesk(ledger, traced_suppliers(sold, tracer), clock, rates),
        trips=SqlTrips(ledger, clock),
        profiles=SqlProfiles(ledger, clock),
        policies=SqlPolicies(ledger, clock),
        payment_methods=SqlPaymentMethods(ledger),
    )


def _over_host(ports: Ports, stand_ins: HostStandIns, patience: Patience) -> Ports:
    """Return the ports with the host's tools in place; its searches are repeated as any supplier's are."""
    applied = stand_ins.applied(ports)
    flights, hotels = applied.flights, applied.hotels
    return replace(
        applied,
        flights=flights if flights is ports.flights else RetryingFlightSupplier(flights, patience),
        hotels=hotels if hotels is ports.hotels else RetryingHotelSupplier(hotels, patience),
    )


def _patience(settings: Settings) -> Patience:
    return Patience(settings.supplier_attempts, settings.supplier_patience)


def registry_of(settings: Settings) -> ToolRegistry:
    """Return the tool registry, with the host's file on top. Raises SessionError for one that cannot be used."""
    try:
        return BuiltinRegistry(settings.registry.expanduser() if settings.registry else None)
    except ValueError as error:
        raise SessionError(f"TRIPINTENT_REGISTRY: {error}", "bad_setting") from error
