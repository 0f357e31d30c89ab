"""A session that is opened beside the conversation: what it needs is loaded while the traveller reads and writes."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from tripintent.app.cli.failing import in_words
from tripintent.tools.garbage import kept_apart

if TYPE_CHECKING:
    from tripintent.app.settings import Settings
    from tripintent.app.sync import SyncSession

GETTING_READY = "Getting ready …"
_AGAIN = 1.0
"""Seconds until a prompt that goes on reading is interrupted again."""


class Starting:
    """Opens one session in a thread of its own; who asks for it waits until it is there, and hears what kept it from opening."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._thread = threading.Thread(target=self._open, name="tripintent-start", daemon=True)
        self._session: SyncSession | None = None
        self._error: BaseException | None = None
        self._heard = threading.Event()
        self._heard.set()

    def begin(self) -> None:
        """Begin to open it, once."""
        if self._thread.ident is None:
            self._thread.start()

    def session(self) -> "SyncSession":
        """Return the session; say on a terminal that it is waited for. Raises what kept it from opening."""
        self.begin()
        if self._thread.is_alive():
            with _said(GETTING_READY):
                self._thread.join()
        self.check()
        if self._session is None:
            raise RuntimeError("the session did not open")
        return self._session

    def check(self) -> None:
        """Raise what kept it from opening, where something did already."""
        if self._error is not None:
            raise self._error

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Interrupt what waits for words inside when the session cannot be opened."""
        self._heard.clear()
        try:
            self.begin()
            yield
        finally:
            self._heard.set()

    def close(self) -> None:
        """Close the session, if it was begun."""
        if self._thread.ident is None:
            return
        self._thread.join()
        if self._session is not None:
            self._session.__exit__(None, None, None)

    def _open(self) -> None:
        try:
            with in_words(), kept_apart():
                from tripintent.app.sync import SyncSession

                self._session = SyncSession(self._settings).__enter__()
        except BaseException as error:  # noqa: BLE001 - it is raised again for whoever asks for the session
            self._error = error
            ident = threading.main_thread().ident
            while not self._heard.is_set() and ident is not None and hasattr(signal, "pthread_kill"):
                signal.pthread_kill(
                    ident, signal.SIGINT
                )  # one that comes right before the prompt reads is not seen by it
                self._heard.wait(_AGAIN)


def _said(words: str) -> Any:
    """Return a context in which the words stand on the terminal; elsewhere nothing is written."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(f"[dim]{words}[/dim]")
