"""The clock port: the only source of "now"."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Everything that expires, is dated or is counted from today asks it."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        ...
