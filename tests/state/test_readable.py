"""How much of a message is read: bounded by what it holds, cut between words, and nothing is lost."""

from hypothesis import given
from hypothesis import strategies as st

from tripintent.state.caps import LIMITS, READ_CHARACTERS, readable

LONG = st.text(max_size=6_000) | st.lists(
    st.sampled_from(["a", "12", ",", ".", "?", "\n", "\t", "é", "中", "😀", "-"]), max_size=4_000
).map("".join)


@given(text=LONG)
def test_nothing_is_lost_and_the_part_is_read_whole(text):
    """Both parts together are the message, but for blanks between them; what was parted is not parted again."""
    said = readable(text)
    assert len(said.read) <= READ_CHARACTERS or said.read == text
    assert "".join((said.read + said.rest).split()) == "".join(text.split())
    assert readable(said.read) == (said.read, "")


def test_it_ends_behind_a_sentence():
    """The part that is read is whole sentences where one ends near the limit."""
    said = readable("We would like to go to Rome in May with our two kids. " * 60)
    assert said.read.endswith("two kids.")
    assert said.rest.startswith("We would")


def test_a_letter_of_a_page_is_read_whole():
    """What people write at once is within every limit."""
    letter = (
        "Hello, we are two adults and a child (7). We'd like to fly from Vienna to Lisbon on 3 May 2027, back on the 12th, "
        "about 800 € each; a hotel near the sea, 4 stars, with breakfast. "
    ) * 8
    assert readable(letter[:READ_CHARACTERS]).rest == ""


def test_each_kind_of_piece_has_its_limit():
    """Words, numbers, sentences and signs are counted each for itself."""
    for kind, piece in {"word": "a ", "number": "1 ", "end": "a. ", "mark": ", "}.items():
        assert readable(piece * LIMITS[kind]).rest == ""
        assert readable(piece * (LIMITS[kind] + 2)).rest != ""
