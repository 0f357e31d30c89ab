"""Cases of other planners' data: put into our form."""

from typing import Any, cast

from pydantic import JsonValue

from tripintent.evals.vectors.case import Case, Kind, Kinds
from tripintent.evals.vectors.designer_common import compare
from tripintent.tools.imports.normalise import normalise


def _normalise(case: Case) -> JsonValue:
    given = cast("dict[str, Any]", case.input)
    found = [normalise(s) for s in given["segments"]]
    told: dict[str, Any] = {
        **given,
        "segments": [f.data for f in found],
        "warnings": [w for f in found for w in f.warnings],
        "assumed": [a for f in found for a in f.assumed],
        "invalid": [i for f in found for i in f.invalid],
        "codes": [f.data.get(p, {}).get("code") for f in found for p in ("origin", "destination")],
        "endDatetime": found[0].data.get("endDatetime"),
    }
    return cast("JsonValue", told)


def _compare_normalised(expected: JsonValue, ours: JsonValue) -> str:
    """Compare; a sentence asks for local times, or for no code where none is an airport's."""
    have = cast("dict[str, Any]", ours)
    if isinstance(expected, str):
        return _as_said(expected, have)
    want = cast("dict[str, Any]", expected)
    if "assumed_end" in want:
        return compare(cast("JsonValue", {"invalid": want["invalid"]}), ours) or (
            "an end was made up" if have["endDatetime"] else ""
        )
    return compare(cast("JsonValue", {k: v for k, v in want.items() if k != "status"}), ours)


def _as_said(sentence: str, have: dict[str, Any]) -> str:
    times = [str(s.get(k)) for s in have["segments"] for k in ("startDatetime", "endDatetime")]
    if "local time" in sentence:
        return f"a zone was added: {times}" if any("Z" in t or "+" in t for t in times) else ""
    codes = [p["code"] for s in have["segments"] for p in s.values() if isinstance(p, dict) and p.get("code")]
    kept = [c for c in codes if len(c) != 3 and not any(s.get("type") == "HOTEL" for s in have["segments"])]
    return "" if have["warnings"] and not kept else f"codes {codes}, warnings {have['warnings']}"


KINDS: Kinds = {"import.normalise": Kind(_normalise, _compare_normalised)}
