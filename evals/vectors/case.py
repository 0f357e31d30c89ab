"""One recorded case, what a system's module offers for its kind, and when a result agrees with the recorded one.

Compared are ids, codes, times, flags and numbers, never message text. ``run_file`` runs a file of cases: it prints those that
differ and the count, and writes a report on wish.
"""

import json
import math
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.tools.shipped import table

WORDING = frozenset({"message", "description", "reason", "note", "hint", "summary", "explanation", "suggestion"})


def difference(expected: JsonValue, ours: JsonValue, path: str = "") -> str:
    """Return the first place where two values differ, with both; empty when they agree.

    Every key that was recorded must agree (one recorded as null may be absent); ours may have more. Lists have the same
    length and order. Two ways to write one instant agree.
    """
    if isinstance(expected, Mapping):
        return _of_mappings(expected, ours, path)
    if isinstance(expected, Sequence) and not isinstance(expected, str):
        return _of_lists(expected, ours, path)
    return "" if _same(expected, ours) else f"{path or '.'}: expected {expected!r}, ours {ours!r}"


def _of_mappings(expected: Mapping[str, JsonValue], ours: JsonValue, path: str) -> str:
    if not isinstance(ours, Mapping):
        return f"{path or '.'}: expected {dict(expected)!r}, ours {ours!r}"
    for key, value in expected.items():
        if key in WORDING and isinstance(value, str):
            continue
        found = difference(value, ours.get(key), f"{path}.{key}" if path else key)
        if found:
            return found
    return ""


def _of_lists(expected: Sequence[JsonValue], ours: JsonValue, path: str) -> str:
    if not isinstance(ours, Sequence) or isinstance(ours, str):
        return f"{path or '.'}: expected {list(expected)!r}, ours {ours!r}"
    if len(expected) != len(ours):
        return f"{path or '.'}: expected {len(expected)} ({list(expected)!r}), ours {len(ours)} ({list(ours)!r})"
    pairs = zip(expected, ours, strict=True)
    return next((found for at, (a, b) in enumerate(pairs) if (found := difference(a, b, f"{path}[{at}]"))), "")


def _same(expected: JsonValue, ours: JsonValue) -> bool:
    if isinstance(expected, bool) or isinstance(ours, bool):
        return expected is ours
    if isinstance(expected, int | float) and isinstance(ours, int | float):
        return math.isclose(expected, ours, rel_tol=1e-6, abs_tol=1e-9)
    if isinstance(expected, str) and isinstance(ours, str) and expected != ours:
        first = _instant(expected)
        return first is not None and first == _instant(ours)
    return expected == ours


def _instant(text: str) -> datetime | None:
    """Return the instant that a text writes; None for anything but a date with a time."""
    if len(text) < len("2026-01-01T00:00") or "T" not in text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo else None


class Case(BaseModel):
    """A line of a file of cases; everything that is not named here is kept in ``model_extra``."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str
    kind: str
    input: Any = Field(default=None, description="of a shape that each kind knows")
    expected: JsonValue = None
    verdict: str = "ok"
    better: JsonValue = Field(default=None, description="what agrees when the recorded result was wrong")

    @property
    def wanted(self) -> JsonValue:
        """The result that counts."""
        return self.better if self.verdict == "original_wrong" else self.expected


class Kind(NamedTuple):
    """How a kind of case is answered, and how the answer is compared (``""`` means that it agrees)."""

    answer: Callable[[Case], JsonValue]
    compare: Callable[[JsonValue, JsonValue], str] = difference


Kinds = Mapping[str, Kind]


SET_ASIDE: Sequence[str] = table("evals/vectors/set_aside.yaml")["kinds"]
"""Kinds that no function here answers."""
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
