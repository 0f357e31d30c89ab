"""Every case of the matrix: script × kind of supplier × what goes wrong × the boundary at which the process is killed."""

import re
import shutil
import signal
import tempfile
import uuid
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from tests.crash import books
from tests.crash.processes import ChildFailedError, fork
from tests.crash.scripts import SCRIPTS, Script
from tests.crash.shared_clock import SharedClock
from tests.crash.strikes import Point, Recorder, Strike
from tests.crash.world import LAG, Office, Shop, Worker, World

from tripintent.tools.errors import StoreError
from tripintent.tools.suppliers.embedded.faults import Fault

KINDS = ("keyed", "unkeyed", "guarded")
TROUBLES = (
    "none", "lost_request", "lost_reply", "late_visibility", "second_worker", "second_worker_beside",
    "second_worker_elsewhere", "second_worker_later", "second_worker_unheard",
)  # fmt: skip
"""The second worker comes at once on the same machine; there five minutes later, while the first one lives and stands still; at once on
another machine; there five minutes later; and so without ever hearing what it did."""
LATER = ("second_worker_beside", "second_worker_later", "second_worker_unheard")
APART = ("second_worker_elsewhere", "second_worker_later", "second_worker_unheard")
SKEWS = tuple(timedelta(seconds=s) for s in (0, 30, -30, 300, -300, 3600, -3600))
UNHEARD = (
    *((commit, Fault.LOST_REPLY, 99, 0) for commit in ("hold", "book", "pay", "release", "cancel")),
    *((look, Fault.TIMEOUT, 99, 0) for look in ("read", "find")),
)
"""The second worker's commits land, and it never learns of it: whatever the first one knows when it wakes up is older."""
RECOVERY = tuple(timedelta(seconds=s) for s in (0, 3, 12, 60, 120))
NewLedger = Callable[[Path], AbstractContextManager[str]]


@dataclass(frozen=True)
class Case:
    """One run. Without a point nothing is killed: that run shows which boundaries there are."""

    script: Script
    kind: str
    trouble: str
    point: Point | None = None

    def __str__(self) -> str:
        """Name the run so that it can be found again."""
        where = f"{self.point.name}#{self.point.nth}" if self.point else "no kill"
        return f"{self.script.name}/{self.kind}/{self.trouble}/{where}"


@dataclass
class Verdict:
    """What came of a run."""

    case: str
    struck: bool
    outcome: str = ""
    violations: list[str] = field(default_factory=list)
    passed: list[Point] = field(default_factory=list)
    skews: tuple[timedelta, ...] = ()


def workers(case: Case) -> tuple[Worker, Worker, Worker]:
    """Return the one that begins, the one that comes beside it, and the one that recovers: each with a clock of its own."""
    number = zlib.crc32(str(case).encode())
    machines = ("one", "two", "three") if case.trouble in APART else ("here",) * 3
    first, second, third = (SKEWS[number // len(SKEWS) ** n % len(SKEWS)] for n in range(3))
    return Worker(first, machines[0]), Worker(second, machines[1]), Worker(third, machines[2])


def combinations(scripts: tuple[Script, ...] = SCRIPTS) -> Iterator[Case]:
    """Every case without a kill; each of them tells which boundaries it passes."""
    for script in scripts:
        for kind in KINDS:
            for trouble in TROUBLES:
                yield Case(script, kind, trouble)


def run(case: Case, shop: Shop, new_ledger: NewLedger) -> Verdict:
    """Do the script, strike, restart, recover, and look into the books."""
    folder = Path(tempfile.mkdtemp(prefix="crash-"))
    try:
        with new_ledger(folder) as ledger_url:
            return _run(case, shop, _world(case, folder, ledger_url))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _world(case: Case, folder: Path, ledger_url: str) -> World:
    lag = LAG.total_seconds() if case.trouble == "late_visibility" else 0.0
    lost = {"lost_request": Fault.LOST_REQUEST, "lost_reply": Fault.LOST_REPLY}.get(case.trouble)
    plan = case.script.always + tuple((commit, lost, 1, 0) for commit in case.script.commits if lost is not None)
    trip_id = f"trip-{uuid.uuid4().hex}"
    return World(folder, ledger_url, trip_id, SharedClock(), case.kind, case.script.hotel_hold, lag, plan=plan)


def _run(case: Case, shop: Shop, world: World) -> Verdict:
    first, _, third = used = workers(case)
    two = case.point is not None and case.trouble.startswith("second_worker")
    verdict = Verdict(str(case), struck=False, skews=tuple(w.skew for w in (used if two else (first, third))))
    try:
        if case.point is None:
            verdict.passed = fork(lambda: _recorded(case, shop, world)).wait()
        elif two:
            _two_workers(case, case.point, shop, world, verdict)
        else:
            strike = Strike(case.point)
            finished = fork(
                lambda: world.run(lambda office: case.script.steps(office, shop), strike, worker=first)
            ).wait()
            verdict.struck = finished is None
        verdict.violations += books.never(world.folder)
        outcome, violations = fork(
            lambda: world.run(lambda office: _recover(case, shop, office), faulty=False, worker=third)
        ).wait() or ("", ["recovery hung"])
        verdict.outcome = outcome
        verdict.violations += violations
    except ChildFailedError as error:
        verdict.violations.append(str(error))
    return verdict


def _recorded(case: Case, shop: Shop, world: World) -> list[Point]:
    recorder = Recorder()
    world.run(lambda office: case.script.steps(office, shop), recorder, worker=workers(case)[0])
    return recorder.passed


def _two_workers(case: Case, point: Point, shop: Shop, world: World, verdict: Verdict) -> None:
    """The first worker is stopped half way, a second one does the same thing, then the first one wakes up and goes on."""
    strike, (one, two, _) = Strike(point, signal.SIGSTOP), workers(case)
    first = fork(lambda: world.run(lambda office: case.script.steps(office, shop), strike, worker=one))
    verdict.struck = first.wait_for_stop()
    if case.trouble in LATER:
        world.clock.advance(timedelta(minutes=5))
    unheard = case.trouble == "second_worker_unheard"
    theirs = world.with_plan(*case.script.always, *UNHEARD) if unheard else world
    try:
        taken = fork(lambda: theirs.run(lambda office: _again(case, shop, office), faulty=unheard, worker=two)).wait()
    except ChildFailedError:
        first.kill()
        raise
    if verdict.struck:
        verdict.violations += ["the second worker hung"] if taken is None else taken
        first.go_on()
    try:
        first.wait()
    except ChildFailedError as error:
        if not (verdict.struck and _CUT_OFF.search(str(error))):
            raise


_CUT_OFF = re.compile(r"StoreError: .*(closed the connection|idle-in-transaction timeout)")
"""Postgres ends a transaction that stood still for 15 s: its worker wakes up to a store error, as good as killed."""


async def _again(case: Case, shop: Shop, office: Office) -> list[str]:
    """The second worker: return what it took from the first one, which lives. One that finds the file locked does nothing."""
    leased = books.leases(office, by_time=case.trouble in APART)
    try:
        await office.desk.reconcile()
        await case.script.steps(office, shop)
    except StoreError as error:
        if "locked" not in str(error):
            raise
    left = books.leases(office)
    return [f"{name} was taken from a living worker" for name, lease in leased.items() if left.get(name) != lease]


async def _recover(case: Case, shop: Shop, office: Office) -> tuple[str, list[str]]:
    """Restart: reconcile, let the traveller go on, reconcile while time passes, then compare with the books."""
    await office.desk.reconcile()
    await case.script.steps(office, shop)
    for step in RECOVERY:
        office.world.clock.advance(step)
        await office.desk.reconcile()
    violations = case.script.at_rest(office)
    broken = await office.desk.verify_audit()
    ledger_status = await office.desk.ledger_status(office.world.trip_id)
    return ledger_status.purchase_state or "not bought", violations + ([broken] if broken else [])
