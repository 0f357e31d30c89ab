"""What a model is told of a long conversation: the figures, and that nothing agreed is lost in two hundred turns."""

import pytest

from tripintent.state.designer.rounds import KEPT, Line, is_too_long, told


@pytest.mark.parametrize(
    ("tokens", "threshold", "long"),
    [(153_000, 0.8, False), (153_001, 0.8, True), (93_000, 0.5, False), (93_001, 0.5, True)],
)
def test_from_when_it_is_too_long(tokens, threshold, long):
    """7,000 tokens of rules and tools are counted with the messages."""
    assert is_too_long(tokens, threshold=threshold) is long


def conversation(turns):
    for number in range(turns):
        yield Line("traveller", f"wish {number}")
        added = {"kind": "added", "facts": {"title": f"Museum {number}", "along": []}}
        yield Line("assistant", f"words {number} " * 400, (added, {"kind": "answer", "facts": {"text": "sunny"}}))


def test_a_conversation_that_fits_is_told_whole():
    """Word for word."""
    lines = list(conversation(20))
    assert told(lines, ()) == tuple(map(str, lines))


def test_two_hundred_turns_keep_what_was_agreed():
    """Every wish and every change of every turn is told; our wording only of the newest."""
    lines = list(conversation(200))
    text = told(lines, ())
    assert all(f"traveller: wish {number}" in text for number in range(200))
    assert all(f'done: added {{"title": "Museum {number}"}}' in text for number in range(200 - KEPT // 2))
    assert "sunny" not in str(text)
    assert text[-KEPT:] == tuple(map(str, lines[-KEPT:]))
    assert not is_too_long(sum(map(len, text)) / 4)


def test_where_even_that_is_too_long_the_oldest_goes_first():
    """The newest wishes stay, and the whole is within the window."""
    text = told(list(conversation(2_000)), ("found " * 1_000,), window=30_000)
    assert "traveller: wish 1999" in text
    assert "traveller: wish 0" not in text
    assert 7_000 + (sum(map(len, text)) + 6_000) / 4 <= 0.8 * 30_000


@pytest.mark.parametrize("count", [0, 1, KEPT, KEPT + 4])
def test_few_messages_are_never_shortened(count):
    """Fewer than five older ones are told whole, however long."""
    lines = [Line("traveller", "x" * 800_000)] * count
    assert len(told(lines, ())) == count
