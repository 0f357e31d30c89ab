"""Every case of the matrix: script × kind of supplier × what goes wrong × the boundary at which the process is killed."""

import shutil
import signal
import tempfile
import uuid
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
from tests.crash.world import LAG, Office, Shop, World

from tripintent.tools.errors import StoreError
from tripintent.tools.suppliers.embedded.faults import Fault

KINDS = ("keyed", "unkeyed", "guarded")
TROUBLES = (
    "none",
    "lost_request",
    "lost_reply",
    "late_visibility",
    "second_worker",
    "second_worker_later",
    "second_worker_unheard",
)
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
    verdict = Verdict(str(case), struck=False)
    try:
        if case.point is None:
            verdict.passed = fork(lambda: _recorded(case, shop, world)).wait()
        elif case.trouble.startswith("second_worker"):
            _two_workers(case, case.point, shop, world, verdict)
        else:
            strike = Strike(case.point)
            finished = fork(lambda: world.run(lambda office: case.script.steps(office, shop), strike)).wait()
            verdict.struck = finished is None
        verdict.violations += books.never(world.folder)
        outcome, violations = fork(
            lambda: world.run(lambda office: _recover(case, shop, office), faulty=False)
        ).wait() or ("", ["recovery hung"])
        verdict.outcome = outcome
        verdict.violations += violations
    except ChildFailedError as error:
        verdict.violations.append(str(error))
    return verdict


def _recorded(case: Case, shop: Shop, world: World) -> list[Point]:
    recorder = Recorder()
    world.run(lambda office: case.script.steps(office, shop), recorder)
    return recorder.passed


def _two_workers(case: Case, point: Point, shop: Shop, world: World, verdict: Verdict) -> None:
    """The first worker is stopped half way, a second one does the same thing, then the first one wakes up and goes on."""
    strike = Strike(point, signal.SIGSTOP)
    first = fork(lambda: world.run(lambda office: case.script.steps(office, shop), strike))
    verdict.struck = first.wait_for_stop()
    if case.trouble != "second_worker":
        world.clock.advance(timedelta(minutes=5))
    unheard = case.trouble == "second_worker_unheard"
    theirs = world.with_plan(*case.script.always, *UNHEARD) if unheard else world
    try:
        fork(lambda: theirs.run(lambda office: _again(case, shop, office), faulty=unheard)).wait()
    except ChildFailedError:
        first.kill()
        raise
    if verdict.struck:
        first.go_on()
    first.wait()


async def _again(case: Case, shop: Shop, office: Office) -> str:
    """The second worker; one that finds the file locked by the sleeping first one says so and does nothing."""
    try:
        await office.desk.reconcile()
        return await case.script.steps(office, shop)
    except StoreError as error:
        if "locked" not in str(error):
            raise
        return "locked"


async def _recover(case: Case, shop: Shop, office: Office) -> tuple[str, list[str]]:
    """Restart: reconcile, let the traveller go on, reconcile while time passes, then compare with the books."""
    await office.desk.reconcile()
    await case.script.steps(office, shop)
    for step in RECOVERY:
        office.world.clock.advance(step)
        await office.desk.reconcile()
    violations = case.script.at_rest(office)
    broken = await office.desk.verify_audit()
    standing = await office.desk.standing(office.world.trip_id)
    return standing.purchase_state or "not bought", violations + ([broken] if broken else [])
