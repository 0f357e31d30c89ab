"""Reports that a supplier sends on its own: an adapter knows whose signature it is and what the event is about."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.foreign import Line, Ref
from tripintent.tools.errors import ToolError


class UnsignedReport(ToolError):
    """A webhook that its supplier did not sign, or signed too long ago. Nothing of it is kept."""


class Report(BaseModel):
    """One event of a supplier. ``event_id`` is the supplier's own: the same one counts once, however often it comes."""

    model_config = ConfigDict(frozen=True)

    event_id: Ref = Field(min_length=1)
    type: Line
    client_ref: Ref | None = Field(default=None, description="our reference, which is the id of an operation")
    order_id: Ref | None = None
    body: dict[str, JsonValue] = Field(default_factory=dict)


class Webhooks(Protocol):
    """Reads what comes in for one supplier."""

    def opened(self, headers: Mapping[str, str], body: bytes, now: datetime) -> Report:
        """Return the event, once its signature is found to be the supplier's own and fresh.

        ``headers`` have lower-case names; ``body`` is as it came, byte for byte. Raises UnsignedReport, or InvalidRequest
        for a body of the supplier's that is not an event.
        """
        ...
