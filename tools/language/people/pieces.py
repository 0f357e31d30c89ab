"""A message cut into pieces: names with what is between them, dates, and prose; and which pieces are names."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.births import find_dates
from tripintent.tools.language.exact.contacts import GAP
from tripintent.tools.language.exact.lexicon import phrases
from tripintent.tools.language.exact.names import (
    CONJUNCTIONS,
    FILLERS,
    GENDERS,
    LABELS,
    LEAD_INS,
    SURE_LEAD_INS,
    BirthDate,
    PersonInText,
    inverted,
    is_capitalised,
    read_name,
)
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
    """Return the pattern of these turns of phrase at the end of a text, with a colon or an equals sign after them."""
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


_MARK = "\ue000"
_CUT = re.compile(rf"({_MARK}\d+{_MARK})|([;\n\r|•()]+|{GAP}|,|(?<!\w)[-–—]+(?!\w)|[.!?](?=\s|$))")
_NUMBERING = re.compile(r"(?m)^\s*(?:\d{1,2}\s*[.):]|[-*•])\s*")
_PASSPORT = re.compile(r"passport\s*(?:number|no\.?|#)?\s*(?:is|:|=)?\s*([A-Z]{0,3}\d{6,9}[A-Z]?)\b", re.IGNORECASE)
_KEYED = re.compile(
    r"(?:first|given)\s*names?\s*(?:is|:|=)\s*([^,;\n]+?)[\s,;]+(?:and\s+)?(?:my\s+)?"
    r"(?:last\s*name|family\s*name|surname)\s*(?:is|:|=)\s*([^,;.\n\ue000]+)",
    re.IGNORECASE,
)
_BORN = re.compile(rf"(?<!\w)(?:b\.?|\*)\s*(?={_MARK})")
"""A "b." or a star before a date: born; no letter of the name."""
_LETTER = re.compile(rf"(?<=[^\W\d_]{{2}})\s+([FM])\s+(?={_MARK})")
"""A letter between a name and a date: the gender, as a passport prints it."""

_ABBREVIATION = re.compile(r"\b(mr|mrs|ms|dr|prof|st|sr|sra|jr|[^\W\d_])\.(?=\s)", re.IGNORECASE)
_ENDS = (";", "\n", "")


@dataclass(frozen=True)
class Piece:
    """A phrase, a date or a passport number; ``before`` is what separates it from the piece before."""

    text: str = ""
    before: str = ""
    birth: BirthDate | None = None
    passport: str = ""
    introduced: bool = False
    hinted: bool = False


def mark_dates(text: str, today: date, *, day_first: bool = False) -> tuple[str, list[BirthDate]]:
    """Return the text with each date replaced by a numbered mark, and the dates."""
    text = text.translate({ord(_MARK): " ", ord(GAP): " ", 0: " "})
    dates: list[BirthDate] = []
    parts: list[str] = []
    done = 0
    for start, end, found in find_dates(text, today, day_first=day_first):
        parts += [text[done:start], f" {_MARK}{len(dates)}{_MARK} "]
        dates.append(found)
        done = end
    return "".join([*parts, text[done:]]), dates


def cut(text: str, dates: list[BirthDate]) -> list[Piece]:
    """Cut a marked text into pieces."""
    text = _KEYED.sub(r" \2/\1 ", _NUMBERING.sub("; ", text))
    text = _PASSPORT.sub(lambda m: f" ; {_MARK}{m[1].upper()}; ", text)
    text = _ABBREVIATION.sub(r"\1", _LETTER.sub(r", \1, ", _BORN.sub(" ", text)))
    pieces: list[Piece] = []
    before, done = "", 0
    for match in [*_CUT.finditer(text), None]:
        pieces += _phrases(text[done : match.start() if match else len(text)], before)
        if match is None:
            break
        if match[1]:
            pieces.append(Piece(birth=dates[int(match[1].strip(_MARK))], before=""))
        before, done = (match[2] or "date").strip() or "\n", match.end()
    return pieces


def _phrases(text: str, before: str) -> list[Piece]:
    if _MARK in text:
        return [Piece(passport=text.split(_MARK)[1].strip())]
    pieces: list[Piece] = []
    for part in CONJUNCTIONS.split(f" {text.strip()} "):
        phrase, introduced, hinted = _bared(part)
        if phrase and not FILLERS.issuperset(phrase.lower().split()):
            pieces.append(Piece(phrase, before if not pieces else "and", introduced=introduced, hinted=hinted))
    if pieces and CONJUNCTIONS.match(f" {text.strip()} "):
        pieces[0] = Piece(pieces[0].text, "and", introduced=pieces[0].introduced, hinted=pieces[0].hinted)
    return pieces


def _bared(part: str) -> tuple[str, bool, bool]:
    """Return the phrase after the last words that introduce a name, and how surely they do."""
    part = LABELS.sub(" ", part)
    for label in [*said_in(part, "born", "mail")][::-1]:
        part = f"{part[: label.start()]} {part[label.end() :]}"
    sure = [m.end() for m in (*SURE_LEAD_INS.finditer(part), *said_in(part, "introduces"))]
    part = part[max(sure) :] if sure else part
    hints = [m.end() for m in (*LEAD_INS.finditer(part), *said_in(part, "kin", "beside"), *said_in(part, "pronouns"))]
    part = part[max(hints) :] if hints else part
    return part.strip(" \t.:=-–—'\"!?"), bool(sure), bool(hints)


@dataclass(frozen=True)
class NamePiece:
    """A piece and what it could be. ``half`` marks the family name that a comma cut from its given name."""

    piece: Piece
    person: PersonInText | None = None
    gender: str | None = None
    half: bool = False

    @property
    def understood(self) -> bool:
        """Check whether the piece is anything but prose."""
        return bool(self.person or self.gender or self.half or self.piece.birth or self.piece.passport)

    def is_name(self, *, nothing_else: bool, dated: bool) -> bool:
        """Check whether what could be a name is one: by its date, its introduction, or because there is nothing else."""
        if self.person is None:
            return False
        capital = is_capitalised(self.piece.text)
        if dated or (self.person.introduced and (capital or self.person.family)):
            return True
        return capital and (nothing_else or (self.piece.hinted and bool(self.person.family)))


def read_pieces(pieces: Sequence[Piece]) -> list[NamePiece]:
    """Read each piece by itself, then join ``Smith, Ann``."""
    readings = [_read(piece) for piece in pieces]
    for i in range(1, len(readings)):
        if _is_inverted(readings, i):
            joined = inverted(pieces[i - 1].text, pieces[i].text)
            readings[i - 1] = replace(readings[i - 1], person=None, half=True)
            readings[i] = replace(readings[i], person=joined)
    return readings


def _read(piece: Piece) -> NamePiece:
    if piece.text.lower() in GENDERS:
        return NamePiece(piece, gender=GENDERS[piece.text.lower()])
    person = read_name(piece.text) if piece.text else None
    if person:
        person.introduced |= piece.introduced
        person.conjoined = piece.before == "and"
    return NamePiece(piece, person)


def _is_inverted(readings: Sequence[NamePiece], i: int) -> bool:
    """``Smith, Ann 1985-03-04``: one name cut by a comma, neither half whole, with a date or an end after it."""
    last, first = readings[i - 1], readings[i]
    if first.piece.before != "," or not _lone(last.person) or not _lone(first.person):
        return False
    after = readings[i + 1].piece if i + 1 < len(readings) else Piece(before=";")
    return last.piece.before != "," and (after.birth is not None or after.before in _ENDS)


def _lone(person: PersonInText | None) -> bool:
    return person is not None and not person.family
