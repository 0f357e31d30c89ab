"""``audit anchor`` and ``audit verify --anchors``, and a server that anchors by itself."""

import asyncio
import json
import sqlite3
from datetime import timedelta
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from tripintent.app.cli import main
from tripintent.app.recovery import upkeep
from tripintent.tools.ledger.anchoring import anchors_at
from tripintent.tools.ports.desk import ReconcileReport
from tripintent.tools.ports.outcomes import Anchor


@pytest.fixture
def run(tmp_path):
    def call(*args, **env):
        env = {f"TRIPINTENT_{name}": value for name, value in env.items()}
        where = ("--db", str(tmp_path / "cli.db"), "--now", "2026-03-01T09:00:00+00:00")
        result = CliRunner().invoke(main, [*args, *where], env=env)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.stdout

    return call


def forget_the_newest_line(path):
    """Cut the audit and close it again, as somebody with the file could."""
    ledger = sqlite3.connect(path)
    seq, prev = ledger.execute("SELECT seq, prev_hash FROM audit ORDER BY seq DESC LIMIT 1").fetchone()
    ledger.execute("DELETE FROM audit WHERE seq = ?", (seq,))
    ledger.execute("UPDATE audit_head SET seq = ?, hash = ?", (seq - 1, prev))
    ledger.commit()
    ledger.close()


def test_a_cut_audit_is_found_by_its_anchor(run, tmp_path):
    """The chain alone says that it is intact; with the file of anchors it does not."""
    anchors = str(tmp_path / "anchors.jsonl")
    run("chat", "--thread", "t", "--say", "Boston to Lisbon June 14 to 21, two adults")
    code, out = run("audit", "anchor", "--to", anchors)
    printed = json.loads(out)
    assert (code, printed["seq"] > 0) == (0, True)
    assert json.loads((tmp_path / "anchors.jsonl").read_text()) == printed
    assert run("audit", "verify", "--anchors", anchors) == (0, "the audit is intact\n")
    forget_the_newest_line(tmp_path / "cli.ledger.db")
    assert run("audit", "verify") == (0, "the audit is intact\n")
    code, out = run("audit", "verify", AUDIT_ANCHORS=anchors)
    assert (code, "cut off after it was anchored" in out) == (1, True)


def test_a_key_kept_elsewhere_signs(run, tmp_path):
    """Without that key the anchors are not believed, and nobody with the ledger alone can make one."""
    anchors = str(tmp_path / "anchors.jsonl")
    run("audit", "anchor", "--to", anchors, AUDIT_KEY="from the safe")
    assert run("audit", "verify", "--anchors", anchors, AUDIT_KEY="from the safe")[0] == 0
    code, out = run("audit", "verify", "--anchors", anchors)
    assert (code, "not signed with this ledger's key" in out) == (1, True)


async def test_a_server_anchors_at_each_upkeep(tmp_path):
    """Until it is told to stop; what it wrote can be read back."""
    twice, count = asyncio.Event(), iter(range(99))

    class Desk:
        async def reconcile(self):
            return ReconcileReport()

        async def anchor_audit(self):
            number = next(count)
            if number == 1:
                twice.set()
            return Anchor(seq=number, hash="h", at="2026-11-22T12:00:00Z", signature="s")

    where = str(tmp_path / "anchors.jsonl")
    async with upkeep(SimpleNamespace(desk=Desk()), timedelta(milliseconds=1), where):
        await twice.wait()
    assert [anchor.seq for anchor in anchors_at(where).all()][:2] == [0, 1]
