"""The day plan on paper: its days, and its places on a map that fetches nothing."""

from xml.etree import ElementTree as ET

from tripintent.app.exports.document_pages import days_page
from tripintent.app.exports.documents import FORMS
from tripintent.app.pictures.plan_map import MapStop, plan_map
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Coordinates, Location
from tripintent.state.designer.segments import ActivitySegment


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
    drawn = ET.fromstring(page.picture)  # noqa: S314 - our own picture
    assert {t.text for t in drawn.iter("{http://www.w3.org/2000/svg}text")} == {"1", "2", "0.2 km"}
    assert FORMS["pdf"].maker(page).startswith(b"%PDF")
    assert b"<svg" in FORMS["html"].maker(page)
    assert b"<b>airport" not in FORMS["html"].maker(page)


def test_one_place_is_no_map():
    """A picture of one dot says nothing."""
    assert plan_map([MapStop(1, "Louvre", "2027-06-14", 48.86, 2.33)], "Paris") == ""
    assert days_page(ItineraryDocument(), "en").picture == ""
