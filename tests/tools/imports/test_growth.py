"""Reading costs what a text is long, and never its square."""

import time
from contextlib import suppress
from datetime import date

import pytest

from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.reader import LONGEST, read_content

pytestmark = pytest.mark.release  # a minute and a half of reading, measured against itself
TODAY = date(2026, 11, 25)
MOST = 8
UNNOTICED = 0.05
"""Seconds below which a time says nothing about growth."""
REPEATED = (
    "\n", " ", "\t", "\r\n", "From: ", "To: ", "</x>", "</x", "<script", "<script>", "; a*0=b", "<!--", "<", "<![CDATA[>",
    '<a b=">', "<a b='>", "&#", "&#9999999", '<div itemscope itemprop="a">', "<p>", "{", "[", "booking-", "hotel   ", "LH 123 ",
    "LH 123 1 May 2027\n", "flight: ", "(ABC) ", ", ", ", Via", "Subject: - Aa Aa ", "name Aa-Aa ", "mr. Mr ", "11:25 Abc ",
    "1.5.2027 ", "at Aa ", "M1A/ ", "(a, ", "from 10:10 a - ", '{"@type": "Event", "name": "a"},',
)  # fmt: skip
WITHIN = {
    "words": "{}",
    "flight": "Your flight LH 1234\n{}",
    "table": "table for two reference AB12CD\nSubject: x at Aa\n{}",
    "page": "<html><body itemscope>{}",
    "json": "[{}",
    "mail": "From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n{}",
    "header": "From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/html{}\n\nx",
    "calendar": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20270604T100000\nDESCRIPTION:{}\nEND:VEVENT\nEND:VCALENDAR\n",
}


def seconds(text: str) -> float:
    """Return the processor time of reading a text, or of refusing it."""
    before = time.process_time()
    with suppress(ImportRefused):
        read_content(text, TODAY)
    return time.process_time() - before


def repeated(frame: str, piece: str, size: int) -> str:
    return frame.replace("{}", piece * ((size - len(frame)) // len(piece)))


@pytest.mark.parametrize("name", WITHIN)
def test_four_times_the_text_is_not_eight_times_the_time(name):
    """From 30,000 characters to 125,000: what grows with the square takes sixteen times as long.

    A time below the least that tells anything is not compared; the bound lies midway between line and square.
    """
    read_content("Flight LH 1234 on 8 April 2027", TODAY)
    for piece in REPEATED:
        took = seconds(repeated(WITHIN[name], piece, LONGEST // 4))
        if took > MOST * UNNOTICED:
            less = seconds(repeated(WITHIN[name], piece, LONGEST // 16))
            assert took <= MOST * max(less, UNNOTICED), (name, piece)
