"""``service``, ``desk`` and ``route``: service files, guests who wait for a person, and routing a file of messages."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tripintent.app.cli.failing import CliFailure, in_words
from tripintent.app.cli.options import settings_of, stored, thread_option

if TYPE_CHECKING:
    from tripintent.state.concierge.front import HandOff, Request

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
_OUT = click.Path(path_type=Path, dir_okay=False)


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
    from tripintent.app.sync import SyncSession

    with in_words(), SyncSession(settings_of(**flags)) as session:
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
    from tripintent.app.sync import SyncSession

    with in_words(), SyncSession(settings_of(**flags)) as session:
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
@click.option("--service", type=_FILE, required=True, help="Service file with functions and examples.")
@click.option("--inputs", type=_FILE, required=True, help="JSON lines: id, message, history, prev.")
@click.option("--output", type=_OUT, required=True, help="JSON lines: id, functions, confidence, best.")
def route_command(*, service: Path, inputs: Path, output: Path) -> None:
    """Choose the functions of a service for each message of a file."""
    from tripintent.tools.front_desk.router import ServiceRouter, routed
    from tripintent.tools.services.reading import read_service

    with in_words():
        router = ServiceRouter(read_service(service))
        count = _written(inputs, output, lambda rows: routed(router, rows))
        click.echo(f"{count} messages routed", err=True)


@click.command("answer")
@click.option("--knowledge", type=_FILE, required=True, help="JSON: entities with names, snippets with their texts.")
@click.option("--inputs", type=_FILE, required=True, help="JSON lines: id, message, history.")
@click.option("--output", type=_OUT, required=True, help="JSON lines: id, needs_knowledge, snippets, selected.")
def answer_command(*, knowledge: Path, inputs: Path, output: Path) -> None:
    """Find the passages that answer each message of a file, over many organisations."""
    from tripintent.tools.knowledge.entities import EntityKnowledge, answers

    with in_words():
        known = EntityKnowledge.read(knowledge)
        count = _written(inputs, output, lambda rows: answers(known, rows))
        click.echo(f"{count} messages answered", err=True)
