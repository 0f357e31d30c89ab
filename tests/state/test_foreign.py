"""Text of somebody else's: made plain where it is shown, refused where it must come back unchanged."""

import pytest
from pydantic import TypeAdapter, ValidationError

from tripintent.state.foreign import MANY, Lines, Ref
from tripintent.state.plain import LINE, paragraphs, plain


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Hôtel  de la\tPaix\r\n", "Hôtel de la Paix"),
        ("a\x1b[31mb\x00c\x9bd\x7f", "a [31mb c d"),
        ("\u202efed\u2066 abc\ufeff", "fed abc"),
        ("Inn" + chr(0xE0041) + "\ud800\ue000", "Inn"),
        ("one\u2028two\u00a0three", "one two three"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("", ""),
    ],
)
def test_a_text_is_one_line_of_what_can_be_seen(said: str, shown: str) -> None:
    """White space and controls become one space, invisible characters go, joiners within words stay."""
    assert plain(said) == shown


@pytest.mark.parametrize("letter", ["x", "\x00", " ", "é\n"])
def test_a_long_text_is_cut(letter: str) -> None:
    """Whatever it consists of, it is no longer than it may be."""
    assert len(plain(letter * 1_000_000)) <= LINE
    assert len(paragraphs(letter * 1_000_000, 500)) <= 500


def test_paragraphs_keep_their_lines() -> None:
    """A text of several lines stays one, with its columns and without controls."""
    assert paragraphs("Where to?\n  a  1\x1b[2J\r\n\r\nWho\u202e?") == "Where to?\n  a  1 [2J\n\nWho?"


def test_of_many_texts_the_first_are_kept() -> None:
    """A list has an end, and each of its texts is plain."""
    kept = TypeAdapter(Lines).validate_python(["a\x00"] * (MANY + 1))
    assert (len(kept), set(kept)) == (MANY, {"a"})


@pytest.mark.parametrize("said", ["a\x00", "a\n", "\ud800", "a\u202e", "x" * 2_001])
def test_an_id_is_never_changed_but_refused(said: str) -> None:
    """An id that was cut or cleaned would name something else."""
    with pytest.raises(ValidationError):
        TypeAdapter(Ref).validate_python(said)
    assert TypeAdapter(Ref).validate_python("kind=hotel&holds=H1%7CH2") == "kind=hotel&holds=H1%7CH2"
