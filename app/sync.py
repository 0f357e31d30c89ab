"""The session for callers without an event loop: one loop in one thread behind ordinary methods."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from tripintent.app.chat_hook import ChatHook
from tripintent.app.opening import open_session
from tripintent.app.results import TurnResult
from tripintent.app.selling import OwnSupplier
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.staffing import answer_guest

P = ParamSpec("P")
T = TypeVar("T")


def _waited(
    method: Callable[Concatenate[Session, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate["SyncSession", P], T]:
    """Return a method of the session, with its arguments and its description, as one that waits for the result."""

    @wraps(method)
    def waited(self: "SyncSession", /, *args: P.args, **kwargs: P.kwargs) -> T:
        work: Coroutine[Any, Any, T] = getattr(self.session, method.__name__)(*args, **kwargs)
        return self.wait_for(work)

    return waited


class SyncSession:
    """``with SyncSession(settings) as session: session.say("t1", "…")``. Every thread may call; errors are the session's."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        recover: bool = True,
        host: Any = None,
        suppliers: Sequence[OwnSupplier] = (),
        on_message: ChatHook | None = None,
    ) -> None:
        self._opener: AbstractAsyncContextManager[Session] = open_session(
            settings, recover=recover, host=host, suppliers=suppliers, on_message=on_message
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tripintent-session", daemon=True)
        self._session: Session | None = None

    def __enter__(self) -> Self:
        """Open the databases."""
        self._thread.start()
        try:
            self._session = self.wait_for(self._opener.__aenter__())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the databases and end the loop."""
        try:
            self.wait_for(self._opener.__aexit__(kind, error, trace))
        finally:
            self._stop()

    @property
    def database(self) -> str:
        """Where the trips are kept, as it may be shown."""
        return self.session.database

    say = _waited(Session.say)
    event = _waited(Session.event)
    choose = _waited(Session.choose)
    hold = _waited(Session.hold)
    approve = _waited(Session.approve)
    reject = _waited(Session.reject)
    cancel = _waited(Session.cancel)
    trip = _waited(Session.trip)
    document = _waited(Session.document)
    waiting = _waited(Session.waiting)
    history = _waited(Session.history)
    pending = _waited(Session.pending)
    threads = _waited(Session.threads)

    def respond(self, thread: str, text: str, by: str = "") -> TurnResult:
        """See ``Session.respond``."""
        return self.wait_for(answer_guest(self.session, thread, text, by))

    @property
    def session(self) -> Session:
        """The session behind it; its methods belong to the loop of this object."""
        if self._session is None:
            raise RuntimeError("the session is not open: use it in a with block")
        return self._session

    def wait_for(self, work: Coroutine[object, object, T]) -> T:
        """Do work of the session's on its loop, and wait for it; what would end the loop's thread is raised here."""
        ends: list[BaseException] = []

        async def kept() -> T | None:
            try:
                return await work
            except (SystemExit, KeyboardInterrupt) as end:  # a reader of the output went away
                ends.append(end)
                return None

        result = asyncio.run_coroutine_threadsafe(kept(), self._loop).result()
        if ends:
            raise ends[0]
        return cast("T", result)

    def _stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
