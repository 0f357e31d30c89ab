"""Whose a value is: a day of a passport or a birthday is not the journey's, and money that was spent sets no budget.

The head noun or the verb of its clause owns a day or an amount (``owners`` in ``languages/<code>/words.yaml``). The nearest one
before the value counts, else the one that is linked to it right behind ("10 June is when my licence expires").
"""

import re
from functools import cache
from typing import Literal

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.reading.lexicon import lexicon
from tripintent.tools.language.reading.tables import chain

Owner = Literal["journey", "budget", "papers", "health", "birth", "spent", "returned"]
_OF_DAYS: tuple[Owner, ...] = ("journey", "papers", "health", "birth")
_OF_MONEY: tuple[Owner, ...] = ("budget", "returned", "spent")
_OF_PLACES: tuple[Owner, ...] = ("journey", "returned", "spent")
_ENDS = re.compile(r"[.!?](?=\s|$)|[;,\n]|\s[-–—]\s")


@cache
def _words(language: str, owners: tuple[Owner, ...]) -> re.Pattern[str]:
    """Return the words of several owners, each in a group of its name."""
    tables = [read_words(code, "words")["owners"] for code in chain(language if language in LANGUAGES else "en")]
    groups = (f"(?P<{owner}>{'|'.join(p.strip() for t in tables for p in t[owner].split(' | '))})" for owner in owners)
    return lexicon(language).compile(rf"(?<!\w)(?:{'|'.join(groups)})(?!\w)")


@cache
def _link(language: str) -> re.Pattern[str]:
    tables = [read_words(code, "words")["owners"] for code in chain(language if language in LANGUAGES else "en")]
    return re.compile(rf"\s*(?:{'|'.join(p.strip() for t in tables for p in t['link'].split(' | '))})(?!\w)")


def owner_of_day(text: str, start: int, end: int, language: str) -> Owner | None:
    """Return who owns the day at a place of a folded text, where that is not the journey."""
    return _owner(text, start, end, language, _OF_DAYS)


def owner_of_money(text: str, start: int, end: int, language: str) -> Owner | None:
    """Return who owns the amount at a place of a folded text, where that is not the trip's budget."""
    return _owner(text, start, end, language, _OF_MONEY)


def owner_of_place(text: str, start: int, end: int, language: str) -> Owner | None:
    """Return who owns a name that may be a place, where money goes to it and no journey ("paid back to Tom")."""
    return _owner(text, start, end, language, _OF_PLACES)


def _owner(text: str, start: int, end: int, language: str, owners: tuple[Owner, ...]) -> Owner | None:
    words = _words(language, owners)
    left = max((m.end() for m in _ENDS.finditer(text, 0, start)), default=0)
    stop = _ENDS.search(text, end)
    right = stop.start() if stop else len(text)
    before = [m.lastgroup for m in words.finditer(text, left, start)]
    linked = None if before or owners == _OF_PLACES else _link(language).match(text, end, right)
    if linked:
        behind = words.search(text, linked.end(), right)
        before = [linked.lastgroup or (behind.lastgroup if behind else None)]
    found = before[-1] if before else None
    named: Owner | None = next((owner for owner in owners[1:] if owner == found), None)
    return named
