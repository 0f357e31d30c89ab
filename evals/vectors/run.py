"""Runs a file of cases: prints those that differ and the count, and writes a report on wish."""

import json
import traceback
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from pydantic import JsonValue

from tripintent.evals.vectors.case import Case, Kind

SET_ASIDE = {
    "question.valid", "question.one", "question.parse", "stream.clean", "stream.display", "stream.json_start", "stream.json_complete",
    "map.detect_places", "dag.order", "conflict.all", "review.semantic", "review.autofix", "import.metadata", "router.fallback",
    "infer.cabin", "infer.hotel_tier", "infer.preferences",
    "calendar.weekend", "calendar.holiday", "calendar.easter", "calendar.thanksgiving",
}  # fmt: skip
"""Kinds that no function here answers: JSON and places come as arguments of typed tools, and the rest is not done."""
SYSTEMS: tuple[str, ...] = ("concierge", "designer", "imports")  # modules beside this one, each with KINDS


def run_file(path: Path, report: Path | None = None) -> Iterator[str]:
    """Yield the lines to print; the last is ``agree N of M``.

    Raises:
        ValueError: A line is not a case.
    """
    kinds = _kinds()
    given = [Case.model_validate_json(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    cases = [case for case in given if case.kind not in SET_ASIDE]
    rows: list[dict[str, JsonValue]] = []
    for case in cases:
        found = _judge(case, kinds.get(case.kind))
        rows.append({"id": case.id, "kind": case.kind, "verdict": case.verdict, "difference": found})
        if found:
            yield f"{case.id} ({case.kind}, {case.verdict}): {found}"
    if report:
        report.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", "utf-8")
    yield from _by_kind(rows)
    if aside := len(given) - len(cases):
        yield f"{aside} cases set aside: no function here answers them"
    yield f"agree {sum(not row['difference'] for row in rows)} of {len(rows)}"


def _kinds() -> dict[str, Kind]:
    found: dict[str, Kind] = {}
    for system in SYSTEMS:
        found.update(import_module(f"tripintent.evals.vectors.{system}").KINDS)
    return found


def _judge(case: Case, kind: Kind | None) -> str:
    if kind is None:
        return "no function is registered for this kind"
    try:
        return kind.compare(case.wanted, kind.answer(case))
    except Exception as error:  # noqa: BLE001 - a case that breaks the code is a difference to show, not the end of the run
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({where.name}:{where.lineno})"


def _by_kind(rows: list[dict[str, JsonValue]]) -> Iterator[str]:
    total, right = (
        Counter(str(row["kind"]) for row in rows),
        Counter(str(row["kind"]) for row in rows if not row["difference"]),
    )
    for kind in sorted(total):
        yield f"  {kind:32} {right[kind]:4} of {total[kind]}"
