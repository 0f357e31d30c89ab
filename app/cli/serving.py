"""``serve``: the chat page, the approvers' page and the endpoints; ``mcp``; ``watch``: the worker that looks after what is booked."""

import asyncio
import errno
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import click

from tripintent.app.cli.failing import CliFailure, in_words, write_row
from tripintent.app.cli.options import json_option, settings_of, stored
from tripintent.app.errors import described, settings_in_words, variables
from tripintent.tools.garbage import kept_apart

if TYPE_CHECKING:
    from tripintent.app.http.web_settings import WebSettings
    from tripintent.app.settings import Settings


@click.command("serve")
@click.option("--host", metavar="NAME", help="Where to listen; this machine only by default.")
@click.option("--port", type=int, help="8484 by default; 0 takes a free one.")
@click.option("--service", type=click.Path(path_type=Path), help="Open the desk of this service file.")
@click.option("--workers", type=int, help="Processes; more than one wants Postgres.")
@stored
def serve_command(*, host: str | None, port: int | None, workers: int | None, **flags: Any) -> None:
    """Serve the chat page, the approvers' page and the endpoints."""
    try:
        with kept_apart():
            from tripintent.app.http.server import serve, strangers_are_told_apart
    except ModuleNotFoundError as error:
        raise CliFailure(f"this needs {error.name}: pip install 'tripintent[server]'") from error
    with in_words():
        settings, web = settings_of(**flags), _web(host=host, port=port, workers=workers)
        strangers_are_told_apart(settings, web)
        click.echo("Starting …")
        web = web.model_copy(update={"port": free(web.host, web.port)})
        click.echo(f"Trips are kept in {asyncio.run(_tried(settings))}")
        click.echo(f"Open {address(web.host, web.port)}")
        serve(settings, web)


def address(host: str, port: int) -> str:
    """Return the address for a browser on this machine."""
    named = "localhost" if host in ("", "0.0.0.0", "::") else f"[{host}]" if ":" in host else host  # noqa: S104 - compared
    return f"http://{named}:{port}"


def free(host: str, port: int) -> int:
    """Return the port, for 0 a free one. Raises CliFailure where it is taken, or the name is not of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as door:
            return int(door.getsockname()[1])
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CliFailure(
                f"port {port} is taken, perhaps by another tripintent serve: stop that, or take another with --port"
            ) from error
        raise CliFailure(f"cannot listen on {host}:{port}: {error.strerror}") from error


def _web(**flags: Any) -> "WebSettings":
    from tripintent.app.http.web_settings import WebSettings

    with settings_in_words():
        return WebSettings(**{name: value for name, value in flags.items() if value is not None})


async def _tried(settings: "Settings") -> str:
    """Open and close a session: the server would tell what is wrong by a traceback, from each of its processes.

    Return where conversations and ledger are.
    """
    from tripintent.app.opening import open_session

    async with open_session(settings) as session:
        return session.database


@click.command("mcp")
@stored
def mcp_command(**flags: object) -> None:
    """Serve the trip agent to an MCP client over stdio. Nothing but the protocol is written to stdout."""
    try:
        from tripintent.app.mcp.serve import serve
    except ModuleNotFoundError as error:
        raise CliFailure(f"this needs {error.name}: pip install 'tripintent[mcp]'") from error
    with in_words():
        asyncio.run(serve(settings_of(**flags)))


@click.command("settings")
def settings_command() -> None:
    """List every setting: its name in the environment or in ``.env``, its default, other values, and what it is."""
    for variable, field in variables().items():
        default = field.get_default(call_default_factory=True)
        shown = ",".join(map(str, default)) if isinstance(default, tuple) else str(default).strip("{}")
        closed = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        others = "".join(f" | {one}" for one in closed if one != default)
        click.echo(f"{variable} ({shown.replace('None', '') or 'not set'}{others}): {described(variable)}")


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
