"""Amounts and moments from facts as the one formatter writes them, where a fact may be missing."""

from collections.abc import Iterable, Mapping

from tripintent.tools.formats import formats_of
from tripintent.tools.language.replies import codes
from tripintent.tools.language.replies.formats import Formats
from tripintent.tools.language.replies.items import titled
from tripintent.tools.language.replies.texts import texts_of


def money(value: object, language: str) -> str | None:
    """Return an amount of the facts; None where it is missing."""
    if not isinstance(value, Mapping) or value.get("amount") is None:
        return None
    return formats_of(language).money(value)


def moment(value: object, language: str) -> str | None:
    """Return an ISO moment as day and local time, with its zone; None where it is missing."""
    return formats_of(language).moment(value) if isinstance(value, str) else None


def of_hotel(text: str, language: str) -> str:
    """Return a room or a part of town in the language, where its usual English name is known."""
    return Formats(texts_of(language)).of_hotel(text)


def day(value: object, language: str) -> str | None:
    """Return an ISO day with its weekday; one that no calendar has, as said; None where it is missing."""
    if not isinstance(value, str):
        return None
    try:
        return formats_of(language).day(value)
    except ValueError:
        return value


def title(value: object, language: str) -> str:
    """Return the title of a hold or booking, which the ledger keeps in English, in the language."""
    texts = texts_of(language)
    return titled(str(value), texts, Formats(texts)) if value else "–"


def assumptions(codes_made: Iterable[str], language: str) -> str:
    """Return what was assumed, in words."""
    texts = texts_of(language)
    return "; ".join(codes.assumption(code, texts) for code in codes_made)
