"""Scores the engine on a folder of conversations with that folder's own scorer, beside the floor it has to beat."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tripintent.evals.extract import extract_file

FLOOR = {
    "sgd": "floor (a simple baseline): JGA .590, final state .498, micro-F1 .875, correction recall .83",
    "travelplanner": "floor (a simple baseline): JGA .863",
}


def main() -> None:
    """Run ``python -m tripintent.evals.run --folder PATH``: every ``*.dev.jsonl`` in it is scored by its ``score.py``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--slots", default="core", help="core, all, or names joined by commas")
    parser.add_argument("--errors", type=Path, help="write the wrong slots to this folder, one file per corpus")
    asked = parser.parse_args()
    corpora = sorted(asked.folder.glob("*.dev.jsonl"))
    if not corpora:
        sys.exit(f"no *.dev.jsonl in {asked.folder}: give the folder that holds score.py and its dev files")
    for gold in corpora:
        print(score(asked.folder / "score.py", gold, asked.slots, asked.errors), flush=True)


def score(scorer: Path, gold: Path, slots: str, errors: Path | None) -> str:
    """Return the scorer's report on one corpus, with the floor below it."""
    corpus = gold.name.split(".")[0]
    with tempfile.TemporaryDirectory() as folder:
        inputs, predictions = Path(folder, "inputs.jsonl"), Path(folder, "predictions.jsonl")
        _run(scorer, "--gold", gold, "--emit-inputs", inputs)
        extract_file(inputs, predictions)
        extra = ("--errors", errors / f"{corpus}.errors.jsonl") if errors else ()
        report = _run(scorer, "--gold", gold, "--pred", predictions, "--slots", slots, *extra)
    return report.rstrip() + (f"\n   {FLOOR[corpus]}" if corpus in FLOOR else "") + "\n"


def _run(scorer: Path, *arguments: object) -> str:
    command = [sys.executable, str(scorer), *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - the user's own scorer


if __name__ == "__main__":
    main()
