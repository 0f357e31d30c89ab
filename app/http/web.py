"""What the routes share: the session, who owns what, and the turns that run.

A turn runs to its end, whoever listens: a closed tab stops nothing, and a server that goes down waits for them.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from starlette.datastructures import State

from tripintent.app.http.guards import RateLimit
from tripintent.app.http.owners import Owners
from tripintent.app.http.problems import ROUTING, Problem
from tripintent.app.http.users import Authenticate, User
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.incoming import checked_thread
from tripintent.app.results import TurnResult
from tripintent.app.session import OnProgress, Session
from tripintent.app.settings import Settings
from tripintent.app.user_session import UserSession
from tripintent.tools.ports.profiles import Directory

H = TypeVar("H")
R = TypeVar("R")
Work = Callable[[OnProgress], Coroutine[object, object, TurnResult]]


class Turns:
    """The turns that this process works on, ``at_once`` of them, guests' half of them; the others wait their turn.

    A process has one core to give, and each running turn holds a connection to the database for its lock.
    """

    def __init__(self, at_once: int) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._guests = asyncio.Semaphore(max(1, at_once // 2))
        self._tasks: set[asyncio.Task[object]] = set()
        self._threads: Counter[str] = Counter()
        self.closing = False
        self.on_end: Callable[[str], None] = lambda _: None

    def is_working(self, thread: str) -> bool:
        """Return whether a turn of the thread runs in this process."""
        return self._threads[thread] > 0

    async def run(
        self, thread: str, work: Callable[[Callable[[H], None]], Coroutine[object, object, R]], *, guest: bool = False
    ) -> AsyncIterator[H | R]:
        """Start a turn; yield what it tells, the result last. Raises what the turn raises."""
        queue: asyncio.Queue[H | None] = asyncio.Queue()
        task = self._start(thread, work(queue.put_nowait), guest=guest)
        task.add_done_callback(lambda _: queue.put_nowait(None))
        while (happening := await queue.get()) is not None:
            yield happening
        yield await task

    async def result(
        self, thread: str, work: Callable[[OnProgress], Coroutine[object, object, R]], *, guest: bool = False
    ) -> R:
        """Start a turn and return its result."""
        return await asyncio.shield(self._start(thread, work(lambda _: None), guest=guest))

    def go_on(self, thread: str, work: Coroutine[object, object, TurnResult]) -> None:
        """Go on with a turn that was cut off, whoever listens; another process may be at it, and a server that goes down is not."""
        if self.closing:
            work.close()
        else:
            self._start(thread, work, guest=False)

    async def drain(self, seconds: float) -> int:
        """Take no more turns, wait for those that run, and stop what is left then; return how many were stopped.

        The words of a stopped turn are stored, and what it has begun to hold, buy or cancel is brought to its end first.
        """
        self.closing = True
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        left = [task for task in self._tasks if task.cancel()]
        await asyncio.gather(*left, return_exceptions=True)
        return len(left)

    def _start(self, thread: str, turn: Coroutine[object, object, R], *, guest: bool) -> asyncio.Task[R]:
        if self.closing:
            turn.close()
            raise closing("nothing was done. Please try again.")
        task = asyncio.create_task(self._in_slot(turn, guest=guest))
        self._tasks.add(task)
        self._threads[thread] += 1
        task.add_done_callback(lambda done: self._ended(thread, done))
        return task

    async def _in_slot(self, turn: Coroutine[object, object, R], *, guest: bool) -> R:
        async with self._guests if guest else nullcontext(), self._slots:
            try:
                return await turn
            except asyncio.CancelledError:
                if self.closing:
                    raise closing("the turn was stopped, and its words are kept.") from None
                raise

    def _ended(self, thread: str, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        self._threads[thread] -= 1
        if not self._threads[thread]:
            del self._threads[thread]
        self.on_end(thread)
        if not task.cancelled():
            task.exception()  # it is looked at here, even where the listener has gone


def closing(so: str) -> Problem:
    """Return the refusal of a server that is told to stop."""
    return Problem(503, "closing", f"The server is going down; {so}", {"retry-after": "5"})


@dataclass
class Web:
    """The running server."""

    settings: WebSettings
    house: Settings
    session: Session
    owners: Owners
    authenticate: Authenticate
    rate: RateLimit
    reads: RateLimit
    turns: Turns
    directory: Directory
    widget_origins: tuple[str, ...] = ()

    def as_user(self, user: User) -> UserSession:
        """Return the session in a user's context."""
        return UserSession.of(self.session, user.context, user.user_id, user.address, checked=True)

    async def as_owner(self, thread: str) -> UserSession:
        """Return the session in the context of the thread's owner, for somebody who decides in another's thread."""
        found = await self.owners.owner(thread)
        if found is None:
            return UserSession.of(self.session, self.session.context, checked=True)
        return UserSession.of(self.session, found.context, found.identity.user, checked=True)

    async def enter(self, thread: str, user: User) -> UserSession:
        """Return the session if the thread is the user's. Raises Problem: a stranger's thread does not exist."""
        checked_thread(thread)
        if not user.is_local:
            found = await self.owners.owner(thread)
            if found is None or found.identity != user.identity:
                whole = await self.owners.owner(thread.rpartition("/")[0])
                if whole is not None and whole.identity == user.identity:
                    raise Problem(404, ROUTING, "There is no such address of a conversation: /openapi.json lists them.")
                raise Problem(404, "unknown_thread", "There is no such conversation.")
        return self.as_user(user)

    async def enter_or_begin(self, thread: str, user: User) -> UserSession:
        """Return the session for a thread whose id the client made; a new id becomes the user's.

        Raises Problem: one that is somebody else's is theirs alone, also for the user to whom the database belongs.
        """
        checked_thread(thread)
        session = self.as_user(user)
        if await self.owners.owner(thread) is None:
            snapshot = await session.graph.aget_state(session.config(thread))
            if snapshot.created_at is None:
                await self.owners.claim(thread, user)
        found = await self.owners.owner(thread)
        return await self.enter(thread, user if found is None else user.model_copy(update={"is_local": False}))


class Running(State):
    """What the lifespan puts into the application. Raises Problem where no lifespan was entered."""

    def __getattr__(self, name: str) -> object:
        """Return what was put there."""
        try:
            return super().__getattr__(name)
        except AttributeError as error:
            raise Problem(503, "not_started", NOT_STARTED) from error


NOT_STARTED = (
    "The application of create_app was not started: enter app.router.lifespan_context(app) in the lifespan of the "
    "application around it, or a TestClient by `with`."
)


def web_of(request: Request) -> Web:
    """Return the running server."""
    web: Web = request.app.state.web
    return web


CurrentWeb = Annotated[Web, Depends(web_of)]
