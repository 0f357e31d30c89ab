"""How long the way may take: "no more than 18 hours", "no flights over 12 h", "ideally under 8 hours"."""

import re
from collections.abc import Iterator

from tripintent.state.operations import Operation, SetSlot, Want
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import matches, pattern
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.scope import Scopes

_MOST_HOURS = 72
_WEIGHT = 1.5
"""Above a time of day: "15 horas" is both."""
_CLAUSE = re.compile(r"[,;.!?\n]")


def read_hours(message: Message, language: str, scopes: Scopes) -> Iterator[Candidate]:
    """Propose ``max_hours`` where the way may take so long at most; a wait, a drive or a deadline is none, and a time of day neither."""
    most = [(match, True) for match in matches("hours", "most", language, message.folded)]
    over = [(match, False) for match in matches("hours", "over", language, message.folded)]
    for match, limits in (*most, *over):
        said, span = match["n"].replace(",", "."), match.span()
        hours = lexicon(language).number(said) if said[0].isalpha() else float(said)
        turned = scopes.turn_of(*span) is not None
        if not hours or not 1 <= hours <= _MOST_HOURS or _said_of(message, language, match, "clock"):
            continue
        if _said_of(message, language, match, "of_else"):
            yield Candidate(*span, (), _WEIGHT, "none")
        elif limits or turned:
            yield Candidate(*span, (_limit(float(hours), message, span, scopes),), _WEIGHT)


def _limit(hours: float, message: Message, span: tuple[int, int], scopes: Scopes) -> Operation:
    start, end = span
    where = {"slot": "max_hours", "value": hours, "text": message.text[start:end], "start": start, "end": end}
    if scopes.strength_of(start, end) == "wish":
        return Want.model_validate({"polarity": "prefer", **where})
    return SetSlot.model_validate(where)


def _said_of(message: Message, language: str, match: re.Match[str], concept: str) -> bool:
    """Tell whether the clause of some hours has words of a concept."""
    before = _CLAUSE.split(message.folded[: match.start()])[-1]
    behind = _CLAUSE.split(message.folded[match.end() :])[0]
    return pattern("hours", concept, language).search(f"{before} {behind}") is not None
