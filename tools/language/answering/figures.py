"""Amounts, moments and lengths from facts, in the traveller's way of writing them."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from babel.dates import format_date, format_datetime
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


def day(value: object, language: str) -> str | None:
    """Return an ISO day with its weekday; one that no calendar has, as said; None where there is none."""
    if not isinstance(value, str):
        return None
    try:
        return format_date(date.fromisoformat(value), "EEE d MMM y", locale=language)
    except ValueError:
        return value


def length(minutes: Any) -> str:
    """Return minutes as hours and minutes."""
    return f"{int(minutes) // _HOUR} h {int(minutes) % _HOUR:02d} min"


def stars(value: float) -> str:
    """Return a rating as stars, a half as ½."""
    return "★" * int(value) + ("½" if value % 1 else "")
