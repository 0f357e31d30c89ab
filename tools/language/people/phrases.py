"""Turns of phrase around names (``people`` of ``languages/<code>/grammar.yaml``), of all six languages at once.

People write names in any language beside the one that they speak, so no language is chosen here.
"""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.tables import phrases
from tripintent.tools.places.folding import fold


@cache
def phrase_text(*concepts: str) -> str:
    """Return one pattern text for concepts in every language: folded, the longer alternatives of a language first."""
    return (
        "(?:" + "|".join(phrases("people", concept, code, own=True) for concept in concepts for code in LANGUAGES) + ")"
    )


@cache
def anywhere(*concepts: str) -> re.Pattern[str]:
    """Return the pattern of these turns of phrase as whole words."""
    return re.compile(rf"(?<!\w){phrase_text(*concepts)}(?!\w)")


@cache
def at_end(*concepts: str) -> re.Pattern[str]:
    """Return the pattern of these turns of phrase at the end of a text, with a colon or an equals sign behind them."""
    return re.compile(rf"(?<!\w){phrase_text(*concepts)}\s*[:=]?\s*$")


def said_in(text: str, *concepts: str) -> Iterator[re.Match[str]]:
    """Yield these turns of phrase in a text.

    A word with a capital is one only before two more names: "Io Chiara Bassi" says "I", "Per Hansen" is a name. A pronoun with a
    capital is a name ("Ella Brook").
    """
    for match in anywhere(*concepts).finditer(fold(text)):
        one = " " not in match.group().strip() and text[match.start()].isupper()
        if not one or ("pronouns" not in concepts and _TWO.match(text, match.end())):
            yield match


_TWO = re.compile(r"\s*[:=]?\s*[^\W\d_]+\s+[^\W\d_]+")


def without_one_name(text: str) -> tuple[str, bool]:
    """Return a text without the words that somebody has one name only, and whether it said so."""
    said = [match.span() for match in anywhere("one_name").finditer(fold(text))]
    for start, end in reversed(said):
        text = f"{text[:start]},{text[end:]}"
    return text, bool(said)


@cache
def _replaced() -> re.Pattern[str]:
    name = r"(?-i:[A-ZÀ-Þ])[\w'’-]+"
    return re.compile(
        rf"\s*,?\s*(?<!\w){phrase_text('instead')}\s+(?P<old>{name}(?:\s{name}){{0,3}})(?=\s*(?:$|[.,;!\n]))",
        re.IGNORECASE,
    )


def without_replaced(text: str) -> tuple[str, str]:
    """Return a text without the words that a name replaces another one, and that other name."""
    said = _replaced().search(text)
    return (text[: said.start()] + text[said.end() :], said["old"]) if said else (text, "")
