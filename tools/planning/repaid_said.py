"""What a message says about money given back, and about who has no share of a cost. Names keep the traveller's spelling."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tripintent.state.planning.command import RepaidSaid
from tripintent.tools.language.exact.money import amount_of, currency_of
from tripintent.tools.places.folding import fold
from tripintent.tools.planning.lexicon import Words
from tripintent.tools.planning.money_said import SUM
from tripintent.tools.planning.split_said import names_in

_SENTENCE = re.compile(r"[.!?;](?=\s|$)|,(?=\s)")
_CAPITAL = re.compile(r"(?<![\w'’])[^\W\d_][\w-]+")


class _Person(NamedTuple):
    name: str
    start: int


def repaid_said(folded: str, original: str, words: Words, known: Sequence[str]) -> RepaidSaid | None:
    """Return money that one gave back to another; None where nothing is said of it, and for a question."""
    if "?" in original:
        return None
    at = 0
    for clause in _SENTENCE.split(folded):
        start = folded.index(clause, at)
        at = start + len(clause)
        cue = words.compiled("gave_back").search(clause)
        said = re.search(SUM, clause) if cue else None
        amount = amount_of(said["n"].strip(" .,")) if said else None
        if cue and said and amount:
            giver, receiver = _people(clause, original[start:at], cue.start(), words, known)
            currency = currency_of(said["before"], said["after"])
            return RepaidSaid(amount=amount, currency=currency, giver=giver, receiver=receiver)
    return None


def _people(clause: str, original: str, cue: int, words: Words, known: Sequence[str]) -> tuple[str, str | None]:
    """Return who gave and who got it: in the order of the words, and the other way round for one who "got it back"."""
    named = _named(original, known)
    to_me = bool(words.compiled("back_to_me").search(clause))
    by_me = bool(words.compiled("back_by_me").search(clause))
    first = named[0].name if named else ""
    giver: str
    receiver: str | None
    if len(named) > 1:
        giver, receiver = first, named[1].name
    elif to_me:
        giver, receiver = first, "" if named else None
    elif named and named[0].start < cue and not by_me:
        giver, receiver = first, None
    else:
        giver, receiver = "", first or None
    if receiver is not None and words.compiled("got_back").search(clause):
        return receiver, giver
    return giver, receiver


def _named(original: str, known: Sequence[str]) -> list[_Person]:
    """Return the people whom words name: those who share costs, else words with a capital that begins a name."""
    found = [(m.group(), m.start()) for m in _CAPITAL.finditer(original)]
    names = {fold(name): name for name in known}
    people = [_Person(names[fold(word)], start) for word, start in found if fold(word) in names]
    people = people or [_Person(word, start) for word, start in found if word[:1].isupper() and len(word) > 1]
    return list({one.name: one for one in reversed(people)}.values())[::-1]


class Without(NamedTuple):
    """Who has no share, and the place of the words for it."""

    people: tuple[str, ...]
    start: int
    end: int


def without_said(folded: str, original: str, words: Words) -> Without | None:
    """Return who has no share of a cost that all others share ("for everyone except Tom")."""
    match = words.compiled("all_but").search(folded)
    if match is None:
        return None
    people = names_in(match["who"], folded, original, match.start("who"), words)
    return Without(people, match.start(), match.end()) if people else None
