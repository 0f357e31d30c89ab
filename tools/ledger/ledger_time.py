"""The ledger's "now": one time for all workers, whatever their own clocks say.

Leases, settle windows and expiry are judged by it. On Postgres it is the server's clock. A file has no clock of its own: there the
first writer after a start of the machine notes its wall clock beside the machine's running time, and from then on everybody adds
the running time that passed, which no process can set. The note is made again when every writer's wall clock has disagreed with it
by the same amount for a minute (the machine's was set), and only while nothing is in flight: no window that is being waited for
grows or shrinks, and one worker with a wrong clock among right ones moves nothing.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, insert, or_, select, update

from tripintent.tools.ledger.schema import ledger_clock, operations, purchases

ClockRead = Callable[[Connection], datetime]
DRIFT = timedelta(seconds=2)
"""How far the wall clock may be from the noted one: a machine's time service moves it by less at once."""

DOUBTED = timedelta(minutes=1)
"""For how long all writers have to disagree with the note before it is made again."""

_MICROSECOND = timedelta(microseconds=1)
_NOTE = select(ledger_clock)
_FLYING = select(operations.c.op_id).where(operations.c.state.in_(("SENT", "UNKNOWN")))
_LIVE = select(purchases.c.purchase_id).where(purchases.c.live)
_IN_FLIGHT = select(or_(_FLYING.exists(), _LIVE.exists()))


class LedgerTime:
    """Tells the database's time: read in a transaction, and told on from there until the next reading."""

    def __init__(self, reading: ClockRead, running: Callable[[], timedelta]) -> None:
        self._reading = reading
        self._running = running
        self._last: tuple[datetime, timedelta] | None = None

    def read(self, tx: Connection) -> datetime:
        """Ask the database."""
        moment = self._reading(tx)
        self._last = moment, self._running()
        return moment

    def now(self) -> datetime:
        """Return the last reading and what has passed since. A database that is open has been asked once at least."""
        assert self._last is not None  # noqa: S101 - ``Database.open`` reads it
        moment, then = self._last
        return moment + (self._running() - then)


class FileTime:
    """The time of a file, from a note in it. ``boot`` names the run of the machine that ``running`` is counted in."""

    def __init__(self, wall: Callable[[], datetime], running: Callable[[], timedelta], boot: Callable[[], str]) -> None:
        self._wall, self._running, self._boot = wall, running, boot

    def __call__(self, tx: Connection) -> datetime:
        """Return the time; in a transaction that writes, make the note where it is missing or wrong."""
        wall = self._wall()
        if not self._boot():  # a system that does not name its runs: its wall clock is all there is
            return wall
        note = tx.execute(_NOTE).one_or_none()
        if note is None or note.boot != self._boot():
            begun = wall if note is None else max(wall, note.moment)
            return self._noted(tx, begun, new=note is None)
        moment: datetime = note.moment + (self._running() - note.running * _MICROSECOND)
        return self._noted(tx, wall) if self._is_wrong(tx, note, wall - moment) else moment

    def _is_wrong(self, tx: Connection, note: Row[Any], off: timedelta) -> bool:
        """Check whether the note has to be made again; remember since when the wall clocks of all writers disagree with it."""
        if _reads_only(tx):
            return False
        if abs(off) <= DRIFT:
            if note.doubt is not None:
                tx.execute(update(ledger_clock), {"doubt": None, "doubt_since": None})
            return False
        if note.doubt is None or abs(off - note.doubt * _MICROSECOND) > DRIFT:
            tx.execute(update(ledger_clock), {"doubt": off // _MICROSECOND, "doubt_since": self._ran()})
            return False
        waited = (self._ran() - note.doubt_since) * _MICROSECOND
        return waited >= DOUBTED and not tx.execute(_IN_FLIGHT).scalar()

    def _noted(self, tx: Connection, moment: datetime, *, new: bool = False) -> datetime:
        if not _reads_only(tx):
            values = {"id": 1, "boot": self._boot(), "running": self._ran(), "moment": moment}
            tx.execute((insert if new else update)(ledger_clock), values | {"doubt": None, "doubt_since": None})
        return moment

    def _ran(self) -> int:
        return self._running() // _MICROSECOND


def server_time(tx: Connection) -> datetime:
    """Return the time of a Postgres server, also late in a transaction."""
    moment: datetime = tx.execute(select(func.clock_timestamp())).scalar_one()
    return moment.astimezone(UTC)


def time_of(*, is_sqlite: bool) -> LedgerTime:
    """Return the time of a file or of a server."""
    return LedgerTime(FileTime(_wall, running_time, boot) if is_sqlite else server_time, running_time)


def _wall() -> datetime:
    return datetime.now(UTC)


def running_time() -> timedelta:
    """Return how long this machine has run, sleep included where the system can tell: it only goes forward."""
    return timedelta(seconds=time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)))


@cache
def boot() -> str:
    """Return the name of this run of the machine, '' where the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def _reads_only(tx: Connection) -> bool:
    return bool(tx.get_execution_options().get("read_only", False))
