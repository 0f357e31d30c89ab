"""Whose a value is: a day of a passport or a birthday is not the journey's, and money that was spent sets no budget.

The head noun or the verb of its clause owns a day or an amount (``owners`` in ``languages/<code>/words.yaml``). The nearest one
before the value counts, else the one that is linked to it right behind ("10 June is when my licence expires").
"""

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import Literal

from tripintent.state.frame import Frame
from tripintent.state.languages import LANGUAGES
from tripintent.state.operations import Operation, Restore, SetSlot, Shift
from tripintent.tools.language.exact.lexicon import lexicon, small_words, telling_words
from tripintent.tools.language.exact.tables import chain
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.folding import fold

Owner = Literal["journey", "budget", "papers", "health", "event", "birth", "spent", "returned"]
_OF_DAYS: tuple[Owner, ...] = ("journey", "papers", "health", "birth", "event")
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
    """Return who owns the day at a place of a folded text, where that is not the journey.

    The day of an event may still be the journey's, where no other day is said: one travels to a wedding.
    """
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


DAYS = frozenset({"depart", "return_", "check_in", "check_out", "nights", "duration_days"})
HOURS = frozenset({"depart_window", "arrive_window", "return_window", "return_arrive_window"})
_CLAUSE = re.compile(r"[.!?;,\n]|\s[-–—]\s")
_CONTENT = re.compile(r"[^\W\d_]{4,}")


def moves_apart(
    operations: Sequence[Operation], text: str, language: str, known: Frame
) -> tuple[tuple[Operation, ...], tuple[str, ...]]:
    """Return the operations without those that would move a known trip by words about something else, and these words.

    A clause that names no flight, hotel or trip and has another object ("put the fado evening on Thursday") moves no day of the
    journey. A bare day, or one beside small words and words of change, is still a day of it.
    """
    folded = fold(text)
    anew = any(isinstance(one, Restore) for one in operations)
    if anew or len(folded) != len(text) or not (known.visits and (known.depart or known.check_in)):
        return tuple(operations), ()
    refused = [_moves(one, known) and _is_about_something_else(folded, one, language, known) for one in operations]
    pairs = list(zip(operations, refused, strict=True))
    apart = {_clause(folded, one.start, one.end) for one, no in pairs if no}
    kept = [one for one, no in pairs if not no and not _is_an_hour_of(one, apart)]
    return tuple(kept), tuple(text[start:end].strip() for start, end in sorted(apart))


def _is_an_hour_of(one: Operation, apart: Collection[tuple[int, int]]) -> bool:
    """Tell whether an operation sets an hour in a clause that is about something else."""
    hour = isinstance(one, SetSlot) and one.slot in HOURS
    return hour and any(start <= one.start and one.end <= end for start, end in apart)


def _moves(one: Operation, known: Frame) -> bool:
    if one.start < 0 or one.end <= one.start:
        return False
    if isinstance(one, Shift):
        return True
    return (
        isinstance(one, SetSlot)
        and one.slot in DAYS
        and one.value is not None
        and one.value != getattr(known, one.slot)
    )


def _clause(folded: str, start: int, end: int) -> tuple[int, int]:
    left = max((m.end() for m in _CLAUSE.finditer(folded, 0, start)), default=0)
    stop = _CLAUSE.search(folded, end)
    return left, stop.start() if stop else len(folded)


def _is_about_something_else(folded: str, one: Operation, language: str, known: Frame) -> bool:
    start, end = _clause(folded, one.start, one.end)
    around = f"{folded[start : one.start]} {folded[one.end : end]}"
    if _words(language, ("journey",)).search(folded, start, end) or _of_change(language).search(folded, start, end):
        return False
    places = (known.origin, known.return_to, known.return_from, *(visit.place for visit in known.visits))
    names = {word for place in places if place for word in fold(f"{place.name} {place.said}").split()}
    return any(word[0] not in names and word[0] not in _talk(language) for word in _CONTENT.finditer(around))


@cache
def _talk(language: str) -> frozenset[str]:
    """Return the words that name no object of their own: small words, words of dates and people, and all words of commands."""
    found: set[str] = set()
    for code in chain(language if language in LANGUAGES else "en"):
        words = read_words(code, "words")
        listed = [word for value in words.values() if isinstance(value, list) for word in value]
        said = [words["owners"]["idle"], *(str(value) for value in read_words(code, "options").values())]
        found |= {*small_words(code), *telling_words(code)} | set(_CONTENT.findall(fold(" ".join((*listed, *said)))))
    return frozenset(found)


@cache
def _of_change(language: str) -> re.Pattern[str]:
    tables = [read_words(code, "words")["owners"] for code in chain(language if language in LANGUAGES else "en")]
    said = "|".join(p.strip() for t in tables for p in t["change"].split(" | "))
    return lexicon(language).compile(rf"(?<!\w)(?:{said})(?!\w)")
