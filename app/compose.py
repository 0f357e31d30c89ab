"""The composition root. Adapters are named here, and in ``selling``, ``designing`` and ``composing_planning`` beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from tripintent.app.designing import designer_of
from tripintent.app.errors import SessionError
from tripintent.app.front_door import service_of
from tripintent.app.host import owner_of_run, stand_ins_of
from tripintent.app.notifying import channel_names
from tripintent.app.selling import OwnSupplier, Selling, patience_of, selling
from tripintent.app.settings import Settings
from tripintent.app.spans import traced_suppliers
from tripintent.app.storage import Storage
from tripintent.app.surveying import on_a_copy
from tripintent.tools.cards.drawing import DrawnCards
from tripintent.tools.clock import FixedClock, SystemClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.host.stand_in import HostStandIns
from tripintent.tools.language.replies.wording import OfflineLanguage
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.locks import ThreadLocks
from tripintent.tools.ledger.model_use import Limits, SqlModelMeter
from tripintent.tools.ledger.owning import SqlOwnership
from tripintent.tools.ledger.profiles import SqlPaymentMethods, SqlPolicies, SqlProfiles, of_sellers
from tripintent.tools.ledger.staff_queue import SqlStaffQueue
from tripintent.tools.ledger.stores import SqlDocuments, SqlOffers
from tripintent.tools.ledger.vault import SqlVault
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.ports.clock import Clock, Rates
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ranking.ranker import WholeTripRanker
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.registry.builtin import BuiltinRegistry
from tripintent.tools.risk.check import TripRiskCheck
from tripintent.tools.suppliers.remembering import RememberedSearches, Remembering
from tripintent.tools.suppliers.retrying import RetryBudget, Retrying

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


@dataclass(frozen=True)
class Composition:
    """Ports with what the session needs beside them."""

    ports: Ports
    locks: ThreadLocks
    ledger: Database
    sellers: Mapping[str, DeskSupplier]
    vault: SqlVault
    played: Clock | None = None
    """The stopped clock that replaces every time, also the ledger's; None where time is real."""
    channels: tuple[str, ...] = ()
    """Names of the channels that are told."""

    def close(self) -> None:
        """Give the database's connections back."""
        self.ledger.close()


def compose(
    settings: Settings,
    storage: Storage,
    *,
    tracer: "Tracer | None" = None,
    host: object = None,
    suppliers: Sequence[OwnSupplier] = (),
) -> Composition:
    """Make every adapter.

    Args:
        settings: What can be set.
        storage: Where things are kept.
        tracer: What the desk commits at suppliers becomes spans of this OpenTelemetry tracer.
        host: A host's ``handler_call``, or an object that has one; outranks the one that the settings name.
        suppliers: A host's own, in place of the simulated one for what they sell.

    Raises:
        StoreError: A database cannot be used.
        SessionError: The settings name a model, a registry or a host that cannot be used.
    """
    clock: Clock = FixedClock(settings.now) if settings.now else SystemClock()
    registry = registry_of(settings)
    stand_ins = stand_ins_of(settings, registry, host)
    ledger = Database.open(storage.ledger, timedelta(seconds=settings.lock_patience))
    places, rates = Gazetteer(), EcbRates()
    house, book = service_of(settings), storage.supplier
    sold = selling(settings, book, clock=clock, places=places, rates=rates, house=house, own=suppliers)
    if stand_ins:
        theirs = stand_ins.desk_suppliers(places, clock)
        charging = (*sold.sellers, *(one.capabilities for one in theirs.values()))
        sold = sold._replace(desk={**sold.desk, **theirs}, sellers=charging)
    ports = _ports(settings, ledger, _Made(clock, places, rates, registry, tracer), sold)
    if stand_ins:
        ports = _over_host(ports, stand_ins, patience_of(settings), sold.searches)
    vault = SqlVault(ledger, clock, _seal_keys(settings), storage.seal_key)
    played = clock if settings.now else None
    return Composition(ports, ThreadLocks(ledger), ledger, sold.desk, vault, played, channel_names(settings))


class _Made(NamedTuple):
    """Adapters that others are made of."""

    clock: Clock
    places: Places
    rates: Rates
    registry: BuiltinRegistry
    tracer: "Tracer | None"


def _desk(settings: Settings, ledger: Database, made: _Made, sold: Selling) -> BookingDesk:
    return BookingDesk(
        ledger,
        traced_suppliers(sold.desk, made.tracer),
        made.clock if settings.now else None,
        made.rates,
        anchor_key=settings.audit_key.get_secret_value().encode() if settings.audit_key else None,
        channels=channel_names(settings),
    )


def _ports(settings: Settings, ledger: Database, made: _Made, sold: Selling) -> Ports:
    clock, places, rates = made.clock, made.places, made.rates
    return Ports(
        clock=clock,
        places=places,
        rates=rates,
        language=OfflineLanguage(),
        cards=DrawnCards(places),
        mask=mask_cards,
        registry=made.registry,
        flights=sold.flights,
        hotels=sold.hotels,
        offers=SqlOffers(ledger, clock),
        ranker=WholeTripRanker(rates),
        risk=TripRiskCheck(rates),
        desk=_desk(settings, ledger, made, sold),
        documents=SqlDocuments(ledger, clock),
        ownership=SqlOwnership(ledger, clock),
        profiles=SqlProfiles(ledger, clock),
        policies=SqlPolicies(ledger, clock),
        payment_methods=SqlPaymentMethods(
            ledger, of_sellers(sold.sellers), [one for s in sold.sellers for one in s.tokens]
        ),
        designer=designer_of(places, sold.flights, sold.hotels, settings),
        staff_queue=SqlStaffQueue(ledger, clock),
        knowledge=OfflineKnowledge(places if isinstance(places, Gazetteer) else Gazetteer()),
        searches=sold.searches,
        meter=_meter(settings, ledger, clock),
        survey=on_a_copy,
    )


def _meter(settings: Settings, ledger: Database, clock: Clock) -> SqlModelMeter | None:
    """Return what counts a model's tokens; None where the rules read alone."""
    limits = Limits(
        settings.model_trip_tokens,
        settings.model_traveller_tokens,
        settings.model_trip_dollars,
        settings.model_month_dollars,
        settings.model_price_in or Decimal(0),
        settings.model_price_out or Decimal(0),
    )
    return SqlModelMeter(ledger, clock, limits) if settings.uses_model else None


def _seal_keys(settings: Settings) -> list[str]:
    given = settings.seal_key.get_secret_value() if settings.seal_key else ""
    return [key.strip() for key in given.split(",") if key.strip()]


def _over_host(
    ports: Ports, stand_ins: HostStandIns, patience: RetryBudget, searches: RememberedSearches | None
) -> Ports:
    """Return the ports with the host's tools in place; its searches are repeated and remembered as any supplier's are.

    A host may answer one traveller otherwise than another, so that its answers are kept by whose run it is.
    """
    applied = stand_ins.applied(ports)
    flights, hotels = applied.flights, applied.hotels
    if flights is not ports.flights:
        flights = Retrying(flights, patience)
        flights = Remembering(flights, searches, owner_of_run) if searches else flights
    if hotels is not ports.hotels:
        hotels = Retrying(hotels, patience)
        hotels = Remembering(hotels, searches, owner_of_run) if searches else hotels
    return replace(applied, flights=flights, hotels=hotels)


def registry_of(settings: Settings) -> BuiltinRegistry:
    """Return the tool registry, with the host's file on top. Raises SessionError for one that cannot be used."""
    try:
        return BuiltinRegistry(settings.registry.expanduser() if settings.registry else None)
    except ValueError as error:
        raise SessionError(f"TRIPINTENT_REGISTRY: {error}", "bad_setting") from error
