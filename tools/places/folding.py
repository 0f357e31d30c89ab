"""Folding: lower case without accents, so that positions stay valid; and the data files of places."""

import unicodedata
from typing import Any

from tripintent.tools import shipped


class _FoldTable(dict[int, str]):
    """A translation table filled as characters turn up; each maps to exactly one character."""

    def __missing__(self, code: int) -> str:
        base = unicodedata.normalize("NFKD", chr(code))[0]
        low = base.lower()
        folded = low if len(low) == 1 else base
        self[code] = folded
        return folded


_TABLE = _FoldTable({ord("’"): "'", ord("‘"): "'", ord("–"): "-", ord("—"): "-", ord("‐"): "-", ord("−"): "-"})


def fold(text: str) -> str:
    """Return the text in lower case without accents, of the same length ("São" becomes "sao")."""
    return text.translate(_TABLE)


class _KeyTable(dict[int, str]):
    """As above for look-up keys: apostrophes vanish, whatever is not a letter or digit becomes a blank."""

    def __missing__(self, code: int) -> str:
        folded = _TABLE[code]
        mapped = "" if folded == "'" else folded if folded.isalnum() else " "
        self[code] = mapped
        return mapped


_KEYS = _KeyTable()


def name_key(name: str) -> str:
    """Return the look-up key of a place name: folded words joined by single blanks ("St. Louis" is "st louis")."""
    return " ".join(name.translate(_KEYS).split())


def table(name: str) -> dict[str, Any]:
    """Return one data file, e.g. ``table("regions")``."""
    return shipped.words(f"tools/places/data/{name}.yaml")


def lines(name: str) -> list[str]:
    """Return the lines of one data file of text."""
    return shipped.text(f"tools/places/data/{name}.txt").splitlines()


def optional(value: str) -> str | None:
    """Return None for the scalars that mean "nothing"."""
    return None if value in {"", "null"} else value
