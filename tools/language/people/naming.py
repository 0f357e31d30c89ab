"""Which pieces of a message are names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tripintent.tools.language.exact.name_words import GENDERS
from tripintent.tools.language.exact.names import inverted, is_capitalised, read_name
from tripintent.tools.language.exact.persons import Person
from tripintent.tools.language.people.pieces import Piece

_ENDS = (";", "\n", "")


@dataclass(frozen=True)
class NamePiece:
    """A piece and what it could be. ``half`` marks the family name that a comma cut from its given name."""

    piece: Piece
    person: Person | None = None
    gender: str | None = None
    half: bool = False

    @property
    def understood(self) -> bool:
        """Whether the piece is anything but prose."""
        return bool(self.person or self.gender or self.half or self.piece.birth or self.piece.passport)

    def is_name(self, *, nothing_else: bool, dated: bool) -> bool:
        """Whether what could be a name is one: by its date, its introduction, or because there is nothing else."""
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


def _lone(person: Person | None) -> bool:
    return person is not None and not person.family
