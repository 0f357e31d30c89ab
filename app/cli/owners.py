"""``grants``: with whom a trip is shared; ``forget``: erase a traveller from ledger, trips, conversations and profiles."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

import click

from tripintent.app.cli.failing import CliFailure, in_words, write_json, write_row
from tripintent.app.cli.options import json_option, opened, settings_of, stored, thread_option
from tripintent.tools.ports.documents import Grant, Role


@click.group("grants")
def grants_command() -> None:
    """Share a trip, see with whom it is shared, and take that back. Each change is written to the audit."""


@grants_command.command("list")
@thread_option
@json_option
@stored
def list_grants(*, thread: str, as_json: bool, **flags: object) -> None:
    """List the grants of a thread's trip, those that were taken back too."""
    from tripintent.app.user_session import grants

    with opened(flags) as session:
        _show_grants(session.wait_for(grants(session.session, thread)), as_json=as_json)


@grants_command.command("add")
@click.argument("subject")
@click.option("--as", "role", type=click.Choice(get_args(Role)), required=True, help="What they may do.")
@click.option("--organisation-of", "org", default=None, help="Their organisation, where it is not that of the owner.")
@thread_option
@json_option
@stored
def add_grant(*, subject: str, role: Role, org: str | None, thread: str, as_json: bool, **flags: object) -> None:
    """Share a thread's trip with SUBJECT, as a companion (reads), an assistant (plans and holds) or an approver (decides)."""
    from tripintent.app.user_session import share

    with opened(flags) as session:
        _show_grants([session.wait_for(share(session.session, thread, subject, role, org))], as_json=as_json)


@grants_command.command("revoke")
@click.argument("grant_id")
@thread_option
@json_option
@stored
def revoke_grant(*, grant_id: str, thread: str, as_json: bool, **flags: object) -> None:
    """Take a grant back."""
    from tripintent.app.user_session import unshare

    with opened(flags) as session:
        _show_grants([session.wait_for(unshare(session.session, thread, grant_id))], as_json=as_json)


def _show_grants(grants: Sequence[Grant], *, as_json: bool) -> None:
    from tripintent.tools.formats import formats_of

    for one in grants:
        ended = f", taken back {formats_of('en').moment(one.revoked_at)}" if one.revoked_at else ""
        write_row(one.model_dump(mode="json"), f"{one.grant_id}  {one.role}  {one.subject}{ended}", as_json=as_json)
    if not grants and not as_json:
        click.echo("this trip is not shared", err=True)


if TYPE_CHECKING:
    from tripintent.tools.ports.outcomes import Forgotten


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
        _show_erased(done)
    if done.in_the_way:
        raise CliFailure("nothing was erased: finish, release or cancel that first")
    if done.left:
        found = ", ".join(f"{name} {count}" for name, count in sorted(done.left.items()))
        raise CliFailure(f"not all is erased, run it again: reading everything again found {found}")


def _show_erased(done: "Forgotten") -> None:
    for words in done.in_the_way:
        click.echo(f"in the way: {words}")
    if done.in_the_way:
        return
    counts = ", ".join(f"{name} {count}" for name, count in sorted(done.erased.items()) if count)
    click.echo(f"erased: {len(done.trips)} trips, {len(done.threads)} conversations; {counts or 'no further rows'}")
    if not done.left:
        click.echo("read again: no trip, conversation, message, channel or queue row of the person is left")
    from tripintent.tools.shipped import table

    why = table("app/words/kept.yaml")
    for name, count in done.kept.items():
        if count:
            click.echo(f"kept: {name} {count}, under {done.pseudonym}: {why[name]}; accounts have to show them")
    click.echo(
        "kept: the audit as it is: a chain that can be changed proves nothing; it has ids, sums and who answered"
    )
    for trip_id in done.named_elsewhere:
        click.echo(f"kept: trip {trip_id} names the profile and belongs to somebody else")
    click.echo(
        "not reached: suppliers (who sold to the person keep their own books), backups, a host's own threads and logs"
    )
