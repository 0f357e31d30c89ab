"""The designer's tools as nodes, commands and endpoints call them: by name, with arguments, on a document."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.tools.ports.registry import ToolDefinition

HISTORY_LIMIT = 2_000
"""Characters of a result that a conversation keeps."""


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

    def for_history(self) -> str:
        """Return the envelope as text of at most 2,000 characters."""
        text = self.model_dump_json(exclude_none=True)
        return text if len(text) <= HISTORY_LIMIT else f"{text[: HISTORY_LIMIT - 16]}…(cut short)"


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
