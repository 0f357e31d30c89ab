"""Whether a date phrase was read to its end: "the second Friday of May" is not "friday"."""

import re
from functools import cache

from babel.dates import get_day_names, get_month_names

from tripintent.tools.language.routing.languages import LANGUAGES, lexicons
from tripintent.tools.language.routing.tokens import Token, fold, tokens_of

_MONTH_LETTERS = 3
_CLOCK = re.compile(r"\b\d{1,2}(?::\d{2}|\s*[ap]\.?m\b)", re.IGNORECASE)


def unread_date_words(phrase: str, read: str) -> tuple[str, ...]:
    """Return the words of a phrase that name days, months or numbers and are not among the words read."""
    left = [token.word for token in tokens_of(read)]
    rest = [token for token in tokens_of(_CLOCK.sub(" ", phrase)) if not _took(left, token)]
    return tuple(token.word for token in rest if token.kind == "number" or token.word in _date_words())


def _took(left: list[str], token: Token) -> bool:
    """Strike a word off the words read; False when it is not, or no longer, among them."""
    if token.word not in left:
        return False
    left.remove(token.word)
    return True


@cache
def _date_words() -> frozenset[str]:
    """Return names of days and months with their short forms, and ordinals, in every language."""
    names = [name for language in LANGUAGES for width in ("wide", "abbreviated") for name in _names(width, language)]
    folded = {fold(name).rstrip(".") for name in names}
    ordinals = {word for lexicon in lexicons() for phrases in lexicon.ordinals.values() for word in phrases.firsts}
    last = {word for lexicon in lexicons() for word in lexicon["last"].firsts}
    return frozenset({word for word in folded if len(word) >= _MONTH_LETTERS} | ordinals | last)


def _names(width: str, language: str) -> list[str]:
    days = get_day_names(width, locale=language)  # type: ignore[arg-type]
    months = get_month_names(width, locale=language)  # type: ignore[arg-type]
    return [*days.values(), *months.values()]
