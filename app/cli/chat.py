"""``tripintent chat``: interactive, from a pipe, or scripted with ``--say``."""

import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import click

from tripintent.app.cli.failing import EXIT, in_words
from tripintent.app.cli.options import settings_of, stored


@click.command("chat")
@click.option("--thread", metavar="ID", help="Conversation to begin or to go on with; a new one by default.")
@click.option("--say", multiple=True, metavar="TEXT", help="Say this and end; may be repeated.")
@click.option(
    "--graph",
    type=click.Choice(["assistant", "planning"]),
    help="Talk to one system alone; the front door to all of them by default.",
)
@click.option("--service", type=click.Path(path_type=Path), help="Talk to the desk of this service file.")
@click.option("--json", "as_json", is_flag=True, help="Write one line of JSON for each turn.")
@stored
def chat_command(*, thread: str | None, say: tuple[str, ...], as_json: bool, **flags: object) -> None:
    """Plan, choose, approve and buy a trip in a conversation.

    Started again with the same --thread, it goes on where it stopped. In the conversation, /help lists commands.
    """
    from tripintent.app.cli.conversation import TerminalTurns
    from tripintent.app.cli.starting import Starting, reader_line
    from tripintent.app.storage import shown_name, storage_of

    with in_words():
        settings = settings_of(**flags)
        name = thread if thread is not None else f"trip-{uuid4().hex[:8]}"
        interactive = not say and not as_json and sys.stdin.isatty()
        kept = storage_of(settings).threads
        new = thread is None or not ("://" in kept or Path(kept).exists())
        with closing(Starting(settings)) as starting:
            conversation = TerminalTurns(starting, name, as_json=as_json, interactive=interactive)
            if not interactive:
                starting.session()
            if thread is None:
                click.echo(f"conversation {name}, kept in {shown_name(kept)} (go on with --thread {name})", err=True)
            if not as_json:
                click.echo(reader_line(settings, look=interactive), err=True)
            if interactive:
                conversation.talk(new=new)
            else:
                conversation.read(say or _lines())
    if conversation.refused:
        sys.exit(EXIT)


def _lines() -> Iterable[str]:
    """Return the lines of a pipe that say something; bytes that are no UTF-8 are left for the session to refuse."""
    lines = (raw.decode("utf-8", "replace").rstrip("\r\n") for raw in sys.stdin.buffer)
    return (line for line in lines if line.strip())
