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
@pytest.mark.parametrize(
    "how",
    [
        pytest.param("run --no-postgres --combinations 12 --every 6", id="sqlite"),
        pytest.param("run --no-sqlite --combinations 25 --every 6", id="postgres", marks=needs_postgres),
        pytest.param("remote --every 8", id="real protocols"),
    ],
)
def test_no_kill_breaks_the_books(how: str) -> None:
    """A sample of the matrix: every script, killed here and there, leaves the supplier's books and the ledger in agreement.

    On Postgres transactions really run side by side; over real protocols each commit's reply is cut off as well.
    """
    done = harness(*how.split())
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
