"""The toolbox as LangChain tools over a session, so that somebody's own agent can plan, choose, hold and ask for an approval.

No tool lets a model approve. ``ask_approval`` stops the agent's own graph at an interrupt with the card (LangChain's
``HITLRequest``) and goes on with what a person answers; the ledger checks that answer as any other.
"""

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool, ToolException
from langgraph.types import interrupt

from tripintent.app.calls import call, show
from tripintent.app.incoming import Answer
from tripintent.app.replies import CallReply, Door
from tripintent.app.session import Session
from tripintent.state.acts import Outcome
from tripintent.tools.errors import ToolError
from tripintent.tools.toolbox.base import Tool, Toolset
from tripintent.tools.toolbox.toolbox import tools

T = TypeVar("T")
WAITS = "nothing waits for an approval: call request_purchase first, and read in its result what is still missing"
WROTE = "the person wrote instead of deciding ({words!r}): nothing was done, the card waits on; answer it, then ask_approval again"
PLAIN = (
    "ask_approval stops an agent that runs as a LangGraph graph, and this is a plain call: show a person what "
    "session.waiting(thread) holds, and bring back what they decide with session.approve or session.reject"
)
DOOR = Door("ask_approval")


def tools_for(session: Session, *, thread: str | None = None, toolsets: Sequence[Toolset] = ()) -> list[BaseTool]:
    """Return the tools for an agent that acts for the user of ``session`` (``UserSession.of`` makes one for a user of yours).

    Each conversation of the agent plans one trip: ``thread``, or the ``thread_id`` of the agent's own run. ``toolsets`` are
    those that the agent gets (trip, options, booking, itinerary, documents, knowledge, concierge): all of them by default.
    Each tool's metadata holds its toolset and its effect: READ, WRITE or GATED.
    """
    made = _Tools(session, thread)
    asks = [made.asking()] if not toolsets or "booking" in toolsets else []
    return [*(made.tool(one) for one in tools(*toolsets)), made.showing(), *asks]


class _Tools:
    def __init__(self, session: Session, thread: str | None) -> None:
        self._session = session
        self._thread = thread

    def tool(self, one: Tool) -> BaseTool:
        """Return a tool of the toolbox. Its arguments are read by the toolbox itself, which says how bad ones are mended."""

        async def work(config: RunnableConfig, **arguments: object) -> dict[str, object]:
            return _facts(await _told(call(self._session, self._name(config), one.name, arguments, door=DOOR)))

        return StructuredTool(
            name=one.name,
            description=one.description,
            args_schema=one.schema(),
            coroutine=work,
            handle_tool_error=True,
            metadata={"source": "tripintent", "toolset": one.toolset, "effect": one.effect},
        )

    def showing(self) -> BaseTool:
        """Return the tool that shows the state of the trip."""

        async def show_trip(config: RunnableConfig) -> dict[str, object]:
            """Show the state of the trip: what is known, options, holds, what waits for an approval, bookings. It changes nothing."""
            return _facts(await _told(show(self._session, self._name(config), door=DOOR)))

        metadata = {"source": "tripintent", "toolset": "trip", "effect": "READ"}
        return StructuredTool.from_function(coroutine=show_trip, handle_tool_error=True, metadata=metadata)

    def asking(self) -> BaseTool:
        """Return the tool that asks a person."""

        async def ask_approval(config: RunnableConfig) -> dict[str, object]:
            """Ask a person to approve the card that waits, and do what they decide. You cannot decide it. Call it when something waits."""
            return await self._asked(self._name(config))

        metadata = {"source": "tripintent", "toolset": "booking", "effect": "GATED"}
        return StructuredTool.from_function(coroutine=ask_approval, handle_tool_error=True, metadata=metadata)

    async def _asked(self, thread: str) -> dict[str, Any]:
        async with self._session.in_order(thread):
            pending = await _told(self._session.waiting(thread))
        if pending is None or not pending.is_approval:
            raise ToolException(WAITS)
        decision = _decision(_answered(pending.value))
        if decision["type"] not in ("approve", "reject"):
            wrote = Outcome.refused(WROTE.format(words=decision.get("message") or ""))
            return _facts(await _told(CallReply.of(self._session, thread, wrote, door=DOOR)))
        args = decision.get("args") or {}
        answer = Answer(
            approval_id=args.get("approval_id") or pending.args["approval_id"],
            payment_method_id=args.get("payment_method_id"),
            confirmations=tuple(args.get("confirmations") or ()),
        )
        async with self._session.in_order(thread):
            if decision["type"] == "approve":
                done = await _told(self._session.approve(thread, answer))
            else:
                done = await _told(self._session.reject(thread, str(decision.get("message") or ""), answer))
        return _facts(await _told(CallReply.of_answer(self._session, done, DOOR)))

    def _name(self, config: RunnableConfig) -> str:
        name = self._thread or (config.get("configurable") or {}).get("thread_id")
        if not name:
            raise ToolException("this agent runs without a thread_id: give tools_for a thread")
        return str(name)


def _answered(card: object) -> object:
    """Stop the agent's graph at the card, and return what a person answered. Raises ToolException where no graph runs."""
    try:
        return interrupt(card)
    except KeyError as error:  # LangGraph's own, where a call comes from no graph
        raise ToolException(PLAIN) from error


def _decision(given: object) -> Mapping[str, Any]:
    """Return the one decision of a person's answer. Raises ToolException, and does nothing, for anything else."""
    decisions: object = given.get("decisions") if isinstance(given, Mapping) else None
    if not isinstance(decisions, Sequence) or len(decisions) != 1 or not isinstance(decisions[0], Mapping):
        raise ToolException("the answer has no decision: nothing was done")
    return {"type": "", **decisions[0]}


def _facts(result: CallReply) -> dict[str, object]:
    """Return a result without what is empty: a model pays for each word."""
    return {"ok": result.ok, **result.model_dump(mode="json", exclude_defaults=True)}


async def _told(work: Awaitable[T]) -> T:
    """Await work of the session; what it refuses in words reaches the model in those words."""
    try:
        return await work
    except ToolError as error:
        raise ToolException(str(error)) from error
