"""``routes``: what a desk was not sure of, or was put right in, and examples of a house's own made of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tripintent.app.cli.failing import Failure, in_words
from tripintent.app.cli.options import json_option, settings_of, stored

if TYPE_CHECKING:
    from tripintent.app.sync import SyncSession
    from tripintent.evals.routes import Routed


@click.command("routes")
@click.option(
    "--service", "path", required=True, type=click.Path(path_type=Path, exists=True), help="The service file."
)
@click.option("--limit", default=500, show_default=True, help="How many conversations are looked at, the newest first.")
@click.option("--accept", "numbers", multiple=True, type=int, metavar="N", help="Take this line; may be repeated.")
@click.option("--as", "function", default="", metavar="FUNCTION", help="Take the lines for this function instead.")
@json_option
@stored
def routes_command(
    *, path: Path, limit: int, numbers: tuple[int, ...], function: str, as_json: bool, **flags: object
) -> None:
    """List messages that a desk was not sure of, and take them as examples of the service.

    Look at each line before you take it: the words are guests' own. They go into a file beside the service file
    (house.yaml: house.examples.yaml), which is read with it from the next start on.
    """
    from tripintent.app.cli.output import write_json
    from tripintent.app.sync import SyncSession
    from tripintent.evals.routes import accept, proposed
    from tripintent.tools.services.reading import examples_beside, read_service

    with in_words():
        service = read_service(path)
        if function and service.function(function) is None:
            raise Failure(f"the service has no function {function}")
        with SyncSession(settings_of(**flags), recover=False) as session:
            found = proposed(_told(session, limit), service)
        if unknown := [str(n) for n in numbers if not 1 <= n <= len(found)]:
            raise Failure(f"there is no line {', '.join(unknown)}: there are {len(found)}")
        for n, one in enumerate(found, 1) if not numbers else ():
            if as_json:
                write_json({"line": n, **one._asdict()})
            else:
                click.echo(f"{n:3}  {one.times:3} ×  {one.why:6}  {one.function:20}  {one.input}")
        if numbers:
            taken = [found[n - 1] for n in numbers]
            accept(examples_beside(path), [one._replace(function=function or one.function) for one in taken])
            click.echo(f"{len(numbers)} taken into {examples_beside(path)}")


def _told(session: "SyncSession", limit: int) -> Iterator[list["Routed"]]:
    """Yield the messages of each conversation."""
    from tripintent.evals.routes import Routed

    for thread in session.threads(limit):
        messages = session.wait_for(session.session.messages(thread.thread_id))
        yield [
            Routed(
                one.type == "human",
                one.text,
                str(one.additional_kwargs.get("function", "")),
                float(one.additional_kwargs.get("confidence", 1.0)),
            )
            for one in messages
        ]
