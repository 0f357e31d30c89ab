"""What happens while a turn runs: each reply as it is written, and on a terminal the step that is worked on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tripintent.app.results import Said, TurnEvent
    from tripintent.app.session import OnProgress

STEPS = {
    "understand": "reading your message",
    "model_waits": "the language model takes its time, still waiting",
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


def _nothing(_: "Said") -> None:
    """Say nothing: the caller shows the result."""


@contextmanager
def shown_progress(say: Callable[["Said"], None] = _nothing) -> Iterator["OnProgress"]:
    """Give a callback that says replies, and shows steps on stderr where somebody watches it."""
    from tripintent.app.results import Progress, Said, Writing

    if not sys.stderr.isatty():
        yield lambda happening: say(happening) if isinstance(happening, Said) else None
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("…") as status:

        def show(happening: "TurnEvent") -> None:
            if isinstance(happening, Said):
                status.stop()  # both are one screen: words must not end up in the line of the step
                say(happening)
                status.start()
            elif isinstance(happening, Writing):
                status.update(f"[dim]{escape(happening.text)}[/dim]")
            elif isinstance(happening, Progress) and happening.step in STEPS:
                status.update(f"[dim]{STEPS[happening.step]}…[/dim]")

        yield show
