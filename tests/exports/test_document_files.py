"""Documents as files: a table that a spreadsheet sorts, Markdown without a legend, the day plan with its map."""

import csv
import io
from xml.etree import ElementTree as ET

import pytest

from tripintent.app.exports.document_pages import DocumentPage, PageSection, days_page
from tripintent.app.exports.documents import FORMS, written
from tripintent.app.pictures.plan_map import MapStop, plan_maps
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Coordinates, Location
from tripintent.state.designer.segments import ActivitySegment, FlightSegment

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


def visit(number, name, lat, lon):
    place = Location(name=name, coordinates=Coordinates(latitude=lat, longitude=lon))
    return ActivitySegment(id=name, name=name, location=place, start_datetime=f"2027-06-14T{9 + number:02d}:00")


PLAN = ItineraryDocument(
    title="Paris",
    segments=(
        visit(0, "Louvre", 48.8606, 2.3376),
        visit(1, "Orsay", 48.86, 2.3266),
        visit(2, "Far <b>airport</b>", 50.9, 1.8),
    ),
)


def test_the_day_plan_is_printed_with_its_map():
    """PDF and HTML carry it; a place far away is left out of the picture, and a name cannot become markup."""
    page = days_page(PLAN, "en")
    drawn = ET.fromstring(*page.pictures)  # noqa: S314 - our own picture
    assert {t.text for t in drawn.iter("{http://www.w3.org/2000/svg}text")} == {"1", "2", "0.2 km"}
    assert FORMS["pdf"].maker(page).startswith(b"%PDF")
    assert b"<svg" in FORMS["html"].maker(page)
    assert b"<b>airport" not in FORMS["html"].maker(page)


def test_a_flight_is_printed_with_its_towns():
    """As the page shows it; the codes are behind the towns."""
    ends = {end: {"name": code, "code": code} for end, code in (("origin", "BOS"), ("destination", "LIS"))}
    flown = FlightSegment(id="f", flight_number="Q1", start_datetime="2027-06-14T09:00", **ends)
    (section,) = days_page(ItineraryDocument(segments=(flown,)), "de").sections
    assert section.rows[0][1:3] == ["Q1 Boston (BOS) – Lissabon (LIS)", "Boston"]


def test_one_place_is_no_map():
    """A picture of one dot says nothing; of two towns each has its own."""
    paris = [MapStop(n, "l", "Louvre", "2027-06-14", 48.86, 2.33) for n in (1, 2)]
    assert [*plan_maps(paris[:1], "Paris")] == []
    assert len([*plan_maps([*paris, *(one._replace(lon=12.5, number=one.number + 2) for one in paris)], "Trip")]) == 2
    assert days_page(ItineraryDocument(), "en").pictures == ()
