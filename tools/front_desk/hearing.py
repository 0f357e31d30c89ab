"""Hearing a message at the desk: its parts and clauses, a yes or a no, and why a person has to answer."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tripintent.tools.front_desk.speech import words
from tripintent.tools.knowledge.text import fold, glossary

ROOMS = frozenset({"room", "bed", "free_rooms", "book", "table", "ticket", "stay", "night"})
"""Concepts of what a desk keeps free or books."""
APART = ROOMS | {"taxi"}
"""Concepts of a wish of its own, whatever stands before it."""
_ASKS = re.compile(
    r"\?|^(?:(?:guten (?:tag|morgen|abend)|hallo|hi|hello|good (?:morning|evening)"
    r"|bonjour|bonsoir|hola|buenas|buongiorno|bom dia|boa tarde)[,!. ]+)?"
    r"(?:and |und |et |y |e )?(?:when|where|what|how|who|which|is|are|do|does|can|could|may"
    r"|would|will|have|please|i want|i need"
    r"|i'd|we'd|we want|we need|i would|we would|looking|book|tell|show|give|make|wann|wo|was|wie|haben|gibt|kann|konnen|quand|ou"
    r"|combien|avez|cuando|donde|cuanto|tienen|hay|quando|dove|quanto|avete|onde|tem)\b"
)
_NUMBERS = {"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20}
_GROUP = re.compile(r"groups? of (\w{1,9})\b")
CUT = re.compile(
    r"(?<=[?!])\s+(?=\w)|(?<=[a-z]\.)\s+(?=[A-Z])|[,;]?\s+(?:and|und|et|y|e)\s+(?=(?:when|where|what"
    r"|how|who|is there|are there|do you|can we|can i|could|wann"
    r"|wo|was|wie|gibt|ware|wäre|wären|hätten|können|haben|quand|ou|quel|combien|est-ce|avez|cuando|donde|cuanto|hay|tienen|quando|dove|quanto|c'e|avete|onde"
    r"|ha|tem|would|would it|also|(?:an?|eine?n?|une?|una?|uma?) (?:table|tisch|mesa|tavolo|taxi))\b)"
    r"|,\s+(?=(?:have you|do you|is there|are there|can we|could we|what's|when|where|how much)\b)",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^\W*(?:(?:oh|ah|ja|si|oui|yes|ok)\W+)?(?:yes|yeah|yep|sure|ok|okay|please do|go ahead"
    r"|perfect|great|fine|ja|gerne?|bitte|einverstanden"
    r"|oui|volontiers|d'accord|avec plaisir|parfait|si|claro|vale|de acuerdo|adelante|perfecto|certo|va bene|volentieri|perfetto|d'accordo"
    r"|sim|pode ser|por favor|perfeito|esta bem)\b"
)
_NO = re.compile(r"^\W*(?:no|nope|nein|non|nao)\b(?! (?:idea|problem|later|more))")
_REFUSES_OR_ASKS = re.compile(
    r"\b(?:no|not|nein|nicht|kein\w*|non|pas|nao|don't|when|where|what|how|who|which|wann|wo|was|wie|wer|quand|combien|quel\w*|comment"
    r"|cuando|donde|cuanto|como|quando|dove|quanto|come|onde|do you|is there|are there|can (?:we|i)|gibt es"
    r"|haben sie|y a-t-il|avez-vous|hay|c'e)\b"
)
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
    return bool(_YES.search(fold(text)))


def behind_yes(text: str) -> str:
    """Return what stands behind a yes; empty where there is none."""
    match = _YES.search(fold(text))
    return text[match.end() :].lstrip(" ,;.!") if match else ""


def bare(text: str) -> bool:
    """Check whether words are a yes or a no and nothing else."""
    answers = agrees(text) or bool(_NO.search(fold(text)))
    return answers and "?" not in text and len(text.split()) <= MOST_NAMES and not glossary().concepts(fold(text))


def refuses_or_asks(text: str) -> bool:
    """Check whether words say no, or ask something."""
    return "?" in text or bool(_REFUSES_OR_ASKS.search(fold(text)))


def is_contact(text: str) -> bool:
    """Check whether words may be somebody's name and number: a number or an address in them, or two names alone."""
    reachable = re.search(r"\d{6}|\d[\d ()/-]{6,}|\S@\S", text)
    named = all(word[:1].isupper() for word in text.split()) and 1 < len(text.split()) <= MOST_NAMES
    return bool(reachable) or named


def group_size(rules: Sequence[str]) -> int | None:
    """Return from how many people on the service file calls a colleague ("groups of ten or more")."""
    for rule in rules:
        match = _GROUP.search(rule.casefold())
        if match:
            return int(match[1]) if match[1].isdecimal() else _NUMBERS.get(match[1])
    return None


def parts(text: str) -> list[str]:
    """Return the parts of a message that may want different answers; a short or single one stays whole."""
    found = [part.strip(" ,;") for part in CUT.split(text) if part and part.strip(" ,;")]
    return list(_joined(found)) or [text]


def _joined(found: Sequence[str]) -> Iterator[str]:
    """Yield parts; a greeting, a lone word, or a mere statement belongs to what follows, or at the end to what came before."""
    whole: list[str] = []
    before = ""
    for part in found:
        said = f"{before} {part}".strip()
        folded = fold(part)
        asks = _ASKS.search(folded) or glossary().concepts(folded) & APART
        if len(part.split()) < 3 or not asks:
            before = said
            continue
        before = ""
        whole.append(said)
    if before and whole:
        whole[-1] = f"{whole[-1]} {before}"
    yield from whole or filter(None, [before])


_SENTENCE_ENDS = re.compile(r"(?<=[!?;])\s+|(?<=[^\W\d]\.)\s+|(?<=\d{3}\.)\s+|\n+")


@cache
def _clause_pattern(name: str) -> re.Pattern[str]:
    return re.compile(words("sentences")["clauses"][name], re.IGNORECASE)


class Clause(NamedTuple):
    """A part of a message. ``denied``: it says no to what it names; ``supposed``: it depends on something; ``asks``: it is a question."""

    text: str
    folded: str
    asks: bool
    denied: bool
    supposed: bool


def clauses_of(text: str) -> Sequence[Clause]:
    """Return the parts of a message, in their order; together they have all its words."""
    wholes = (whole for sentence in _SENTENCE_ENDS.split(text.strip()) for whole in CUT.split(sentence))
    found = (part.strip(" ,;") for whole in wholes for part in _clause_pattern("turns").split(whole or "") if part)
    return [_clause(said) for said in found if said]


def _clause(said: str) -> Clause:
    folded = fold(said)
    asks, denied, supposed = (bool(_clause_pattern(name).search(folded)) for name in ("asks", "denies", "supposes"))
    return Clause(said, folded, asks, denied, supposed)
