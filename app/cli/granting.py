"""``grants``: with whom a trip is shared."""

from collections.abc import Sequence
from typing import get_args

import click

from tripintent.app.cli.failing import write_row
from tripintent.app.cli.options import json_option, opened, stored, thread_option
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
    from tripintent.app.sharing import grants

    with opened(flags) as session:
        _show(session.wait_for(grants(session.session, thread)), as_json=as_json)


@grants_command.command("add")
@click.argument("subject")
@click.option("--as", "role", type=click.Choice(get_args(Role)), required=True, help="What they may do.")
@click.option("--organisation-of", "org", default=None, help="Their organisation, where it is not that of the owner.")
@thread_option
@json_option
@stored
def add_grant(*, subject: str, role: Role, org: str | None, thread: str, as_json: bool, **flags: object) -> None:
    """Share a thread's trip with SUBJECT, as a companion (reads), an assistant (plans and holds) or an approver (decides)."""
    from tripintent.app.sharing import share

    with opened(flags) as session:
        _show([session.wait_for(share(session.session, thread, subject, role, org))], as_json=as_json)


@grants_command.command("revoke")
@click.argument("grant_id")
@thread_option
@json_option
@stored
def revoke_grant(*, grant_id: str, thread: str, as_json: bool, **flags: object) -> None:
    """Take a grant back."""
    from tripintent.app.sharing import unshare

    with opened(flags) as session:
        _show([session.wait_for(unshare(session.session, thread, grant_id))], as_json=as_json)


def _show(grants: Sequence[Grant], *, as_json: bool) -> None:
    from tripintent.tools.formats import formats_of

    for one in grants:
        ended = f", taken back {formats_of('en').moment(one.revoked_at)}" if one.revoked_at else ""
        write_row(one.model_dump(mode="json"), f"{one.grant_id}  {one.role}  {one.subject}{ended}", as_json=as_json)
    if not grants and not as_json:
        click.echo("this trip is not shared", err=True)
