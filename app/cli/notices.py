"""``notices``: what people outside still have to be told of approvals."""

import asyncio

import click

from tripintent.app.cli.failing import in_words
from tripintent.app.cli.options import composed, json_option, settings_of, stored


@click.command("notices")
@click.option("--send", is_flag=True, help="Tell now whatever waits, also what was given up.")
@json_option
@stored
def notices_command(*, send: bool, as_json: bool, **flags: object) -> None:
    """List what was not told yet by webhook or mail. A server tells by itself; a graph of a host's needs `--send` from time to time."""
    from tripintent.app.cli.output import write_json
    from tripintent.app.notifying import delivery_of
    from tripintent.tools.ledger.post import PendingNotice

    settings = settings_of(**flags)

    async def work() -> list[PendingNotice]:
        delivery = delivery_of(settings, parts.ledger, parts.played)
        if send:
            await delivery.again()
            while await delivery.round():
                pass
        return await delivery.waiting()

    with in_words(), composed(settings) as parts:
        left = asyncio.run(work())
    for one in left:
        if as_json:
            write_json({**one._asdict(), "notice": one.notice.model_dump(mode="json")})
        else:
            error = f": {one.error}" if one.error else ""
            click.echo(f"{one.notice.notice_id}  {one.channel}  {one.notice.event}  tried {one.attempts}×{error}")
    if not left:
        click.echo("everybody was told", err=True)
