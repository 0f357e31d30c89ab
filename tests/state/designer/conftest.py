"""Segments and documents for the tests of the itinerary."""

import pytest

from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.outcomes import EditRefusal


class AsSaid:
    """The atlas that knows only what a place itself says."""

    def point(self, place):
        return place.coordinates

    def country(self, place):
        return place.nation

    def town(self, place):
        return place.town

    def zone(self, place):
        return place.timezone


def activity(segment_id: str, start: str, end: str | None = None, name: str = "", **more):
    return _read(
        {"id": segment_id, "type": "ACTIVITY", "name": name or segment_id, "startDatetime": start, "endDatetime": end}
        | more
    )


def flight(segment_id: str, start: str, end: str, number: str = "VY 8721", **more):
    ends = {"origin": {"name": "Amsterdam", "code": "AMS"}, "destination": {"name": "Barcelona", "code": "BCN"}}
    return _read(
        {"id": segment_id, "type": "FLIGHT", "flightNumber": number, "startDatetime": start, "endDatetime": end}
        | ends
        | more
    )


def transfer(segment_id: str, start: str, end: str, **more):
    ends = {"pickupLocation": {"name": "Barcelona Airport"}, "dropoffLocation": {"name": "Hotel Jardi"}}
    return _read(
        {"id": segment_id, "type": "TRANSFER", "transferType": "TAXI", "startDatetime": start, "endDatetime": end}
        | ends
        | more
    )


def hotel(segment_id: str, first: str, last: str, name: str = "Hotel Jardi", **more):
    fields = {"property": {"name": name}, "location": {"name": name, "city": "Barcelona"}}
    return _read({"id": segment_id, "type": "HOTEL", "checkInDate": first, "checkOutDate": last} | fields | more)


def _read(data):
    found = read_segment(data)
    assert not isinstance(found, EditRefusal), found
    return found


@pytest.fixture
def made():
    """Builders of segments by kind."""
    return {"activity": activity, "flight": flight, "transfer": transfer, "hotel": hotel}


@pytest.fixture
def barcelona():
    """A flight, the taxi that follows it, the hotel, and a dinner: 3 to 7 March 2027."""
    return ItineraryDocument(
        trip_id="t",
        start_date="2027-03-03",
        end_date="2027-03-07",
        segments=(
            flight("f", "2027-03-03T10:05", "2027-03-03T12:20"),
            transfer("x", "2027-03-03T12:40", "2027-03-03T13:10"),
            hotel("h", "2027-03-03", "2027-03-07"),
            activity("d", "2027-03-03T19:30", "2027-03-03T21:30", "Dinner at Can Culleretes"),
        ),
    )
