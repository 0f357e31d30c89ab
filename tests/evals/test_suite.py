"""One command measures every set of a folder, or recorded cases against our functions, and says what it could not measure."""

import json
from pathlib import Path

from click.testing import CliRunner

from tripintent.app.cli.measuring import eval_command
from tripintent.evals.vectors.case import difference


def test_sets_are_found_by_name_and_a_broken_scorer_is_said(tmp_path: Path) -> None:
    """Each known file gets a line with its goal; one whose scorer is missing says so, and the others go on."""
    (tmp_path / "vectors").mkdir()
    (tmp_path / "vectors/none.jsonl").write_text("")
    (tmp_path / "plans").mkdir()
    (tmp_path / "plans/none.jsonl").write_text("")
    said = CliRunner().invoke(eval_command, ["--folder", str(tmp_path)]).output
    assert "plans/none.jsonl\n    not measured" in said
    assert "vectors/none.jsonl\n    agree 0 of 0" in said
    only = CliRunner().invoke(eval_command, ["--folder", str(tmp_path), "--only", "vectors"]).output
    assert "plans" not in only


def test_a_folder_without_sets_is_refused_in_words(tmp_path: Path) -> None:
    """The refusal says where the names are."""
    done = CliRunner().invoke(eval_command, ["--folder", str(tmp_path)])
    assert done.exit_code
    assert "docs/evals.md" in done.output


def test_a_kind_nobody_registered_is_a_difference(tmp_path):
    """The last line counts what agrees; the report has one row a case."""
    cases = tmp_path / "cases.jsonl"
    cases.write_text(json.dumps({"id": "x-1", "kind": "no.such", "input": 1, "expected": 1}) + "\n", "utf-8")
    report = tmp_path / "report.json"
    done = CliRunner().invoke(eval_command, ["--vectors", str(cases), "--json", str(report)])
    assert done.exit_code == 0
    assert done.output.splitlines()[-1] == "agree 0 of 1"
    assert json.loads(report.read_text("utf-8"))[0]["difference"]


def test_what_agrees():
    """Wording and spelling of an instant do not matter; ids, numbers, flags and lengths do."""
    assert not difference({"message": "no", "at": "2027-03-05T10:00:00.000Z"}, {"at": "2027-03-05T11:00:00+01:00"})
    assert not difference({"a": None, "n": 2}, {"n": 2.0, "more": 1})
    assert difference([1, 2], [1])
    assert difference({"a": True}, {"a": 1})
    assert difference({"at": "2027-03-05T10:00:00Z"}, {"at": "2027-03-05T10:00:00"})
