"""All ports of the booking system in one value: what a graph is built from."""

from dataclasses import dataclass

from tripintent.tools.ports.answers import Answers
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.designer import DesignerPorts
from tripintent.tools.ports.desk import Desk
from tripintent.tools.ports.documents import Documents
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.masking import TextMask
from tripintent.tools.ports.model_use import ModelMeter
from tripintent.tools.ports.offers import Offers
from tripintent.tools.ports.ownership import Ownership
from tripintent.tools.ports.payment_methods import PaymentMethods
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.planning import TripKnowledge
from tripintent.tools.ports.policies import Policies
from tripintent.tools.ports.profiles import Profiles
from tripintent.tools.ports.ranking import Ranker, RiskCheck
from tripintent.tools.ports.rates import Rates
from tripintent.tools.ports.reader import Reader
from tripintent.tools.ports.registry import ToolRegistry
from tripintent.tools.ports.staff_queue import StaffQueue
from tripintent.tools.ports.suppliers import FlightSupplier, HotelSupplier, SearchMemory


@dataclass(frozen=True)
class Ports:
    """One adapter for each port. The composition root makes it; a host replaces what it has of its own."""

    clock: Clock
    places: Places
    rates: Rates
    language: Language
    reader: Reader
    mask: TextMask
    answers: Answers
    registry: ToolRegistry
    flights: FlightSupplier
    hotels: HotelSupplier
    offers: Offers
    ranker: Ranker
    risk: RiskCheck
    desk: Desk
    documents: Documents
    ownership: Ownership
    profiles: Profiles
    policies: Policies
    payment_methods: PaymentMethods
    designer: DesignerPorts
    staff_queue: StaffQueue
    knowledge: TripKnowledge | None = None
    """Facts about countries and places, for the READ tool country_facts; without it the tool is not offered."""
    searches: SearchMemory | None = None
    """Answers of searches that are given again for some minutes; None where every search is made."""
    meter: ModelMeter | None = None
    """The meter of what a language model may cost; None where no model reads."""
