"""Days that may move: "my dates are flexible", "+/- 2 days", "a day or two either way"."""

import re
from collections.abc import Iterator
from datetime import date

from tripintent.state.frame import Frame
from tripintent.state.operations import SetSlot, Shift
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.lexicon import lexicon
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.tables import matches

FLEXIBLE = 3
"""Days that "flexible" means without a number: what the date grids of flight searches show either way."""
MOST = 7
"""Days that are compared either way at most: fifteen in all."""
_CONCEPTS = (("dates_flexible", FLEXIBLE), ("by_two_days", 2), ("by_a_day", 1), ("dates_fixed", None))
_SIGNS = re.compile(r"(?:\+\s?/?\s?-|±)\s*(?P<n>\d+)(?:\s*[^\W\d]+)?")


def read_margin(message: Message, language: str) -> Iterator[Candidate]:
    """Propose by how many days the whole journey may move: a number, where one is said, and what "flexible" means else."""
    found = [
        (match, _number(match, language) or days)
        for concept, days in _CONCEPTS
        for match in matches("changes", concept, language, message.folded)
    ]
    found += [(match, int(match["n"])) for match in _SIGNS.finditer(message.folded)]
    exact = [one for one in found if one[1] != FLEXIBLE]
    for match, days in exact or found:
        yield _margin(message, match, days)


def read_cheapest_days(message: Message, language: str, frame: Frame, days: tuple[str, ...]) -> Iterator[Candidate]:
    """Propose to move to the cheapest of the days in view; where none are, the days that may move are what is asked for."""
    for match in matches("changes", "cheapest_days", language, message.folded):
        said = frame.depart.day if frame.depart else None
        if not (days and said):
            yield _margin(message, match, FLEXIBLE)
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


def _number(match: re.Match[str], language: str) -> int | None:
    number = next((value for value in match.groupdict().values() if value), None)
    return lexicon(language).number(number) if number else None


def _margin(message: Message, match: re.Match[str], days: int | None) -> Candidate:
    start, end = match.span()
    value = min(days, MOST) if days else None
    operation = SetSlot(slot="flexible_days", value=value, text=message.text[start:end], start=start, end=end)
    return Candidate(start, end, (operation,), 1.2)
