"""Days that may move: "my dates are flexible", "+/- 2 days", "a day or two either way"."""

from collections.abc import Iterator
from datetime import date

from tripintent.state.frame import Frame
from tripintent.state.operations import SetSlot, Shift
from tripintent.tools.language.exact.margins import FLEXIBLE, find_margins
from tripintent.tools.language.exact.tables import matches
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.message import Message

MOST = 7
"""Days that are compared either way at most: fifteen in all."""


def read_margin(message: Message, language: str) -> Iterator[Candidate]:
    """Propose by how many days the whole journey may move: a number, where one is said, and what "flexible" means else."""
    for margin in find_margins(message.folded, language):
        yield _margin(message, margin.start, margin.end, margin.days)


def read_cheapest_days(message: Message, language: str, frame: Frame, days: tuple[str, ...]) -> Iterator[Candidate]:
    """Propose to move to the cheapest of the days in view; where none are, the days that may move are what is asked for."""
    for match in matches("changes", "cheapest_days", language, message.folded):
        said = frame.depart.day if frame.depart else None
        if not (days and said):
            yield _margin(message, *match.span(), FLEXIBLE)
        elif (by := (date.fromisoformat(days[0]) - date.fromisoformat(said)).days) != 0:
            start, end = match.span()
            move = Shift(what="trip", days=by, text=message.text[start:end], start=start, end=end)
            yield Candidate(start, end, (move,), 1.2)


def asks_for_days(message: Message, language: str, span: tuple[int, int]) -> bool:
    """Tell whether a question asks what other days would cost: they are compared then, and the days that were said stay."""
    text = message.folded[slice(*span)]
    return any(
        True for concept in ("cheapest_days", "dates_flexible") for _ in matches("changes", concept, language, text)
    )


def _margin(message: Message, start: int, end: int, days: int | None) -> Candidate:
    value = min(days, MOST) if days else None
    operation = SetSlot(slot="flexible_days", value=value, text=message.text[start:end], start=start, end=end)
    return Candidate(start, end, (operation,), 1.2)
