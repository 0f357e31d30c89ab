"""How long a whole message may wait for a model: one deadline for all calls of a turn, and a word to who waits.

A turn opens it around everything that may ask a model::

    with patience(settings.model_timeout, lambda seconds: writer({"waits": seconds})):
        ...
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import monotonic

FIRST_WORD, NEXT_WORD = 3.0, 10.0
"""Seconds of waiting before the first word, and between later ones."""
Waits = Callable[[float], None]
"""Hears for how many seconds the message has waited."""


@dataclass
class WaitingMessage:
    """Who is told that a message waits, since when it does, and how often that was said."""

    waits: Waits
    began: float = field(default_factory=monotonic)
    said: int = 0

    async def tell(self) -> None:
        """Tell now and then, until cancelled."""
        while True:
            left = self.began + FIRST_WORD + self.said * NEXT_WORD - monotonic()
            if left > 0:
                await asyncio.sleep(left)
                continue
            self.said += 1
            self.waits(monotonic() - self.began)


@dataclass(frozen=True)
class Patience:
    """A deadline, and who is told that it is being waited."""

    until: float
    waiting: WaitingMessage | None = None

    @property
    def left(self) -> float:
        """Seconds until the deadline, at least none."""
        return max(self.until - monotonic(), 0.0)

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[None]:
        """Tell who waits, now and then, while the block runs."""
        if self.waiting is None:
            yield
            return
        teller = asyncio.create_task(self.waiting.tell())
        try:
            yield
        finally:
            teller.cancel()


_OPEN: ContextVar[Patience | None] = ContextVar("patience", default=None)


@asynccontextmanager
async def telling() -> AsyncIterator[None]:
    """Tell who waits, now and then, while the block runs, where somebody asked to be told."""
    opened = _OPEN.get()
    async with opened.telling() if opened else nullcontext():
        yield


@contextmanager
def patience(seconds: float, waits: Waits | None = None) -> Iterator[Patience]:
    """Let all calls of the block share one deadline; one that is open already and ends sooner counts."""
    mine = within(seconds)
    token = _OPEN.set(mine if waits is None else Patience(mine.until, WaitingMessage(waits)))
    try:
        yield mine
    finally:
        _OPEN.reset(token)


def within(seconds: float) -> Patience:
    """Return the patience that is open, shortened to that many seconds; one of its own where none is open."""
    until, is_open = monotonic() + seconds, _OPEN.get()
    return Patience(min(until, is_open.until), is_open.waiting) if is_open else Patience(until)


def retry_after(error: Exception) -> float | None:
    """Return the seconds that a service asks to wait, of the reply that an error carries; None where it does not say."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        said = str(headers.get(name) or "")
        if said.replace(".", "", 1).isdigit():
            return float(said) / scale
    return None
