"""``tripintent export``."""

import asyncio
import sys
from pathlib import Path
from typing import get_args

import click

from tripintent.app.cli.failing import in_words
from tripintent.app.cli.options import settings_of, stored, thread_option
from tripintent.app.exports.export import Exported, Format, export
from tripintent.app.settings import Settings


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
