"""Runs every bench, one after the other, each in a process of its own: ``make bench``, ``make bench ARGS='graph size'``.

One table: what each printed, its lines with a ratio once more at the end. A bench that is missing or breaks is said so, and
the others run all the same; the exit code is then 1.
"""

import argparse
import os
import platform
import re
import subprocess
import sys
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import NamedTuple

BENCHES = {
    "graph": ("benches.graph", "a booking turn against a bare graph and a ReAct agent"),
    "ranking": ("benches.ranking", "ranking whole trips against brute force"),
    "parallel": ("benches.parallel", "seven searches at once against the slowest"),
    "size": ("benches.size", "bytes stored for each turn"),
    "parsing": ("benches.parsing", "reading 1,000 offers of a supplier"),
    "startup": ("benches.startup", "modules and time of --help"),
    "purchase": ("benches.purchase", "a purchase with the ledger against one without, and recovery"),
    "http": ("benches.http", "the server's own share of a turn"),
    "documents": ("benches.documents", "three documents of a two-week family trip"),
}
QUICK = ("graph", "parallel", "size", "startup", "parsing")
RATIO = re.compile(r"\d\s?x\b|aim:")
LONGEST = 1800
"""Seconds that one bench may take."""


class Outcome(NamedTuple):
    """The output of a bench, or why there is nothing."""

    name: str
    lines: tuple[str, ...] = ()
    trouble: str = ""


def main() -> None:
    """Run the benches that were asked for, all of them by default."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benches", nargs="*", metavar="BENCH", help=", ".join(BENCHES))
    parser.add_argument("--quick", action="store_true", help="smoke runs, no measurement")
    asked = parser.parse_args()
    unknown = sorted(set(asked.benches) - set(BENCHES))
    if unknown:
        parser.error(f"no bench {', '.join(unknown)}: there are {', '.join(BENCHES)}")
    print(_machine())
    outcomes = [_shown(_run(name, quick=asked.quick)) for name in asked.benches or BENCHES]
    _table(outcomes)
    sys.exit(any(outcome.trouble for outcome in outcomes))


def _machine() -> str:
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    now = datetime.now(UTC).date()
    return f"{now}, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, load {load} at the start"


def _run(name: str, *, quick: bool) -> Outcome:
    module = BENCHES[name][0]
    if find_spec(module) is None:
        return Outcome(name, trouble="there is no such bench in this installation")
    flags = ["--quick"] if quick and name in QUICK else []
    command = [sys.executable, "-m", module, *flags]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=LONGEST)  # noqa: S603
    except subprocess.TimeoutExpired:
        return Outcome(name, trouble=f"not done after {LONGEST} s")
    lines = tuple(line for line in done.stdout.splitlines() if line.strip())
    last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
    return Outcome(name, lines, "" if done.returncode == 0 else f"exit code {done.returncode}: {last}")


def _shown(outcome: Outcome) -> Outcome:
    print(f"\n== {outcome.name}: {BENCHES[outcome.name][1]}")
    for line in outcome.lines:
        print(line)
    if outcome.trouble:
        print(f"  ! {outcome.trouble}")
    sys.stdout.flush()
    return outcome


def _table(outcomes: list[Outcome]) -> None:
    print("\n== ratios")
    for outcome in outcomes:
        rows = [line.strip() for line in outcome.lines if RATIO.search(line)]
        for row in rows or [outcome.trouble or "no ratio"]:
            print(f"  {outcome.name:9} {row}")


if __name__ == "__main__":
    main()
