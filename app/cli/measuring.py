"""``extract`` and ``eval``: how well conversations are understood."""

import subprocess
import sys
from pathlib import Path

import click

from tripintent.app.cli.failing import Failure, in_words

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command("extract")
@click.option("--inputs", type=_FILE, required=True, help="JSON lines: id, now_hint or reference_date, turns.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="JSON lines: id, turns.")
@click.option("--language", type=click.Choice(["offline", "openai"]), default="offline", show_default=True)
def extract_command(*, inputs: Path, output: Path, language: str) -> None:
    """Read conversations from a file and write what was understood after each turn."""
    from tripintent.app.cli.reader import reader_of  # noqa: PLC0415 - --help stays quick
    from tripintent.evals.extract import extract_file  # noqa: PLC0415

    with in_words():
        try:
            extract_file(inputs, output, language, read=reader_of(language))
        except (ValueError, KeyError) as error:
            raise Failure(f"{inputs} is not a file of conversations: {error!r}") from error


@click.command("eval")
@click.option("--folder", type=_FOLDER, required=True, help="Holds score.py and *.dev.jsonl.")
@click.option("--slots", default="core", show_default=True, help="core, all, or names joined by commas.")
@click.option(
    "--errors", type=click.Path(path_type=Path, file_okay=False), help="Folder for the slots that were wrong."
)
def eval_command(*, folder: Path, slots: str, errors: Path | None) -> None:
    """Score the reading of conversations with a folder's own scorer, beside the floor it has to beat."""
    more = ("--errors", str(errors)) if errors else ()
    command = [sys.executable, "-m", "tripintent.evals.run", "--folder", str(folder), "--slots", slots, *more]
    sys.exit(subprocess.run(command, check=False).returncode)  # noqa: S603 - our own module
