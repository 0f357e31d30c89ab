"""Young travellers in a phrase, with their ages: "a child of 6", "twins (4)", "infant turning 2 on 5 May", "2 kids, 4 and 7"."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from typing import Any, Literal, NamedTuple

from tripintent.tools.language.exact.lexicon import lexicon, patterns

ADULT_FROM = 18
"""Years; from here on an age needs no child's fare."""
INFANT_UNDER = 2
"""Airlines' limit: under two years an infant may sit on a lap."""

_OPTIONS = re.compile(
    r"\bor\s+$|\brooms?\s+(?:with|in|and)\s+$|\b(?:not|instead of|rather than)\s+$|\b(?:at least|more than|up to|than)\s+$"
)
_WHOLE = re.compile(r"\b(?:family|party|group) of\s+$")
"""A number that counts all, not the children named after it ("a family of four, kids 12 and 15")."""
_COUNTED_ALONE = re.compile(r"(?:(?P<n>\d{1,2}|[a-z]+)\s+)$")


class Ages(NamedTuple):
    """Ages in whole years, and the words that say them; ``dated`` where a birth says them."""

    years: tuple[int, ...]
    start: int
    end: int
    dated: bool = False


class SlotValue(NamedTuple):
    """A value, and the words that say it."""

    slot: Literal["children", "infants", "ages"]
    value: Any
    start: int
    end: int


class Young(NamedTuple):
    """The young travellers of a phrase: ``children``, ``infants`` and ``ages``, and the words of their ages and births."""

    claims: tuple[SlotValue, ...] = ()
    ages: tuple[Ages, ...] = ()


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
    return dict(patterns("young", language))[name]


def read_young(text: str, language: str, on: date, *, asked: bool = False) -> Young:
    """Return the young travellers of a folded text; who is named with a birth is as old as on the day of the journey, ``on``.

    ``asked`` tells whether ages were asked for: then numbers alone are ages.
    """
    if asked and (only := _pattern("only", language).fullmatch(text)) and (ages := _ages(only, language)):
        return Young((SlotValue("ages", ages.years, ages.start, ages.end),), (ages,))
    if not _pattern("hint", language).search(text):
        return Young()
    nouns = list(_nouns(text, language, on))
    alone = _alone(text, language, nouns)
    loose = None if alone or any(n.ages for n in nouns) else _pattern("free", language).search(text)
    free = _ages(loose, language) if loose else None
    said = tuple(a for a in (*(n.ages for n in nouns), *(a for a, _ in alone), free) if a)
    counted = [n for n in nouns if n.heads is not None or not (n.ages and n.ages.dated)]
    return Young(tuple(_claims(counted, alone, free)), said)


def _behind(text: str, end: int, language: str, on: date) -> Ages | None:
    """Return the ages said right after a word for children that ends at ``end``."""
    birth = _pattern("birth", language).match(text, end)
    if birth:
        return _of_birth(birth, language, on)
    for name in ("marked", "having", "listed"):
        match = _pattern(name, language).match(text, end)
        if match and (name != "having" or _pattern("unit", language).search(match["ages"])):
            return _ages(match, language)
    return None


def _of_birth(match: re.Match[str], language: str, on: date) -> Ages | None:
    """Return the age on a day of who is born on another, or turns so old on it."""
    words, number = lexicon(language), lexicon(language).number(match["age"]) if match["age"] else 0
    said = date.fromisoformat(match["iso"]) if match["iso"] else None
    month = said.month if said else words.months[(match["m"] or match["m2"]).rstrip(".")]
    day = said.day if said else int(match["d"] or match["d2"])
    year = said.year if said else int(match["y"] or on.year)
    before = (on.month, on.day) < (month, day)
    years = max(on.year - year - before + (number or 0), 0)
    return Ages((years,), *match.span(), dated=True) if years < ADULT_FROM else None


def _ages(match: re.Match[str], language: str) -> Ages | None:
    found = [_years(item, language) for item in _pattern("item", language).finditer(match["ages"])]
    years = tuple(y for y in found if y is not None)
    return Ages(years, *match.span()) if years and all(y < ADULT_FROM for y in years) else None


def _years(match: re.Match[str], language: str) -> int | None:
    """Return an age in whole years: months and weeks count by the year ("18 months" is 1)."""
    number = lexicon(language).number(match["age"])
    if number is None:
        return None
    return 0 if match["short"] else number // 12 if match["months"] or match.groupdict().get("monthly") else number


def _nouns(text: str, language: str, on: date) -> Iterator[_Noun]:
    words = lexicon(language)
    for match in _pattern("noun", language).finditer(text):
        if _OPTIONS.search(text[: match.start()]):
            continue
        kind = next(k for k in ("infant", "toddler", "child") if match[k])
        ages, several = _behind(text, match.end(), language, on), words.pairs.get(match[kind])
        count = words.number(match["n"]) if match["n"] else several
        if ages and match["n"] and _WHOLE.search(text[: match.start()]):
            count = None
        if ages and several and len(ages.years) == 1:
            ages = ages._replace(years=ages.years * several)
        article = any(match[one] and _pattern("article", language).fullmatch(match[one]) for one in ("n", "one"))
        one = bool(match["one"]) and (kind != "child" or article or bool(match["own"] or match["own2"]))
        if count is None and ages and not (ages.dated and kind == "child" and not one):
            count = len(ages.years)
        count = 1 if count is None and one else count
        end = ages.end if ages else match.end()
        yield _Noun(kind, count, ages, match.start(), end, bool(match["n"]) and not article)


def _alone(text: str, language: str, nouns: Sequence[_Noun]) -> list[tuple[Ages, int]]:
    """Return ages that no word for children carries after it, each with how many it counts itself ("two 6 year olds")."""
    words = lexicon(language)
    found = []
    for match in _pattern("alone", language).finditer(text):
        years = _years(match, language)
        if years is None or years >= ADULT_FROM:
            continue
        ages = Ages((years,), *match.span())
        if any(n.ages and ages.start < n.ages.end and ages.end > n.ages.start for n in nouns):
            continue
        if any(n.start <= ages.start and ages.end <= n.end for n in nouns):
            found.append((ages, 0))
            continue
        counted = _COUNTED_ALONE.search(text[: ages.start])
        found.append((ages, (words.number(counted["n"]) if counted else None) or 1))
    return found


def _claims(nouns: Sequence[_Noun], alone: Sequence[tuple[Ages, int]], free: Ages | None) -> Iterator[SlotValue]:
    counted = _said_once([n for n in nouns if n.heads is not None])
    kinds = {kind: sum(n.heads or 0 for n in counted if n.kind == kind) for kind in ("child", "infant", "toddler")}
    years = tuple(y for _, ys in sorted(_by_place(nouns, alone, free)) for y in ys)
    extra = [y for ages, count in alone for y in ages.years * count]
    if free and not counted:
        extra = list(free.years)
    spans = [(n.start, n.end) for n in counted] + [(a.start, a.end) for a in (*(a for a, _ in alone), free) if a]
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


def _by_place(
    nouns: Sequence[_Noun], alone: Sequence[tuple[Ages, int]], free: Ages | None
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield ages by their place in the message; an age of several is theirs each ("two 6 year olds")."""
    yield from ((noun.ages.start, noun.ages.years) for noun in nouns if noun.ages)
    yield from ((ages.start, ages.years * max(count, 1)) for ages, count in alone)
    if free:
        yield free.start, free.years


def _heads(
    kinds: dict[str, int], years: tuple[int, ...], extra: list[int], counted: Sequence[_Noun], span: tuple[int, int]
) -> Iterator[SlotValue]:
    """Yield the counts: by age where all ages are known, else as said, a toddler without an age as a child."""
    total = sum(kinds.values()) + len(extra)
    if years and len(years) == total:
        infants = sum(y < INFANT_UNDER for y in years)
        children, where = total - infants, span
    else:
        infants = kinds["infant"] + sum(y < INFANT_UNDER for y in extra)
        children = kinds["child"] + kinds["toddler"] + sum(y >= INFANT_UNDER for y in extra)
        toddler = next((n for n in counted if n.kind == "toddler"), None) if kinds["toddler"] else None
        where = (toddler.start, toddler.end) if toddler else span
    if children or (not infants and any(n.kind == "child" for n in counted)):
        yield SlotValue("children", children, *where)
    if infants or any(n.kind == "infant" and n.heads == 0 for n in counted):
        yield SlotValue("infants", infants, *span)
