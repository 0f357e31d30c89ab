"""Running the MCP server over stdio, as MCP clients start it."""

from tripintent.app.mcp.server import build_server
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.settings_errors import settings_in_words


async def serve(settings: Settings) -> None:
    """Serve until the client goes away. Conversations are kept where ``tripintent chat`` keeps them."""
    page = approvals_page()
    async with open_session(settings) as session:
        await build_server(session, page).run_stdio_async()


def approvals_page() -> str | None:
    """Return where ``tripintent serve`` lets people decide who are signed in there; None without the server extra."""
    try:
        from tripintent.app.http.assets import PAGES  # noqa: PLC0415 - an optional extra
        from tripintent.app.http.web_settings import WebSettings  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    (path,) = [path for path, name in PAGES.items() if name == "approvals.html"]
    with settings_in_words():
        return f"{WebSettings().base_url}{path}"
