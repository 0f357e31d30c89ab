"""``graph``, ``toolbox``, ``plan`` and ``eval``: what the program is made of, how well it plans, and recorded cases."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from tripintent.app.cli.failing import CliFailure, in_words, write_row
from tripintent.app.cli.options import FILE, OUT, json_option

if TYPE_CHECKING:
    from tripintent.tools.ports.ports import Ports


@click.command("graph")
@json_option
def graph_command(*, as_json: bool) -> None:
    """Draw the booking graph as Mermaid text."""
    from tripintent.graph.booking.wiring import build_booking_graph

    graph = build_booking_graph(cast("Ports", None))  # drawing runs no node: no adapter is made, no database opened
    text: str = graph.get_graph().draw_mermaid()
    write_row({"graph": "booking", "mermaid": text}, text, as_json=as_json)


@click.command("toolbox")
def toolbox_command() -> None:
    """Write the tools with arguments, effect and result as Markdown."""
    from tripintent.app.toolbox_page import toolbox_page

    click.echo(toolbox_page(), nl=False)


_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command("plan")
@click.option("--tasks", type=FILE, required=True, help="JSON lines: id, query, tables and the wishes as fields.")
@click.option("--out", type=OUT, required=True, help="JSON lines: id, plan.")
def plan_command(*, tasks: Path, out: Path) -> None:
    """Plan the tours of a file of tasks with full tables, each at the least cost that keeps every wish."""
    from tripintent.evals.plan import plan_file

    with in_words():
        try:
            plan_file(tasks, out)
        except (ValueError, KeyError) as error:
            raise CliFailure(f"{tasks} is not a file of planning tasks: {error!r}") from error


@click.command("eval")
@click.option("--folder", type=_FOLDER, help="Every set of conversations, cases, plans and messages that lies in it.")
@click.option("--only", default="", help="Only the files whose name has this in it.")
@click.option("--vectors", type=FILE, help="JSON lines: id, kind, input, expected; compared with our functions.")
@click.option("--imports", type=_FOLDER, help="Files to import, each with the outcome that its name asks for.")
@click.option("--json", "report", type=OUT, help="Where --vectors writes cases.")
def eval_command(
    *, folder: Path | None, only: str, vectors: Path | None, imports: Path | None, report: Path | None
) -> None:
    """Measure the sets of a folder with its own scorers, in one table beside the goals; or run recorded cases."""
    if vectors:
        _run_vectors(vectors, report)
        return
    if imports:
        _run_imports(imports)
        return
    if not folder:
        raise click.UsageError("Give --folder (whole sets), --vectors (recorded cases) or --imports (files to import).")
    from tripintent.evals.suite import measure

    count = 0
    for count, row in enumerate(measure(folder, only), 1):  # noqa: B007 - how many there were
        click.echo(f"{row.name}\n    {row.result}\n    goal: {row.goal}")
    if not count:
        raise CliFailure(f"no set that is known lies in {folder}: see docs/evals.md for their names")


def _run_imports(folder: Path) -> None:
    from tripintent.evals.imports import score_folder

    results = list(score_folder(folder))
    for name, wrong in results:
        if wrong:
            click.echo(f"{name}: {wrong}")
    click.echo(f"right {sum(not wrong for _, wrong in results)} of {len(results)}")


def _run_vectors(path: Path, report: Path | None) -> None:
    try:
        from tripintent.evals.vectors.case import run_file
    except ModuleNotFoundError as error:
        if error.name != "tripintent.evals.vectors":
            raise
        raise CliFailure("--vectors works in a clone of the repository only: a wheel has no recorded cases") from error

    with in_words():
        try:
            for line in run_file(path, report):
                click.echo(line)
        except ValueError as error:
            raise CliFailure(f"{path} is not a file of cases: {error}") from error
