"""What does not suit: a day, a hotel that is too far out, a budget that was taken for all of them."""

import re
from collections.abc import Iterator
from typing import Any

from tripintent.state.frame import Frame, SpecialRequest
from tripintent.state.operations import Ask, SetSlot, Want
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.message import Message

_CLAUSE = re.compile(r"[.!?;,\n]|\b(?:but|pero|mais|aber|sondern|mas|ma|so|before|until|after|till)\b")
_CENTRE = {
    "en": "the centre",
    "es": "el centro",
    "fr": "le centre",
    "de": "Zentrum",
    "pt": "o centro",
    "it": "il centro",
}


def read_objections(message: Message, language: str, frame: Frame, *, shown: bool) -> Iterator[Candidate]:
    """Propose a note of a day that does not suit, a central hotel for one too far out, and a budget for each of them."""
    yield from _unsuitable(message, language)
    far = pattern("changes", "too_far", language).search(message.folded)
    if far and shown and frame.lodging_needed is not False:
        yield Candidate(*far.span(), (Want(slot="area", value=_CENTRE[language], **_where(message, far)),))
    each = pattern("changes", "budget_each", language).search(message.folded)
    if each and frame.budget is not None:
        yield Candidate(*each.span(), (SetSlot(slot="budget_per_person", value=True, **_where(message, each)),), 2.0)


def _unsuitable(message: Message, language: str) -> Iterator[Candidate]:
    """Propose a note for a clause that says which day does not suit ("I can't travel on Monday"): it is no day of travel."""
    days = lexicon(language).compile(r"\b(?:%weekday%|%month_name%|%relative%|\d{1,2})\b")
    for match in pattern("changes", "day_out", language).finditer(message.folded):
        left = max((m.end() for m in _CLAUSE.finditer(message.folded, 0, match.start())), default=0)
        right = _CLAUSE.search(message.folded, match.end())
        end = right.start() if right else len(message.folded)
        if days.search(message.folded, left, end) and not message.sentence_at(match.start()).asks:
            said = message.text[left:end].strip()
            note = SpecialRequest(kind="note", said=said, to="note")
            yield Candidate(left, end, (Ask(request=note, text=said, start=left, end=end),))


def _where(message: Message, match: re.Match[str]) -> dict[str, Any]:
    return {"text": message.text[match.start() : match.end()], "start": match.start(), "end": match.end()}
