"""Words, pauses and sentence ends of a message, with their places in it. Linear time, any text."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["word", "number", "pause", "end", "other"]

_CHUNK = re.compile(r"\S+|\n")
_PIECE = re.compile(
    r"(?P<elision>\b(?:l|d|j|n|c|s|m|t|qu|un|dell|all|quell)['’](?=[^\W\d_]))"
    r"|(?P<number>\d+(?:[.,]\d+)*)(?P<suffix>st|nd|rd|th|º|ª|ª|er|re|e|eme|ème)?(?!\w)"
    r"|(?P<word>\w+(?:['’]\w+)?)"
    r"|(?P<end>[!?…。？！]+|\.+(?!\w))"
    r"|(?P<pause>[,;]|[—–-]+(?=$))"
    r"|(?P<hash>\#)"
    r"|(?P<other>[\"“”«»:=@/\\<>{}\[\]|$€£%+*&~^])",
    re.IGNORECASE,
)
_ABBREVIATIONS = frozenset({"no", "nr", "num", "n"})


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark. ``word`` is folded (no case, no accents); ``start``/``end`` index the message."""

    kind: Kind
    word: str
    start: int
    end: int
    ordinal: bool = False


def fold(text: str) -> str:
    """Return the text without case and accents, apostrophes straightened."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return "".join(c for c in plain if not unicodedata.combining(c))


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a message."""
    tokens = [token for chunk in _CHUNK.finditer(text) for token in _chunk(chunk)]
    around = zip([None, *tokens], tokens, [*tokens[1:], None], strict=False)
    return [token for before, token, after in around if not _abbreviates(before, token, after)]


def _abbreviates(before: Token | None, token: Token, after: Token | None) -> bool:
    """Say whether a full stop belongs to "no. 3" and ends no sentence."""
    if before is None or after is None or token.word != ".":
        return False
    return before.word in _ABBREVIATIONS and after.kind == "number"


def _chunk(chunk: re.Match[str]) -> Iterator[Token]:
    """Yield the tokens of one run of non-blanks, or of a line break."""
    raw, start = chunk.group(), chunk.start()
    if raw == "\n":
        yield Token("end", "\n", start, start + 1)
    else:
        yield from _pieces(raw, start)


def _pieces(raw: str, offset: int) -> Iterator[Token]:
    for piece in _PIECE.finditer(raw):
        kind = piece.lastgroup if piece.lastgroup != "suffix" else "number"
        start, end = offset + piece.start(), offset + piece.end()
        if kind == "number":
            yield Token("number", piece["number"], start, end, ordinal=piece["suffix"] is not None)
        elif kind == "word":
            yield Token("word", fold(piece.group()).replace("'", ""), start, end)  # "ill take it" is "I'll take it"
        elif kind in ("elision", "hash"):
            yield Token("word", fold(piece.group()), start, end)
        elif kind == "end":
            yield Token("end", piece.group(), start, end)
        elif kind == "pause":
            yield Token("pause", piece.group(), start, end)
        else:
            yield Token("other", piece.group(), start, end)
