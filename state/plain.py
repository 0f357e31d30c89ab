"""Text of somebody else on one line, bounded, without control characters. It needs nothing but the standard library."""

import unicodedata

LINE = 200
PROSE = 2_000
_JOINERS = "\u200c\u200d"
"""Zero-width joiners shape letters in Persian, Hindi and others; every other invisible character goes."""


def plain(text: str, longest: int = LINE) -> str:
    """Return the text on one line, without control and invisible characters, cut at ``longest`` characters."""
    if len(text) <= longest and text.isprintable() and "  " not in text and text == text.strip():
        return text  # most text is plain already: the only white space that is printable is the blank
    near = text[: 4 * longest]
    flat = " ".join((near if near.isprintable() else _printable(near)).split())
    return flat if len(flat) <= longest else f"{flat[: longest - 1].rstrip()}…"


def paragraphs(text: str, longest: int = PROSE) -> str:
    """Return the text without control and invisible characters, its lines and spaces kept, cut at ``longest`` characters."""
    return "\n".join(line if line.isprintable() else _printable(line) for line in text[:longest].splitlines())


def _printable(text: str) -> str:
    return "".join(map(_letter, text))


def _letter(char: str) -> str:
    """Return a character that shows as itself; a space for white space and controls, nothing for what is invisible."""
    if char.isprintable() or char in _JOINERS:
        return char
    return " " if unicodedata.category(char) in ("Cc", "Zs", "Zl", "Zp") else ""
