"""One command measures every set of a folder, and says what it could not measure."""

from pathlib import Path

from click.testing import CliRunner

from tripintent.app.cli.measuring import eval_command


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
