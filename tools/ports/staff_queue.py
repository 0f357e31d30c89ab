"""The port of the staff's queue: guests who wait for a person, and what guests asked for, as rows of their own."""

from datetime import datetime

from pydantic import Field

from tripintent.state.concierge.front import HandOff, Request
from tripintent.state.frozen import Frozen

PAGE = 100


class QueueEntry(Frozen):
    """Something that waits for people of the house: a hand-off, or a request (a pre-check-in is one, too)."""

    entry_id: str
    organisation: str
    thread_id: str
    waits_for: HandOff | Request
    opened_at: datetime


class QueuePage(Frozen):
    """A part of the queue. ``more`` is where the next part begins; empty at the end."""

    entries: tuple[QueueEntry, ...] = ()
    more: str = Field(default="", description="what to ask for the next page with; empty at the end")
