"""``service``, ``desk``, ``route`` and ``routes``: service files, guests who wait for a person, and messages routed, also as examples."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from tripintent.app.cli.failing import CliFailure, in_words, write_row
from tripintent.app.cli.options import FILE, OUT, json_option, opened, stored, thread_option

if TYPE_CHECKING:
    from langchain_core.messages import AnyMessage

    from tripintent.app.sync import SyncSession
    from tripintent.state.concierge.front import HandOff, Request


@click.group("service")
def service_command() -> None:
    """Check a service file, or begin one of your own."""


@service_command.command("check")
@click.argument("file", type=click.Path(path_type=Path))
def check_command(*, file: Path) -> None:
    """Read a service file and its knowledge; whatever is wrong is said with its line."""
    from tripintent.tools.services.reading import read_knowledge, read_service

    with in_words():
        service = read_service(file)
        try:
            left_out = read_knowledge(file, service)[1]
        except ValueError as error:
            raise CliFailure(str(error)) from error
        functions = ", ".join(f.name for f in service.enabled)
        click.echo(f"{file} is right: {service.name} ({service.kind}), functions {functions}")
        for source in left_out:
            click.echo(f"left out, because it gives orders: a sentence of {source}")


@service_command.command("new")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--kind", default="accommodations", show_default=True, help="Kind of the organisation.")
def new_command(*, folder: Path, kind: str) -> None:
    """Copy a demonstration organisation into a folder, to be changed. Nothing that is there is overwritten."""
    from tripintent.tools.services.reading import copy_demonstration

    with in_words():
        try:
            path = copy_demonstration(kind, folder)
        except (ValueError, OSError) as error:
            raise CliFailure(str(error)) from error
        click.echo(f"{path} is yours: change it, then tripintent chat --service {path}")


@click.group("desk")
def desk_command() -> None:
    """See which guests wait for a person, and answer them."""


@desk_command.command("queue")
@stored
def queue_command(**flags: object) -> None:
    """List the conversations that were handed over, with the summary for staff; then what guests asked the staff for."""
    with opened(flags, recover=True) as session:
        queue, after = session.session.ports.staff_queue, ""
        while True:
            page = session.wait_for(queue.page(None, after))
            for one in page.entries:
                line = session.wait_for(session.session.opened(one.thread_id, _line(one.waits_for)))
                click.echo(f"{one.thread_id}  {' '.join(line.split())}")
            if not (after := page.more):
                return


def _line(asked: "HandOff | Request") -> str:
    """Return what waits in one line; the words are the guest's, and may have lines of their own."""
    from tripintent.state.concierge.front import Request

    parts = (asked.at, asked.function, asked.text) if isinstance(asked, Request) else (asked.to, asked.summary)
    return "  ".join(" ".join(part.split()) for part in parts)


@desk_command.command("answer")
@thread_option
@click.option("--say", "text", required=True, metavar="TEXT", help="What the guest reads.")
@click.option("--by", default="", metavar="NAME", help="Who answers.")
@stored
def desk_answer_command(*, thread: str, text: str, by: str, **flags: object) -> None:
    """Answer a guest who was handed over to a person."""
    with opened(flags, recover=True) as session:
        for words in session.respond(thread, text, by).messages:
            click.echo(words)


_Rows = Iterable[dict[str, Any]]


def _written(inputs: Path, output: Path, answered: Callable[[_Rows], _Rows]) -> int:
    """Write the answer to each line of a file, a line each, and return their number."""
    count = 0
    with inputs.open(encoding="utf-8") as lines, output.open("w", encoding="utf-8") as out:
        for row in answered(json.loads(line) for line in lines if line.strip()):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


@click.command("route")
@click.option("--service", type=FILE, required=True, help="Service file with functions and examples.")
@click.option("--inputs", type=FILE, required=True, help="JSON lines: id, message, history, prev.")
@click.option("--output", type=OUT, required=True, help="JSON lines: id, functions, confidence, best.")
def route_command(*, service: Path, inputs: Path, output: Path) -> None:
    """Choose the functions of a service for each message of a file."""
    from tripintent.tools.front_desk.router import ServiceRouter, routed
    from tripintent.tools.services.reading import read_service

    with in_words():
        router = ServiceRouter(read_service(service))
        count = _written(inputs, output, lambda rows: routed(router, rows))
        click.echo(f"{count} messages routed", err=True)


@click.command("answer")
@click.option("--knowledge", type=FILE, required=True, help="JSON: entities with names, snippets with their texts.")
@click.option("--inputs", type=FILE, required=True, help="JSON lines: id, message, history.")
@click.option("--output", type=OUT, required=True, help="JSON lines: id, needs_knowledge, snippets, selected.")
def answer_command(*, knowledge: Path, inputs: Path, output: Path) -> None:
    """Find the passages that answer each message of a file, over many organisations."""
    from tripintent.tools.knowledge.entities import EntityKnowledge, answers

    with in_words():
        known = EntityKnowledge.read(knowledge)
        count = _written(inputs, output, lambda rows: answers(known, rows))
        click.echo(f"{count} messages answered", err=True)


class _Line(Protocol):
    """A line of a list, as its fields have it in JSON."""

    def _asdict(self) -> dict[str, object]: ...


P = TypeVar("P", bound=_Line)


def _talks(session: "SyncSession", limit: int) -> Iterator[Sequence["AnyMessage"]]:
    """Yield the messages of each conversation, the newest first."""
    for thread in session.threads(limit):
        yield session.wait_for(session.session.messages(thread.thread_id))


def _taken(found: Sequence[P], numbers: Sequence[int], row: Callable[[P], str], *, as_json: bool) -> list[P]:
    """Return the lines of some numbers; without numbers write them all. Raises Failure for a line that is not there."""
    if unknown := [str(n) for n in numbers if not 1 <= n <= len(found)]:
        raise CliFailure(f"there is no line {', '.join(unknown)}: there are {len(found)}")
    for n, one in enumerate(found, 1) if not numbers else ():
        write_row({"line": n, **one._asdict()}, f"{n:3}  {row(one)}", as_json=as_json)
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
        with opened(flags) as session:
            found = proposed(([routed(one) for one in talk] for talk in _talks(session, limit)), service)
        if taken := _taken(found, numbers, row, as_json=as_json):
            accept(examples_beside(path), [one._replace(function=function or one.function) for one in taken])
            click.echo(f"{len(taken)} taken into {examples_beside(path)}")
