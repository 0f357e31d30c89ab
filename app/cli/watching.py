"""``watch``: the worker that looks after what is booked, and after prices of what is not yet."""

import asyncio

import click

from tripintent.app.cli.failing import in_words, write_row
from tripintent.app.cli.options import json_option, settings_of, stored


@click.command("watch")
@click.option("--every", "minutes", type=click.IntRange(1), metavar="MINUTES", help="Look again and again; else once.")
@json_option
@stored
def watch_command(*, minutes: int | None, as_json: bool, **flags: object) -> None:
    """Tell what airlines changed, what got cheaper while cancelling is free, when to check in, and new lows of watched prices.

    It proposes and never acts: say in the conversation what should be done, and approve it there. Each thing is told once.
    """
    from tripintent.app.watching import watch_once
    from tripintent.tools.errors import Busy

    settings = settings_of(**flags)

    async def rounds() -> None:
        while True:
            try:
                found, problems = await watch_once(settings)
            except Busy:
                found, problems = [], ["another worker is watching already"]
            for problem in problems:
                click.echo(problem, err=True)
            for one in found:
                facts = "  ".join(f"{name}: {_plain(value)}" for name, value in one.facts.items())
                line = f"{one.kind}  {one.thread_id}  {one.title}  {facts}"
                write_row(one.model_dump(mode="json"), line, as_json=as_json)
            if minutes is None:
                return
            await asyncio.sleep(minutes * 60)

    with in_words():
        asyncio.run(rounds())


def _plain(value: object) -> str:
    """Return a fact for a terminal: an amount with its currency, a list with commas."""
    if isinstance(value, dict):
        return f"{value['amount']} {value['currency']}"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
