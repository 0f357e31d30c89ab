"""The reader port: one message becomes typed operations, once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from tripintent.state.concierge.front import System
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.talk import Talk
from tripintent.state.document import Document
from tripintent.state.frame import Frame
from tripintent.state.planning.notes import PlanningNotes
from tripintent.state.questions import slots_of
from tripintent.state.reading import Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.language import Language

_SLOTS: Mapping[str, tuple[str, ...]] = {
    "destination": ("visits",),
    "destinations": ("visits",),
    "current_location": ("origin",),
    "trip_duration": ("depart", "return_"),
    "num_travelers": ("travelers",),
    "total_budget": ("budget",),
}
"""Frame fields that answer what a document needs."""


@dataclass(frozen=True)
class View:
    """The view of a reader beside the words."""

    trip: TripIntent
    today: date
    """The traveller's date: every relative day is counted from it."""
    language: str = ""
    """Of the thread so far, ISO 639-1; empty at first."""
    system: System = "BOOKING"
    """The system that answered last."""
    plan: ItineraryDocument = field(default_factory=ItineraryDocument)
    """The plan of days, with what is booked in it."""
    documents: Mapping[str, Document] = field(default_factory=dict)
    talk: Talk = field(default_factory=Talk)
    notes: PlanningNotes = field(default_factory=PlanningNotes)
    desk: bool = False
    """An organisation's desk answers whatever does not go on with a booking that began there."""
    alone: System | None = None
    """The one system of a graph that runs without a front door."""
    home: str | None = None
    """IATA code of the traveller's home, when a profile knows it."""
    hotels: tuple[str, ...] = ()
    """Names of the hotels in view: the chosen ones, else those of the options."""
    areas: tuple[str, ...] = ()
    times: tuple[tuple[str, str], ...] = ()
    """Local hours HH:MM at which each flight of the chosen option leaves and lands, else those of the first one in view."""
    stars: float = 0
    """Of the hotel of the chosen option, else of the first one in view; 0 where not known."""
    days: tuple[str, ...] = ()
    """Days in view to which the trip may move, the cheapest first."""
    shown: int = 0
    """How many options are in view, or how much was booked."""
    last_assistant: str | None = None
    history: tuple[str, ...] = ()
    turn: int = 0
    """Number of the message, counted as in the evidence of a frame."""
    frame: Frame | None = None
    """The journey as known, where it is not what the trip says: as if a proposed town were chosen."""
    last: Reading | None = None
    """The reading of the message before this one: it may have asked which of several things was meant."""

    @property
    def asked(self) -> tuple[str, ...]:
        """Return the frame fields that the last questions asked for, whichever system put them, in their order."""
        slots: list[str] = []
        if self.system == "PLANNING":
            missing = [
                field
                for action in self.notes.pending
                if (one := self.notes.status.get(action))
                for field in one.missing
            ]
            slots = [slot for field in missing for slot in _SLOTS.get(field, ())]
        elif self.system == "DESIGNER" and self.talk.wants_days:
            slots = [] if self.plan.destinations or self.trip.frame.visits else ["visits"]
            slots += [] if self.plan.start_date and self.plan.end_date else ["depart", "return_"]
        return tuple(dict.fromkeys((*slots, *slots_of(self.trip.status.asked))))


class Reader(Protocol):
    """Reads one message for all systems. Never raises for any text."""

    def speaking(self, language: Language) -> "Reader":
        """Return the reader over a host's own language engine."""
        ...

    async def read(self, text: str, view: View) -> Reading:
        """Return what the message says, each operation with its words, in their order."""
        ...

    def goes_on(self, text: str, view: View) -> bool:
        """Tell whether words at a desk go on with a booking that began there: people it asked for, a no, a wish to buy or cancel."""
        ...
