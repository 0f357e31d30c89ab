"""Turns run to their end, whoever listens: a closed tab stops nothing, and a server that goes down waits for them."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import TypeVar

from tripintent.app.http.problems import Problem
from tripintent.app.results import Progress, TurnResult
from tripintent.app.session import OnProgress

H = TypeVar("H")
R = TypeVar("R")
Work = Callable[[OnProgress], Coroutine[object, object, TurnResult]]
NOT_STOPPED = frozenset({"hold", "release", "request_approval", "purchase", "cancel_booking", "cancel"})
"""Steps that speak with a supplier about money: what has begun is brought to its end."""


class Turns:
    """The turns that this process works on, ``at_once`` of them; the others wait their turn.

    A process has one core to give, and each running turn holds a connection to the database for its lock.
    """

    def __init__(self, at_once: int) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._tasks: set[asyncio.Task[object]] = set()
        self._threads: Counter[str] = Counter()
        self._steps: dict[str, tuple[asyncio.Task[object], str]] = {}
        self.closing = False
        self.on_end: Callable[[str], None] = lambda _: None

    def is_working(self, thread: str) -> bool:
        """Return whether a turn of the thread runs in this process."""
        return self._threads[thread] > 0

    async def run(
        self, thread: str, work: Callable[[Callable[[H], None]], Coroutine[object, object, R]]
    ) -> AsyncIterator[H | R]:
        """Start a turn; yield what it tells, the result last. Raises what the turn raises."""
        queue: asyncio.Queue[H | None] = asyncio.Queue()

        def tell(happening: H) -> None:
            if isinstance(happening, Progress):
                self._steps[thread] = task, happening.step
            queue.put_nowait(happening)

        task = self._start(thread, work(tell))
        task.add_done_callback(lambda _: queue.put_nowait(None))
        while (happening := await queue.get()) is not None:
            yield happening
        if task.cancelled():
            raise Problem(409, "stopped", "The turn was stopped. Nothing is lost.")
        yield await task

    def stop(self, thread: str) -> bool:
        """Stop the thread's turn that runs here, and return whether it was: not when it holds, buys or cancels something."""
        task, step = self._steps.get(thread, (None, ""))
        return task is not None and step not in NOT_STOPPED and task.cancel()

    async def result(self, thread: str, work: Work) -> TurnResult:
        """Start a turn and return its result."""
        return await asyncio.shield(self._start(thread, work(lambda _: None)))

    async def drain(self, seconds: float) -> int:
        """Take no more turns and wait for those that run; return how many were left when the time was up."""
        self.closing = True
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        return len(self._tasks)

    def _start(self, thread: str, turn: Coroutine[object, object, R]) -> asyncio.Task[R]:
        if self.closing:
            turn.close()
            said = "The server is going down; nothing was done. Please try again."
            raise Problem(503, "closing", said, {"retry-after": "5"})
        task = asyncio.create_task(self._in_slot(turn))
        self._tasks.add(task)
        self._threads[thread] += 1
        task.add_done_callback(lambda done: self._ended(thread, done))
        return task

    async def _in_slot(self, turn: Coroutine[object, object, R]) -> R:
        async with self._slots:
            return await turn

    def _ended(self, thread: str, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        self._threads[thread] -= 1
        if not self._threads[thread]:
            del self._threads[thread]
            self._steps.pop(thread, None)
        self.on_end(thread)
        if not task.cancelled():
            task.exception()  # it is looked at here, even where the listener has gone
