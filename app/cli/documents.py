"""``tripintent documents``: checklist, budget and day plan of a conversation: show, make, tick, export."""

import sys
from pathlib import Path
from typing import Any

import click

from tripintent.app.cli.failing import CliFailure
from tripintent.app.cli.options import json_option, opened, stored, thread_option

_KINDS = click.Choice(["checklist", "budget", "itinerary"])


@click.group("documents")
def documents_command() -> None:
    """Show, make, tick and export the documents of a trip."""


def _work(thread: str, flags: dict[str, Any], name: str, *args: Any) -> Any:
    """Call one method of ``PlanningDocuments`` on the session's loop."""
    from tripintent.app.planning import PlanningDocuments

    with opened(flags) as session:
        return session.wait_for(getattr(PlanningDocuments(session.session), name)(thread, *args))


def _file(thread: str, flags: dict[str, Any], kind: Any, form: Any) -> bytes:
    """Return a document as a file."""
    from tripintent.app.exports.documents import document_file

    with opened(flags) as session:
        return session.wait_for(document_file(session.session, thread, kind, form)).content


@documents_command.command("show")
@thread_option
@json_option
@stored
def show_documents(*, thread: str, as_json: bool, **flags: object) -> None:
    """Show which documents there are, and what each still needs."""
    view = _work(thread, flags, "view")
    if as_json:
        click.echo(view.model_dump_json())
        return
    for kind, needs in view.requirements.items():
        made = getattr(view, kind)
        missing = ", ".join(needs.missing)
        click.echo(f"{kind:10} {'made' if made else 'ready' if needs.ready else 'needs ' + missing}")
    if view.checklist:
        click.echo(f"\n{view.checklist.title}  ({view.checklist.done} of {view.checklist.total})")
        for one in view.checklist.categories:
            click.echo(f"\n{one.category}")
            for item in one.items:
                click.echo(f"  [{'x' if item.checked else ' '}] {item.text}  {item.id}")
    if view.budget:
        click.echo(f"\n{_file(thread, flags, 'budget', 'md').decode()}")


@documents_command.command("create")
@click.argument("kinds", nargs=-1, required=True, type=_KINDS)
@thread_option
@stored
def create_documents(*, kinds: tuple[str, ...], thread: str, **flags: object) -> None:
    """Make documents; what is missing for one is asked."""
    result = _work(thread, flags, "make", kinds)
    for text in result.messages:
        click.echo(text)
    if not set(kinds) <= result.documents.keys():
        raise SystemExit(1)


@documents_command.command("tick")
@click.argument("items", nargs=-1, required=True)
@click.option("--open", "again", is_flag=True, help="Open them again.")
@thread_option
@stored
def tick_documents(*, items: tuple[str, ...], again: bool, thread: str, **flags: object) -> None:
    """Tick items of the checklist by their ids, as show writes them."""
    from tripintent.state.planning.changes import Tick

    view = [_work(thread, flags, "change", Tick(item=item, checked=not again)) for item in items][-1]
    click.echo(f"{view.checklist.done} of {view.checklist.total}")


@documents_command.command("export")
@click.argument("kind", type=_KINDS)
@click.option("--format", "form", type=click.Choice(["md", "csv", "html", "pdf"]), default="md", show_default=True)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File; - or nothing is standard output.")
@thread_option
@stored
def export_documents(*, kind: Any, form: Any, out: Path | None, thread: str, **flags: Any) -> None:
    """Write a document as Markdown, CSV, a page to print, or PDF."""
    made = _file(thread, flags, kind, form)
    if out is None or str(out) == "-":
        sys.stdout.buffer.write(made)
        return
    try:
        out.write_bytes(made)
    except OSError as error:
        raise CliFailure(f"{out} cannot be written: {error}") from error
    click.echo(f"wrote {out}", err=True)
