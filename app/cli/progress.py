"""Progress on stderr while a turn runs, on a terminal only."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tripintent.app.results import Progress

if TYPE_CHECKING:
    from tripintent.app.session import OnProgress

STEPS = {
    "extract": "reading your message",
    "quote_flights": "asking for flights",
    "quote_hotels": "asking for hotels",
    "rank": "comparing whole trips",
    "risk": "checking connections, dates and rules",
    "hold": "placing holds",
    "purchase": "buying",
    "release": "giving holds back",
    "cancel": "cancelling",
    "answer": "looking that up",
}


@contextmanager
def shown_progress() -> Iterator["OnProgress | None"]:
    """Give a callback that shows what happens, or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - a scripted run never needs it

    console = Console(stderr=True)
    with console.status("…") as status:

        def show(progress: Progress) -> None:
            if progress.step in STEPS:
                status.update(f"[dim]{STEPS[progress.step]}…[/dim]")

        yield show
