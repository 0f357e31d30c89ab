"""All ports of the booking system in one value, from which a graph is built; the survey of calls on a copy."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pydantic import Field

from tripintent.state.acts import Called
from tripintent.state.booking import Hold
from tripintent.state.context import Principal, TripContext
from tripintent.state.events import ToolCall
from tripintent.state.frozen import Frozen
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.clock import Clock, Rates
from tripintent.tools.ports.designer import DesignerPorts
from tripintent.tools.ports.desk import Desk
from tripintent.tools.ports.documents import Documents, Offers, Ownership
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.profiles import PaymentMethods, Policies, Profiles, TextMask
from tripintent.tools.ports.ranking import Ranker, RiskCheck
from tripintent.tools.ports.suppliers import FlightSupplier, HotelSupplier
from tripintent.tools.toolbox.document_facts import DocumentFacts
from tripintent.tools.toolbox.facts import CardFacts
from tripintent.tools.toolbox.screen_facts import (
    CancellationQuote,
    CancelledFacts,
    ChangeQuote,
    ChosenFacts,
    HoldsFacts,
    KnownFacts,
    OptionsFacts,
    ReceiptFacts,
    WatchFacts,
)

if TYPE_CHECKING:
    from tripintent.tools.cards.drawing import DrawnCards
    from tripintent.tools.ledger.model_use import SqlModelMeter
    from tripintent.tools.ledger.staff_queue import SqlStaffQueue
    from tripintent.tools.planning.knowledge import OfflineKnowledge
    from tripintent.tools.registry.builtin import BuiltinRegistry
    from tripintent.tools.suppliers.remembering import RememberedSearches


Drawable = (
    CardFacts | ReceiptFacts | CancelledFacts | ChangeQuote | CancellationQuote | OptionsFacts | ChosenFacts | HoldsFacts
    | KnownFacts | WatchFacts | DocumentFacts
)  # fmt: skip


class Surveyed(Frozen):
    """The copy as the calls left it; ``trip.working_memory.approval`` is the card that would wait."""

    trip: TripIntent
    called: tuple[Called, ...] = ()
    let_go: tuple[Hold, ...] = Field(default=(), description="held now, and not held any more then")
    asks_first: bool = Field(default=False, description="a call would let a hold go, and so is asked back about first")
    held: tuple[Hold, ...] = Field(default=(), description="not held now, and held then")
    searched: tuple[str, ...] = Field(default=(), description="keys of the questions that suppliers were asked")


class Survey(Protocol):
    """Runs calls on a copy of a trip, one after the other, as the booking's own table would."""

    async def __call__(
        self, trip: TripIntent, calls: Sequence[ToolCall], ports: "Ports", who: Principal, context: TripContext
    ) -> tuple[Surveyed, "Ports"]:
        """Return what came of them, and the ports of the copy, by which its offers are read."""
        ...


@dataclass(frozen=True)
class Ports:
    """One adapter for each port. The composition root makes it; a host replaces what it has of its own."""

    clock: Clock
    places: Places
    rates: Rates
    language: Language
    cards: "DrawnCards"
    mask: TextMask
    registry: "BuiltinRegistry"
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
    staff_queue: "SqlStaffQueue"
    knowledge: "OfflineKnowledge | None" = None
    """Facts about countries and places, for the tool lookup; without it the tool is not offered."""
    searches: "RememberedSearches | None" = None
    """Answers of searches that are given again for some minutes; None where every search is made."""
    meter: "SqlModelMeter | None" = None
    """The meter of what a language model may cost; None where no model reads."""
    survey: Survey | None = None
    """What says on a copy of a trip what would come of calls; None on such a copy itself."""
