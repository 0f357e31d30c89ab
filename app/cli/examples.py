"""``routes``: messages that a desk was unsure of, as a host's own examples."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from tripintent.app.cli.failing import CliFailure, in_words
from tripintent.app.cli.options import json_option, settings_of, stored

if TYPE_CHECKING:
    from langchain_core.messages import AnyMessage

    from tripintent.app.sync import SyncSession


class _Line(Protocol):
    """A line of a list, as its fields have it in JSON."""

    def _asdict(self) -> dict[str, Any]: ...


P = TypeVar("P", bound=_Line)


def _talks(session: "SyncSession", limit: int) -> Iterator[Sequence["AnyMessage"]]:
    """Yield the messages of each conversation, the newest first."""
    for thread in session.threads(limit):
        yield session.wait_for(session.session.messages(thread.thread_id))


def _taken(found: Sequence[P], numbers: Sequence[int], row: Callable[[P], str], *, as_json: bool) -> list[P]:
    """Return the lines of some numbers; without numbers write them all. Raises Failure for a line that is not there."""
    from tripintent.app.cli.output import write_json

    if unknown := [str(n) for n in numbers if not 1 <= n <= len(found)]:
        raise CliFailure(f"there is no line {', '.join(unknown)}: there are {len(found)}")
    for n, one in enumerate(found, 1) if not numbers else ():
        if as_json:
            write_json({"line": n, **one._asdict()})
        else:
            click.echo(f"{n:3}  {row(one)}")
    return [found[n - 1] for n in numbers]


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
    from tripintent.app.sync import SyncSession
    from tripintent.evals.routes import Proposed, Routed, accept, proposed
    from tripintent.tools.services.reading import examples_beside, read_service

    def routed(one: "AnyMessage") -> Routed:
        more = one.additional_kwargs
        sure = float(more.get("confidence", 1.0))
        return Routed(one.type == "human", one.text, str(more.get("function", "")), sure)

    def row(one: Proposed) -> str:
        return f"{one.times:3} ×  {one.why:6}  {one.function:20}  {one.input}"

    with in_words():
        service = read_service(path)
        if function and service.function(function) is None:
            raise CliFailure(f"the service has no function {function}")
        with SyncSession(settings_of(**flags), recover=False) as session:
            found = proposed(([routed(one) for one in talk] for talk in _talks(session, limit)), service)
        if taken := _taken(found, numbers, row, as_json=as_json):
            accept(examples_beside(path), [one._replace(function=function or one.function) for one in taken])
            click.echo(f"{len(taken)} taken into {examples_beside(path)}")
