"""Answers keyed by their question: what a search brought, without the offers themselves."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Failure(BaseModel):
    """A tool's failure as a value. ``retryable``: the same question may get an answer later."""

    model_config = ConfigDict(frozen=True)

    tool_name: str
    error: str = Field(description="one sentence for the traveller")
    code: str = ""
    retryable: bool = False
    at: datetime | None = None


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
    hints: tuple[str, ...] = Field(default=(), description="codes of what would help when nothing was found")
