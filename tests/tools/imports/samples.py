"""One small file of each format that is imported, and the pieces with which tests spoil them."""

import json
from datetime import date

from tripintent.tools.imports.reader import read_content

TODAY = date(2026, 11, 25)


def only(content):
    """Return the one thing that stands in a file, and what is said of it."""
    read = read_content(content, TODAY)
    assert len(read.segments) == 1, read
    return read.segments[0], read.warnings


def pdf(shown: bytes, *, kids: bytes = b"3 0 R", extra: bytes = b"") -> bytes:
    """Return a PDF of one page whose content stream is given; ``extra`` goes into the dictionary of the stream."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count 1>>" % kids,
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d%s>>stream\n%s\nendstream" % (len(shown), extra, shown),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj%s endobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        body
        + b"xref\n0 6\n0000000000 65535 f \n"
        + table
        + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(body)
    )


FLIGHT = {
    "@context": "http://schema.org",
    "@type": "FlightReservation",
    "reservationNumber": "QT4ZZK",
    "reservationStatus": "http://schema.org/ReservationConfirmed",
    "underName": {"@type": "Person", "name": "Anna Muster", "givenName": "Anna", "familyName": "Muster"},
    "reservedTicket": {"@type": "Ticket", "ticketNumber": "220 1234", "ticketedSeat": {"seatNumber": "12A"}},
    "reservationFor": {
        "@type": "Flight",
        "flightNumber": "1234",
        "airline": {"@type": "Airline", "iataCode": "LH", "name": "Lufthansa"},
        "departureAirport": {"@type": "Airport", "iataCode": "MUC", "address": {"addressCountry": "DE"}},
        "arrivalAirport": {"@type": "Airport", "name": "Lisbon (LIS)", "geo": {"latitude": 38.7, "longitude": -9.1}},
        "departureTime": "2027-04-08T11:25:00+02:00",
        "arrivalTime": {"@type": "QDateTime", "@value": "2027-04-08T13:40:00", "timezone": "Europe/Lisbon"},
        "boardingTime": "0001-01-01T10:55:00",
    },
}
STAY = {
    "@type": "LodgingReservation",
    "reservationNumber": "H77",
    "checkinTime": "2027-04-08T15:00:00",
    "checkoutTime": "2027-04-10",
    "reservationFor": {
        "@type": "Hotel",
        "name": "Casa Azul",
        "address": "Rua Um 1, Lisbon",
        "latitude": "38.71",
        "longitude": "-9.13",
    },
}
EVENT = {
    "@type": ["MusicEvent"],
    "name": "Fado",
    "startDate": "2027-04-09",
    "endDate": "2027-04-09",
    "location": {"name": "Alfama"},
}
PLAN = {
    "segments": [
        {
            "type": "ACTIVITY",
            "name": "Tiles",
            "startDatetime": "2027-04-09T10:00",
            "endDatetime": "2027-04-09T11:00",
            "location": {"name": "Museum", "city": "Lisbon", "code": "LI"},
            "totalPrice": {"amount": "12.50", "currency": "EUR"},
            "metadata": {"a": [1, {"b": None}]},
            "startTimezone": "Europe/Lisbon",
        },
        {
            "type": "HOTEL",
            "property": {"name": "Casa"},
            "location": {"name": "Casa"},
            "checkInDate": "2027-04-08",
            "checkOutDate": "2027-04-10",
        },
        {
            "type": "TRANSFER",
            "transferType": "metro",
            "pickupLocation": {"name": "a"},
            "dropoffLocation": {"name": "b"},
        },
    ]
}
WORDS = """Booking confirmation
Booking reference: QT4ZZK
Passenger: Ms Anna Muster
Flight LH 1234 on 8 April 2027
Departure 11:25 Munich (MUC)
Arrival 13:40 Lisbon (LIS)
"""
HTML = f'<html><head><script type="application/ld+json">{json.dumps([FLIGHT, STAY, EVENT])}</script></head><body><p>Hello</p></body></html>'
MICRODATA = """<html><body><div itemscope itemtype="http://schema.org/EventReservation"><meta itemprop="reservationNumber" content="E1">
<div itemprop="reservationFor" itemscope itemtype="http://schema.org/Event"><span itemprop="name">Fado &amp; wine</span>
<time itemprop="startDate" datetime="2027-04-09T20:00:00">9 April</time></div></div></body></html>
"""
CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:1
SUMMARY:Reading
DTSTART;TZID=Europe/Lisbon:20270409T190000
DTEND;TZID=Europe/Lisbon:20270409T210000
LOCATION:Old house (Rua Um 1, Lisbon, Portugal)
DESCRIPTION:bring a book
END:VEVENT
BEGIN:VEVENT
SUMMARY:Train
DTSTART:20270410T080000Z
DTEND:20270410T110000Z
DESCRIPTION:from 8:00 Lisbon - platform 4 (IC 12)\\nto 11:00 Porto - platform 2
END:VEVENT
BEGIN:VEVENT
SUMMARY:Flight
DTSTART;VALUE=DATE:20270411
DESCRIPTION:Flight: LH 12\\nFrom: Porto (OPO)\\nTo: Munich (MUC)\\nBooking reference: QT4ZZK
END:VEVENT
END:VCALENDAR
"""
MAIL = f"""From: shop@example.com
Subject: Your trip
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="xx"

--xx
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

{WORDS}
--xx
Content-Type: text/html; charset="iso-8859-1"

<html><body><table><tr><td>{WORDS}</td></tr></table></body></html>
--xx--
"""
PASS = "M1MUSTER/ANNA         EQT4ZZK MUCLISLH 1234 098Y012A0045 147>1181  6098BLH              2A2201234567890 1LH 992000000000000"
SAMPLES: dict[str, bytes] = {
    "calendar": CALENDAR.encode(),
    "mail": MAIL.encode(),
    "json_ld": HTML.encode(),
    "json": json.dumps(FLIGHT).encode(),
    "microdata": MICRODATA.encode(),
    "plan": json.dumps(PLAN).encode(),
    "pass": PASS.encode(),
    "words": WORDS.encode(),
    "pdf": pdf(
        b"BT /F1 12 Tf 20 100 Td ("
        + " ".join(WORDS.split()).replace("(", "\\(").replace(")", "\\)").encode()
        + b") Tj ET"
    ),
}
_SAID: tuple[str | bytes, ...] = (
    "", " ", "\n", "\r", "\x00", "{", "}", "[", "]", '"', "null", "5", "-1", "1e999999", "NaN", "9" * 5000, "[[[[" * 300, '"x"',
    "[]", "{}", "true", ":", ";", ",", "(a, )", "(,)", "( )", "Europe", "Z" * 5000, "../../etc", "9999-12-31", "99991231",
    "0001-01-01", "00010101T000000Z", "99991231T235959", "2027-02-30", "24:61", "+14:00", "-23:59", "²", "٣", "é", "\u2028",
    "ß", "İ", "\\ud800", "&#99999999;", "&#xd800;", "&amp", "<!--", "<![CDATA[", "<script>", "</script>", "<div itemscope>",
    'itemprop="name"', "charset=zip_codec", "charset=idna", "charset=punycode", "charset=utf-7", "charset=hex",
    "Content-Type: multipart/mixed; boundary=a\n", "Content-Type: message/rfc822\n\n", "; a*0=b", "base64", "uuencode",
    "BEGIN:VEVENT\n", "END:VEVENT\n", "TZID=Europe", "LOCATION:x (a, )\n", "M9", "ZZ", ">", b"\xff\xfe", b"\x80",
    "/Kids[2 0 R 2 0 R]", "/Filter/FlateDecode", "/Length -1", "999999 0 R", "endobj", "1 0 obj", "xref", "@graph", "@type",
    "reservationFor", "timezone", "latitude", "\\u0000",
)  # fmt: skip
PIECES = tuple(one.encode(errors="surrogatepass") if isinstance(one, str) else one for one in _SAID)
