"""Travellers who join those already counted: "add one more person", "my daughter is coming too"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.reading.message import Message

_MORE = (
    r"\b(?:add|plus|bring|bringing|include|and)\s+(?:in\s+)?(?P<n>%num%|another|an?)\s+(?:more\s+)?(?:extra\s+"
    r"|more\s+|additional\s+)?(?:%person%|%ticket%|%adult%|(?P<child>%child%)|(?P<infant>%infant%))\b"
)
_JOINS = (
    r"\b(?:my|our|a)\s+(?:[\w-]+\s+){0,2}(?:%companion%|%child%|%infant%|%old%)\b[^.;]{0,30}\b(?:(?:is |will be |'s )?(?:coming"
    r"|joining|travell?ing)|joins|comes)\b"
    r"(?=[^.;]*\b(?:too|as well|along|also|me|us)\b)"
)
_ONE_MORE = re.compile(r"\b(?:more|another|extra|additional)\b")


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = lexicon(language)
    return words.compile(_MORE), words.compile(_JOINS)


def read_additions(message: Message, language: str, young: Sequence[SlotValue]) -> Iterator[SlotValue]:
    """Yield ``more_travelers``, or ``more_children``, ``more_infants`` and ``more_ages`` where the words tell these."""
    text = message.folded
    more, joins = _patterns(language)
    match = next((m for m in more.finditer(text) if _ONE_MORE.search(m.group())), None)
    if match:
        count = lexicon(language).number(match["n"]) or 1
        slot = "more_children" if match["child"] else "more_infants" if match["infant"] else "more_travelers"
        yield SlotValue(slot, count, *match.span(), 0.9)
        return
    match = joins.search(text)
    if match and any(c.slot == "ages" for c in young):
        yield from (c._replace(slot=f"more_{c.slot}") for c in young)
    elif match:
        yield SlotValue("more_travelers", 1, *match.span(), 0.8)
