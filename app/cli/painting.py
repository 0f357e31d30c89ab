"""Words on a terminal: wrapped between words under their own beginning, with prices, warnings and the question marked."""

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

PRICE, WARNING, QUESTION = "green", "yellow", "bold"

_BEGINNING = re.compile(r"\s*(?:[✈⌂⚠·•*-]\s+|\d+[.)]\s+)?")
_WARNS = re.compile(r"\s*(?:⚠|But:|To confirm:)")
_WHOLE = r"(?:\d{1,3}(?:[.,’'\ ]\d{3})+|\d+)"
_PRICE = re.compile(
    rf"""(?<![\w.,])(?:
        [A-Z]{{0,3}}[$£€¥₹₩₱฿]\s?{_WHOLE}(?:[.,]\d\d)?(?!\d)
      | {_WHOLE}(?:[.,]\d\d)?\s?(?:[€₽₺₪₫]|zł|Kč|kr\b)
      | [A-Z]{{3}}\s?{_WHOLE}[.,]\d\d(?!\d)
      | {_WHOLE}[.,]\d\d\s?[A-Z]{{3}}\b
    )""",
    re.VERBOSE,
)
_SENTENCE_ENDS = re.compile(r"[.!?:]\s+")
_WORD = re.compile(r"(?P<word>[^ \t]+)[ \t]*")
"""A word and what parts it from the next."""
_TIME = re.compile(r"\d+ h \d+ min|\d+ (?:h|min)\b")


def painted(text: str, console: Console) -> Iterator[Text]:
    """Yield the lines of a reply as the console shows them. A word that is longer than a line stays whole."""
    lines = text.splitlines()
    last = max((n for n, line in enumerate(lines) if line.strip()), default=-1)
    for number, line in enumerate(lines):
        yield from _wrapped(_styled(line, ends=number == last), console)


def _styled(line: str, *, ends: bool) -> Text:
    """Return one line with its styles; the line that ends a reply may be the question."""
    text = Text(line, style=WARNING if _WARNS.match(line) else "")
    for found in _PRICE.finditer(line):
        text.stylize(PRICE, *found.span())
    if ends and (asked := line.rfind("?")) >= 0:
        starts = [found.end() for found in _SENTENCE_ENDS.finditer(line, 0, asked)]
        text.stylize(QUESTION, starts[-1] if starts else 0, asked + 1)
    return text


def _wrapped(text: Text, console: Console) -> Iterator[Text]:
    """Yield a line in the console's width, what follows its first part under the first word."""
    begins = _BEGINNING.match(text.plain)
    margin = begins.end() if begins else 0
    first, rest = text.divide([margin]) if 0 < margin < len(text) else (Text(), text)
    for number, part in enumerate(rest.divide(_ends(rest.plain, console.width - cell_len(first.plain)))):
        part.rstrip()
        yield Text.assemble(Text(" " * margin) if number else first, part)


def _ends(text: str, width: int) -> list[int]:
    """Return where the lines of a text end that have room for ``width`` cells, each before a word; none within a price or a time."""
    ends, room, whole = list[int](), width, text
    for kept in (_PRICE, _TIME):
        whole = kept.sub(lambda found: found.group().replace(" ", "\u00a0"), whole)
    for found in _WORD.finditer(whole):
        if cell_len(found["word"]) > room < width:
            ends.append(found.start())
            room = width
        room -= cell_len(found.group())
    return ends
