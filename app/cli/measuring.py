"""``extract`` and ``eval``: how well conversations are understood."""

from pathlib import Path

import click

from tripintent.app.cli.failing import in_words

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command("extract")
@click.option("--inputs", type=_FILE, required=True, help="JSON lines: id, now_hint or reference_date, turns.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="JSON lines: id, turns.")
@click.option("--language", type=click.Choice(["offline", "openai", "auto"]), default="offline", show_default=True)
def extract_command(*, inputs: Path, output: Path, language: str) -> None:
    """Read conversations from a file and write what was understood after each turn."""
    from tripintent.evals.extract import extract_file  # noqa: PLC0415 - --help stays quick

    with in_words():
        extract_file(inputs, output, language)


@click.command("eval", context_settings={"ignore_unknown_options": True})
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
def eval_command(*, args: tuple[str, ...]) -> None:
    """Measure how well conversations are understood; arguments are those of the evaluation."""
    from tripintent.app.measuring import evaluate  # noqa: PLC0415

    with in_words():
        evaluate(list(args))
