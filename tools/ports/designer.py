"""The ports of the trip designer in one value."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from pydantic import JsonValue

from tripintent.state.designer.parts import Atlas
from tripintent.state.designer.segments import Segment
from tripintent.state.designer.talk import Event, Question
from tripintent.tools.ports.attractions import Attractions
from tripintent.tools.ports.day_planner import DayPlanner
from tripintent.tools.ports.designer_model import DesignerModel
from tripintent.tools.ports.destinations import Destinations
from tripintent.tools.ports.itinerary_tools import ItineraryTools


class ItineraryWords(Protocol):
    """Words what happened to an itinerary, once per language."""

    def reply(self, events: Sequence[Event], question: Question | None, language: str) -> str:
        """Return the words of one reply."""
        ...

    def claims(self, text: str, language: str) -> frozenset[str]:
        """Return what a text says to have happened: ``changed`` in the plan, ``bought`` for it."""
        ...

    def question(self, slot: str, facts: Mapping[str, JsonValue], language: str) -> Question:
        """Return the structured question about one slot."""
        ...


class Imported(Protocol):
    """The result of reading a pasted text or a file."""

    @property
    def segments(self) -> Sequence[Segment]:
        """Segments in our form, without ids that could clash."""
        ...

    @property
    def warnings(self) -> Sequence[str]:
        """Codes of what could not be taken as it was written."""
        ...


class ItineraryImports(Protocol):
    """Reads mails, calendars, boarding passes and other planners' data."""

    async def read(self, content: str | bytes, today: date, who: Hashable) -> Imported:
        """Return what a text or file of a person holds; no segments when it holds none.

        Raises ImportRefused for what cannot be read, takes too long, or comes before the person's last one is done.
        """
        ...


@dataclass(frozen=True)
class DesignerPorts:
    """One adapter for each port of the designer. ``attractions`` is None where no source of sights is set."""

    tools: ItineraryTools
    words: ItineraryWords
    imports: ItineraryImports
    atlas: Atlas
    planner: DayPlanner
    attractions: Attractions | None
    destinations: Destinations
    new_id: Callable[[], str]
    model: DesignerModel | None = None
    """Drives the tools; None where the rules read alone."""
