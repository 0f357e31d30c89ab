"""Amounts, moments and lengths from facts, in the traveller's way of writing them."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from babel.dates import format_date, format_datetime
from babel.numbers import format_currency

from tripintent.tools.language.replies import codes
from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.items import titled
from tripintent.tools.language.replies.texts import texts_of

_HOUR = 60


def money(value: object, language: str) -> str | None:
    """Return an amount of the facts with its currency code; None where it is missing."""
    if not isinstance(value, Mapping) or value.get("amount") is None:
        return None
    return format_currency(Decimal(str(value["amount"])), str(value["currency"]), format="#,##0.00 ¤¤", locale=language)


def moment(value: object, language: str) -> str | None:
    """Return an ISO moment as day and local time, with its offset; None where it is missing."""
    if not isinstance(value, str):
        return None
    at = datetime.fromisoformat(value)
    return format_datetime(at, "d MMM y, HH:mm", tzinfo=at.tzinfo, locale=language) + _offset(at)


def _offset(at: datetime) -> str:
    return f" ({at.tzname()})" if at.tzinfo else ""


def of_hotel(text: str, language: str) -> str:
    """Return a room or a part of town in the language, where its usual English name is known."""
    return Formats(texts_of(language)).of_hotel(text)


def day(value: object, language: str) -> str | None:
    """Return an ISO day with its weekday; one that no calendar has, as said; None where it is missing."""
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


def title(value: object, language: str) -> str:
    """Return the title of a hold or booking, which the ledger keeps in English, in the language."""
    texts = texts_of(language)
    return titled(str(value), texts, Formats(texts)) if value else "–"


def assumptions(codes_made: Iterable[str], language: str) -> str:
    """Return what was assumed, in words."""
    texts = texts_of(language)
    return "; ".join(codes.assumption(code, texts) for code in codes_made)
