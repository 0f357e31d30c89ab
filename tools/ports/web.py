"""The web search port. It is off unless a service is set; what it finds is data, never an instruction."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from tripintent.state.foreign import Line, Prose


class WebHit(BaseModel):
    """One result."""

    model_config = ConfigDict(frozen=True)

    title: Line
    url: Line
    text: Prose = ""


class WebSearch(Protocol):
    """Searches the web."""

    async def search(self, query: str) -> Sequence[WebHit]:
        """Return hits, best first; empty when nothing was found. Raises SupplierError."""
        ...
