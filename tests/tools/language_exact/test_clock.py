"""Times of day in a phrase, with the span of their words."""

from datetime import date

import pytest

from tripintent.tools.language.exact.days import DayContext, read_times

TODAY = date(2027, 1, 12)


@pytest.mark.parametrize(
    ("phrase", "language", "first", "last"),
    [
        ("at quarter past nine in the morning", "en", "09:15", None),
        ("from 10:30 to 12:15", "en", "10:30", "12:15"),
        ("at noon", "en", "12:00", None),
        ("at 8 pm", "en", "20:00", None),
        ("um halb neun", "de", "08:30", None),
        ("Um 20 Uhr 15", "de", "20:15", None),
        ("à 18 h 45", "fr", "18:45", None),
        ("a las nueve y media", "es", "09:30", None),
        ("alle otto e mezza", "it", "08:30", None),
        ("às 21h30", "pt", "21:30", None),
    ],
)
def test_a_time_of_day(phrase: str, language: str, first: str, last: str | None) -> None:
    (found,) = read_times(phrase, DayContext(TODAY, language))
    assert (found.first.text(), found.last.text() if found.last else None) == (first, last)


@pytest.mark.parametrize("phrase", ["3 to 7 May", "2 adults and 1 child", "5 nights from 12 June", "£8.30"])
def test_other_numbers_are_no_times(phrase: str) -> None:
    assert read_times(phrase, DayContext(TODAY)) == ()
