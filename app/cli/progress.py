"""What happens while a turn runs: each reply as it is written, and on a terminal the step that is worked on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tripintent.app.results import ShownMessage, TurnEvent
    from tripintent.app.session import OnProgress

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
