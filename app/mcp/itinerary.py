"""The designer's tools over MCP: the plan of a conversation, and the 23 tools by name."""

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError as McpToolError
from mcp.types import ToolAnnotations
from pydantic import Field, JsonValue

from tripintent.app.itineraries import Itineraries
from tripintent.app.session import Session
from tripintent.app.tool_arguments import Thread
from tripintent.tools.errors import ToolError


def add_itinerary(server: MCPServer, session: Session) -> None:
    """Add the tools that read and change an itinerary. What a tool refuses is in its envelope."""
    plans = Itineraries(session)
    names = ", ".join(tool.name for tool in session.ports.designer.tools.definitions())

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    async def itinerary(thread: Thread) -> dict[str, object]:
        """Read the itinerary of a conversation."""
        try:
            return await plans.published(thread)
        except ToolError as error:
            raise McpToolError(str(error)) from error

    @server.tool(description=f"Run one tool of the itinerary designer: {names}. Arguments in camelCase.")
    async def itinerary_tool(
        thread: Thread,
        tool: Annotated[str, Field(description="name of the tool", examples=["move_segment"])],
        arguments: Annotated[
            dict[str, JsonValue],
            Field(
                description="the tool's arguments",
                examples=[{"segmentId": "seg_2", "newStartTime": "2027-06-15T09:00"}],
            ),
        ],
    ) -> dict[str, object]:
        try:
            return (await plans.run(thread, tool, arguments)).model_dump(mode="json", exclude_none=True)
        except ToolError as error:
            raise McpToolError(str(error)) from error
