"""Documents as files: a table that a spreadsheet sorts, and Markdown without the legend of a picture that is not there."""

import csv
import io

import pytest

from tripintent.app.exports.document_pages import DocumentPage, PageSection
from tripintent.app.exports.documents import written

DAYS = [
    PageSection(day, ["Time", "What"], [["09:30–10:30", "Pantheon"], ["12:00–13:00", "Lunch"]], [])
    for day in ("10 May 2027", "11 May 2027")
]
PAGE = DocumentPage(
    "Rome", "en", "", [*DAYS, PageSection("Sums", ["", "Amount"], [["Total", "€1"]], [])], ["1 Pantheon"], "<svg/>"
)


def test_a_table_is_headed_once():
    """Two days are one table; a section with other columns has a header of its own."""
    rows = list(csv.reader(io.StringIO(written(PAGE, "itinerary", "csv").content.decode("utf-8-sig"))))
    assert rows[0] == ["", "Time", "What"]
    assert rows[3] == ["11 May 2027", "09:30–10:30", "Pantheon"]
    assert rows[5:] == [["", "", "Amount"], ["Sums", "Total", "€1"]]


@pytest.mark.parametrize("begin", ["=1+1", "+1", "-2+3", "-x", "@SUM(A1)", "\tx", "\rx"])
def test_what_begins_like_a_formula_is_text(begin):
    """In a cell, in the heading of a column and in the heading of a section."""
    section = PageSection(f"{begin} a", ["What", f"{begin} b"], [["x", f"{begin} c"]], [])
    page = DocumentPage("Rome", "en", "", [section], [], "")
    text = written(page, "budget", "csv").content.decode("utf-8-sig")
    head, row = csv.reader(io.StringIO(text, newline=""))
    assert (head[2], row[0], row[2]) == (f"'{begin} b", f"'{begin} a", f"'{begin} c")


def test_markdown_has_no_legend_without_its_picture():
    """The numbered places belong to the map of the page to print."""
    assert b"1 Pantheon" not in written(PAGE, "itinerary", "md").content
    assert b"1 Pantheon" in written(PAGE, "itinerary", "html").content
