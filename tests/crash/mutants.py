"""Mutation check of the desk, the ledger and the server's doors: ``python -m tests.crash.mutants`` (``make mutants``).

Each mutant breaks one rule that money hangs on, in a copy of the sources; the named tests have to fail. Prints what survived, and
fails when something did. ``--only NAME …`` runs some of them, ``--harness`` those that the crash harness must kill as well.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.crash.mutant import HARNESS, MUTANTS, Mutant

ROOT = Path(__file__).parents[2]
LIMIT_SECONDS = 600


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the mutants and print the survivors; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--harness", action="store_true")
    options = parser.parse_args(arguments)
    chosen = [one for one in (HARNESS if options.harness else MUTANTS) if not options.only or one.name in options.only]
    with ThreadPoolExecutor(options.workers) as pool:
        killed = list(pool.map(_is_killed, chosen))
    survivors = [one.name for one, dead in zip(chosen, killed, strict=True) if not dead]
    print(f"{len(chosen)} mutants, {sum(killed)} killed, survivors: {', '.join(survivors) or 'none'}")
    return int(bool(survivors))


def _is_killed(mutant: Mutant) -> bool:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        package = _copy(Path(folder), mutant.path)
        mutant.apply(package)
        done = subprocess.run(
            [sys.executable, *mutant.command],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )
    words = "killed" if mutant.is_dead(done.returncode, done.stdout) else "SURVIVED"
    print(f"{words}: {mutant.name} ({time.monotonic() - began:.0f} s)", flush=True)
    if words == "SURVIVED":
        print(done.stdout[-2000:] + done.stderr[-2000:], file=sys.stderr)
    return words == "killed"


def _copy(folder: Path, path: str) -> Path:
    """Make the package anew from links, with what is at ``path`` as a file of its own."""
    where = package = folder / "tripintent"
    _link_all((ROOT / "src/tripintent").iterdir(), package)
    for part in Path(path).parts:
        where /= part
        source = where.readlink()
        where.unlink()
        if source.is_dir():
            _link_all(source.iterdir(), where)
        else:
            where.write_bytes(source.read_bytes())
    return package


def _link_all(sources: Iterable[Path], folder: Path) -> None:
    folder.mkdir()
    for one in sources:
        if one.name != "__pycache__":
            (folder / one.name).symlink_to(one)


if __name__ == "__main__":
    sys.exit(main())
