"""``token``: an approver's one-time token for an approval that demands one."""

import asyncio

import click

from tripintent.app.cli.failing import CliFailure, in_words
from tripintent.app.cli.options import composed, json_option, settings_of, stored


@click.command("token")
@click.argument("approval_id")
@click.option("--by", default="operator", metavar="NAME", help="Who asks for it; written to the audit.")
@json_option
@stored
def token_command(*, approval_id: str, by: str, as_json: bool, **flags: object) -> None:
    """Make a fresh token for an open approval. It is told once; an earlier one is worth nothing from then on."""
    from tripintent.app.cli.output import write_json

    with in_words():
        with composed(settings_of(**flags)) as parts:
            token = asyncio.run(parts.ports.desk.new_token(approval_id, by))
        if not isinstance(token, str):
            raise CliFailure(token.message)
        if as_json:
            write_json({"approval_id": approval_id, "token": token})
        else:
            click.echo(token)
