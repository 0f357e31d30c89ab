"""Many conversations at once, in the short form of the bench: what was accepted is there afterwards."""

import asyncio

import pytest
from benches.http import load, main
from benches.servers import trip_server

pytestmark = pytest.mark.release


def test_many_conversations_at_once_lose_nothing(tmp_path):
    """Travellers who all talk at once to two processes on one SQLite file are all heard, and nobody is refused."""
    with trip_server(tmp_path, "", 2) as url:
        outcome = asyncio.run(load(url, at_once=12, seconds=2))
    assert outcome.turns
    assert (outcome.lost, outcome.refused) == (0, 0)
    assert outcome.conversations >= 12


def test_the_bench_prints_ours_beside_the_bare_substrate(capsys):
    """The command prints one row of ours and one of the bare substrate for each number of workers."""
    assert main(["--seconds", "1", "--workers", "1", "--conversations", "4"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["what", "trips", "bare", "trips", "bare"]
