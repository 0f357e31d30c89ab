"""The session: one conversation per thread, safe to call from a page, a command, or several tabs at once.

It cleans what comes in, lets one run at a time work on a thread, checks that an answer belongs to the question that waits,
and says failures in words. Safety of purchases does not rest on it: that is the ledger's.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import replace
from typing import Any, Literal, TypeVar, cast
from uuid import uuid4
from weakref import WeakValueDictionary

from langchain_core.messages import AnyMessage, HumanMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import GraphRecursionError
from langgraph.types import Command, StateSnapshot, StreamMode

from tripintent.app.chat_hook import ChatHook, tell_chat
from tripintent.app.document import document, requirements_of
from tripintent.app.errors import Repeated, SessionError
from tripintent.app.incoming import (
    Answer,
    approval_answer,
    bundle_id_of,
    checked_thread,
    matching,
    rejection_answer,
    safe_event,
    safe_text,
)
from tripintent.app.results import Pending, Progress, ShownMessage, ToolCalled, TurnEvent, TurnResult
from tripintent.app.running import (
    DURABILITY,
    Graph,
    closed_card,
    pending_of,
    result_of,
    said_in,
    spoken,
    stopped,
    stored_first,
    told_by_node,
    written,
)
from tripintent.app.storage import database_errors, shown_name
from tripintent.app.threads import ThreadSummary, list_threads
from tripintent.nodes.acting import Stoppable, acting_ports, one_turn, stoppable
from tripintent.nodes.conversation.state import PRESSED
from tripintent.state.booking import Approval
from tripintent.state.concierge.memory import references
from tripintent.state.context import Principal, TripContext
from tripintent.state.designer.itinerary import itinerary_of
from tripintent.state.designer.profile import TripProfile, trip_profile
from tripintent.state.events import flat
from tripintent.state.planning.gate import Action, Requirement
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import Busy, StoreError
from tripintent.tools.ledger.locks import ThreadLocks
from tripintent.tools.ledger.vault import SqlVault
from tripintent.tools.model.patience import patience
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports

T = TypeVar("T")
Step = tuple[tuple[str, ...], str, Mapping[str, Any]]
"""What the graph streams: where (the mounted systems around it), the mode, and the task or what a node told."""
Sealing = Callable[[str, Mapping[str, Any], str], Awaitable[str]]
"""Returns a message of a thread, in its present state, as it may be stored: with references for what is sealed."""
Entry = Callable[[StateSnapshot], Awaitable[object]]
"""Returns what a run begins with, in the state that it finds under the lock."""
OnProgress = Callable[[TurnEvent], None]
"""Called while a turn runs, with each step that begins and each reply as it is written."""

WAITS = "model_waits"
"""The step that is told while a model takes its time."""


def unknown_thread(thread: str) -> SessionError:
    """Return the refusal of a conversation that is not there."""
    return SessionError(f"there is no conversation {thread!r}: see the list of trips", "unknown_thread")


class Session:
    """Conversations about trips. Methods that change something take the thread's lock; a busy thread raises SessionError."""

    def __init__(
        self,
        graph: Graph,
        ports: Ports,
        locks: ThreadLocks,
        *,
        context: TripContext | None = None,
        step_limit: int = 60,
        database: str = "",
        on_message: ChatHook | None = None,
        vault: SqlVault | None = None,
        sealing: Sealing | None = None,
        model_patience: float | None = None,
        model: str = "guide",
        planning: PlanningPorts | None = None,
    ) -> None:
        self.graph = graph
        self.ports = ports
        self.context = context or TripContext()
        self.subject, self.address = "", ""
        self._locks = locks
        self._step_limit = step_limit
        self.database = shown_name(database)
        self._database_errors = database_errors(database)
        self._on_message = on_message
        self.vault = vault
        self._sealing = sealing
        self._model_patience = model_patience
        self.model = model
        self.planning = planning
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._running: set[asyncio.Task[TurnResult]] = set()
        self._at_work: dict[str, tuple[asyncio.Task[object], Stoppable]] = {}

    @property
    def reader(self) -> Literal["model", "guide"]:
        """Who reads the traveller's words: a language model, or the guide, which reads plain English."""
        return "guide" if self._model_patience is None else "model"

    async def say(
        self,
        thread: str,
        text: str,
        *,
        on_progress: OnProgress | None = None,
        message_id: str | None = None,
        received: Mapping[str, object] | None = None,
        said: str = "",
    ) -> TurnResult:
        """Work one message of the traveller. ``received`` is how a channel got it, and is stored beside the words.

        ``said`` is what a pressed answer says: it is shown in the place of its number, which is what is read.

        Raises Repeated where a message of the given ``message_id`` came before.
        """
        words, _ = safe_text(text)
        extra: dict[str, object] = {"received": dict(received)} if received else {}
        if said.strip():
            extra |= {"kind": PRESSED, "said": safe_text(said)[0]}

        async def message(before: StateSnapshot) -> object:
            if message_id and message_id in {one.id for one in before.values.get("messages", ())}:
                raise Repeated
            stored = await self.sealed(thread, before.values, words)
            return {"messages": [HumanMessage(content=stored, id=message_id, additional_kwargs=extra)]}

        return await self._turn(thread, words, message, on_progress=on_progress)

    async def event(
        self, thread: str, event: Mapping[str, object], *, on_progress: OnProgress | None = None
    ) -> TurnResult:
        """Work one typed event (``tripintent.state.events``). Tokens are hashed here.

        What the pressed control says (``said``) is stored as the traveller's own line, and is not read.
        """
        clean = await asyncio.to_thread(safe_event, flat(event))  # it may be long: others' turns go on
        said = clean.pop("said") if isinstance(clean.get("said"), str) else ""

        async def entry(before: StateSnapshot) -> object:
            if clean["type"] != "USER_MESSAGE" or not isinstance(clean.get("text"), str):
                return {"event": clean, **await self._pressed(thread, before, said)}
            return {"event": {**clean, "text": await self.sealed(thread, before.values, clean["text"])}}

        return await self._turn(thread, str(clean["type"]), entry, on_progress=on_progress)

    async def go_on(self, thread: str, *, on_progress: OnProgress | None = None) -> TurnResult:
        """Go on with a turn that was cut off when its process ended, from its last stored step."""

        async def nothing(_: StateSnapshot) -> None:
            return None

        return await self._turn(thread, "", nothing, on_progress=on_progress)

    async def choose(self, thread: str, option: str | int) -> TurnResult:
        """Choose an option by its id, its number (from 1), what it is best at ("cheapest", "fastest"), or its hotel's name."""
        bundle_id = await bundle_id_of(option, await self.trip(thread), self.acting(thread).offers)
        return await self.event(thread, {"type": "USER_SELECTED_BUNDLE", "bundle_id": bundle_id})

    async def hold(self, thread: str) -> TurnResult:
        """Hold the chosen option."""
        return await self.event(thread, {"type": "USER_REQUEST_HOLD"})

    async def approve(
        self, thread: str, answer: Answer | None = None, *, on_progress: OnProgress | None = None
    ) -> TurnResult:
        """Approve what waits on the thread. Raises SessionError when nothing waits, or something else than named."""
        given = answer or Answer()
        return await self._resume(thread, "approve", given, approval_answer, on_progress)

    async def reject(self, thread: str, reason: str = "", answer: Answer | None = None) -> TurnResult:
        """Refuse what waits on the thread; its holds are released."""
        words = safe_text(reason)[0] if reason.strip() else ""
        given = answer or Answer()
        return await self._resume(thread, f"reject: {words}", given, lambda p, a: rejection_answer(p, a, words), None)

    async def respond(self, thread: str, text: str, by: str = "") -> TurnResult:
        """Answer the question that waits for staff on a thread. Raises SessionError when none waits.

        ``app.staffing.answer_guest`` does this, and closes the rows of the queue.
        """
        words, _ = safe_text(text)

        async def command(before: StateSnapshot) -> Command[object]:
            pending = pending_of(before)
            if pending is None or pending.is_approval:
                raise SessionError("no guest waits for a person on this thread: nothing was said", "nothing_pending")
            return Command(
                resume={pending.id: {"decisions": [{"type": "respond", "message": words, "args": {"by": by}}]}}
            )

        await self._snapshot(thread, known=True)
        return await self._turn(thread, words, command)

    async def cancel(self, thread: str) -> bool:
        """Stop the turn that this process works on a thread, and return whether it was; who waits for it gets SessionError ``stopped``.

        A turn that has begun to hold, buy or cancel something is brought to its end. The words of a stopped one stay in the
        conversation: ``go_on`` works them, and any other message may follow.
        """
        await self._snapshot(thread)
        task, turn = self._at_work.get(thread, (None, None))
        if task is None or turn is None or turn.commits:
            return False
        turn.stopped = task.cancel()
        while True:  # until the next message finds the thread free
            with suppress(SessionError):
                async with self.alone(thread):
                    return turn.stopped
            await asyncio.sleep(0.02)

    @contextmanager
    def stoppable(self, thread: str) -> Iterator[None]:
        """Let the task that works on a thread be stopped by ``cancel`` for a block."""
        task = asyncio.current_task()
        assert task is not None, "a turn is worked in a task"  # noqa: S101
        with stoppable() as turn:
            self._at_work[thread] = task, turn
            try:
                yield
            except asyncio.CancelledError:
                if not turn.stopped or task.uncancel():
                    raise  # who waits for it is stopped, too
                raise SessionError("The turn was stopped. Nothing is lost.", "stopped") from None
            finally:
                del self._at_work[thread]

    async def end(self, thread: str) -> None:
        """Erase a conversation with all that was said. The trip's documents and what was bought stay in the ledger.

        Raises SessionError for an unknown one, and while something of it is held, or waits for a person.
        """
        async with self.alone(thread):
            snapshot = await self._snapshot(thread, known=True)
            held = [
                one for one in snapshot.values["trip_intent"].working_memory.holds if one.status in ("held", "in_doubt")
            ]
            if held or pending_of(snapshot):
                what = held[0].title if held else "a card or a question"
                raise SessionError(
                    f"nothing is erased: {what} waits. Let it go, or decide it, and try again", "not_over"
                )
            saver = self.graph.checkpointer
            if isinstance(saver, BaseCheckpointSaver):
                await self._stored(saver.adelete_thread(thread))

    async def values(self, thread: str) -> Mapping[str, Any]:
        """Return the thread's state; nothing before its first turn."""
        values: Mapping[str, Any] = (await self._snapshot(thread)).values
        return values

    async def trip(self, thread: str) -> TripIntent:
        """Return the thread's trip. Raises SessionError for an unknown thread."""
        trip: TripIntent = (await self._snapshot(thread, known=True)).values["trip_intent"]
        return trip

    async def profile(self, thread: str) -> TripProfile:
        """Return what is known of a thread's trip. Raises SessionError for an unknown thread."""
        values = (await self._snapshot(thread, known=True)).values
        return trip_profile(itinerary_of(values), values["trip_intent"])

    async def requirements(self, thread: str) -> dict[Action, Requirement]:
        """Return what each planning document of a thread has, misses and assumes."""
        return requirements_of((await self._snapshot(thread, known=True)).values)

    async def document(self, thread: str) -> dict[str, Any]:
        """Return the thread's trip as the published document."""
        acting = self.acting(thread)
        return await document(await self.trip(thread), acting.offers, acting.desk)

    async def waiting(self, thread: str) -> Pending | None:
        """Return what waits for an answer on a thread; no card whose approval is decided."""
        snapshot = await self._snapshot(thread)
        return None if await closed_card(snapshot, self.ports.desk) else pending_of(snapshot)

    async def history(self, thread: str) -> Sequence[ShownMessage]:
        """Return the conversation so far, oldest first."""
        values = (await self._snapshot(thread, known=True)).values
        return said_in(await self.messages_of(thread, values), language=values["trip_intent"].request.tag)

    async def sealed(self, thread: str, values: Mapping[str, object], words: str) -> str:
        """Return a message as it may be stored: what belongs to a check-in at a desk is kept apart, a reference stays."""
        return await self._sealing(thread, values, words) if self._sealing else words

    async def opened(self, thread: str, text: str) -> str:
        """Return a text of a conversation with what is sealed in it, for those who may read it."""
        return await self.vault.opened(thread, text) if self.vault else text

    async def messages_of(self, thread: str, values: Mapping[str, Any]) -> Sequence[AnyMessage]:
        """Return the messages of a state as whoever may read the conversation reads them."""
        found: Sequence[AnyMessage] = values.get("messages", ())
        return [
            one.model_copy(update={"content": await self.opened(thread, one.text)}) if references(one.text) else one
            for one in found
        ]

    async def messages(self, thread: str) -> Sequence[AnyMessage]:
        """Return the messages of a thread as they are stored. Raises SessionError for an unknown one."""
        found: Sequence[AnyMessage] = (await self._snapshot(thread, known=True)).values.get("messages", ())
        return found

    async def pending(self) -> Sequence[Approval]:
        """Return every approval that waits, of all threads."""
        return await self.ports.desk.pending()

    async def threads(self, limit: int = 50) -> Sequence[ThreadSummary]:
        """Return the conversations, the newest first."""
        return await self._stored(list_threads(self.graph, limit))

    async def stream(self, thread: str, text: str) -> AsyncIterator[TurnEvent | TurnResult]:
        """Work one message and yield what happens meanwhile, the result last. The turn goes on when the reader leaves."""
        queue: asyncio.Queue[TurnEvent | None] = asyncio.Queue()
        task = asyncio.create_task(self.say(thread, text, on_progress=queue.put_nowait))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(lambda _: queue.put_nowait(None))
        while (happening := await queue.get()) is not None:
            yield happening
        yield await task

    async def _resume(
        self,
        thread: str,
        user: str,
        answer: Answer,
        form: Callable[[Pending, Answer], Mapping[str, object]],
        on_progress: OnProgress | None,
    ) -> TurnResult:
        async def command(before: StateSnapshot) -> Command[object]:
            asked = matching(pending_of(before), answer)
            pressed = await self._pressed(thread, before, answer.said)
            return Command(resume={asked.id: form(asked, answer)}, update=pressed or None)

        await self._snapshot(thread, known=True)
        return await self._turn(thread, user, command, on_progress=on_progress)

    async def _pressed(self, thread: str, before: StateSnapshot, said: str) -> dict[str, object]:
        """Return the line that a pressed control leaves in the conversation; nothing where it says nothing."""
        if not said.strip():
            return {}
        words = await self.sealed(thread, before.values, safe_text(said)[0])
        return {"messages": [HumanMessage(content=words, id=str(uuid4()), additional_kwargs={"kind": PRESSED})]}

    async def _turn(self, thread: str, user: str, entry: Entry, *, on_progress: OnProgress | None = None) -> TurnResult:
        """Run the graph once under the thread's lock."""
        async with self.alone(thread):
            before = await self._snapshot(thread)
            await self.ports.ownership.begun(self.principal(thread))
            try:
                with self.stoppable(thread):
                    said, calls, by = await self._stored(self._run(thread, before, entry, on_progress))
            finally:  # the words of a turn that was stopped are stored, too
                snapshot = await self._snapshot(thread)
                await self.told(thread, before, snapshot)
        return replace(result_of(thread, user, said, before, snapshot), tool_calls=calls, model=by)

    async def told(self, thread: str, before: StateSnapshot, after: StateSnapshot) -> None:
        """Give the host's chat hook the messages that a turn added."""
        if self._on_message is not None:
            await tell_chat(self._on_message, self.principal(thread), before, after)

    async def _run(
        self, thread: str, before: StateSnapshot, entry: Entry, on_progress: OnProgress | None
    ) -> tuple[tuple[ShownMessage, ...], tuple[ToolCalled, ...], str]:
        """Return what was said, the calls of a model, and who held the conversation."""
        config = self.config(thread)
        said: dict[object, ShownMessage] = {}
        calls: list[ToolCalled] = []
        language = (before.values.get("trip_intent") or TripIntent()).request.tag

        def tell(messages: Iterable[AnyMessage]) -> None:
            for message in messages:
                if isinstance(message, RemoveMessage):  # a newer card takes its place
                    said.pop(message.id, None)
                for one in said_in([message], "assistant", language):
                    said[message.id or object()] = one
                    if on_progress:
                        on_progress(one)

        given = await stored_first(self.graph, config, before, await entry(before))
        mounted, by = set[str](), self.model
        try:
            with self._waiting(on_progress), one_turn():
                async for where, mode, task in self._steps(given, config):
                    mounted.update(where)
                    if mode == "custom":
                        happening = told_by_node(task)
                        calls += [happening] if isinstance(happening, ToolCalled) else []
                        if on_progress and happening:
                            on_progress(happening)
                    elif "result" in task:
                        by = "guide" if task["name"] == "plain" else by  # the model gave nothing
                        if f"{task['name']}:{task['id']}" in mounted:
                            continue  # what a mounted system said was told as it said it
                        language = spoken(task["result"], language)
                        tell(written(task["result"]))
                    elif on_progress:
                        on_progress(Progress(task["name"]))
        except GraphRecursionError:
            tell([await stopped(self.graph, config, self._step_limit)])
        return tuple(said.values()), tuple(calls), by

    def _waiting(self, on_progress: OnProgress | None) -> AbstractContextManager[object]:
        """Give all calls of a model in a turn one deadline; who waits for them is told now and then."""
        if self._model_patience is None:
            return nullcontext()
        return patience(self._model_patience, (lambda _: on_progress(Progress(WAITS))) if on_progress else None)

    def _steps(self, given: object, config: RunnableConfig) -> AsyncIterator[Step]:
        """Run the graph, and yield each step that begins and ends and what nodes tell meanwhile."""
        modes: list[StreamMode] = ["tasks", "custom"]
        steps = self.graph.astream(
            given, config, context=self.context, stream_mode=modes, durability=DURABILITY, subgraphs=True
        )
        return cast("AsyncIterator[Step]", steps)

    async def _snapshot(self, thread: str, *, known: bool = False) -> StateSnapshot:
        snapshot: StateSnapshot = await self._stored(self.graph.aget_state(self.config(checked_thread(thread))))
        if known and not snapshot.created_at:
            raise unknown_thread(thread)
        return snapshot

    async def _stored(self, work: Awaitable[T]) -> T:
        """Await work on the checkpointer; its errors come in plain words."""
        try:
            return await work
        except self._database_errors as error:
            raise StoreError.of(error, self.database) from error

    def acting(self, thread: str) -> Ports:
        """Return the ports as who runs on a thread may use them: nothing of somebody else's trip is in them."""
        return acting_ports(self.ports, self.principal(thread))

    @property
    def me(self) -> str:
        """Whose session it is, by the host's own id; empty where no one is named."""
        return self.subject or self.context.traveller

    def principal(self, thread: str) -> Principal:
        """Return who runs on a thread: whom the program that made this session authenticated."""
        return Principal(
            organisation=self.context.organisation,
            subject=self.me,
            traveller=self.context.traveller,
            thread_id=thread,
            address=self.address,
        )

    @asynccontextmanager
    async def in_order(self, thread: str) -> AsyncIterator[None]:
        """Wait until the calls of this process that came before on the thread are worked."""
        queue = self._queues.setdefault(thread, asyncio.Lock())
        async with queue:
            yield

    @asynccontextmanager
    async def alone(self, thread: str) -> AsyncIterator[None]:
        """Hold the thread's lock for a block. Raises SessionError when another run has it."""
        try:
            async with self._locks.hold(checked_thread(thread)):
                yield
        except Busy as error:
            raise SessionError(str(error), "busy") from error

    def config(self, thread: str) -> RunnableConfig:
        """Return the configuration of a run on a thread."""
        run = {"thread_id": thread, "principal": self.principal(thread), "__pregel_strict_resume": True}
        return {"configurable": run, "recursion_limit": self._step_limit}
