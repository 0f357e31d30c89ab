"""The crash harness: ``python -m tests.crash.run`` (``make crash``). Prints runs, faults and violations; fails on any violation.

Real processes on real SQLite, and on real Postgres where there is one, are killed at every boundary that a script passes.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import URL, create_engine, make_url, text, update
from stamina import set_testing
from stamina.instrumentation import set_on_retry_hooks
from tests.crash.cases import TROUBLES, Case, NewLedger, Verdict, combinations, run
from tests.crash.naive import NAIVE
from tests.crash.processes import fork
from tests.crash.scripts import SCRIPTS
from tests.crash.shared_clock import SharedClock
from tests.crash.strikes import Point
from tests.crash.world import Shop, Worker, shop, warm
from tests.postgres_server import binaries, running

from tripintent.tools.ledger.auditing import GENESIS
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import audit_head, metadata

PROGRESS = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the matrix and print what came of it; return the exit code."""
    options = _options(arguments)
    set_on_retry_hooks(())  # thousands of repeated questions are part of the game, and no news
    set_testing(testing=True, attempts=2, cap=True)  # repeated questions do not wait: time is virtual here
    warm()
    wares: Shop = fork(shop).wait()
    with ExitStack() as stack:
        failed = False
        if options.sqlite:
            template = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            failed |= _report("SQLite", _matrix(options, wares, _sqlite(template)))
        if options.postgres and binaries() is not None:
            url = stack.enter_context(running())
            failed |= _report("Postgres", _matrix(options, wares, _postgres(url)))
        elif options.postgres:
            print("Postgres: skipped, there are no binaries here (apt-get install postgresql)")
    return int(failed)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scripts", nargs="*", default=[script.name for script in SCRIPTS])
    parser.add_argument("--troubles", nargs="*", default=list(TROUBLES))
    parser.add_argument("--combinations", type=int, default=1, help="take every n-th combination (short form)")
    parser.add_argument("--every", type=int, default=1, help="take every n-th kill of a combination (short form)")
    parser.add_argument("--no-sqlite", dest="sqlite", action="store_false")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--no-postgres", dest="postgres", action="store_false")
    return parser.parse_args(arguments)


def _sqlite(folder: Path) -> NewLedger:
    """Copy an empty, migrated ledger for each run: migrations are not what is tested here."""
    template = folder / "ledger.db"
    fork(lambda: _right_time(template)).wait()

    @contextmanager
    def new(target: Path) -> Iterator[str]:
        shutil.copy(template, target / "ledger.db")
        yield str(target / "ledger.db")

    return new


def _right_time(template: Path) -> None:
    """Note the time as a worker whose clock is right: those whose clock is wrong come later."""
    clock = SharedClock()
    ledger = Database.open(str(template), time=Worker().settle_in(clock, sqlite=True))
    ledger.write_now(ledger.time.read)
    ledger.close()


def _postgres(server: str) -> NewLedger:
    """One database for each runner, emptied before each run."""
    at = make_url(server).set(drivername="postgresql+psycopg")
    create_engine(at).dispose()  # loads the driver here, once, and connects to nothing
    made: set[str] = set()

    @contextmanager
    def new(_: Path) -> Iterator[str]:
        name = f"runner_{os.getpid()}"
        url = at.set(database=name).render_as_string(hide_password=False)
        if name not in made:
            fork(lambda: _administer(at, f"CREATE DATABASE {name}")).wait()
            made.add(name)
        fork(lambda: _empty(url)).wait()
        yield url

    return new


def _empty(url: str) -> None:
    database = Database.open(url)
    names = ", ".join(table.name for table in metadata.sorted_tables if table.name != "audit_head")
    database.write_now(lambda tx: tx.exec_driver_sql(f"TRUNCATE {names}"))
    database.write_now(lambda tx: tx.execute(update(audit_head).values(seq=0, hash=GENESIS)))
    database.close()


def _administer(server: URL, statement: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


def _matrix(options: argparse.Namespace, wares: Shop, new_ledger: NewLedger) -> list[Verdict]:
    plain = _spread(_chosen(options), options.workers, lambda case: run(case, wares, new_ledger))
    kills = [
        replace(case, point=point)
        for number, (case, verdict) in enumerate(plain)
        for place, point in enumerate(verdict.passed)
        if (place + number) % options.every == 0 and _makes_sense(case, point)
    ]
    killed = _spread(kills, options.workers, lambda case: run(case, wares, new_ledger))
    return [verdict for _, verdict in plain + killed]


def _chosen(options: argparse.Namespace) -> list[Case]:
    scripts = tuple(script for script in (*SCRIPTS, NAIVE) if script.name in options.scripts)
    return [case for case in combinations(scripts) if case.trouble in options.troubles][:: options.combinations]


def _makes_sense(case: Case, point: Point) -> bool:
    """A worker that sleeps inside a transaction keeps the database locked: nobody else can do anything, by design."""
    return not (case.trouble.startswith("second_worker") and point.name.endswith(".storing"))


def _spread(cases: list[Case], workers: int, work: Callable[[Case], Verdict]) -> list[tuple[Case, Verdict]]:
    """Share the cases out to forked runners, which fork the processes of each run."""
    shares = [cases[n::workers] for n in range(workers)]
    runners = [fork(lambda share=share: _work_off(share, work), limit=0) for share in shares]
    answers = [runner.wait() for runner in runners]
    return [pair for share, verdicts in zip(shares, answers, strict=True) for pair in zip(share, verdicts, strict=True)]


def _work_off(share: list[Case], work: Callable[[Case], Verdict]) -> list[Verdict]:
    """Run one share, telling what is wrong at once and how far it is now and then."""
    verdicts = []
    for number, case in enumerate(share, start=1):
        verdicts.append(work(case))
        for violation in verdicts[-1].violations:
            print(f"VIOLATION {case}: {violation}", flush=True)
        if number % PROGRESS == 0:
            print(f"… {number} of {len(share)}", file=sys.stderr, flush=True)
    return verdicts


def _report(name: str, verdicts: list[Verdict]) -> bool:
    struck = [verdict for verdict in verdicts if verdict.struck]
    broken = [verdict for verdict in verdicts if verdict.violations]
    ends = ", ".join(f"{state} {count}" for state, count in sorted(Counter(v.outcome for v in verdicts).items()))
    print(f"{name}: {len(verdicts)} runs, {len(struck)} struck, {len(broken)} violations; ends: {ends}")
    skews = Counter(f"{skew.total_seconds():+.0f} s" for verdict in verdicts for skew in verdict.skews)
    print(f"{name}: workers' clocks: {', '.join(f'{skew} {count}' for skew, count in sorted(skews.items()))}")
    return bool(broken)


if __name__ == "__main__":
    began = time.monotonic()
    code = main()
    print(f"{time.monotonic() - began:.0f} s")
    sys.exit(code)
