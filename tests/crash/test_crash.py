"""The short form of the crash harness (``make crash`` is the long one): real processes, real databases, real SIGKILL."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HAVE_POSTGRES = runpy.run_path(str(ROOT / "tests/postgres_server.py"))["binaries"]() is not None
needs_postgres = pytest.mark.skipif(not HAVE_POSTGRES, reason="no Postgres binaries here: apt-get install postgresql")


def harness(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"tests.crash.{module}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


@pytest.mark.release
def test_no_kill_breaks_the_books_on_sqlite() -> None:
    """A sample of the matrix: every script, killed here and there, leaves the supplier's books and the ledger in agreement."""
    done = harness("run", "--no-postgres", "--combinations", "12", "--every", "6")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 violations" in done.stdout


@pytest.mark.release
@needs_postgres
def test_no_kill_breaks_the_books_on_postgres() -> None:
    """The same on Postgres, where transactions really run side by side."""
    done = harness("run", "--no-sqlite", "--combinations", "25", "--every", "6")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 violations" in done.stdout


@pytest.mark.release
def test_no_kill_and_no_lost_reply_breaks_the_books_of_real_protocols() -> None:
    """Bought over HTTP and changed at the airline: killed at boundaries, cut off at each commit, and nothing is done twice or lost."""
    done = harness("remote", "--every", "8")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 violations" in done.stdout


@pytest.mark.release
def test_the_harness_finds_the_naive_purchase_out() -> None:
    """Call, then checkpoint: the same harness shows it buying twice and losing bookings."""
    done = harness("run", "--no-postgres", "--scripts", "naive", "--combinations", "2", "--every", "3")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "was bought 2 times" in done.stdout
    assert "is paid and in no checkpoint" in done.stdout


@pytest.mark.release
@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgres", marks=needs_postgres)])
def test_four_hundred_clicks_on_ten_approvals_make_ten_purchases(database: str) -> None:
    """Forty simultaneous clicks per approval, by answer and by token, over four processes: ten orders, ten payments."""
    done = harness("clicks", *(["--postgres"] if database == "postgres" else []))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 purchases" in done.stdout
