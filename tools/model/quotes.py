"""Whether what a model wrote is there: a quote in the message it is said to come from, a date in the calendar."""

import re
from typing import NamedTuple

_BLANKS = re.compile(r"\s+")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})


class Quote(NamedTuple):
    """A stretch of the message."""

    text: str
    start: int
    end: int


def find_quote(text: str, quote: str) -> Quote | None:
    """Return where the quote is in the text, whole words, whatever its case, blanks and kind of quotes; or None."""
    words = [re.escape(word) for word in _BLANKS.split(_plain(quote).strip()) if word]
    if not words:
        return None
    found = re.search(r"(?<!\w)" + r"\s+".join(words) + r"(?!\w)", _plain(text), re.IGNORECASE)
    return None if found is None else Quote(text[found.start() : found.end()], found.start(), found.end())


def _plain(text: str) -> str:
    """Return a text of the same length with straight quotes and dashes."""
    return text.translate(_STRAIGHT)
