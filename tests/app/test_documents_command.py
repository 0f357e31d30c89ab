"""``tripintent documents``: made, shown, ticked and written as a file in a terminal."""

import json

import pytest
from click.testing import CliRunner

from tripintent.app.cli.__init__ import main

NOW = "2026-11-22T09:00:00+00:00"


@pytest.fixture
def run(tmp_path):
    """Run a command on one database."""

    def call(*args):
        return CliRunner().invoke(main, [*args, "--db", str(tmp_path / "t.sqlite"), "--now", NOW, "--thread", "t"])

    said = call("chat", "--json", "--say", "Hamburg to Naples May 9-14, two adults")
    assert said.exit_code == 0, said.output
    return call


def test_from_the_gate_to_a_file(run, tmp_path):
    """What is missing is said; what is ready is made, ticked by its id and written; a file that is not there is said."""
    assert "needs total_budget" in run("documents", "show").output
    assert run("documents", "create", "budget").exit_code == 1
    assert run("documents", "create", "checklist").output.startswith("Checklist: 0 of ")
    shown = json.loads(run("documents", "show", "--json").output)["checklist"]
    item = shown["categories"][0]["items"][0]["id"]
    assert run("documents", "tick", item).output.strip() == f"1 of {shown['total']}"
    assert "- [x] " in run("documents", "export", "checklist").output
    out = tmp_path / "list.csv"
    assert run("documents", "export", "checklist", "--format", "csv", "--out", str(out)).exit_code == 0
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    assert "no budget yet" in run("documents", "export", "budget").output
