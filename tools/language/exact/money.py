"""Money in a phrase: amounts as people write them (1,200 · 1.200,50 · 1,20,000 · 2k · 3 lakh), with their currency.

A currency that the grammar has no word for is an ISO 4217 code, or one that is not known.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from babel.core import get_global
from babel.numbers import get_territory_currencies

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.lexicon import alternation, lexicon, load_data
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.folding import fold
from tripintent.tools.places.readings import by_code

_DATA = load_data("money")
_SIGNS: Mapping[str, str] = _DATA["signs"]
_OPEN_SIGNS: Mapping[str, str] = _DATA["open_signs"]


@cache
def currency_words() -> dict[str, str]:
    """Return folded names of currencies in every language, with their codes."""
    tables = (read_words(language, "words")["currencies"] for language in LANGUAGES)
    return {word: code for table in tables for code, words in table.items() for word in words}


@cache
def scales() -> dict[str, int]:
    """Return words behind a number that multiply it ("k", "lakh", "mil")."""
    tables = (read_words(language, "words")["scales"] for language in LANGUAGES)
    return {word: int(number) for table in tables for word, number in table.items()}


NUMBER = r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?|\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
SIGN = "|".join(re.escape(s) for s in sorted(_SIGNS, key=len, reverse=True))
NAME = alternation([word for word in currency_words() if word != "e"])
_SCALE = rf"(?:{alternation(list(scales()))})\b"
_BEFORE = "|".join(sorted({"rs", *(code.lower() for code in currency_words().values())}))
_AMOUNT = (
    rf"(?<![\w.,:/])(?P<pre>(?:{SIGN})|\b(?:{_BEFORE})(?![a-z]))?\s?(?P<num>{NUMBER}"
    rf"|(?:%num%|an?)\s+thousand\s+(?:and\s+)?%num%\s+hundred|an?(?=\s+(?:thousand|hundred|grand))"
    rf"|%num%)(?:\.[-–—]{{1,2}})?\s?(?P<scale>{_SCALE})?\s?(?P<post>(?:{SIGN})"
    rf"|{NAME}\b|(?<=\d)e\b)?"
)
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?")


def _value(match: re.Match[str]) -> Decimal | None:
    """Return the amount of a match."""
    raw, words = match["num"], lexicon("en")
    if " thousand " in raw:
        thousands, _, hundreds = raw.partition(" thousand ")
        return Decimal(
            1000 * (words.number(thousands) or 1)
            + 100 * (words.number(hundreds.removeprefix("and ").split(" hundred")[0]) or 0)
        )
    raw = "one" if raw in {"a", "an"} else raw
    number = amount_of(raw) if raw[0].isdigit() else (Decimal(n) if (n := words.number(raw)) is not None else None)
    return None if number is None else number * scales().get(match["scale"] or "", 1)


def amount_of(raw: str) -> Decimal:
    """Return written digits: separators before three digits group, others are decimal ("1.500" is 1500); 1,20,000 is 120000."""
    compact = re.sub(r"[\s'’]", "", raw)
    if _INDIAN.fullmatch(compact):
        return Decimal(compact.replace(",", ""))
    grouped = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", compact)
    return Decimal(grouped.replace(",", "."))


def currency_of(before: str | None, behind: str | None) -> str | None:
    """Return the currency beside an amount, in folded words: a name or a code says more than a sign."""
    said = [" ".join(word.split()) for word in (behind, before) if word]
    named = (currency_words().get(word) or (word.upper() if word.upper() in _codes() else None) for word in said)
    return next((code for code in named if code), None) or next((_SIGNS[word] for word in said if word in _SIGNS), None)


@cache
def _codes() -> frozenset[str]:
    return frozenset(currency_words().values())


def is_open_sign(match: re.Match[str]) -> bool:
    """Tell whether only a sign of several currencies is beside an amount ("$", "¥")."""
    said = [one for one in (match["pre"], match["post"]) if one]
    return len(said) == 1 and said[0] in _OPEN_SIGNS


class MoneySpan(NamedTuple):
    """An amount and its place. ``currency`` is None where none, or none that anybody knows, is said."""

    start: int
    end: int
    amount: Decimal
    currency: str | None


@cache
def _pattern() -> re.Pattern[str]:
    return lexicon("en").compile(_AMOUNT)


def read_money(phrase: str) -> tuple[MoneySpan, ...]:
    """Return the amounts of money in a phrase, left to right: figures with a currency, a sign or a scale ("2k")."""
    return tuple(_spans(phrase, fold(phrase)))


def _spans(text: str, folded: str) -> Iterator[MoneySpan]:
    for match in _pattern().finditer(folded):
        code, end = currency_of(match["pre"], match["post"]), match.end()
        stray = stray_currency(text, folded, end) if code is None or is_open_sign(match) else None
        if stray and (code is None or stray.code in _OPEN_SIGNS[match["pre"] or match["post"]].split()):
            code, end = stray.code, stray.end
        value = _value(match)
        if value is not None and (code or stray or match["scale"] in {"k", "lakh", "lakhs", "lac", "crore"}):
            yield MoneySpan(match.start(), end, value, code)


_CODE = re.compile(r"\s?(?P<word>[A-Z]{3})\b(?!['’-])")
_NOUN = re.compile(_DATA["noun"])
_SINCE = date(2026, 1, 1)
"""Only money that is legal tender somewhere on this day counts (CLDR's table)."""


class Stray(NamedTuple):
    """A word in the place of a currency: ``code`` is None when no currency has that name."""

    code: str | None
    end: int


def stray_currency(text: str, folded: str, end: int) -> Stray | None:
    """Return the currency, or the unknown one, right after an amount that ends at a position."""
    match = _CODE.match(text, end)
    if match and not (text[: match.start("word")] + text[match.end("word") :]).isupper():
        code = match["word"]
        if code in _legal_tender():
            return Stray(code, match.end("word"))
        return None if by_code(code) else Stray(None, match.end("word"))
    noun = _NOUN.match(folded, end)
    if noun and not _ordinary().fullmatch(noun["word"]):
        return Stray(None, noun.end("word"))
    return None


@cache
def _ordinary() -> re.Pattern[str]:
    return lexicon("en").compile(_DATA["no_currency"])


@cache
def _legal_tender() -> frozenset[str]:
    territories = get_global("territory_currencies")
    return frozenset(code for t in territories for code in get_territory_currencies(t, start_date=_SINCE))
