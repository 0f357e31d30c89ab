"""The whole itinerary as a calendar or as schema.org data, booked or not: what is only planned is marked tentative."""

import json
from datetime import date, datetime
from zoneinfo import ZoneInfo

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.moments import has_time
from tripintent.state.designer.ordering import effective_end
from tripintent.state.designer.segments import FlightSegment, HotelSegment, RailSegment, Segment, start_place, title_of
from tripintent.tools.places.airports import with_towns
from tripintent.tools.planning.showing import title_in

_STATUS = {"CONFIRMED": "CONFIRMED", "CANCELLED": "CANCELLED"}


def plan_calendar(document: ItineraryDocument) -> str:
    """Return a calendar of every segment with a day (RFC 5545); stays are whole days and take no time."""
    from icalendar import Calendar, Event  # noqa: PLC0415 - comes with the extra ``export``

    calendar = Calendar()
    calendar.add("prodid", "-//tripintent//itinerary//EN")
    calendar.add("version", "2.0")
    for segment in document.segments:
        if not segment.start_datetime:
            continue
        event = Event()
        event.add("uid", f"{segment.id}@tripintent")
        event.add("summary", title_in(segment, "en"))
        event.add("status", _STATUS.get(segment.status, "TENTATIVE"))
        for name, value in _ends(segment):
            event.add(name, value)
        place = start_place(segment)
        if place:
            named = with_towns(place.name, [place.code] if place.code else [], "en")
            event.add("location", ", ".join(x for x in (named, place.town) if x))
        if segment.confirmation_number:
            event.add("description", segment.confirmation_number)
        if isinstance(segment, FlightSegment | RailSegment | HotelSegment):
            node = {"@context": "http://schema.org", **_node(segment)}
            event.add("x-kde-kitinerary-reservation", json.dumps([node], ensure_ascii=False))
        calendar.add_component(event)
    return str(calendar.to_ical().decode("utf-8"))


def _ends(segment: Segment) -> list[tuple[str, date | datetime | str]]:
    start, end = str(segment.start_datetime), effective_end(segment)
    if isinstance(segment, HotelSegment) and segment.check_in_date and segment.check_out_date:
        days = (date.fromisoformat(segment.check_in_date), date.fromisoformat(segment.check_out_date))
        return [("dtstart", days[0]), ("dtend", days[1]), ("transp", "TRANSPARENT")]
    if not has_time(start):
        return [("dtstart", date.fromisoformat(start))]
    ends: list[tuple[str, date | datetime | str]] = [("dtstart", _at(start, segment.start_timezone))]
    return (
        [*ends, ("dtend", _at(end, segment.end_timezone or segment.start_timezone))] if end and has_time(end) else ends
    )


def _at(moment: str, zone: str | None) -> datetime:
    found = datetime.fromisoformat(moment)
    return found if found.tzinfo or not zone else found.replace(tzinfo=ZoneInfo(zone))


def plan_json_ld(document: ItineraryDocument) -> str:
    """Return schema.org reservations of what has a number, and trips and events of the rest."""
    nodes = [{"@context": "http://schema.org", **_node(s)} for s in document.live]
    return json.dumps(nodes, ensure_ascii=False, indent=1)


def _node(segment: Segment) -> dict[str, object]:
    times = {"start": segment.start_datetime, "end": segment.end_datetime}
    number = {"reservationNumber": segment.confirmation_number} if segment.confirmation_number else {}
    if isinstance(segment, FlightSegment):
        trip = _trip("Flight", "Airport", segment, times) | {"flightNumber": segment.flight_number}
        if segment.airline:
            trip["airline"] = {"@type": "Airline", "name": segment.airline.name, "iataCode": segment.airline.code}
        return {"@type": "FlightReservation", **number, "reservationFor": trip}
    if isinstance(segment, RailSegment):
        trip = _trip("TrainTrip", "Station", segment, times) | {"trainNumber": segment.train_number}
        return {"@type": "TrainReservation", **number, "reservationFor": trip}
    if isinstance(segment, HotelSegment):
        house = {"@type": "LodgingBusiness", "name": segment.property.name}
        stay = {"checkinTime": segment.start_datetime, "checkoutTime": segment.end_datetime}
        return {"@type": "LodgingReservation", **number, **stay, "reservationFor": house}
    place = start_place(segment)
    event = {"@type": "Event", "name": title_of(segment), "startDate": times["start"], "endDate": times["end"]}
    where = {"location": {"@type": "Place", "name": place.name}} if place else {}
    return {**event, **where}


def _trip(
    kind: str, stop: str, segment: FlightSegment | RailSegment, times: dict[str, str | None]
) -> dict[str, object]:
    name = "Airport" if stop == "Airport" else "TrainStation"
    ends = {
        f"{edge}{stop}": {"@type": name, "name": p.name, **({"iataCode": p.code} if p.code else {})}
        for edge, p in (("departure", segment.origin), ("arrival", segment.destination))
        if p
    }
    return {"@type": kind, **ends, "departureTime": times["start"], "arrivalTime": times["end"]}
