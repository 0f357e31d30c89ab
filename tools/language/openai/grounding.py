"""Whether a text's figures and currencies all stand in the sources it was made from."""

import re
from collections.abc import Sequence
from decimal import Decimal

_FIGURE = re.compile(r"\d+(?:[.,'\u00a0\u202f]\d+)*")
_GROUPED = re.compile(r"^\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+$")
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_CODE = re.compile(r"\b[A-Z]{3}\b")
_SYMBOLS = {
    "€": ("EUR",),
    "£": ("GBP",),
    "¥": ("JPY", "CNY"),
    "₹": ("INR",),
    "$": ("USD", "CAD", "AUD", "NZD", "MXN", "HKD", "SGD"),
}
_NUMBER = r"\d+(?:[.,'\u00a0\u202f]\d+)*"
_UNIT = r"(?:[€£¥₹$]|(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|BRL|INR|MXN)\b|(?:dollars?|euros?|pounds?|d[oó]lares|libras?)\b)"
_PRICED = re.compile(rf"{_UNIT}\s?({_NUMBER})|({_NUMBER})\s?{_UNIT}", re.IGNORECASE)
_AMOUNT = re.compile(r'"amount": ?"?(\d+(?:\.\d+)?)')
_CURRENCIES = frozenset(
    {code for codes in _SYMBOLS.values() for code in codes} | {"CHF", "SEK", "NOK", "DKK", "PLN", "BRL"}
)


def grounded(text: str, sources: Sequence[str]) -> tuple[str, ...]:
    """Return the figures and currencies of a text that stand in no source; empty when it is grounded.

    Figures are compared as numbers, in every way in which their separators can be read: "1,200.50", "1.200,50" and
    "1200.5" are one figure.
    """
    known = {value for source in sources for value in _stated(source)}
    amounts = {value for source in sources for value in _amounts(source)}
    strays = [figure for figure in _FIGURE.findall(text) if not _readings(figure) & known]
    strays += [figure for figure in _money(text) if figure not in strays and not _readings(figure) & amounts]
    codes = set(_CODE.findall(" ".join(sources)))
    strays += [code for code in _CODE.findall(text) if code in _CURRENCIES and code not in codes]
    strays += [symbol for symbol, names in _SYMBOLS.items() if symbol in text and not codes.intersection(names)]
    return tuple(strays)


def _money(text: str) -> list[str]:
    """Return the figures that stand beside a currency."""
    return [before or after for before, after in _PRICED.findall(text)]


def _amounts(source: str) -> set[Decimal]:
    """Return the amounts of money of a source: a time of 15:00 is no price of 15."""
    said = [*_money(source), *_AMOUNT.findall(source)]
    return {value for figure in said for value in (_readings(figure) | _stated(figure))}


def _stated(source: str) -> set[Decimal]:
    """Return the figures of a source, which is JSON: a point before decimals, nothing between thousands."""
    return {Decimal(figure) for figure in _PLAIN.findall(source)} | {
        value for figure in _FIGURE.findall(source) if _GROUPED.match(figure) for value in _readings(figure)
    }


def _readings(figure: str) -> set[Decimal]:
    """Return the numbers that a figure of a text may be, whichever separators its language uses."""
    if _GROUPED.match(figure):
        return {Decimal(re.sub(r"\D", "", figure))}
    plain = re.sub(r"['\u00a0\u202f]", "", figure)
    point, comma = plain.replace(",", ""), plain.replace(".", "").replace(",", ".")
    return {Decimal(form) for form in (point, comma) if form.count(".") <= 1}
