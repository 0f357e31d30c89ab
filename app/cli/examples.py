"""``examples``: what people chose when they were asked which was meant, and a host's own examples made of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripintent.app.cli.failing import Failure, in_words
from tripintent.app.cli.options import json_option, settings_of, stored

if TYPE_CHECKING:
    from tripintent.app.sync import SyncSession
    from tripintent.evals.examples import Told


@click.command("examples")
@click.option("--limit", default=500, show_default=True, help="How many conversations are looked at, the newest first.")
@click.option("--accept", "numbers", multiple=True, type=int, metavar="N", help="Take this line; may be repeated.")
@click.option("--into", "path", type=click.Path(path_type=Path, dir_okay=False), help="File of your own examples.")
@click.option("--fit", "fits", is_flag=True, help="Fit the offline reader with the file, which takes some seconds.")
@json_option
@stored
def examples_command(
    *, limit: int, numbers: tuple[int, ...], path: Path | None, fits: bool, as_json: bool, **flags: object
) -> None:
    """List what people chose when they were asked which was meant, and take it as examples of your own.

    Look at each line before you take it: the words are people's own. Set TRIPINTENT_EXAMPLES to the file to read with it.
    """
    from tripintent.app.cli.output import write_json
    from tripintent.app.sync import SyncSession
    from tripintent.evals.examples import accept, proposed

    if (numbers or fits) and path is None:
        raise click.UsageError("--accept and --fit need --into FILE")
    with in_words():
        if numbers or not fits:
            with SyncSession(settings_of(**flags), recover=False) as session:
                found = proposed(_told(session, limit))
            if unknown := [str(n) for n in numbers if not 1 <= n <= len(found)]:
                raise Failure(f"there is no line {', '.join(unknown)}: there are {len(found)}")
            for n, one in enumerate(found, 1) if not numbers else ():
                if as_json:
                    write_json({"line": n, **one._asdict()})
                else:
                    click.echo(f"{n:3}  {one.times:3} ×  {one.language}  {one.intent:15}  {one.row}")
            if numbers and path:
                accept(path, [found[n - 1] for n in numbers])
                click.echo(f"{len(numbers)} taken into {path}")
        if fits and path:
            _fit(path)
            click.echo(f"fitted; read with it: TRIPINTENT_EXAMPLES={path}")


def _fit(path: Path) -> None:
    try:
        from tripintent.evals.fit_own import fit_own
    except ModuleNotFoundError as error:
        raise Failure(f"this needs {error.name}: pip install 'tripintent[fit]'") from error
    fit_own(path)


def _told(session: "SyncSession", limit: int) -> Iterator[list["Told"]]:
    """Yield the messages of each conversation."""
    from tripintent.evals.examples import Told

    for thread in session.threads(limit):
        messages = session.wait_for(session.session.messages(thread.thread_id))
        yield [
            Told(
                one.type == "human",
                one.text,
                str(one.additional_kwargs.get("language", "")),
                one.additional_kwargs.get("readings", ()),
            )
            for one in messages
        ]
