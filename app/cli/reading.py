"""``trips``, ``show``, ``pending`` and ``export``: reading without changing anything."""

import asyncio
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from tripintent.app.cli.failing import in_words, interrupt_of, write_json
from tripintent.app.cli.options import json_option, opened, settings_of, stored, thread_option
from tripintent.app.exports.export import Exported, Format, export
from tripintent.app.settings import Settings

if TYPE_CHECKING:
    from tripintent.app.sync import SyncSession


@click.command("trips")
@click.option("--limit", default=50, show_default=True, help="How many, the newest first.")
@json_option
@stored
def trips_command(*, limit: int, as_json: bool, **flags: object) -> None:
    """List the conversations and where their trips stand."""
    with opened(flags) as session:
        for one in session.threads(limit):
            if as_json:
                write_json(asdict(one))
            else:
                waits = "  waits for approval" if one.waits else ""
                people = f"  {one.travellers} travelling" if one.travellers else ""
                where = f"{one.phase}/{one.state}"
                click.echo(
                    f"{one.thread_id:20}  {one.quiet:8}  {where:36}  {one.route}  {one.first_day or ''}{people}{waits}"
                )
                click.echo(f"{'':20}  {one.preview}" if one.preview else "")


@click.command("show")
@thread_option
@click.option("--explain", is_flag=True, help="What the last message changed in the plan, and what that made void.")
@json_option
@stored
def show_command(*, thread: str, explain: bool, as_json: bool, **flags: Any) -> None:
    """Show one trip: the conversation, or with --json the whole document."""
    from tripintent.app.cli.deciding import deciding
    from tripintent.app.cli.rendering import Renderer
    from tripintent.app.results import card_of

    with opened(flags) as session:
        if explain:
            _explain(session, thread, as_json=as_json)
            return
        document, waiting = session.document(thread), session.waiting(thread)
        if as_json:
            write_json({"thread_id": thread, "trip_intent": document, "interrupt": interrupt_of(waiting)})
            return
        for said in session.history(thread):
            click.echo(f"{'you' if said.role == 'user' else 'tripintent'}> {said.text}")
        click.echo(f"[{document['status']['phase']}/{document['status']['state']}]")
        if card := card_of(waiting):
            Renderer().card(card)
            click.echo(deciding(card, thread, session.session.me))


def _explain(session: "SyncSession", thread: str, *, as_json: bool) -> None:
    from tripintent.app.user_session import UserSession

    inner = session.session
    words, found = session.wait_for(UserSession.of(inner, inner.context, checked=True).explained(thread))
    if as_json:
        write_json({"thread_id": thread, "user_message": words, **found._asdict()})
        return
    click.echo(f"you> {words}")
    click.echo(f"changed  {', '.join(found.changed_paths) or 'nothing of the plan'}")
    click.echo(f"void     {', '.join(found.cleared) or 'nothing'}")
    click.echo(f"next     {', '.join(found.suggested_next_tools) or 'nothing'}")


@click.command("pending")
@json_option
@stored
def pending_command(*, as_json: bool, **flags: object) -> None:
    """List the approvals that wait."""
    from tripintent.nodes.booking.facts.card import card_confirmations
    from tripintent.tools.cards.approval import ended_lines
    from tripintent.tools.cards.card import plain_line
    from tripintent.tools.cards.words import CardWords
    from tripintent.tools.toolbox.stand import line_facts

    words = CardWords("en")
    english = words.formats

    with opened(flags) as session:
        for one in session.pending():
            if as_json:
                write_json(one.model_dump(mode="json"))
            else:
                click.echo(
                    f"{one.thread_id:20}  {one.kind} for {english.money(one.total)}  until {english.moment(one.expires_at)}"
                )
                for line in one.lines:
                    click.echo(f"{'':20}    {line.title}: {english.money(line.total)}")
                for old in one.cancels:
                    for said in ended_lines(line_facts(old), words, alone=one.kind == "cancel"):
                        click.echo(f"{'':20}    {plain_line(said)}")
                for number, point in enumerate(card_confirmations(one), 1):
                    click.echo(f"{'':20}    confirm {number}: {point['text']}")


@click.command("export")
@thread_option
@click.option("--format", "form", type=click.Choice(get_args(Format)), required=True, help="What to write.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File; - or nothing is standard output.")
@stored
def export_command(*, thread: str, form: Format, out: Path | None, **flags: object) -> None:
    """Write a booked trip as calendar, printed itinerary, HTML mail or schema.org data."""
    with in_words():
        made = asyncio.run(_export(settings_of(**flags), thread, form))
        if out is None or str(out) == "-":
            sys.stdout.buffer.write(made.content)
        else:
            out.write_bytes(made.content)
            click.echo(f"wrote {out}", err=True)


async def _export(settings: Settings, thread: str, form: Format) -> Exported:
    from tripintent.app.opening import open_session

    async with open_session(settings) as session:
        return await export(await session.trip(thread), form, session.acting(thread))
