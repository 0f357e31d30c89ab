"""Every set that lies in a folder, measured by that folder's own scorers: one table beside the goals.

A set that is not there is left out. Scorers are programs of the folder; the product is driven through its own commands.
"""

import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

PRODUCT = "from tripintent.app.cli import main; main()"


class Score(NamedTuple):
    """One line of the table."""

    name: str
    result: str
    goal: str


class Set(NamedTuple):
    """Files of a folder, what is done with each, and what it should come to."""

    pattern: str
    run: Callable[[Path, Path, Path], str]
    goal: str


def measure(folder: Path, only: str = "") -> Iterator[Score]:
    """Yield a row for each file of each known set below ``folder`` whose name has ``only`` in it."""
    for one in SETS:
        for path in sorted(folder.glob(one.pattern)):
            name = str(path.relative_to(folder))
            if only in name:
                with tempfile.TemporaryDirectory() as scratch:
                    yield Score(name, _in_words(one, folder, path, Path(scratch)), one.goal)


def _in_words(one: Set, folder: Path, path: Path, scratch: Path) -> str:
    try:
        return one.run(folder, path, scratch)
    except subprocess.CalledProcessError as error:
        last = (str(error.stderr or "").strip().splitlines() or ["it said nothing"])[-1]
        return f"not measured: {last}"


def _product(*arguments: object) -> str:
    return _run("-c", PRODUCT, *arguments)


def _run(*arguments: object) -> str:
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - the user's own scorers


def _conversations(folder: Path, scripts: Path, _: Path) -> str:
    command = shlex.join([sys.executable, "-c", PRODUCT])
    report = _run(folder / "converse.py", "--scripts", scripts, "--command", command, "--quiet")
    return "; ".join(line.strip() for line in report.splitlines() if re.search(r"right|checks|severe", line))[:160]


def _vectors(_: Path, cases: Path, __: Path) -> str:
    return _product("eval", "--vectors", cases).strip().splitlines()[-1]


def _imports(_: Path, read_me: Path, __: Path) -> str:
    return _product("eval", "--imports", read_me.parent).strip().splitlines()[-1]


def _plans(folder: Path, tasks: Path, scratch: Path) -> str:
    scorer, known = folder / "plans/plan_score.py", folder / "plans/min_cost.json"
    plans, report = scratch / "plans.jsonl", scratch / "plans.json"
    _product("plan", "--tasks", tasks, "--out", plans)
    _run(scorer, "--tasks", tasks, "--plans", plans, "--min-cost", known, "--json", report)
    return f"{json.loads(report.read_text('utf-8'))['strict']['all']['final pass rate']:.1%}"


def _routing(folder: Path, gold: Path, scratch: Path) -> str:
    """Route each service's messages by its own file, and score all of them together."""
    rows = [json.loads(line) for line in gold.read_text("utf-8").splitlines()]
    predictions = scratch / "predictions.jsonl"
    with predictions.open("w", encoding="utf-8") as together:
        for service in sorted({row["service"] for row in rows}):
            inputs, output = scratch / f"{service}.in.jsonl", scratch / f"{service}.out.jsonl"
            mine = ({k: v for k, v in row.items() if k != "gold"} for row in rows if row["service"] == service)
            inputs.write_text("".join(json.dumps(row) + "\n" for row in mine), "utf-8")
            file = folder / f"routing/{service}.service.yaml"
            _product("route", "--service", file, "--inputs", inputs, "--output", output)
            together.write(output.read_text("utf-8"))
    return _routed(_run(folder / "routing/route_score.py", "routing", gold, predictions))


def _faq(folder: Path, gold: Path, scratch: Path) -> str:
    inputs, output = scratch / "inputs.jsonl", scratch / "predictions.jsonl"
    kept = ("id", "message", "history", "domain")
    rows = (json.loads(line) for line in gold.read_text("utf-8").splitlines())
    inputs.write_text("".join(json.dumps({k: r[k] for k in kept if k in r}) + "\n" for r in rows), "utf-8")
    _product("answer", "--knowledge", folder / "routing/faq.knowledge.json", "--inputs", inputs, "--output", output)
    return _routed(_run(folder / "routing/route_score.py", "faq", gold, output))


def _routed(report: str) -> str:
    lines = [" ".join(line.split()) for line in report.splitlines() if line.strip()]
    return " | ".join(lines)[:400]


SETS = (
    Set("conversations*.jsonl", _conversations, "right 85 %, checks 97 %, severe 0"),
    Set("vectors/*.jsonl", _vectors, "all that are marked ok or better"),
    Set("public/README.md", _imports, "all of them"),
    Set("plans/*.jsonl", _plans, "100 % with wishes"),
    Set("routing/routing*.jsonl", _routing, "docs/evals.md"),
    Set("routing/faq*.jsonl", _faq, "docs/evals.md"),
)
