"""The clock, the only source of "now"; and the rates, one currency into another, offline and dated."""

from datetime import date, datetime
from typing import Protocol

from tripintent.state.money import Money
from tripintent.tools.errors import ToolError


class Clock(Protocol):
    """Tells the time. Everything that expires, is dated or is counted from today asks it."""

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        ...


class UnknownCurrency(ToolError):
    """There is no rate for a currency; the text names it and says which ones there are."""

    def __init__(self, currency: str, known: frozenset[str]) -> None:
        super().__init__(f"there is no exchange rate for {currency!r}; use one of {', '.join(sorted(known))}")
        self.currency = currency
        self.known = known


class Rates(Protocol):
    """Exchange rates for showing and comparing; what is charged is always in the supplier's own currency."""

    def convert(self, money: Money, currency: str, on: date | None = None) -> Money:
        """Return the same value in another currency, rounded half up to its minor unit.

        ``on`` is the day whose rates are wanted; the latest known day not after it is used, None means the latest.
        Raises UnknownCurrency when either currency has no rate.
        """
        ...

    def dated(self, on: date | None = None) -> date:
        """Return the day of the rates that ``convert`` uses for ``on``: it belongs beside every converted amount."""
        ...

    def currencies(self) -> frozenset[str]:
        """Return the ISO 4217 codes that can be converted."""
        ...
