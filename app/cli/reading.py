"""``trips``, ``show`` and ``pending``: reading without changing anything."""

from dataclasses import asdict
from typing import Any

import click

from tripintent.app.cli.failing import in_words
from tripintent.app.cli.options import json_option, settings_of, stored, thread_option


@click.command("trips")
@click.option("--limit", default=50, show_default=True, help="How many, the newest first.")
@json_option
@stored
def trips_command(*, limit: int, as_json: bool, **flags: Any) -> None:
    """List the conversations and where their trips stand."""
    from tripintent.app.cli.output import write_json
    from tripintent.app.sync import SyncSession

    with in_words(), SyncSession(settings_of(**flags), recover=False) as session:
        for one in session.threads(limit):
            if as_json:
                write_json(asdict(one))
            else:
                waits = "  waits for approval" if one.waits else ""
                where = f"{one.phase}/{one.state}"
                click.echo(f"{one.thread_id:20}  {where:36}  {one.route}  {one.first_day or ''}{waits}")


@click.command("show")
@thread_option
@json_option
@stored
def show_command(*, thread: str, as_json: bool, **flags: Any) -> None:
    """Show one trip: the conversation, or with --json the whole document."""
    from tripintent.app.cli.output import interrupt_of, write_json
    from tripintent.app.cli.rendering import Renderer
    from tripintent.app.sync import SyncSession

    with in_words(), SyncSession(settings_of(**flags), recover=False) as session:
        document, waiting = session.document(thread), session.waiting(thread)
        if as_json:
            write_json({"thread_id": thread, "trip_intent": document, "interrupt": interrupt_of(waiting)})
            return
        for said in session.history(thread):
            click.echo(f"{'you' if said.role == 'user' else 'tripintent'}> {said.text}")
        click.echo(f"[{document['status']['phase']}/{document['status']['state']}]")
        if waiting:
            Renderer().card(waiting)


@click.command("pending")
@json_option
@stored
def pending_command(*, as_json: bool, **flags: Any) -> None:
    """List the approvals that wait."""
    from tripintent.app.cli.output import write_json
    from tripintent.app.sync import SyncSession

    with in_words(), SyncSession(settings_of(**flags), recover=False) as session:
        for one in session.pending():
            if as_json:
                write_json(one.model_dump(mode="json"))
            else:
                click.echo(f"{one.thread_id:20}  {one.kind} for {one.total}  until {one.expires_at:%Y-%m-%d %H:%M %Z}")
                for line in one.lines:
                    click.echo(f"{'':20}    {line.title}: {line.total}")
                for old in one.cancels:
                    click.echo(f"{'':20}    cancels {old.title}: {old.fee} is lost, {old.refund} comes back")
                for confirmation in one.confirmations:
                    click.echo(f"{'':20}    needs --confirm {confirmation}")
