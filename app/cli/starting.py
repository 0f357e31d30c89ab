"""While one waits: a session that opens beside the conversation, who reads, and the steps and replies of a turn as they come."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tripintent.app.cli.failing import in_words
from tripintent.tools.garbage import kept_apart

if TYPE_CHECKING:
    from tripintent.app.results import ShownMessage, TurnEvent
    from tripintent.app.session import OnProgress
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
                # one that comes right before the prompt reads is not seen by it
                signal.pthread_kill(ident, signal.SIGINT)
                self._heard.wait(_AGAIN)


def _said(words: str) -> Any:
    """Return a context in which the words stand on the terminal; elsewhere nothing is written."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(f"[dim]{words}[/dim]")


_LOOK = 0.1
"""Seconds to wait for a local server, to connect and to answer each."""
_GUIDE = "A small guide without a language model answers: it reads plain wishes in English, numbers and letters."
_HOW = "For free conversation set OPENAI_API_KEY, or TRIPINTENT_BASE_URL and TRIPINTENT_MODEL."


def reader_line(settings: "Settings", *, look: bool) -> str:
    """Return the lines. ``look`` looks for an Ollama server where one usually is, when no model is set."""
    if settings.uses_model:
        where = urlsplit(settings.base_url).netloc.rpartition("@")[2] if settings.base_url else "api.openai.com"
        return f"Reading with {settings.model} at {where}."
    if settings.language == "offline":
        return _GUIDE
    models = _local_models(settings.local_model_url) if look and settings.local_model_url else None
    if models is None:
        return f"{_GUIDE}\n{_HOW}"
    address = f"{str(settings.local_model_url).rstrip('/')}/v1"
    if not models:
        return f"{_GUIDE}\nOllama runs here without a model: pull one, then set TRIPINTENT_BASE_URL={address} and TRIPINTENT_MODEL."
    return f"{_GUIDE}\nOllama runs here: set TRIPINTENT_BASE_URL={address} and TRIPINTENT_MODEL={models[0]} to talk with it."


def _local_models(url: str) -> tuple[str, ...] | None:
    """Return the models of an Ollama server, or None where none answers."""
    import httpx

    try:
        reply = httpx.get(f"{url.rstrip('/')}/api/tags", timeout=_LOOK, trust_env=False)
        return tuple(str(one["name"]) for one in reply.raise_for_status().json()["models"])
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError):
        return None  # no answer, or another server's


_BESIDE = 4
"""Cells of the line that the turning sign and a rest of room take."""


def _nothing(_: "ShownMessage") -> None:
    """Say nothing: the caller shows the result."""


@contextmanager
def shown_progress(say: Callable[["ShownMessage"], None] = _nothing, language: str = "en") -> Iterator["OnProgress"]:
    """Give a callback that says replies, and shows steps in one line on stderr where somebody watches it.

    The steps are told in ``language``; a reply takes the line away until the next step begins.
    """
    from tripintent.app.results import Progress, ShownMessage, Writing

    if not sys.stderr.isatty():
        yield lambda happening: say(happening) if isinstance(happening, ShownMessage) else None
        return
    from rich.console import Console
    from rich.text import Text

    from tripintent.tools.language.languages import read_words

    words = read_words(language, "page")
    console = Console(stderr=True)

    def line(text: str) -> Text:
        shown = Text(" ".join(text.split()), style="dim")
        shown.truncate(max(console.width - _BESIDE, 1), overflow="ellipsis")
        return shown

    with console.status(line(words["page"]["working"])) as status:

        def show(happening: "TurnEvent") -> None:
            if isinstance(happening, ShownMessage):
                status.stop()  # both are one screen: words must not end up in the line of the step
                say(happening)
            elif isinstance(happening, Writing) and happening.text.strip():
                status.update(line(happening.text.strip().splitlines()[-1]))
                status.start()
            elif isinstance(happening, Progress) and happening.step in words["steps"]:
                status.update(line(words["steps"][happening.step]))
                status.start()

        yield show
