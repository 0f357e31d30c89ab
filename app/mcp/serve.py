"""Running the MCP server over stdio, as MCP clients start it."""

from contextlib import ExitStack

from tripintent.app.cli.options import settings_in_words
from tripintent.app.mcp.replies import LinkOf
from tripintent.app.mcp.server import build_server
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.state.booking import Approval
from tripintent.tools.ports.clock import Clock


async def serve(settings: Settings) -> None:
    """Serve until the client goes away. Conversations are kept where ``tripintent chat`` keeps them."""
    async with open_session(settings) as session:
        with ExitStack() as stack:
            server = build_server(session, _links(settings, session.ports.clock, stack))
            await server.run_stdio_async()


def _links(settings: Settings, clock: Clock, stack: ExitStack) -> LinkOf | None:
    """Return links to the pages of ``tripintent serve``, which signs with the same key; none without the server extra."""
    try:
        from tripintent.app.http.links import approver_link  # noqa: PLC0415 - an optional extra
        from tripintent.app.http.owners import Owners  # noqa: PLC0415
        from tripintent.app.http.web_settings import WebSettings  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    with settings_in_words():
        web = WebSettings()
    owners = Owners.open(settings)
    stack.callback(owners.close)

    async def link(approval: Approval) -> str | None:
        return await approver_link(approval, owners, web, clock.now())

    return link
