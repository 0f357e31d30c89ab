"""The MCP server's tools: skins over the session, one conversation per thread.

No tool lets a model approve. ``approve`` asks the client's user by elicitation; a client without elicitation gets what
waits, who decides it and on which page, and nothing is decided. No ticket to that page is among it.
"""

from collections.abc import Awaitable
from importlib.metadata import version
from typing import Annotated, Literal, TypeVar

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError as McpToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.types import ToolAnnotations
from pydantic import Field

from tripintent.app.mcp.asking import Decision, can_ask, form_of
from tripintent.app.mcp.documents import add_documents, add_itinerary
from tripintent.app.replies import Reply, reply, standing
from tripintent.app.results import TurnResult, card_of
from tripintent.app.session import Session
from tripintent.app.tool_arguments import Option, Thread, Words
from tripintent.app.user_session import OwnSession
from tripintent.tools.errors import ToolError
from tripintent.tools.ids import new_id

INSTRUCTIONS = (
    "Books flights and hotels. Call plan with the traveller's own words until options come; then choose, hold, approve. "
    "Nothing is bought without a person's approval, which you cannot give."
)
T = TypeVar("T")


def build_server(session: Session, page: str | None = None) -> MCPServer:
    """Return the server over an open session, for whom it is. ``page`` is where people who are signed in decide approvals."""
    session = OwnSession.of(session, session.context, session.subject)
    server = MCPServer("tripintent", version=version("tripintent"), instructions=INSTRUCTIONS)
    _add_planning(server, session, page)
    _add_booking(server, session, page)
    add_itinerary(server, session)
    add_documents(server, session, page)
    return server


def _add_planning(server: MCPServer, session: Session, page: str | None) -> None:
    @server.tool()
    async def plan(
        words: Words,
        thread: Annotated[
            str | None, Field(description="omit to start a new conversation", examples=["mcp-1f0c"])
        ] = None,
    ) -> Reply:
        """Say something to the travel agent: what trip is wanted, answers to its questions, changes."""
        with_thread = thread or f"mcp-{new_id()}"
        return reply(await _told(session.say(with_thread, words)), page)

    @server.tool()
    async def choose(thread: Thread, option: Option) -> Reply:
        """Choose one of the options for the traveller, as the traveller said."""
        return reply(await _told(session.choose(thread, option)), page)

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    async def trip(thread: Thread) -> Reply:
        """Show where a trip is: options, holds, what waits, bookings."""
        return await _told(standing(session, thread, page))


def _add_booking(server: MCPServer, session: Session, page: str | None) -> None:
    """Add what follows a plan. A thread that ``plan`` never named is refused: it would begin a conversation."""

    async def ask(thread: str, context: Context) -> Elicit[Decision] | Decision:
        pending = card_of(await _told(session.waiting(thread)))
        return form_of(pending) if pending and can_ask(context) else Decision()

    @server.tool()
    async def hold(thread: Thread) -> Reply:
        """Hold the chosen option without paying. Asks for the travellers' names first, where they are not known."""
        await _told(session.trip(thread))
        return reply(await _told(session.hold(thread)), page)

    @server.tool(annotations=ToolAnnotations(destructive_hint=True, idempotent_hint=True))
    async def approve(thread: Thread, decision: Annotated[ElicitationResult[Decision], Resolve(ask)]) -> Reply:
        """Ask the user to approve or reject what waits, and do what the user decides. You cannot decide it."""
        given = decision.data if isinstance(decision, AcceptedElicitation) else Decision()
        if given.shown is None:
            return await _told(standing(session, thread, page))
        return reply(await _told(_decided(session, thread, given)), page)

    @server.tool(annotations=ToolAnnotations(destructive_hint=True))
    async def cancel(thread: Thread, item: Literal["flight", "hotel", "all", "hold"] = "all") -> Reply:
        """Cancel bookings, or give a hold back. Cancelling a booking waits for an approval that says fee and refund: call approve then."""
        await _told(session.trip(thread))
        released = {"type": "USER_RELEASES_HOLD"}
        event = released if item == "hold" else {"type": "USER_CANCELS_BOOKING", "item": item}
        return reply(await _told(session.event(thread, event)), page)


async def _decided(session: Session, thread: str, given: Decision) -> TurnResult:
    if given.decision == "approve":
        return await session.approve(thread, given.answer)
    return await session.reject(thread, given.reason, given.answer)


async def _told(work: Awaitable[T]) -> T:
    """Await work of the session; what it refuses in words reaches the model in those words."""
    try:
        return await work
    except ToolError as error:
        raise McpToolError(str(error)) from error
