"""Answers keyed by their question: what a search brought, without the offers themselves."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.money import Money


class Failure(BaseModel):
    """A tool's failure as a value. ``retryable``: the same question may get an answer later."""

    model_config = ConfigDict(frozen=True)

    tool_name: str
    error: str = Field(description="one sentence for the traveller")
    code: str = ""
    retryable: bool = False
    at: datetime | None = None


class Relaxed(BaseModel):
    """What giving up one wish would bring. ``hint`` is a code of the hints, or of why offers went (docs/ranking.md)."""

    model_config = ConfigDict(frozen=True)

    hint: str
    count: int = Field(default=0, description="offers, or whole trips")
    cheapest: Money | None = Field(default=None, description="price of the next best: of the offer, or the whole trip")
    name: str = Field(default="", description="the hotel that would be next best")
    stars: float | None = None
    day: str | None = Field(default=None, description="YYYY-MM-DD of the other day")
    simulated: bool = False


class QuoteSet(BaseModel):
    """The outcome of one search; its offers live in the offer store under ``key``."""

    model_config = ConfigDict(frozen=True)

    key: str = Field(description="fingerprint of the query")
    kind: Literal["flight", "hotel"]
    outcome: Literal["found", "empty", "failed"] = "found"
    count: int = 0
    at: datetime | None = None
    expires_at: datetime | None = None
    failure: Failure | None = None
    relaxed: tuple[Relaxed, ...] = Field(
        default=(), description="what one wish less would bring, where nothing, or one hotel, was found"
    )
    only: str = Field(default="", description="the name of the only hotel that fits the wishes")
    instead: str = Field(default="", description="the hotel's name that nobody has: these offers are other hotels")
    hints: tuple[str, ...] = Field(default=(), description="codes of what would help when nothing was found")
