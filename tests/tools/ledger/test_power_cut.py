"""What a power cut may take: the newest commits that nobody waited for, all of them after the last durable one."""

import shutil
import struct
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from benches.purchase import NOW, Books, with_ledger
from sqlalchemy import Connection, event, select, text

from tripintent.state.money import Money
from tripintent.tools.clock import FixedClock
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger import auditing
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import documents
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.orders import OrderRequest, SupplierOrder

AT = datetime(2027, 3, 1, 9, tzinfo=UTC)
WAL_HEADER, FRAME_HEADER = 32, 24  # bytes, sqlite.org/fileformat2.html, "WAL File Format"


def test_a_write_asks_for_the_disk_unless_told_otherwise(tmp_path: Path) -> None:
    """Each transaction asks anew: a connection that did not wait before waits again."""
    database = Database.open(str(tmp_path / "l.db"))
    asked = [database.write_now(_synchronous, durable=durable) for durable in (True, False, True)]
    assert asked == [2, 1, 2]  # FULL, NORMAL, FULL


def test_postgres_too_waits_unless_told_otherwise(postgres_url: str) -> None:
    """The server's wait for the disk is given up for one transaction only."""
    database = Database.open(postgres_url)
    show = text("SHOW synchronous_commit")
    asked = [
        database.write_now(lambda tx: tx.execute(show).scalar_one(), durable=durable) for durable in (True, False, True)
    ]
    database.close()
    assert asked == ["on", "off", "on"]


@pytest.mark.release
def test_wherever_the_log_ends_the_audit_is_whole(tmp_path: Path) -> None:
    """A log cut after any byte of interest, or with a gap that never reached the disk, leaves a prefix with an intact chain."""
    folder = tmp_path / "running"
    folder.mkdir()
    database = Database.open(str(folder / "l.db"))
    for number in range(6):
        database.write_now(lambda tx, n=number: _record(tx, n), durable=number == 2)
    found = [_recovered(folder, tmp_path / f"{n}", log) for n, log in enumerate(_damaged(folder / "l.db-wal"))]
    database.close()
    assert set(found) == set(range(7))


def _synchronous(tx: Connection) -> int:
    return int(tx.execute(text("PRAGMA synchronous")).scalar_one())


def _record(tx: Connection, number: int) -> None:
    auditing.append(tx, [AuditEvent(trip_id="t", type="node.assess", data={"number": number})], AT)


def _damaged(wal: Path) -> Iterator[bytes]:
    """Return the log cut after each frame and in the middle of each, and with each frame blank while later ones are there."""
    log = wal.read_bytes()
    frame = FRAME_HEADER + struct.unpack(">I", log[8:12])[0]
    for start in range(WAL_HEADER, len(log), frame):
        yield log[:start]
        yield log[: start + frame // 2]
        yield log[:start] + bytes(frame) + log[start + frame :]
    yield log


def _recovered(running: Path, copy: Path, log: bytes) -> int:
    """Start from the files as a power cut left them; return how many events are there, which are the first ones."""
    copy.mkdir()
    shutil.copy(running / "l.db", copy / "l.db")
    (copy / "l.db-wal").write_bytes(log)
    database = Database.open(str(copy / "l.db"))
    events = database.read_now(lambda tx: auditing.read(tx, "t"))
    assert database.read_now(auditing.verify) is None
    database.close()
    assert [event.data["number"] for event in events] == list(range(len(events)))
    return len(events)


class _Watchful(Books):
    """A supplier that, whenever it is called to commit something, notes how many commits are not on disk yet."""

    def __init__(self, clock: FixedClock, ledger: Database) -> None:
        super().__init__(clock)
        self.waiting = 0
        self.noted: list[int] = []
        event.listen(ledger.engine, "commit", self._committed)

    def _committed(self, tx: Connection) -> None:
        self.waiting = 0 if tx.get_execution_options().get("durable", True) else self.waiting + 1

    async def hold(self, request: OrderRequest) -> SupplierOrder:
        """Reserve."""
        self.noted.append(self.waiting)
        return await super().hold(request)

    async def pay(self, order_id: str, amount: Money, payment_method_id: str, client_ref: str) -> SupplierOrder:
        """Pay."""
        self.noted.append(self.waiting)
        return await super().pay(order_id, amount, payment_method_id, client_ref)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_nothing_is_sent_before_all_that_led_to_it_is_on_disk(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """At each call of a supplier the last commit was a durable one, whatever was written without waiting before it."""
    ledger = Database.open(str(tmp_path / "l.db") if kind == "sqlite" else request.getfixturevalue("postgres_url"))
    clock = FixedClock(NOW)
    books = _Watchful(clock, ledger)
    desk = BookingDesk(ledger, {"books": DeskSupplier(books)}, clock)
    ledger.write_now(lambda tx: tx.execute(select(documents)).first(), durable=False)
    assert books.waiting == 1
    await with_ledger(desk, 0)
    await desk.record([AuditEvent(trip_id="trip0", type="node.publish")])
    ledger.close()
    assert books.noted == [0, 0]
    assert books.waiting == 1
