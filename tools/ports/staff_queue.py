"""The port of the staff's queue: guests who wait for a person, and what guests asked for, as rows of their own."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.concierge.front import HandOff, Request
from tripintent.state.context import Principal

PAGE = 100


class QueueEntry(BaseModel):
    """Something that waits for people of the house: a hand-off, or a request (a pre-check-in is one, too)."""

    model_config = ConfigDict(frozen=True)

    entry_id: str
    organisation: str
    thread_id: str
    waits_for: HandOff | Request
    opened_at: datetime


class QueuePage(BaseModel):
    """A part of the queue. ``more`` is where the next part begins; empty at the end."""

    model_config = ConfigDict(frozen=True)

    entries: tuple[QueueEntry, ...] = ()
    more: str = Field(default="", description="what to ask for the next page with; empty at the end")


class StaffQueue(Protocol):
    """Opened when a guest is told that something was passed on, closed when it was answered."""

    async def open(self, who: Principal, part: str, waits_for: HandOff | Request) -> None:
        """Put something into the queue, for who runs. ``part`` names the part of the message: a repeated turn adds nothing.

        What was closed is open again: the guest was told again that it was passed on. Many hand-overs of one guest, or of one
        address from which guests without an account write, lose their place before the others'.
        """
        ...

    async def page(self, organisation: str | None, after: str = "", limit: int = PAGE) -> QueuePage:
        """Return what waits: illness and danger, other guests, requests, each the oldest first. None is every organisation.

        Raises ValueError for an ``after`` that no page gave.
        """
        ...

    async def of_thread(self, thread_id: str) -> Sequence[QueueEntry]:
        """Return what waits in one conversation, in the same order."""
        ...

    async def close(self, entries: Sequence[QueueEntry]) -> None:
        """Take what was answered from the queue, and its words with it."""
        ...
