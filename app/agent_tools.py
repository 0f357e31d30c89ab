"""LangChain tools over a session, so that somebody's own agent can plan, choose, hold and ask for an approval.

No tool lets a model approve. ``ask_approval`` stops the agent's own graph at an interrupt with the card (LangChain's
``HITLRequest``) and goes on with what a person answers; the ledger checks that answer as any other.
"""

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool, ToolException
from langgraph.types import interrupt

from tripintent.app.incoming import Answer
from tripintent.app.replies import Reply, reply, standing
from tripintent.app.session import Session
from tripintent.app.tool_arguments import Option, Words
from tripintent.tools.errors import ToolError

T = TypeVar("T")
WAITS = "nothing waits for an approval: choose an option and hold it first"


def tools_for(session: Session, *, thread: str | None = None) -> list[BaseTool]:
    """Return the tools for an agent that acts for the user of ``session`` (``UserSession.of`` makes one for a user of yours).

    Each conversation of the agent plans one trip: ``thread``, or the ``thread_id`` of the agent's own run.
    """
    made = _Tools(session, thread)
    works = (made.plan_trip, made.choose_option, made.hold_option, made.ask_approval, made.show_trip)
    return [
        StructuredTool.from_function(coroutine=work, name=work.__name__, handle_tool_error=True, metadata=_EFFECTS)
        for work in works
    ]


_EFFECTS = {"source": "tripintent"}


class _Tools:
    def __init__(self, session: Session, thread: str | None) -> None:
        self._session = session
        self._thread = thread

    async def plan_trip(self, words: Words, config: RunnableConfig) -> dict[str, object]:
        """Plan a flight and hotel trip: say what trip is wanted, answer its questions, change something.

        For example "Boston to Lisbon June 14 to 21, two adults, a hotel by the river". Tell the traveller the messages that come back.
        """
        done = await _told(self._session.say(self._name(config), words))
        return _facts(reply(done, None))

    async def choose_option(self, option: Option, config: RunnableConfig) -> dict[str, object]:
        """Choose one of the options for the traveller, as the traveller said. For example "2", or "the cheapest"."""
        done = await _told(self._session.choose(self._name(config), option))
        return _facts(reply(done, None))

    async def hold_option(self, config: RunnableConfig) -> dict[str, object]:
        """Hold the chosen option without paying. It asks for the travellers' names where they are not known: give them to plan_trip."""
        thread = self._name(config)
        await _told(self._session.trip(thread))
        return _facts(reply(await _told(self._session.hold(thread)), None))

    async def ask_approval(self, config: RunnableConfig) -> dict[str, Any]:
        """Ask a person to approve what is held, and do what they decide. You cannot decide it. Call it when something waits."""
        thread = self._name(config)
        pending = await _told(self._session.waiting(thread))
        if pending is None or not pending.is_approval:
            raise ToolException(WAITS)
        decision = _decision(interrupt(pending.value))
        args = decision.get("args") or {}
        answer = Answer(
            approval_id=args.get("approval_id") or pending.args["approval_id"],
            payment_method_id=args.get("payment_method_id"),
            confirmations=tuple(args.get("confirmations") or ()),
        )
        if decision["type"] == "approve":
            done = await _told(self._session.approve(thread, answer))
        else:
            done = await _told(self._session.reject(thread, str(decision.get("message") or ""), answer))
        return _facts(reply(done, None))

    async def show_trip(self, config: RunnableConfig) -> dict[str, object]:
        """Show where the trip is: options, what waits for an approval, bookings with their locators. It changes nothing."""
        return _facts(await _told(standing(self._session, self._name(config), None)))

    def _name(self, config: RunnableConfig) -> str:
        name = self._thread or (config.get("configurable") or {}).get("thread_id")
        if not name:
            raise ToolException("this agent runs without a thread_id: give tools_for a thread")
        return str(name)


def _decision(given: object) -> Mapping[str, Any]:
    """Return the one decision of a person's answer. Raises ToolException for what is none: then nothing is done."""
    decisions: object = given.get("decisions") if isinstance(given, Mapping) else None
    if not isinstance(decisions, Sequence) or len(decisions) != 1 or not isinstance(decisions[0], Mapping):
        raise ToolException("the answer has no decision: nothing was done")
    if decisions[0].get("type") not in ("approve", "reject"):
        raise ToolException("the answer neither approves nor rejects: nothing was done")
    decision: Mapping[str, Any] = decisions[0]
    return decision


def _facts(said: Reply) -> dict[str, Any]:
    return said.model_dump(mode="json", by_alias=True, exclude_none=True)


async def _told(work: Awaitable[T]) -> T:
    """Await work of the session; what it refuses in words reaches the model in those words."""
    try:
        return await work
    except ToolError as error:
        raise ToolException(str(error)) from error
