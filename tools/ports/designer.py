"""The ports of the trip designer and of the tool registry: tools by name, which a host may replace, and imports."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from pydantic import Field, JsonValue

from tripintent.state.context import Principal
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Atlas
from tripintent.state.frozen import Frozen
from tripintent.tools.ports.places import Attractions, Destination

if TYPE_CHECKING:
    from tripintent.tools.designer.box import ToolBox
    from tripintent.tools.imports.jobs import ReadText


class ToolFault(Frozen):
    """Why a tool did nothing. ``code`` is stable; ``faults`` are all of them as ``code:field``."""

    code: str
    message: str
    field: str | None = None
    faults: tuple[str, ...] = ()
    affected: tuple[str, ...] = ()
    offers: tuple[JsonValue, ...] = ()


class Envelope(Frozen):
    """The result of every tool."""

    success: bool
    result: Mapping[str, JsonValue] | None = None
    error: ToolFault | None = None
    metadata: Mapping[str, JsonValue] = Field(default_factory=dict)


class PlanNow(NamedTuple):
    """What a tool works on beside its arguments: the plan, the day it is, and who asks."""

    document: ItineraryDocument
    today: date
    source: str = "agent"


class ToolRun(NamedTuple):
    """A document after a tool, and what the tool said. The document is the same object where nothing was written."""

    document: ItineraryDocument
    envelope: Envelope


class ItineraryImports(Protocol):
    """Reads mails, calendars, boarding passes and other planners' data."""

    async def read(self, content: str | bytes, today: date, who: Principal) -> "ReadText":
        """Return what a text or file of a person holds; no segments when it holds none.

        Raises ImportRefused for what cannot be read, takes too long, or comes before the person's last one is done.
        """
        ...


@dataclass(frozen=True)
class DesignerPorts:
    """One adapter for each port of the designer. ``attractions`` is None where no source of sights is set."""

    tools: "ToolBox"
    imports: ItineraryImports
    atlas: Atlas
    attractions: Attractions | None
    destinations: Callable[[], tuple[Destination, ...]]
    new_id: Callable[[], str]


Effect = Literal["READ", "WRITE"]


class ToolDefinition(Frozen):
    """One tool as a model or a host sees it. A tool that states no effect is taken to write."""

    name: str
    description: str
    parameters: Mapping[str, object] = Field(default_factory=dict, description="JSON schema of the arguments")
    effect: Effect = "WRITE"
    handler: str = Field(default="", description="how a host names the code behind it")


class HostTools(Protocol):
    """A host's own tools: any of the seven can be answered by the host."""

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, object]
    ) -> Mapping[str, object]:
        """Call the host's tool; returns ``{success, output | error}`` and may wrap it in ``{output: …}`` once more."""
        ...
