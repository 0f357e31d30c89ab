"""Each bench runs and prints its ratios; how fast anything is, no test says."""

import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.release

LINES = {
    "graph": ("against the bare graph", "against the ReAct agent", "0 calls, 0 tokens", "with a model"),
    "parallel": ("against the slowest search",),
    "size": ("against turns 1 to 20",),
    "startup": ("against an empty Python", "aim: no langgraph, no langchain_openai"),
}


def bench(*args: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "benches", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)


@pytest.mark.release
@pytest.mark.parametrize("name", LINES)
def test_a_bench_runs_and_prints_its_ratios(name: str) -> None:
    """The quick form does everything that the measurement does, a few times."""
    done = bench("--quick", name)
    assert done.returncode == 0, done.stdout + done.stderr
    table = done.stdout.split("== ratios")[1]
    for line in LINES[name]:
        assert line in done.stdout
    assert re.search(r"\d\.\d+ x", table)


def test_an_unknown_bench_is_refused_by_name() -> None:
    """The benches that exist are named."""
    done = bench("nonsense")
    assert done.returncode == 2
    assert "ranking" in done.stderr


def test_a_missing_bench_is_said_and_the_others_run(monkeypatch, capsys) -> None:
    """One broken bench hides no other, and the exit code tells."""
    from benches import __main__ as module  # noqa: PLC0415 - only this test looks inside

    monkeypatch.setitem(module.BENCHES, "gone", ("benches.that_is_gone", "nothing"))
    monkeypatch.setitem(module.BENCHES, "there", ("this", "a module that prints"))
    monkeypatch.setattr(sys, "argv", ["bench", "gone", "there"])
    with pytest.raises(SystemExit) as ended:
        module.main()
    said = capsys.readouterr().out
    assert ended.value.code == 1
    assert "there is no such bench" in said
    assert "Beautiful is better than ugly." in said
