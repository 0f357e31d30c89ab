"""AG-UI over the graph, with what the protocol's adapter leaves to its user.

The adapter (ag-ui-langgraph) takes no lock, ignores the id of an answered interrupt, drops words that come while one waits,
merges the client's state and forwarded properties into the graph's input, and starts a new run on an empty request. So a
run goes through here: under the thread's lock, with cleaned words, a checked interrupt id, and nothing else of the request.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping
from typing import Annotated, Any, cast

from ag_ui.core import (
    BaseEvent,
    EventType,
    MessagesSnapshotEvent,
    ResumeEntry,
    RunAgentInput,
    RunErrorEvent,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunStartedEvent,
    StateSnapshotEvent,
)
from ag_ui.encoder import EventEncoder
from ag_ui_langgraph import LangGraphAgent
from ag_ui_langgraph.interrupts import lg_interrupts_to_agui
from ag_ui_langgraph.types import SchemaKeys
from ag_ui_langgraph.utils import langchain_messages_to_agui
from fastapi import APIRouter, Body, Request
from fastapi.openapi.models import Example
from fastapi.responses import StreamingResponse
from langchain_core.runnables import RunnableConfig
from langgraph.types import Interrupt, StateSnapshot

from tripintent.app.http.agui_input import Replies, answered, checked_input, clean_input, new_words, only_looks, signed
from tripintent.app.http.agui_view import SharedSoFar, SharedState, shared_state, state_of
from tripintent.app.http.deciding import Answerer, from_queue, note_answerer
from tripintent.app.http.guards import limited
from tripintent.app.http.problems import DOCUMENTED, PROBLEMS, problem_of
from tripintent.app.http.reading import snapshot_of, unfinished
from tripintent.app.http.users import CurrentUser
from tripintent.app.http.web import CurrentWeb
from tripintent.app.results import Pending, card_of
from tripintent.app.running import DURABILITY, closed_card, pending_of
from tripintent.app.user_session import UserSession
from tripintent.nodes.conversation.telling import WRITES
from tripintent.state.booking import Approval
from tripintent.state.context import TripContext
from tripintent.state.trip import TripIntent

router = APIRouter(prefix="/agui", tags=["ag-ui"])
Emit = Callable[[BaseEvent], None]

EXAMPLES: dict[str, Example] = DOCUMENTED["runs"]

UNCHECKED = {"emit-messages": False, "emit-tool-calls": False}
"""The adapter streams whatever a model writes. A reading is JSON, and an answer may claim what no tool did: neither is for
the traveller before a node has checked it. What a node tells comes by ``Replies``."""


def approvals(interrupts: Iterable[Interrupt]) -> list[Interrupt]:
    """Return the interrupts that whoever is at the client can answer."""
    return [one for one in interrupts if card_of(Pending(one.id, one.value)) is not None]


_SCHEMA_KEYS: dict[tuple[type | None, ...], SchemaKeys] = {}


class TripAgent(LangGraphAgent):
    """The adapter with our run settings: context, durability, and the public view of the state only."""

    def __init__(self, session: UserSession, thread: str, snapshot: StateSnapshot) -> None:
        super().__init__(
            name="booking",
            graph=cast("Any", session.graph),  # the adapter declares graphs without a context
            config={**session.config(thread), "metadata": UNCHECKED},
            emit_interrupt_outcome=True,
            enable_legacy_on_interrupt_event=False,
            emit_raw_events=False,
        )
        # One trip and one list of messages: a mounted system is no boundary at which a client needs both again.
        self.subgraphs: set[str] = set()
        self.current_subgraph = cast("str", None)
        self._context: TripContext = session.context
        self._values: Mapping[str, Any] = snapshot.values
        self._ports = session.ports
        self._shown = state_of(snapshot.values, self._ports)
        self.replies = Replies(snapshot.values.get("messages", ()))

    @staticmethod
    def _collect_interrupts(tasks: Any) -> list[Any]:
        """Return the approvals that wait. A wait for staff is not the client's to answer: its state tells it, and words go on as ever."""
        return approvals(LangGraphAgent._collect_interrupts(tasks))  # noqa: SLF001 - the adapter has no other door for it

    def get_schema_keys(self, config: RunnableConfig) -> SchemaKeys:
        """Return the names in the graph's schemas. The adapter makes four JSON schemas for them at every run, half a second."""
        built = self.graph.builder
        schemas = (built.input_schema, built.output_schema, built.context_schema)
        if schemas not in _SCHEMA_KEYS:
            _SCHEMA_KEYS[schemas] = super().get_schema_keys(config)
        return _SCHEMA_KEYS[schemas]

    def get_stream_kwargs(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the arguments of the run: the context, and how often it is stored; a client sends its words again when a run dies."""
        return {**super().get_stream_kwargs(*args, **kwargs), "context": self._context, "durability": DURABILITY}

    def langgraph_default_merge_state(self, state: Any, messages: Any, input: Any) -> Any:  # noqa: A002 - the adapter's
        """Return the input of the run: the new words. Tools and context of a page are nothing that the graph reads."""
        merged = super().langgraph_default_merge_state(state, messages, input)
        return {"messages": merged["messages"]}

    async def _handle_single_event(self, event: Any, state: Any) -> AsyncGenerator[Any, None]:
        """Yield what comes of an event of the run; words that are being written and stay are ours to tell."""
        if event["event"] == "on_custom_event" and event["name"] == WRITES:
            self.replies.write(event["data"]["id"], event["data"][WRITES])
            for one in self.replies.take():
                yield one
            return
        async for one in super()._handle_single_event(event, state):
            yield one

    def get_state_snapshot(self, state: Any) -> Any:
        """Return what a page needs of the state; messages have events of their own.

        In the middle of a run the adapter hands over what a node wrote: a patch of the trip is replaced by the trip shown before, and
        what else was known, as the documents, stays.
        """
        written = state if isinstance(state, dict) else {}
        self.replies.hear(written)
        if isinstance(written.get("trip_intent"), TripIntent):
            documents = {**(self._values.get("documents") or {}), **(written.get("documents") or {})}
            self._values = {**self._values, **written, "documents": documents}
            self._shown = state_of(self._values, self._ports)
        return self._shown


@router.post(
    "",
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "AG-UI events."},
        **{k: PROBLEMS[k] for k in (400, 401, 404, 409, 413, 422, 429, 503)},
    },
)
async def run_agent(
    body: Annotated[RunAgentInput, Body(openapi_examples=EXAMPLES)],
    request: Request,
    web: CurrentWeb,
    user: CurrentUser,
) -> StreamingResponse:
    """Run the agent. A `resume` entry must name the interrupt that waits; new words are always understood as words."""
    limited(request, user)
    checked_input(body)
    session = await web.enter_or_begin(body.thread_id, user)
    encoder = EventEncoder(accept=request.headers.get("accept") or "text/event-stream")
    if only_looks(body):
        look = _as_it_stands(session, body, working=web.turns.is_working(body.thread_id))
        return StreamingResponse(_encoded(encoder, None, look), media_type=encoder.get_content_type())

    owned = await web.owners.owner(body.thread_id)
    whose = owned.identity if owned else user.identity

    async def work(emit: Emit) -> None:
        await _run(session, body, lambda approval: from_queue(approval, user, whose), emit)

    events: AsyncIterator[BaseEvent | None] = web.turns.run(body.thread_id, work, guest=bool(user.address))
    first = await anext(events)
    return StreamingResponse(_encoded(encoder, first, events), media_type=encoder.get_content_type())


@router.get("/schema")
async def read_state_schema() -> dict[str, object]:
    """Return the JSON schema of the shared state, for clients that type it."""
    return SharedState.model_json_schema(mode="serialization")


async def _run(session: UserSession, body: RunAgentInput, answerer: Callable[[Approval], Answerer], emit: Emit) -> None:
    """Run under the lock. What is refused is raised before the first event."""
    async with session.alone(body.thread_id):
        snapshot = await snapshot_of(session, body.thread_id)
        pending = card_of(pending_of(snapshot))
        resume = answered(body, pending)
        if resume is not None and pending is not None:
            resume = await _signed(session, resume, pending, answerer)
        words = None if resume else new_words(body, snapshot)
        if words is not None:
            stored = await session.sealed(body.thread_id, snapshot.values, str(words.content))
            words = words.model_copy(update={"content": stored})
        if resume is None and words is None:
            async for event in _as_it_stands(session, body, working=False):
                emit(event)
            return
        await session.ports.ownership.begun(session.principal(body.thread_id))
        agent, shared = TripAgent(session, body.thread_id, snapshot), SharedSoFar()
        try:
            with session.stoppable(body.thread_id):
                async for event in agent.run(clean_input(body, resume, words, pending)):
                    if (told := shared.told(event)) is not None:
                        emit(told)
                    for reply in agent.replies.take():
                        emit(reply)
        finally:
            await session.told(body.thread_id, snapshot, await snapshot_of(session, body.thread_id))


async def _signed(
    session: UserSession, answer: ResumeEntry, pending: Pending, answerer: Callable[[Approval], Answerer]
) -> ResumeEntry:
    """Return an answer in the name of who is signed in; the audit names who answers in another's place."""
    approval = await session.ports.desk.approval(str(pending.args.get("approval_id")))
    if approval is None:
        return answer
    who = answerer(approval)
    given = signed(answer, approval, who)
    if given is not answer:
        await note_answerer(session, approval, who)
    return given


async def _as_it_stands(session: UserSession, body: RunAgentInput, *, working: bool) -> AsyncIterator[BaseEvent]:
    """Yield the thread for a request that says nothing new, also while a turn is worked on; the adapter would start a new run."""
    snapshot = await snapshot_of(session, body.thread_id)
    closed = await closed_card(snapshot, session.ports.desk)
    at_work, cut_off = await unfinished(session, body.thread_id, snapshot, closed, working=working)
    state = shared_state(snapshot.values, session.ports).model_copy(update={"working": at_work, "cut_off": cut_off})
    interrupts = lg_interrupts_to_agui(approvals(snapshot.interrupts))
    outcome = RunFinishedInterruptOutcome(interrupts=interrupts) if interrupts else None
    thread, run = body.thread_id, body.run_id
    yield RunStartedEvent(type=EventType.RUN_STARTED, thread_id=thread, run_id=run)
    yield StateSnapshotEvent(type=EventType.STATE_SNAPSHOT, snapshot=state.model_dump(mode="json", by_alias=True))
    said = langchain_messages_to_agui(snapshot.values.get("messages", []))
    yield MessagesSnapshotEvent(type=EventType.MESSAGES_SNAPSHOT, messages=said)
    yield RunFinishedEvent(type=EventType.RUN_FINISHED, outcome=outcome, thread_id=thread, run_id=run)


async def _encoded(
    encoder: EventEncoder, first: BaseEvent | None, rest: AsyncIterator[BaseEvent | None]
) -> AsyncIterator[str]:
    if first is not None:
        yield encoder.encode(first)
    try:
        async for event in rest:
            if event is not None:
                yield encoder.encode(event)
    except Exception as error:  # noqa: BLE001 - the run has begun: the refusal is its last event
        problem = problem_of(error)
        yield encoder.encode(RunErrorEvent(type=EventType.RUN_ERROR, message=problem.detail, code=problem.code))
