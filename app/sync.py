"""The session for callers without an event loop: one loop in one thread behind ordinary methods."""

import asyncio
import threading
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Self, TypeVar, cast

from tripintent.app.chat_hook import ChatHook
from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.results import Pending, ShownMessage, TurnResult
from tripintent.app.selling import OwnSupplier
from tripintent.app.session import OnProgress, Session
from tripintent.app.settings import Settings
from tripintent.app.staffing import answer_guest
from tripintent.app.threads import ThreadSummary
from tripintent.state.booking import Approval
from tripintent.state.trip import TripIntent

T = TypeVar("T")


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
            self._session = self._await(self._opener.__aenter__())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the databases and end the loop."""
        try:
            self._await(self._opener.__aexit__(kind, error, trace))
        finally:
            self._stop()

    @property
    def database(self) -> str:
        """Where the trips are kept, as it may be shown."""
        return self.session.database

    def say(self, thread: str, text: str, *, on_progress: OnProgress | None = None) -> TurnResult:
        """See ``Session.say``."""
        return self._await(self.session.say(thread, text, on_progress=on_progress))

    def event(self, thread: str, event: Mapping[str, Any]) -> TurnResult:
        """See ``Session.event``."""
        return self._await(self.session.event(thread, event))

    def choose(self, thread: str, option: str | int) -> TurnResult:
        """See ``Session.choose``."""
        return self._await(self.session.choose(thread, option))

    def hold(self, thread: str) -> TurnResult:
        """See ``Session.hold``."""
        return self._await(self.session.hold(thread))

    def approve(
        self, thread: str, answer: Answer | None = None, *, on_progress: OnProgress | None = None
    ) -> TurnResult:
        """See ``Session.approve``."""
        return self._await(self.session.approve(thread, answer, on_progress=on_progress))

    def reject(self, thread: str, reason: str = "", answer: Answer | None = None) -> TurnResult:
        """See ``Session.reject``."""
        return self._await(self.session.reject(thread, reason, answer))

    def respond(self, thread: str, text: str, by: str = "") -> TurnResult:
        """See ``Session.respond``."""
        return self._await(answer_guest(self.session, thread, text, by))

    def cancel(self, thread: str) -> bool:
        """See ``Session.cancel``; called by another thread than the one that waits for the turn."""
        return self._await(self.session.cancel(thread))

    def trip(self, thread: str) -> TripIntent:
        """See ``Session.trip``."""
        return self._await(self.session.trip(thread))

    def document(self, thread: str) -> dict[str, Any]:
        """See ``Session.document``."""
        return self._await(self.session.document(thread))

    def waiting(self, thread: str) -> Pending | None:
        """See ``Session.waiting``."""
        return self._await(self.session.waiting(thread))

    def history(self, thread: str) -> Sequence[ShownMessage]:
        """See ``Session.history``."""
        return self._await(self.session.history(thread))

    def pending(self) -> Sequence[Approval]:
        """See ``Session.pending``."""
        return self._await(self.session.pending())

    def threads(self, limit: int = 50) -> Sequence[ThreadSummary]:
        """See ``Session.threads``."""
        return self._await(self.session.threads(limit))

    @property
    def session(self) -> Session:
        """The session behind it; its methods belong to the loop of this object."""
        if self._session is None:
            raise RuntimeError("the session is not open: use it in a with block")
        return self._session

    def wait_for(self, work: Coroutine[object, object, T]) -> T:
        """Do other work of the session's on its loop, and wait for it."""
        return self._await(work)

    def _await(self, work: Coroutine[object, object, T]) -> T:
        """Return what comes of work in the loop's thread; what would end that thread is raised here."""
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
