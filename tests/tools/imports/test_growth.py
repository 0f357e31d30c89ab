"""Reading costs what a text is long: twice the text at most two and a half times the time, up to the largest that is read."""

import time
from contextlib import suppress
from datetime import date

import pytest

from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.reader import LONGEST, read_content

TODAY = date(2026, 11, 25)
MOST = 2.5
UNNOTICED = 0.15
"""Seconds below which a time says nothing about growth."""
REPEATED = (
    "\n",
    " ",
    "\t",
    "\r\n",
    "From: ",
    "To: ",
    "</x>",
    "</x",
    "<script",
    "<script>",
    "; a*0=b",
    "<!--",
    "<",
    "<![CDATA[>",
    '<a b=">',
    "<a b='>",
    "&#",
    "&#9999999",
    '<div itemscope itemprop="a">',
    "<p>",
    "{",
    "[",
    "booking-",
    "hotel   ",
    "LH 123 ",
    "LH 123 1 May 2027\n",
    "flight: ",
    "(ABC) ",
    ", ",
    ", Via",
    "Subject: - Aa Aa ",
    "name Aa-Aa ",
    "mr. Mr ",
    "11:25 Abc ",
    "1.5.2027 ",
    "at Aa ",
    "M1A/ ",
    "(a, ",
    "from 10:10 a - ",
    '{"@type": "Event", "name": "a"},',
)
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
def test_twice_the_text_is_not_much_more_than_twice_the_time(name):
    """From 30,000 characters to 60,000: what grows with the square shows there already."""
    _grows(name, (16, 8))


@pytest.mark.release
@pytest.mark.parametrize("name", WITHIN)
def test_that_holds_up_to_the_largest_text(name):
    """Doubled from an eighth of the limit up to the limit."""
    _grows(name, (8, 4, 2, 1))


def _grows(name, parts):
    """Check the growth of each repeated piece. A time is measured again before it counts as too long."""
    read_content("Flight LH 1234 on 8 April 2027", TODAY)
    for piece in REPEATED:
        last = seconds(repeated(WITHIN[name], piece, LONGEST // parts[0]))
        for part in parts[1:]:
            text = repeated(WITHIN[name], piece, LONGEST // part)
            limit = MOST * max(last, UNNOTICED)
            took = seconds(text)
            if took > limit:
                took = min(took, seconds(text))
            assert took <= limit, (name, piece, len(text))
            last = took
