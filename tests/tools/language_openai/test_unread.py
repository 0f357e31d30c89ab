"""A date phrase counts only when all of it was read."""

import pytest

from tripintent.tools.language.openai.unread import unread_date_words


@pytest.mark.parametrize(
    ("phrase", "read"),
    [
        ("tomorrow", "tomorrow"),
        ("on the 5th of May", "the 5th of may"),
        ("leaving May 5th around 10 am please", "may 5th"),
        ("le 3 août au matin", "le 3 aout"),
        ("next weekend", "next weekend"),
        ("on Friday at 18:30", "friday"),
    ],
)
def test_read(phrase, read):
    """Words around a date, and clock times, may stay unread."""
    assert unread_date_words(phrase, read) == ()


@pytest.mark.parametrize(
    ("phrase", "read", "left"),
    [
        ("the second Friday of May", "friday", ("second", "may")),
        ("5 or 6 May", "6 may", ("5",)),
        ("der letzte Freitag im März", "freitag", ("letzte", "marz")),
        ("Friday or Friday", "friday", ("friday",)),
    ],
)
def test_unread(phrase, read, left):
    """Days, months, ordinals and figures must not."""
    assert unread_date_words(phrase, read) == left
