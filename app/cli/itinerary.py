"""``tripintent itinerary``: shows the plan of a conversation by days, changes it with the designer's tools, imports and exports it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tripintent.app.cli.failing import CliFailure, write_json
from tripintent.app.cli.options import FILE, json_option, opened, stored, thread_option
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.tools.formats import formats_of
from tripintent.tools.planning.showing import entries_by_day, phrases


@click.group("itinerary")
def itinerary_command() -> None:
    """Show and change the plan of a conversation."""


def _work(thread: str, flags: dict[str, object], name: str, *args: object, **named: object) -> Any:
    """Call one method of ``Itineraries`` on the session's loop."""
    from tripintent.app.itineraries import Itineraries

    with opened(flags) as session:
        return session.wait_for(getattr(Itineraries(session.session), name)(thread, *args, **named))


@itinerary_command.command("show")
@thread_option
@json_option
@stored
def show_itinerary(*, thread: str, as_json: bool, **flags: object) -> None:
    """Show the plan, day by day."""
    if as_json:
        write_json(_work(thread, flags, "published"))
        return
    for line in days_of(_work(thread, flags, "read")):
        click.echo(line)


@itinerary_command.command("tool")
@click.argument("name")
@click.argument("arguments", default="{}")
@thread_option
@stored
def tool_itinerary(*, name: str, arguments: str, thread: str, **flags: object) -> None:
    """Run one of the 23 tools with JSON arguments, such as add_activity or move_segment."""
    envelope = _work(thread, flags, "run", name, arguments)
    click.echo(envelope.model_dump_json(exclude_none=True))
    if not envelope.success:
        raise SystemExit(1)


@itinerary_command.command("move")
@click.argument("segment")
@click.argument("start")
@thread_option
@stored
def move_itinerary(*, segment: str, start: str, thread: str, **flags: object) -> None:
    """Move a segment to a new start (2027-03-05T10:00), with what hangs on it."""
    arguments = json.dumps({"segmentId": segment, "newStartTime": start})
    click.echo(_work(thread, flags, "run", "move_segment", arguments).model_dump_json(exclude_none=True))


@itinerary_command.command("undo")
@thread_option
@stored
def undo_itinerary(*, thread: str, **flags: object) -> None:
    """Take the last change back."""
    click.echo(f"undone; the plan is at version {_work(thread, flags, 'step', 'undo').version}")


@itinerary_command.command("redo")
@thread_option
@stored
def redo_itinerary(*, thread: str, **flags: object) -> None:
    """Make the change that was taken back last."""
    click.echo(f"done again; the plan is at version {_work(thread, flags, 'step', 'redo').version}")


@itinerary_command.command("check")
@thread_option
@stored
def check_itinerary(*, thread: str, **flags: object) -> None:
    """Say what is wrong with the plan, by rule, and what would mend it."""
    findings = _work(thread, flags, "check")
    for one in findings:
        click.echo(
            f"{one.severity:6} {one.rule:26} {one.day or '':10} {json.dumps(dict(one.facts), ensure_ascii=False)}"
        )
    if not findings:
        click.echo("nothing is missing or wrong")


@itinerary_command.command("import")
@click.argument("file", type=FILE)
@click.option("--anyway", is_flag=True, help="Also what does not clearly belong to this trip.")
@thread_option
@stored
def import_itinerary(*, file: Path, thread: str, anyway: bool, **flags: object) -> None:
    """Read a mail, a calendar, a boarding pass, JSON or a PDF into the plan."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise CliFailure(f"{file} cannot be read: {error}") from error
    click.echo(json.dumps(_work(thread, flags, "take_in", content, anyway=anyway)))


@itinerary_command.command("export")
@click.option("--format", "form", type=click.Choice(["ics", "json-ld"]), default="ics", show_default=True)
@thread_option
@stored
def export_itinerary(*, form: str, thread: str, **flags: object) -> None:
    """Write the whole plan as a calendar or as schema.org data."""
    from tripintent.app.exports.plan import plan_calendar, plan_json_ld

    document = _work(thread, flags, "read")
    click.echo(plan_calendar(document) if form == "ics" else plan_json_ld(document))


def days_of(document: ItineraryDocument) -> Iterator[str]:
    """Yield the plan's head, then each day with its things by time, and where one sleeps."""
    english = formats_of("en")
    ends = [english.day(one) for one in (document.start_date, document.end_date) if one]
    dates = f"  {' – '.join(ends)}" if ends else ""
    yield f"{document.title}{dates}  (version {document.version})"
    for day, entries in entries_by_day(document, phrases("en")).items():
        yield f"\n{english.day(day) if day else 'no day yet'}"
        for clock, title, _, one in entries:
            yield f"  {clock:11}  {title}  [{one.status}]  {one.id}"
