"""Children, infants and toddlers: counted by their words, told apart by their ages."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tripintent.tools.language.reading.claims import SlotValue
from tripintent.tools.language.reading.lexicon import lexicon
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.party.ages import Ages, ages_alone, ages_behind, ages_free, ages_only

INFANT_UNDER = 2
"""Airlines' limit: under two years an infant may sit on a lap."""

_AGELESS = 0.7
"""Confidence of a toddler whose age nobody said."""

_HINT = r"\b(?:%child%|%infant%|%toddler%|yo|aged?|ages|%old%)\b|jahrig|monatig|y/o|\b(?:edad|agee?s?)\b|\d(?:[\s-]*)(?:%years%)\b"
_NOUN = (
    r"(?<![\w-])(?:(?P<n>%num%)\s+(?:of\s+)?(?:our\s+|my\s+|the\s+)?|(?P<one>%a%|%possessive%|our|my|the|%the%|nuestr[oa]|notre|unser\w*"
    r"|nosso|nossa|nostr[oa]|mi|ma|mon|meine?\w*|meu|minha|mi[oa])\s+)?"
    r"(?:(?:young|small|little|teenage|school[- ]age|baby|other|own|youngest|eldest|oldest|older|younger"
    r"|\w+[- ](?:year|month)[- ]old)\s+){0,2}"
    r"(?:(?P<infant>%infant%)|(?P<toddler>%toddler%)|(?P<child>%child%))(?!\w)(?![- ](?:friendly|free|seat|cot|menu|ticket|fare))"
)
_PAIRS = {"twins": 2, "zwillinge": 2, "zwillingen": 2, "gemelos": 2, "gemelas": 2, "mellizos": 2, "mellizas": 2, "jumeaux": 2,
          "jumelles": 2, "gemeos": 2, "gemeas": 2, "gemelli": 2, "gemelle": 2, "triplets": 3}  # fmt: skip
_OPTIONS = re.compile(
    r"\bor\s+$|\brooms?\s+(?:with|in|and)\s+$|\b(?:not|instead of|rather than)\s+$|\b(?:at least|more than|up to|than)\s+$"
)
_WHOLE = re.compile(r"\b(?:family|party|group) of\s+$")
"""A number that counts all, not the children named behind it ("a family of four, kids 12 and 15")."""
_COUNTED_ALONE = re.compile(r"(?:(?P<n>\d{1,2}|[a-z]+)\s+)$")


class _Noun(NamedTuple):
    """A word for young travellers. ``heads`` is None where neither a number nor an age says how many they are."""

    kind: str
    heads: int | None
    ages: Ages | None
    start: int
    end: int
    numbered: bool = False


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    return lexicon(language).compile({"hint": _HINT, "noun": _NOUN}[name])


def read_young(message: Message, language: str, *, asked: bool = False) -> Iterator[SlotValue]:
    """Yield ``children``, ``infants`` and ``ages``, and take the words of the ages, which are no lengths of a trip.

    ``asked`` tells whether the assistant asked for ages: then numbers alone are ages.
    """
    text = message.open
    if asked and (only := ages_only(text, language)):
        message.take(only.start, only.end)
        yield SlotValue("ages", only.years, only.start, only.end, 0.95)
        return
    if not _pattern("hint", language).search(text):
        return
    nouns = list(_nouns(text, language))
    alone = _alone(text, language, nouns)
    free = None if alone or any(n.ages for n in nouns) else ages_free(text, language)
    said = [a for a in (*(n.ages for n in nouns), *(a for a, _ in alone), free) if a]
    yield from _claims(nouns, alone, free)
    for ages in said:
        message.take(ages.start, ages.end, soft=True)


def _nouns(text: str, language: str) -> Iterator[_Noun]:
    words = lexicon(language)
    for match in _pattern("noun", language).finditer(text):
        if _OPTIONS.search(text[: match.start()]):
            continue
        kind = next(k for k in ("infant", "toddler", "child") if match[k])
        ages = ages_behind(text, match.end(), language)
        count = words.number(match["n"]) if match["n"] else _PAIRS.get(match[kind])
        if ages and match["n"] and _WHOLE.search(text[: match.start()]):
            count = None
        if ages and match[kind] in _PAIRS and len(ages.years) == 1:
            ages = ages._replace(years=ages.years * _PAIRS[match[kind]])
        if count is None and ages:
            count = len(ages.years)
        if count is None and match["one"] and (kind != "child" or _is_article(match["one"], language)):
            count = 1
        yield _Noun(
            kind,
            count,
            ages,
            match.start(),
            ages.end if ages else match.end(),
            bool(match["n"]) and not _is_article(match["n"], language),
        )


@cache
def _article(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(r"%a%")


def _is_article(word: str, language: str) -> bool:
    return bool(_article(language).fullmatch(word))


def _alone(text: str, language: str, nouns: Sequence[_Noun]) -> list[tuple[Ages, int]]:
    """Return ages that no word for children carries behind it, each with how many it counts itself ("two 6 year olds")."""
    words = lexicon(language)
    found = []
    for ages in ages_alone(text, language):
        if any(n.ages and ages.start < n.ages.end and ages.end > n.ages.start for n in nouns):
            continue
        if any(n.start <= ages.start and ages.end <= n.end for n in nouns):
            found.append((ages, 0))
            continue
        match = _COUNTED_ALONE.search(text[: ages.start])
        found.append((ages, (words.number(match["n"]) if match else None) or 1))
    return found


def _claims(nouns: Sequence[_Noun], alone: Sequence[tuple[Ages, int]], free: Ages | None) -> Iterator[SlotValue]:
    counted = _said_once([n for n in nouns if n.heads is not None])
    kinds = {kind: sum(n.heads or 0 for n in counted if n.kind == kind) for kind in ("child", "infant", "toddler")}
    years = tuple(y for _, ys in sorted(_years(nouns, alone, free)) for y in ys)
    extra = [y for ages, count in alone for y in ages.years * count]
    if free and not counted:
        extra = list(free.years)
    spans = (
        [(n.start, n.end) for n in counted]
        + [(a.start, a.end) for a, _ in alone]
        + ([(free.start, free.end)] if free else [])
    )
    if not spans:
        return
    span = min(s for s, _ in spans), max(e for _, e in spans)
    if years:
        yield SlotValue("ages", years, *span)
    yield from _heads(kinds, years, extra, counted, span)


def _said_once(counted: Sequence[_Noun]) -> list[_Noun]:
    """Return the nouns without a single one that a number repeats ("it's a girl!! … 1 adult and 1 girl")."""
    numbered = {n.kind for n in counted if n.numbered}
    return [n for n in counted if n.numbered or n.ages or n.heads != 1 or n.kind not in numbered]


def _years(
    nouns: Sequence[_Noun], alone: Sequence[tuple[Ages, int]], free: Ages | None
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield ages by their place in the message; an age of several is theirs each ("two 6 year olds")."""
    for noun in nouns:
        if noun.ages:
            yield noun.ages.start, noun.ages.years
    for ages, count in alone:
        yield ages.start, ages.years * max(count, 1)
    if free:
        yield free.start, free.years


def _heads(
    kinds: dict[str, int], years: tuple[int, ...], extra: list[int], counted: Sequence[_Noun], span: tuple[int, int]
) -> Iterator[SlotValue]:
    """Yield the counts: by age where all ages are known, else as said, a toddler without an age as a doubtful child."""
    total = sum(kinds.values()) + len(extra)
    if years and len(years) == total:
        infants = sum(y < INFANT_UNDER for y in years)
        children, sure = total - infants, 1.0
    else:
        infants = kinds["infant"] + sum(y < INFANT_UNDER for y in extra)
        children = kinds["child"] + kinds["toddler"] + sum(y >= INFANT_UNDER for y in extra)
        sure = _AGELESS if kinds["toddler"] else 1.0
    toddler = next((n for n in counted if n.kind == "toddler"), None)
    where = (toddler.start, toddler.end) if toddler and sure < 1 else span
    if children or (not infants and any(n.kind == "child" for n in counted)):
        yield SlotValue("children", children, *where, sure)
    if infants or any(n.kind == "infant" and n.heads == 0 for n in counted):
        yield SlotValue("infants", infants, *span)
