"""One time for all workers: whatever their own clocks say, and whatever somebody does to them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, insert

from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.ledger_time import FileTime, LedgerTime
from tripintent.tools.ledger.schema import locks, operations

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


@dataclass
class Machine:
    """What the workers of one machine share: how long it has run since which start. Each has a wall clock of its own."""

    ran: timedelta = HOUR
    boot: str = "first"

    def worker(self, path: Path, ahead: timedelta = timedelta()) -> Database:
        """Open the file as a worker whose wall clock is ahead of the true time (which is noon when the machine ran an hour)."""
        return Database.open(str(path), time=self.time(lambda: NOON + self.ran - HOUR + ahead))

    def time(self, wall: Callable[[], datetime]) -> LedgerTime:
        return LedgerTime(FileTime(wall, lambda: self.ran, lambda: self.boot), lambda: self.ran)


def written(database: Database) -> datetime:
    return database.write_now(database.time.read)


def in_flight(database: Database) -> None:
    row = {"op_id": "op", "seq": 0, "trip_id": "t", "action": "pay", "supplier": "s", "body": {}, "request_hash": ""}
    row |= {"state": "SENT", "attempts": 1, "code": "", "error": "", "created_at": NOON, "updated_at": NOON}
    database.write_now(lambda tx: tx.execute(insert(operations), row))


@pytest.mark.parametrize("ahead", [-HOUR, -300 * SECOND, -30 * SECOND, 30 * SECOND, 300 * SECOND, HOUR])
def test_no_wall_clock_moves_the_time_while_something_is_in_flight(tmp_path: Path, ahead: timedelta) -> None:
    """A worker ahead or behind reads the same time as all the others: it can neither end a window early nor stretch it."""
    machine = Machine()
    right, wrong = machine.worker(tmp_path / "l.db"), machine.worker(tmp_path / "l.db", ahead)
    assert written(right) == NOON
    in_flight(right)
    machine.ran += 10 * SECOND
    assert written(wrong) == written(right) == wrong.time.now() == right.time.now() == NOON + 10 * SECOND


def test_between_readings_it_goes_on_with_the_machine(tmp_path: Path) -> None:
    """No database is asked for every look at the clock."""
    machine = Machine()
    database = machine.worker(tmp_path / "l.db")
    machine.ran += 7 * SECOND
    assert database.time.now() == NOON + 7 * SECOND


def test_a_clock_that_was_set_right_counts_once_all_writers_agree(tmp_path: Path) -> None:
    """A machine that started with a wrong clock does not keep it until the next start: a minute of agreement is enough."""
    machine = Machine()
    wrong, right = machine.worker(tmp_path / "l.db", HOUR), machine.worker(tmp_path / "l.db")
    assert written(wrong) == NOON + HOUR
    assert written(right) == NOON + HOUR
    machine.ran += 59 * SECOND
    assert written(right) == NOON + HOUR + 59 * SECOND
    machine.ran += SECOND
    assert written(right) == NOON + 60 * SECOND
    assert machine.worker(tmp_path / "l.db").time.now() == NOON + 60 * SECOND


def test_it_is_not_set_while_something_is_in_flight(tmp_path: Path) -> None:
    """Whoever set the clock neither ends nor stretches what is being waited for."""
    machine = Machine()
    wrong, right = machine.worker(tmp_path / "l.db", HOUR), machine.worker(tmp_path / "l.db")
    written(wrong)
    in_flight(wrong)
    written(right)
    machine.ran += HOUR
    assert written(right) == NOON + 2 * HOUR
    right.write_now(lambda tx: tx.execute(delete(operations)))
    assert written(right) == NOON + HOUR


@pytest.mark.parametrize("ahead", [-HOUR, HOUR])
def test_one_wrong_worker_among_right_ones_moves_nothing(tmp_path: Path, ahead: timedelta) -> None:
    """Idle or not: each right writer takes the doubt away."""
    machine = Machine()
    right, wrong = machine.worker(tmp_path / "l.db"), machine.worker(tmp_path / "l.db", ahead)
    written(right)
    for _ in range(5):
        machine.ran += 40 * SECOND
        assert written(wrong) == written(right) == NOON + machine.ran - HOUR


def test_a_reading_alone_moves_nothing(tmp_path: Path) -> None:
    """Whoever only reads takes the time as it is."""
    machine = Machine()
    written(machine.worker(tmp_path / "l.db"))
    wrong = machine.worker(tmp_path / "l.db", HOUR)
    assert wrong.read_now(wrong.time.read) == NOON


def test_after_a_start_of_the_machine_it_never_goes_back(tmp_path: Path) -> None:
    """The running time begins again; a wall clock that lost the date does not bring the ledger's back."""
    machine = Machine()
    assert written(machine.worker(tmp_path / "l.db")) == NOON
    machine.ran, machine.boot = SECOND, "second"
    in_flight(machine.worker(tmp_path / "l.db"))
    assert written(machine.worker(tmp_path / "l.db", -5 * HOUR)) == NOON
    machine.ran += 10 * SECOND
    assert written(machine.worker(tmp_path / "l.db")) == NOON + 10 * SECOND


def test_a_system_that_does_not_name_its_runs_has_its_wall_clock(tmp_path: Path) -> None:
    """Without /proc there is nothing better."""
    machine = Machine(boot="")
    assert written(machine.worker(tmp_path / "l.db", HOUR)) == NOON + HOUR
    assert written(machine.worker(tmp_path / "l.db")) == NOON


def test_a_server_tells_its_own_time(postgres_url: str) -> None:
    """The time of Postgres goes on within a transaction, and is the one that ``now`` goes on from."""
    database = Database.open(postgres_url)
    try:
        first, second = database.write_now(lambda tx: (database.time.read(tx), database.time.read(tx)))
        assert first < second < database.time.now()
    finally:
        database.close()


def test_a_file_tells_todays_time(tmp_path: Path) -> None:
    """What is opened without more goes by this machine."""
    before = datetime.now(UTC)
    database = Database.open(str(tmp_path / "l.db"))
    database.write_now(lambda tx: tx.execute(insert(locks), {"name": "n", "owner": "o", "lease_until": NOON}))
    assert before <= written(database) <= datetime.now(UTC) + SECOND
