"""Each kind of file in forms of its own: what is meant is read, and what cannot be read is said in words."""

import json
from datetime import date

import pytest

from tripintent.app.exports.plan import plan_calendar, plan_json_ld
from tripintent.state.designer.importing import taken_in
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.tools.imports.reader import read_content

TODAY = date(2026, 11, 25)


def calendar(*lines, before=(), head=()):
    inner = ["BEGIN:VEVENT", "UID:1", *lines, "END:VEVENT"]
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *head, *before, *inner, "END:VCALENDAR", ""])


def one(content):
    read = read_content(content, TODAY)
    assert len(read.segments) == 1, read
    return read.segments[0]


@pytest.mark.parametrize(
    ("zone", "meant"),
    [
        ("Tokyo Standard Time", "Asia/Tokyo"),
        ("eastern standard time", "America/New_York"),
        ('"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', "Asia/Kolkata"),
        ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
        ("/example.org/2020/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ('"Europe/Oslo"', "Europe/Oslo"),
    ],
)
def test_a_zone_is_the_one_that_is_meant(zone, meant):
    assert one(calendar(f"DTSTART;TZID={zone}:20270701T100000", "SUMMARY:Talk")).start_timezone == meant


OWN_ZONE = (
    "BEGIN:VTIMEZONE", "TZID:Our office", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300",
    "END:STANDARD", "END:VTIMEZONE",
)  # fmt: skip


def test_a_zone_of_the_file_is_known_in_that_file_only():
    event = ("DTSTART;TZID=Our office:20270701T100000", "SUMMARY:Talk")
    assert one(calendar(*event, before=OWN_ZONE)).start_datetime == "2027-07-01T10:00:00+03:00"
    read = read_content(calendar(*event), TODAY)
    assert (read.segments[0].start_datetime, read.warnings) == ("2027-07-01T10:00", ("zone_unknown",))


@pytest.mark.parametrize(
    ("lines", "end"),
    [
        (("DTSTART;VALUE=DATE:20270731", "DTEND;VALUE=DATE:20270802"), "2027-08-01"),
        (("DTSTART;VALUE=DATE:20270731", "DURATION:P2D"), "2027-08-01"),
        (("DTSTART;VALUE=DATE:20270731", "DTEND;VALUE=DATE:20270731"), "2027-07-31"),
        (("DTSTART:20270731T230000", "DURATION:PT90M"), "2027-08-01T00:30"),
        (("DTSTART:20270731T230000Z", "DURATION:P1DT1H"), "2027-08-02T00:00:00Z"),
    ],
)
def test_an_end_is_the_last_day_or_behind_the_length(lines, end):
    assert one(calendar(*lines, "SUMMARY:Fair")).end_datetime == end


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-be"),
        lambda text: text.encode("latin-1"),
        lambda text: text.replace("\r\n", "\r").encode("utf-8-sig"),
        lambda text: text.replace("BEGIN", "Begin").replace("DTSTART", "dtstart").replace("END:", "end:").encode(),
    ],
)
def test_letters_lines_and_capitals_may_be_any(changed):
    assert one(changed(calendar("DTSTART:20270731T090000", "SUMMARY:Çay évi"))).name == "Çay évi"


@pytest.mark.parametrize("title", ["Wine tasting", "Réunion", "A\\, b", "Flight club", "Line one\\nline two"])
def test_a_reminder_replaces_nothing(title):
    alarm = ("BEGIN:VALARM", "SUMMARY:Reminder", "DTSTART:20200101T000000", "DESCRIPTION:Soon", "END:VALARM")
    found = one(calendar(*alarm, "DTSTART:20270731T090000", f"SUMMARY:{title}", *alarm))
    assert found.name == title.replace("\\,", ",").replace("\\n", "\n")
    assert found.start_datetime == "2027-07-31T09:00"


@pytest.mark.parametrize(
    ("lines", "warning"),
    [
        (("DTSTART:20270731T090000", "SUMMARY:Yoga", "RRULE:FREQ=WEEKLY;BYDAY=SA"), "repeats"),
        (("DTSTART:20270731T090000", "SUMMARY:Yoga", "RRULE:FREQ=HOURLY;COUNT=3"), "repeats"),
        (("DTSTART:20271331T090000", "SUMMARY:Yoga"), "not_a_segment"),
        (("DTSTART:tomorrow", "SUMMARY:Yoga"), "not_a_segment"),
        (("SUMMARY:Yoga",), "not_a_segment"),
    ],
)
def test_what_a_plan_does_not_take_as_written_is_said(lines, warning):
    assert warning in read_content(calendar(*lines), TODAY).warnings


FLIGHT = {
    "@context": "https://schema.org",
    "@type": "FlightReservation",
    "reservationNumber": "ZZ9PLA",
    "reservationFor": {
        "@type": "Flight",
        "flightNumber": "455",
        "airline": {"iataCode": "SK"},
        "departureAirport": {"@type": "Airport", "iataCode": "OSL"},
        "arrivalAirport": {"@type": "Airport", "iataCode": "CPH"},
        "departureTime": "2027-05-02T08:00:00+02:00",
        "arrivalTime": "2027-05-02T09:10:00+02:00",
    },
}


def with_trip(**changes):
    return {**FLIGHT, "reservationFor": {**FLIGHT["reservationFor"], **changes}}


@pytest.mark.parametrize(
    "around",
    [
        "<!--{}-->",
        "//<![CDATA[\n{}\n//]]>",
        "/*<![CDATA[*/{}/*]]>*/",
        "// of our shop\n{}",
        "/* one */ {} /* two */",
        "<![CDATA[ {} ]]>",
    ],
)
def test_a_script_is_read_whatever_stands_around_it(around):
    script = around.format(json.dumps(FLIGHT))
    assert one(f'<html><script type="application/ld+json">{script}</script></html>').flight_number == "SK 455"


@pytest.mark.parametrize(
    "node",
    [
        with_trip(departureAirport="OSL"),
        with_trip(departureAirport=["Oslo (OSL)"]),
        with_trip(departureAirport=[{"@type": "Airport", "iataCode": "OSL"}]),
        with_trip(airline=[{"iataCode": ["SK"]}]),
        with_trip(departureTime={"@value": "2027-05-02T08:00:00+02:00"}),
        with_trip(departureTime="May 2, 2027 at 8:00 AM"),
        with_trip(departureTime="5/2/2027 8:00 AM"),
        with_trip(departureTime="02.05.2027 08:00"),
        {**FLIGHT, "@type": "schema:FlightReservation"},
        {
            "@type": "https://schema.org/FlightReservation",
            **{f"schema:{k}": v for k, v in FLIGHT.items() if k[0] != "@"},
        },
        {"@type": "ReservationPackage", "reservationNumber": "P1", "subReservation": FLIGHT},
    ],
)
def test_text_list_or_object_are_taken_where_one_stands(node):
    found = one(json.dumps(node))
    assert (found.type, found.origin.code, found.start_datetime[:16]) == ("FLIGHT", "OSL", "2027-05-02T08:00")


@pytest.mark.parametrize("trip", ["SK455", ["SK455"], {}, [], None])
def test_a_flight_without_a_day_is_said(trip):
    assert read_content(json.dumps({**FLIGHT, "reservationFor": trip}), TODAY).warnings == ("not_a_segment",)


def boarding(ends="OSLCPH", number="0455 ", day="122", tail="Y012A0045 100"):
    return f"M1BERG/LIV             EZZ9PLA {ends}SK {number}{day}{tail}"


@pytest.mark.parametrize("ends", ["ZAGZRH", "QROCUN", "XIYPEK", "ZADVIE", "OSLZNZ"])
def test_codes_with_x_q_and_z_are_airports_where_there_is_one(ends):
    found = one(boarding(ends).replace("LIV             E", "LIV            E"))
    assert (found.type, found.origin.code, found.destination.code) == ("FLIGHT", ends[:3], ends[3:])


def test_several_passes_each_with_the_nearest_day():
    codes = [boarding(day=day).replace("LIV             E", "LIV            E") for day in ("328", "330", "001", "145")]
    days = [s.start_datetime for s in read_content("\r\n".join(codes), TODAY).segments]
    assert days == ["2026-11-24", "2026-11-26", "2027-01-01", "2027-05-25"]


def mail(body, *headers):
    return "\n".join(["from: a@b.example", "mime-version: 1.0", *headers, "", body])


@pytest.mark.parametrize(
    "headers",
    [
        ("content-type: text/html; charset=utf-99",),
        ("Content-type: TEXT/HTML",),
        ("CONTENT-TYPE: text/html; charset=iso-8859-1", "CONTENT-TRANSFER-ENCODING: 8BIT"),
        ("content-type: application/octet-stream; name=trip.ics",),
        ("content-type: application/ics", 'content-disposition: attachment; filename="a b.ics"'),
    ],
)
def test_mails_with_any_headers(headers):
    page = f'<script type="application/ld+json">{json.dumps(FLIGHT)}</script>'
    entry = calendar("DTSTART:20270502T080000", "SUMMARY:SK 455 OSL-CPH")
    found = one(mail(entry if "ics" in headers[0] else page, *headers))
    assert found.flight_number == "SK 455"


DETAILS = "Booking reference ZZ9PLA\nFlight SK 455\nOslo (OSL) 2 May 2027 08:00\nCopenhagen (CPH) 2 May 2027 09:10\n"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("We are sorry: your flight has been cancelled.", "CANCELLED"),
        ("Ihr Flug wurde leider storniert.", "CANCELLED"),
        ("Votre vol a été annulé.", "CANCELLED"),
        ("Your flight was canceled.", "CANCELLED"),
        ("If your flight is cancelled, you get your money back.", "CONFIRMED"),
        ("Free cancellation until the day before.", "CONFIRMED"),
        ("Your flight can be cancelled online.", "CONFIRMED"),
    ],
)
def test_words_that_cancel(words, status):
    assert one(f"{words}\n{DETAILS}").status == status


def test_a_cancellation_cancels_what_is_in_the_plan_and_adds_nothing():
    names = iter("abc")
    plan = taken_in(ItineraryDocument(trip_id="t"), read_content(json.dumps(FLIGHT), TODAY).segments, names.__next__)
    gone = {**FLIGHT, "reservationStatus": {"@id": "schema:ReservationCancelled"}}
    after = taken_in(plan.document, read_content(json.dumps(gone), TODAY).segments, names.__next__)
    assert [s.status for s in after.document.segments] == ["CANCELLED"]
    empty = taken_in(ItineraryDocument(trip_id="t"), read_content(json.dumps(gone), TODAY).segments, names.__next__)
    assert (empty.document.segments, empty.unknown) == ((), 1)
    event = calendar("DTSTART:20270731T090000", "SUMMARY:Yoga", head=("METHOD:CANCEL",))
    assert one(event).status == "CANCELLED"


STAY = {
    "@type": "LodgingReservation",
    "reservationNumber": "H9",
    "checkinTime": "2027-05-02",
    "checkoutTime": "2027-05-05",
}


@pytest.mark.parametrize("written", [plan_calendar, plan_json_ld])
def test_our_own_plan_comes_back_as_what_it_was(written):
    nodes = [FLIGHT, {**STAY, "reservationFor": {"@type": "Hotel", "name": "Nyhavn, 4; east"}}]
    names = iter("ab")
    first = taken_in(ItineraryDocument(trip_id="t"), read_content(json.dumps(nodes), TODAY).segments, names.__next__)
    again = read_content(written(first.document), TODAY).segments
    facts = [
        {(s.type, s.status, s.confirmation_number, s.start_datetime, s.end_datetime) for s in x}
        for x in (first.document.segments, again)
    ]
    assert facts[0] == facts[1]
    assert {getattr(s, "flight_number", s.type) for s in again} == {"SK 455", "HOTEL"}


def test_a_cancelled_thing_of_our_calendar_comes_back_cancelled():
    read = read_content(json.dumps({**FLIGHT, "reservationStatus": "ReservationCancelled"}), TODAY)
    document = ItineraryDocument(trip_id="t", segments=read.segments)
    assert one(plan_calendar(document)).status == "CANCELLED"


def test_what_an_element_shows_outranks_words_for_machines():
    """A day for machines is taken; another name than the one that is shown is not."""
    page = (
        '<div itemscope itemtype="http://schema.org/LodgingReservation"><span itemprop="checkinTime" content="2027-06-14T15:00:00">Monday</span>'
        '<meta itemprop="checkoutTime" content="2027-06-17"><div itemprop="reservationFor" itemscope itemtype="http://schema.org/LodgingBusiness">'
        '<b itemprop="name" content="Harbour View of Chain Ltd">Harbour View</b></div></div>'
    )
    stay = one(page)
    assert (stay.property.name, stay.check_in_date, stay.check_in_time) == ("Harbour View", "2027-06-14", "15:00")


@pytest.mark.parametrize(
    ("zone", "offset", "kept"),
    [
        ("Europe/Berlin", "+02:00", None),
        ("Europe/Madrid", "+02:00", None),
        ("Atlantic/Azores", "+00:00", "Atlantic/Azores"),
    ],
)
def test_a_zone_of_another_country_is_not_the_places(zone, offset, kept):
    """The hour is the one at the place; a zone whose clocks the country has stays."""
    at = {"@type": "QDateTime", "@value": f"2027-06-14T19:30:00{offset}", "timezone": zone}
    house = {
        "@type": "Event",
        "name": "Fado",
        "startDate": at,
        "location": {"@type": "Place", "name": "Casa", "address": {"addressCountry": "PT"}},
    }
    found = one(json.dumps({"@type": "EventReservation", "reservationFor": house}))
    assert (found.start_datetime[:16], found.start_timezone) == ("2027-06-14T19:30", kept)
