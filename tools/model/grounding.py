"""Whether a text's figures, days, times and currencies all stand in the sources it was made from.

A day is not a source of a figure: "22 degrees" is not in "2026-11-22". So days and times are taken out of both sides and
compared among themselves; what figures are left must stand among those that are left of the sources. Of a trip, rounded sums, differences
and counts of what the facts say are facts, too.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from tripintent.state.languages import LANGUAGES
from tripintent.state.money import Money
from tripintent.tools.language.exact.detect import detect
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tokens import fold
from tripintent.tools.shipped import table
from tripintent.tools.toolbox.facts import TripStand

_CENT, _FAR, _MOST_AMOUNTS = Decimal("0.01"), 1000, 120
_SMALL = 31
"""Counts up to here (nights, people, options) are not looked for: no sum of money is as small."""
_SHORTEST_NAME, _SHORT = 3, 4
_PLAIN_WORDS = {"en": frozenset({"may", "march", "mar"}), "it": frozenset({"mai"})}
"""Names of months that are plain words of a language, too: in English one with a capital is the month."""
_NUMBER = r"\d+(?:[.,'\u00a0\u202f]\d+)*"
_FIGURE = re.compile(_NUMBER)
_GROUPED = re.compile(r"^\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+$")
_ALONE = re.compile(r"\d+(?:[.,]\d+)*")
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_CODE = re.compile(r"\b[A-Z]{3}\b")
SYMBOLS: dict[str, list[str]] = table("tools/model/signs.yaml")
_UNIT = r"(?:[€£¥₹$]|(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|BRL|INR|MXN)\b|(?:dollars?|euros?|pounds?|d[oó]lares|libras?)\b)"
PRICED = re.compile(rf"{_UNIT}\s?({_NUMBER})|({_NUMBER})\s?{_UNIT}(?!\d)", re.IGNORECASE)
_AMOUNT = re.compile(r'"amount": ?"?-?(\d+(?:\.\d+)?)')
_CURRENCIES = frozenset(
    {code for codes in SYMBOLS.values() for code in codes} | {"CHF", "SEK", "NOK", "DKK", "PLN", "BRL"}
)
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?")
_TIME = re.compile(
    r"(?<![£€$¥₹])\b(\d{1,2})(?:[:h.](\d{2}))?(?::\d{2})?\s?([ap])\.?m\b\.?|\b(\d{1,2})[:h](\d{2})\b", re.IGNORECASE
)
_AM = re.compile(r"\bam(?= +[^\W\d_])")
"""The German word before a day, which is no hour of the morning."""
_SLASHED = re.compile(r"\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b")
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th|º|er)\b")
_SPAN = re.compile(r"\b(\d{1,2})\s?h\w*\.?\s?(?:and\s|und\s|et\s|y\s|e\s)?(\d{1,2})\s?(?:m\w*)?")
"""Hours and minutes: "1 h 55 min" is what a fact tells as 115 minutes."""
_HOUR = re.compile(r"\b(\d{1,2})\s?(?:uhr|heures?|horas?|ore|h|o['’]clock)(?:\s?([0-5]\d))?\b", re.IGNORECASE)
"""An hour with its word: "17 Uhr", "7 h 00"."""
_MONTH = re.compile(r"\b([^\W\d_]{3,10})\.?\s(?:de\s)?(\d{4})\b")


class _Parts(NamedTuple):
    """A text taken apart: its days (year 0: not said), times as HH:MM, and the rest."""

    days: frozenset[tuple[int, int, int]]
    times: frozenset[str]
    rest: str


def grounded(text: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Return the figures, days, times and currencies of a text that stand in no source; empty when it is grounded.

    Figures are compared as numbers, in every way in which their separators can be read: "1,200.50", "1.200,50" and
    "1200.5" are one figure.
    """
    said, given = _apart(text), [_apart(source) for source in sources]
    days, times = {day for one in given for day in one.days}, {time for one in given for time in one.times}
    strays = ["-".join(map(str, day)) for day in said.days if not any(_same_day(day, known) for known in days)]
    strays += [time for time in said.times if time not in times]
    rest = _ORDINAL.sub(lambda m: "" if int(m[1]) in {day for _, _, day in days} else m[0], said.rest)
    known = {value for one in given for value in _stated(one.rest)}
    known |= {
        value.quantize(Decimal(1), rounding)
        for value in known
        if 1 < value < _FAR and value % 1  # "14.8 km" is about 15
        for rounding in (ROUND_FLOOR, ROUND_HALF_UP)
    }
    told = {(year, month) for year, month, _ in days}
    rest = _MONTH.sub(lambda m: "" if (int(m[2]), months().get(fold(m[1]))) in told else m[0], rest)
    rest = _HOUR.sub(lambda m: "" if f"{int(m[1]):02}:{m[2] or '00'}" in times else m[0], rest)
    rest = _SPAN.sub(lambda m: "" if Decimal(int(m[1]) * 60 + int(m[2])) in known else m[0], rest)
    amounts = {value for one in given for value in _amounts(one.rest)}
    strays += [figure for figure in _FIGURE.findall(rest) if not readings(figure) & known]
    strays += [figure for figure in _money(rest) if figure not in strays and not readings(figure) & amounts]
    codes = set(_CODE.findall(" ".join(sources)))
    strays += [code for code in _CODE.findall(text) if code in _CURRENCIES and code not in codes]
    named = codes | {name for symbol, names in SYMBOLS.items() if any(symbol in s for s in sources) for name in names}
    strays += [symbol for symbol, names in SYMBOLS.items() if symbol in text and not named.intersection(names)]
    return tuple(strays)


@lru_cache(maxsize=64)
def _apart(text: str) -> _Parts:
    """Take days and times out of a text; each source of a reply is taken apart once."""
    days: set[tuple[int, int, int]] = set()
    times: set[str] = set()

    def iso(match: re.Match[str]) -> str:
        days.add((int(match[1]), int(match[2]), int(match[3])))
        times.update([match[4]] if match[4] else [])
        return " "

    def slashed(match: re.Match[str]) -> str:
        days.add((int(match[3]), int(match[2]), int(match[1])))
        return " "

    def named(match: re.Match[str]) -> str:
        month = months()[fold(match["month"] or match["month2"])]
        days.add((int(match["year"] or match["year2"] or 0), month, int(match["day"] or match["day2"])))
        return " "

    def time(match: re.Match[str]) -> str:
        hour = int(match[1] or match[4])
        half = (match[3] or "").casefold()
        hour = hour % 12 + (12 if half == "p" else 0) if half else hour
        times.add(f"{hour:02}:{match[2] or match[5] or '00'}")
        return " "

    language = detect(text)
    plain = _AM.sub("", text) if language == "de" else text
    rest = _TIME.sub(time, _named_day(language).sub(named, _SLASHED.sub(slashed, _ISO.sub(iso, plain))))
    return _Parts(frozenset(days), frozenset(times), rest)


@cache
def _named_day(language: str) -> re.Pattern[str]:
    """Return "3 May 2027", "3. Mai", "May 3rd, 2027" and their like, in a text of a language.

    A short form is a month in its own language alone: "2 out of 3" and "set 2 alarms" name no October and no September. English
    has the month first, and a capital where the month is a plain word too.
    """
    own, plain = lexicon(language).months, _PLAIN_WORDS.get(language, frozenset())
    known = [word for word in months() if (len(word) > _SHORT or word in own) and word not in plain]
    first = known if language == "en" else [word for word in known if len(word) > _SHORT]
    capital = "|".join(word.capitalize() for word in plain if language == "en")
    ways = ["|".join(sorted(map(_accented, some), key=len, reverse=True)) for some in (known, first)]
    names, leading = (f"(?:{way}|(?-i:{capital}))" if capital else f"(?:{way})" for way in ways)
    return re.compile(
        rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.|º|er)?\s(?:de\s|of\s)?(?P<month>{names})\b\.?(?:,?\s(?:de\s)?(?P<year>\d{{4}}))?"
        rf"|\b(?P<month2>{leading})\.?\s(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s(?P<year2>\d{{4}}))?",
        re.IGNORECASE,
    )


def _accented(name: str) -> str:
    """Return a folded name as a pattern that its accents fit, too."""
    letters = {"a": "[aáàâäã]", "e": "[eéèêë]", "o": "[oóòôöõ]", "u": "[uúùûü]", "c": "[cç]", "i": "[iíîï]"}
    return "".join(letters.get(letter, re.escape(letter)) for letter in name)


def _same_day(said: tuple[int, int, int], known: tuple[int, int, int]) -> bool:
    """Compare days; a year or the order of day and month may be unsaid."""
    years = not said[0] or not known[0] or said[0] == known[0]
    return years and (said[1:] == known[1:] or said[1:] == (known[2], known[1]))


def _money(text: str) -> list[str]:
    """Return the figures that stand beside a currency."""
    return [before or after for before, after in PRICED.findall(text)]


def _amounts(source: str) -> set[Decimal]:
    """Return the amounts of money of a source."""
    return {value for figure in (*_money(source), *_AMOUNT.findall(source)) for value in _stated(figure)}


def _stated(source: str) -> set[Decimal]:
    """Return the figures of a source. JSON has a point before decimals and nothing between thousands; words have both."""
    figures = _FIGURE.findall(source)
    plain = [Decimal(figure) for figure in figures if _PLAIN.fullmatch(figure)]
    worded = [] if source.startswith(("{", "[")) else figures
    grouped = [figure for figure in figures if _GROUPED.match(figure) and not _PLAIN.fullmatch(figure)]
    return {*plain, *(value for figure in (*worded, *grouped) for value in readings(figure))}


def readings(figure: str) -> set[Decimal]:
    """Return the numbers that a figure of a text may be, whichever separators its language uses."""
    if _GROUPED.match(figure):
        whole = Decimal(re.sub(r"\D", "", figure))
        return {whole, Decimal(figure)} if re.fullmatch(r"\d+\.\d+", figure) else {whole}
    plain = re.sub(r"['\u00a0\u202f]", "", figure)
    point, comma = plain.replace(",", ""), plain.replace(".", "").replace(",", ".")
    return {Decimal(form) for form in (point, comma) if form.count(".") <= 1}


@cache
def months() -> dict[str, int]:
    """Return folded names of months and their short forms, in every language, with their numbers."""
    found = {word: n for language in LANGUAGES for word, n in lexicon(language).months.items()}
    return {word: number for word, number in found.items() if len(word) >= _SHORTEST_NAME}


def strange_figures(words: str, sources: Sequence[str], stand: TripStand) -> tuple[str, ...]:
    """Return the figures, days, times and currencies of words that stand in no source, nor are worked out of what stands there."""
    known, amounts = _derived(stand), _amounts_told(sources)
    strange = grounded(words, sources)
    return tuple(one for one in strange if not _ALONE.fullmatch(one) or not _is_made(readings(one), known, amounts))


def _amounts_told(sources: Sequence[str]) -> list[Decimal]:
    """Return the amounts that results and the situation name, each once."""
    found = dict.fromkeys(Decimal(one) for source in sources for one in _AMOUNT.findall(source))
    return [one for one in found if one][:_MOST_AMOUNTS]


def _is_made(values: set[Decimal], known: set[Decimal], amounts: Sequence[Decimal]) -> bool:
    """Tell whether a figure is a count, known as it is or rounded, a sum or difference of two amounts, or a few times one, or a share.

    What is left of an amount after something known counts, too.
    """
    if all(value <= _SMALL for value in values) or any(_near(value, one) for value in values for one in known):
        return True
    pairs = {x for one, other in combinations(amounts, 2) for x in (one + other, abs(one - other))}
    pairs |= {abs(one - other) for one in amounts for other in known}
    shares = (x for one in amounts for count in range(2, _SMALL + 1) for x in (one / count, one * count))
    return any(abs(value - one) <= _CENT for one in (*pairs, *shares) for value in values)


def _near(value: Decimal, amount: Decimal) -> bool:
    """Tell whether a figure is an amount: to the cent where it has cents, else to the unit, or as round as it looks."""
    if value != value.to_integral_value():
        return abs(value - amount) <= _CENT
    step = next((one for one in (100, 50, 10, 5) if value % one == 0 and value >= 10 * one), 1)
    return abs(value - amount) <= Decimal(step) / 2 + _CENT


def _derived(stand: TripStand) -> set[Decimal]:
    """Return the amounts of the facts, and the differences between the totals of options, holds, cards and bookings."""
    options = [*stand.options, *([stand.chosen] if stand.chosen else [])]
    held, booked = [one.total for one in stand.held], [one.total for one in stand.bookings]
    whole = [total for one in options for total in (one.total, one.total_with_local_tax)]
    card = [stand.card.total] if stand.card else []
    totals = {one.amount for one in (*whole, *held, *booked, *card) if one}
    parts = {leg.total.amount for one in options for leg in one.flights}
    parts |= {stay.total.amount for one in options for stay in one.hotels}
    differences = {abs(one - other) for one, other in combinations(totals, 2)}
    return totals | parts | differences | {_sum(held), _sum(booked), _sum(one.refund for one in stand.bookings)}


def _sum(totals: Iterable[Money | None]) -> Decimal:
    return sum((one.amount for one in totals if one), Decimal(0))
