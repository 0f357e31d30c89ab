"""Folding: lower case without accents, character for character, so that positions in a text stay valid."""

import unicodedata


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
