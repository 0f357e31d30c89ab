"""``forget``: erase a traveller from ledger, trips, conversations and profiles."""

import asyncio
from typing import TYPE_CHECKING

import click

from tripintent.app.cli.failing import CliFailure, in_words, write_json
from tripintent.app.cli.options import json_option, settings_of, stored

if TYPE_CHECKING:
    from tripintent.tools.ports.outcomes import Forgotten

WHY = {
    "bookings": "what was sold: order, ticket and locator numbers, route, amounts",
    "purchases": "what was paid, when, and that it was approved",
    "approvals": "what exactly was approved, without the people",
    "operations": "what was asked of suppliers and when, without the request",
    "holds": "the offers that were held",
}


@click.command("forget")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@stored
def forget_command(*, yes: bool, as_json: bool, traveller: str | None, **flags: object) -> None:
    """Erase the traveller named by --traveller: trips, conversations, profile, cards; it cannot be undone.

    A guest on WhatsApp is named by their number, --traveller whatsapp:447700900001, or their user id, where they have a username.

    Bookkeeping stays under a pseudonym, and the audit as it is: both are named at the end. Nothing is erased while a hold, an
    approval or a purchase of the traveller is under way.
    """
    from tripintent.app.forgetting import forget_traveller

    if not traveller:
        raise click.UsageError("name the traveller: --traveller ID")
    if not yes:
        click.confirm(f"Erase {traveller} for good?", abort=True, err=True)
    with in_words():
        done = asyncio.run(forget_traveller(settings_of(**flags), traveller))
    if as_json:
        write_json(done.model_dump(mode="json"))
    else:
        _show(done)
    if done.in_the_way:
        raise CliFailure("nothing was erased: finish, release or cancel that first")
    if done.left:
        found = ", ".join(f"{name} {count}" for name, count in sorted(done.left.items()))
        raise CliFailure(f"not all is erased, run it again: reading everything again found {found}")


def _show(done: "Forgotten") -> None:
    for words in done.in_the_way:
        click.echo(f"in the way: {words}")
    if done.in_the_way:
        return
    counts = ", ".join(f"{name} {count}" for name, count in sorted(done.erased.items()) if count)
    click.echo(f"erased: {len(done.trips)} trips, {len(done.threads)} conversations; {counts or 'no further rows'}")
    if not done.left:
        click.echo("read again: no trip, conversation, message, channel or queue row of the person is left")
    for name, count in done.kept.items():
        if count:
            click.echo(f"kept: {name} {count}, under {done.pseudonym}: {WHY[name]}; accounts have to show them")
    click.echo(
        "kept: the audit as it is: a chain that can be changed proves nothing; it has ids, sums and who answered"
    )
    for trip_id in done.named_elsewhere:
        click.echo(f"kept: trip {trip_id} names the profile and belongs to somebody else")
    click.echo(
        "not reached: suppliers (who sold to the person keep their own books), backups, a host's own threads and logs"
    )
