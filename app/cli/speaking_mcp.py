"""``tripintent mcp``."""

import asyncio

import click

from tripintent.app.cli.failing import CliFailure, in_words
from tripintent.app.cli.options import settings_of, stored


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
