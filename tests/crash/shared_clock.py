"""One virtual time for all processes of a run: eight bytes of shared memory, made before the processes are."""

import mmap
import struct
from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 20, 12, tzinfo=UTC)


class SharedClock:
    """A clock that every forked process sees move."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)

    def now(self) -> datetime:
        return START + timedelta(microseconds=struct.unpack("q", self._memory[:8])[0])

    def ran(self) -> timedelta:
        """How long the machine has run."""
        return self.now() - START + timedelta(days=1)

    def advance(self, by: timedelta) -> None:
        moved = self.now() + by - START
        self._memory[:8] = struct.pack("q", round(moved.total_seconds() * 1_000_000))

    def reset(self) -> None:
        self._memory[:8] = bytes(8)
