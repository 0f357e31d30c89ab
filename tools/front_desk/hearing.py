"""Hearing a message at the desk: its parts and clauses, a yes or a no, and why a person has to answer."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tripintent.tools.front_desk.speech import turn, words
from tripintent.tools.knowledge.passages import fold, glossary
from tripintent.tools.language.exact.lexicon import lexicon

ROOMS = frozenset({"room", "bed", "free_rooms", "book", "table", "ticket", "stay", "night"})
"""Concepts of what a desk keeps free or books."""
APART = ROOMS | {"taxi"}
"""Concepts of a wish of its own, whatever comes before it."""
DAY = re.compile(r"\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b\d{4}-\d\d-\d\d\b")
_GROUP = re.compile(r"groups? of (\w{1,9})\b")
MOST_NAMES = 4
"""Words of somebody's name."""
ACUTE, URGENT, PERSON = ("acute", "emergency"), ("acute", "illness", "danger"), ("complaint", "asks", "discount")
"""Illness for which an ambulance is called; why a person has to answer: at once, whatever else is said; and unless it is said in jest."""
KEPT = ("orders", "privacy", "creator", "exception", "cancels")


@cache
def _patterns() -> dict[str, list[re.Pattern[str]]]:
    return {kind: [re.compile(one) for one in rows] for kind, rows in words("person").items()}


def heard(kinds: Sequence[str], text: str) -> str:
    """Return the first kind whose words a message has, or an empty text."""
    folded = fold(text)
    return next((kind for kind in kinds if any(p.search(folded) for p in _patterns()[kind])), "")


def takes_up(waiting: str, text: str) -> bool:
    """Check whether words say yes to an offered table, to tickets or to another day; no question beside it."""
    return waiting in ("yes", "next_day") and not refuses_or_asks(text) and agrees(text)


def agrees(text: str) -> bool:
    """Check whether words begin with a yes."""
    return bool(turn("agrees").search(fold(text)))


def bare(text: str) -> bool:
    """Check whether words are a yes or a no and nothing else."""
    answers = agrees(text) or bool(turn("declines").search(fold(text)))
    return answers and "?" not in text and len(text.split()) <= MOST_NAMES and not glossary().concepts(fold(text))


def refuses_or_asks(text: str) -> bool:
    """Check whether words say no, or ask something."""
    return "?" in text or bool(turn("refuses").search(fold(text)))


def is_contact(text: str) -> bool:
    """Check whether words may be somebody's name and number: a number or an address in them, or two names alone."""
    named = all(word[:1].isupper() for word in text.split()) and 1 < len(text.split()) <= MOST_NAMES
    return reachable(text) or named


def reachable(text: str) -> bool:
    """Check whether a telephone's number or an address is in words; a day is neither."""
    return bool(re.search(r"\d{6}|\d[\d ()/-]{6,}|\S@\S", DAY.sub(" ", text)))


def group_size(rules: Sequence[str]) -> int | None:
    """Return from how many people on the service file calls a colleague ("groups of ten or more")."""
    for rule in rules:
        match = _GROUP.search(rule.casefold())
        if match:
            return lexicon("en").number(match[1])
    return None


def parts(text: str) -> list[str]:
    """Return the parts of a message that may want different answers; a short or single one stays whole."""
    found = [part.strip(" ,;") for part in turn("cut").split(text) if part and part.strip(" ,;")]
    return list(_joined(found)) or [text]


def _joined(found: Sequence[str]) -> Iterator[str]:
    """Yield parts; a greeting, a lone word, or a mere statement belongs to what follows, or at the end to what came before."""
    whole: list[str] = []
    before = ""
    for part in found:
        said = f"{before} {part}".strip()
        folded = fold(part)
        asks = turn("begins").search(folded) or glossary().concepts(folded) & APART
        if len(part.split()) < 3 or not asks:
            before = said
            continue
        before = ""
        whole.append(said)
    if before and whole:
        whole[-1] = f"{whole[-1]} {before}"
    yield from whole or filter(None, [before])


_SENTENCE_ENDS = re.compile(r"(?<=[!?;])\s+|(?<=[^\W\d]\.)\s+|(?<=\d{3}\.)\s+|\n+")


class Clause(NamedTuple):
    """A part of a message. ``denied``: it says no to what it names; ``supposed``: it depends on something; ``asks``: it is a question."""

    text: str
    folded: str
    asks: bool
    denied: bool
    supposed: bool


def clauses_of(text: str) -> Sequence[Clause]:
    """Return the parts of a message, in their order; together they have all its words."""
    wholes = (whole for sentence in _SENTENCE_ENDS.split(text.strip()) for whole in turn("cut").split(sentence))
    found = (part.strip(" ,;") for whole in wholes for part in turn("turns").split(whole or "") if part)
    return [_clause(said) for said in found if said]


def _clause(said: str) -> Clause:
    folded = fold(said)
    asks, denied, supposed = (bool(turn(name).search(folded)) for name in ("asks", "denies", "supposes"))
    return Clause(said, folded, asks, denied, supposed)
