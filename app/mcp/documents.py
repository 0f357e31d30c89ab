"""What MCP offers of a conversation: the toolbox, each tool with its own schema and effect, and its documents as resources."""

from collections.abc import Awaitable
from typing import Annotated, Any, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError as McpToolError
from mcp.server.mcpserver.tools.base import Tool as McpTool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from mcp.types import ToolAnnotations
from pydantic import ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from tripintent.app.calls import Thread, call
from tripintent.app.exports.documents import DocumentKind, document_file
from tripintent.app.itineraries import Itineraries
from tripintent.app.planning import PlanningDocuments
from tripintent.app.replies import ApiReply, CallReply, Door
from tripintent.app.session import Session
from tripintent.state.planning.changes import Change
from tripintent.state.planning.gate import Action
from tripintent.tools.errors import ToolError
from tripintent.tools.ids import new_id
from tripintent.tools.toolbox.base import Tool
from tripintent.tools.toolbox.designer import SPECS
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


def toolbox(session: Session, door: Door) -> list[McpTool]:
    """Return every tool of the toolbox for one session."""
    return [_tool(one, session, door) for one in tools()]


def _tool(one: Tool, session: Session, door: Door) -> McpTool:
    async def work(thread: str | None, arguments: dict[str, object]) -> CallReply:
        name = await told(_conversation(one, session, thread))
        return await told(call(session, name, one.name, arguments, door=door))

    hints = ToolAnnotations(read_only_hint=one.effect == "READ", destructive_hint=one.effect == "GATED")
    made = McpTool.from_function(work, name=one.name, description=one.description, annotations=hints)
    schema = one.schema()
    parameters = {**schema, "properties": {"thread": THREAD, **schema.get("properties", {})}}
    metadata = made.fn_metadata.model_copy(update={"arg_model": _Call})
    return made.model_copy(update={"parameters": parameters, "fn_metadata": metadata})


async def _conversation(one: Tool, session: Session, thread: str | None) -> str:
    """Return the conversation of a call. One without a name begins with a wish, and a look needs none."""
    if thread is not None:
        await session.trip(thread)
        return thread
    if one.toolset != "trip" and one.effect != "READ":
        raise McpToolError("thread: name the conversation that this is about, as its first result named it")
    return f"mcp-{new_id()}"


T = TypeVar("T")
_CHANGE: TypeAdapter[Change] = TypeAdapter(Change)


async def told(work: Awaitable[T]) -> T:
    """Await work of the session; what it refuses in words reaches the model in those words."""
    try:
        return await work
    except ToolError as error:
        raise McpToolError(str(error)) from error


def add_documents(server: MCPServer, session: Session, door: Door) -> None:
    """Add checklist, budget and day plan of a conversation."""
    documents = PlanningDocuments(session)
    _add_resources(server, session)

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    async def documents_of_trip(thread: Thread) -> dict[str, object]:
        """Read checklist and budget of a conversation, and what each document still needs."""
        return (await told(documents.view(thread))).model_dump(mode="json")

    @server.tool()
    async def make_documents(
        thread: Thread, kinds: Annotated[list[Action], Field(examples=[["checklist"]])]
    ) -> ApiReply:
        """Make documents of the trip, when the traveller asked for them. What is missing is asked in the reply."""
        await told(session.trip(thread))
        return await ApiReply.of_turn(session, await told(documents.make(thread, kinds)), door)

    @server.tool()
    async def change_document(
        thread: Thread,
        change: Annotated[
            dict[str, JsonValue],
            Field(
                description="one change by op: tick {item, checked}, add {text}, remove {item}, move {item, before}, "
                "amount {category, amount}, spend {amount, what, payer, shared_by}, correct {expense, amount}, strike {expense}",
                examples=[{"op": "tick", "item": "item-passport", "checked": True}, {"op": "add", "text": "sun cream"}],
            ),
        ],
    ) -> dict[str, object]:
        """Tick or add an item of the checklist, set an amount of the budget, log an expense: as the traveller said."""
        try:
            wanted = _CHANGE.validate_python(change)
        except ValidationError as error:
            wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors(include_url=False))
            raise McpToolError(f"the change cannot be read: {wrong}") from error
        return (await told(documents.change(thread, wanted))).model_dump(mode="json")


def _add_resources(server: MCPServer, session: Session) -> None:
    async def text(thread: str, kind: DocumentKind) -> str:
        return (await told(document_file(session, thread, kind, "md"))).content.decode()

    @server.resource("trip://{thread}/checklist", mime_type="text/markdown")
    async def checklist(thread: str) -> str:
        """Return the checklist of a conversation as Markdown."""
        return await text(thread, "checklist")

    @server.resource("trip://{thread}/budget", mime_type="text/markdown")
    async def budget(thread: str) -> str:
        """Return the budget of a conversation as Markdown."""
        return await text(thread, "budget")

    @server.resource("trip://{thread}/itinerary", mime_type="text/markdown")
    async def itinerary_days(thread: str) -> str:
        """Return the day plan of a conversation as Markdown."""
        return await text(thread, "itinerary")


def add_itinerary(server: MCPServer, session: Session) -> None:
    """Add the tools that read and change an itinerary. What a tool refuses is in its envelope."""
    plans = Itineraries(session)
    names = ", ".join(SPECS)

    @server.tool(annotations=ToolAnnotations(read_only_hint=True))
    async def itinerary(thread: Thread) -> dict[str, object]:
        """Read the itinerary of a conversation."""
        return await told(plans.published(thread))

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
        return (await told(plans.run(thread, tool, arguments))).model_dump(mode="json", exclude_none=True)
