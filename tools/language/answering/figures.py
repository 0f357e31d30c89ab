"""Amounts, moments and lengths from facts, in the traveller's way of writing them."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from babel.dates import format_datetime
from babel.numbers import format_currency

_HOUR = 60


def money(value: object, language: str) -> str | None:
    """Return an amount of the facts with its currency code; None where there is none."""
    if not isinstance(value, Mapping) or value.get("amount") is None:
        return None
    return format_currency(Decimal(str(value["amount"])), str(value["currency"]), format="#,##0.00 ¤¤", locale=language)


def moment(value: object, language: str) -> str | None:
    """Return an ISO moment as day and local time, with the offset it stands in; None where there is none."""
    if not isinstance(value, str):
        return None
    at = datetime.fromisoformat(value)
    return format_datetime(at, "d MMM y, HH:mm", tzinfo=at.tzinfo, locale=language) + _offset(at)


def _offset(at: datetime) -> str:
    return f" ({at.tzname()})" if at.tzinfo else ""


def length(minutes: Any) -> str:
    """Return minutes as hours and minutes."""
    return f"{int(minutes) // _HOUR} h {int(minutes) % _HOUR:02d} min"
