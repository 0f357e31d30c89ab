"""Checked bags: "two checked bags", "no bags to check", "carry-on only"."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.message import Message

_COUNT = (
    r"\b(?P<n>%num%|an?|no|any)\s+"
    r"(?:(?:big|large|small|heavy|huge|medium|full[- ]size|grandes?|gro\w{1,5}|grandi|pesadas?|lourdes?|schweren?)\s+)?"
    r"(?:checked[- ]?in\s+|checked\s+|check[- ]?in\s+"
    r"|pieces? of (?:checked )?)?%bag%\b(?P<carry>\s+(?:carry|hand))?"
)
_WORDS = {"no": 0, "a": 1, "an": 1}


@cache
def _count(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(_COUNT)


@cache
def _checked(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(
        r"(?P<none>\b(?:no|without|sin|sans|ohne|kein\w*|senza|sem|pas de) )?\b%checked_bag%\b"
    )


def read_bags(message: Message, language: str) -> Iterator[SlotValue]:
    """Yield ``checked_bags``."""
    none = pattern("needs", "hand_luggage", language).search(message.open)
    if none:
        message.take(*none.span())
        yield SlotValue("checked_bags", 0, *none.span())
        return
    match = _count(language).search(message.open)
    one = None if match else _checked(language).search(message.open)
    if one:
        message.take(*one.span())
        yield SlotValue("checked_bags", 0 if one["none"] else 1, *one.span())
    if match and not match["carry"] and match["n"] != "any":
        count = _WORDS.get(match["n"], lexicon(language).number(match["n"]))
        if count is not None:
            message.take(*match.span())
            yield SlotValue("checked_bags", count, *match.span())
