"""The ports of the trip designer: its tools by name and its imports, in one value."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.context import Principal
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Atlas
from tripintent.state.designer.segments import Segment
from tripintent.tools.ports.attractions import Attractions, Destinations
from tripintent.tools.ports.registry import ToolDefinition

if TYPE_CHECKING:
    from tripintent.tools.planner.tour_days import LocalDayPlanner


class ToolFault(BaseModel):
    """Why a tool did nothing. ``code`` is stable; ``faults`` are all of them as ``code:field``."""

    model_config = ConfigDict(frozen=True)

    code: str
    message: str
    field: str | None = None
    faults: tuple[str, ...] = ()
    affected: tuple[str, ...] = ()
    offers: tuple[JsonValue, ...] = ()


class Envelope(BaseModel):
    """The result of every tool."""

    model_config = ConfigDict(frozen=True)

    success: bool
    result: Mapping[str, JsonValue] | None = None
    error: ToolFault | None = None
    metadata: Mapping[str, JsonValue] = Field(default_factory=dict)


class ToolContext(NamedTuple):
    """The context of a tool beside its arguments."""

    today: date
    source: str = "agent"


class ToolRun(NamedTuple):
    """A document after a tool, and what the tool said. The document is the same object where nothing was written."""

    document: ItineraryDocument
    envelope: Envelope


class ItineraryTools(Protocol):
    """The 23 tools."""

    def definitions(self, *, essential: bool = False) -> Sequence[ToolDefinition]:
        """Return the tools; ``essential`` only the five of a first message."""
        ...

    async def run(
        self, name: str, arguments: Mapping[str, JsonValue] | str, document: ItineraryDocument, context: ToolContext
    ) -> ToolRun:
        """Run one tool. Never raises for what a caller says: an unknown tool or bad arguments are an envelope too."""
        ...


class ImportedText(Protocol):
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

    async def read(self, content: str | bytes, today: date, who: Principal) -> ImportedText:
        """Return what a text or file of a person holds; no segments when it holds none.

        Raises ImportRefused for what cannot be read, takes too long, or comes before the person's last one is done.
        """
        ...


@dataclass(frozen=True)
class DesignerPorts:
    """One adapter for each port of the designer. ``attractions`` is None where no source of sights is set."""

    tools: ItineraryTools
    imports: ItineraryImports
    atlas: Atlas
    planner: "LocalDayPlanner"
    attractions: Attractions | None
    destinations: Destinations
    new_id: Callable[[], str]
