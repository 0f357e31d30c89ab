"""The toolbox over MCP: each tool with its own schema and effect, and the conversation that it works on."""

from typing import Any

from mcp.server.mcpserver.exceptions import ToolError as McpToolError
from mcp.server.mcpserver.tools.base import Tool as McpTool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from mcp.types import ToolAnnotations
from pydantic import ConfigDict

from tripintent.app.calls import call
from tripintent.app.replies import CallReply
from tripintent.app.session import Session
from tripintent.tools.errors import ToolError
from tripintent.tools.ids import new_id
from tripintent.tools.toolbox.base import Tool
from tripintent.tools.toolbox.toolbox import tools

THREAD = {
    "type": "string",
    "maxLength": 200,
    "description": "the conversation, as the first result named it; left out where a new one begins",
}


class _Call(ArgModelBase):
    """The conversation, and whatever else was sent: the toolbox reads its arguments itself and says how bad ones are mended."""

    model_config = ConfigDict(extra="allow")

    thread: str | None = None

    def model_dump_one_level(self) -> dict[str, Any]:
        return {"thread": self.thread, "arguments": self.model_extra or {}}


def toolbox(session: Session, page: str | None) -> list[McpTool]:
    """Return every tool of the toolbox for one session."""
    return [_tool(one, session, page) for one in tools()]


def _tool(one: Tool, session: Session, page: str | None) -> McpTool:
    async def work(thread: str | None, arguments: dict[str, Any]) -> CallReply:
        try:
            name = await _conversation(one, session, thread)
            return await call(session, name, one.name, arguments, page=page)
        except ToolError as error:
            raise McpToolError(str(error)) from error

    hints = ToolAnnotations(read_only_hint=one.effect == "READ", destructive_hint=one.effect == "GATED")
    made = McpTool.from_function(work, name=one.name, description=one.description, annotations=hints)
    schema = one.schema()
    parameters = {**schema, "properties": {"thread": THREAD, **schema.get("properties", {})}}
    metadata = made.fn_metadata.model_copy(update={"arg_model": _Call})
    return made.model_copy(update={"parameters": parameters, "fn_metadata": metadata})


async def _conversation(one: Tool, session: Session, thread: str | None) -> str:
    """Return the conversation of a call. One that nobody named begins with a wish, and a look needs none."""
    if thread is not None:
        await session.trip(thread)
        return thread
    if one.toolset != "trip" and one.effect != "READ":
        raise McpToolError("thread: name the conversation that this is about, as its first result named it")
    return f"mcp-{new_id()}"
